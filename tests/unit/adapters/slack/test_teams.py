"""Which team a payload is for, what a token is worth, and what comes of an app that is removed."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.slack.http import Http
from adapters.slack.installing import Installing
from adapters.slack.teams import KNOWN_FOR, NotInstalled, SlackTeams, Staff
from adapters.storage.journal import SqlJournal
from harness.chat.cards import Text
from harness.chat.installations import Installation
from harness.chat.people import Place
from harness.chat.port import Undelivered
from harness.sessions.facts import MessageReceived
from harness.sessions.journal import JournalUnavailable
from tests.fakes.clock import WITHIN, Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Team
from tests.unit.adapters.slack.rig import Colleague, run


class Here:
    """`staffed` are the teams that have a colleague, all of them the same."""

    def __init__(self, slack: SlackEmulator, journal: SqlJournal) -> None:
        self.slack, self.journal, self.clock = slack, journal, Clock()
        self.kept, self.us = journal.installations, Colleague(slack)
        one = slack.installations
        installing = Installing(one.client_id, "s", "", slack.api_url, (), self.kept, time.time, lambda: "state")
        self.app = SlackTeams(
            slack.app_token, slack.api_url, self.kept, installing, Http("127.0.0.1", 0), self.clock, ping=0.2
        )
        self.staffed = {slack.team.id}

    def staff(self, team: str, organization: str) -> Staff | None:
        return self.us if team in self.staffed else None

    async def installed(self, team: Team) -> Installation:
        found = Installation(
            team.id, "", team.bot_token, team.bot.id, bot=team.bot.bot_id or "", name=team.name, at=1.0
        )
        await self.kept.save(found)
        return found


def here(test: Callable[[Here], Awaitable[None]], folder: Path) -> None:
    async def main(slack: SlackEmulator) -> None:
        with SqlJournal.open(f"sqlite:///{folder / 'desk.db'}", time.time) as journal:
            mine = Here(slack, journal)
            await mine.installed(slack.team)
            try:
                await mine.app.start(mine.staff)
                await slack.connected()
                await test(mine)
            finally:
                await mine.app.stop()
                await mine.us.engine.stop()
                await mine.app.close()
                await mine.us.app.close()

    run(main)


def test_an_event_that_cannot_be_looked_up_comes_again(tmp_path: Path):
    async def test(mine: Here) -> None:
        ana = mine.slack.user("ana")
        mine.us.journal.away = True
        said = await mine.slack.says(ana, mine.slack.dm(ana), "hello")
        (envelope,) = mine.slack.events_of("message", said)
        assert not await envelope.within(0.3)
        mine.us.journal.away = False
        mine.slack.redelivers(envelope)
        await mine.slack.until(lambda: mine.us.facts(mine.slack.dm(ana), said.ts))
        heard = [one for one in mine.us.facts(mine.slack.dm(ana), said.ts) if isinstance(one, MessageReceived)]
        assert len(heard) == 1

    here(test, tmp_path)


def test_in_a_shared_channel_the_team_is_ours_and_not_its_authors(tmp_path: Path):
    async def test(mine: Here) -> None:
        other = mine.slack.workspace("other", installed=False)
        ana, eve = mine.slack.user("ana"), mine.slack.user("eve", team=other)
        shared = mine.slack.channel("shared", ana, eve)
        said = await mine.slack.says(ana, shared, f"{mine.slack.bot} hello")
        await mine.slack.says(eve, shared, f"{mine.slack.bot} hello")
        await mine.slack.until(lambda: [one for one in mine.slack.ephemerals(eve) if "I do not know you" in one.text])
        await mine.slack.settled()  # each conversation is heard by itself: hers may be first
        (heard,) = [one for one in mine.us.facts(shared, said.ts) if isinstance(one, MessageReceived)]
        assert (heard.place.team, heard.by.team) == (mine.slack.team.id, mine.slack.team.id)
        assert len(mine.us.journal.threads) == 1

    here(test, tmp_path)


def test_what_is_for_a_team_that_we_are_not_in_is_acknowledged_and_left(tmp_path: Path):
    async def test(mine: Here) -> None:
        other = mine.slack.workspace("other", installed=True)
        eve = mine.slack.user("eve", team=other)
        room = mine.slack.channel("theirs", eve, team=other)
        await mine.slack.says(eve, room, f"{other.bot} hello")
        await mine.slack.settled()
        assert mine.slack.posts(room) == []
        answer = await mine.slack.runs_command(eve, room, "/deskmate", "status")
        assert "not installed" in answer["text"]
        await mine.installed(other)
        mine.staffed.add(other.id)
        await mine.slack.says(eve, room, f"{other.bot} hello")
        await mine.slack.settled()
        assert len(mine.us.journal.threads) == 1

    here(test, tmp_path)


def test_a_token_is_looked_up_when_it_is_used_and_not_each_time(tmp_path: Path):
    async def test(mine: Here) -> None:
        ana = mine.slack.user("ana")
        place = Place("slack", mine.slack.team.id, mine.slack.dm(ana).id)
        chat, kept = mine.app.connection(mine.slack.team.id).chat, await mine.kept.find(mine.slack.team.id)
        assert kept
        await chat.post(place, "one", Text("one"))
        await mine.kept.remove(kept)
        await chat.post(place, "two", Text("two"))
        mine.clock.now += KNOWN_FOR
        with pytest.raises(NotInstalled, match="not installed in the Slack workspace"):
            await chat.post(place, "three", Text("three"))
        mine.journal.close()
        with pytest.raises(Undelivered, match="I don't know how to post"):
            await chat.post(place, "four", Text("four"))

    here(test, tmp_path)


def test_a_token_that_was_revoked_is_forgotten_and_one_that_came_since_is_not(tmp_path: Path):
    async def test(mine: Here) -> None:
        one = mine.slack.installations
        one.revoke(mine.slack.team)
        await mine.slack.settled()
        assert not await mine.kept.all()
        (revoked,) = mine.slack.events_of("tokens_revoked")
        mine.slack.state.put_team(_renewed(mine.slack.team))
        await mine.installed(mine.slack.team)
        mine.slack.redelivers(revoked)
        await mine.slack.settled()
        assert len(await mine.kept.all()) == 1, "what comes late takes nothing away that came since"
        people = {"type": "tokens_revoked", "tokens": {"oauth": ["U1"], "bot": []}}
        asked = len(mine.slack.calls_of("auth.test"))
        mine.slack.state.emit(mine.slack.team.id, people)
        await mine.slack.settled()
        assert len(mine.slack.calls_of("auth.test")) == asked

    here(test, tmp_path)


def test_with_a_new_token_or_a_new_connection_what_is_owed_in_a_team_is_tried_at_once(tmp_path: Path):
    async def test(mine: Here) -> None:
        team, tried, twice = mine.slack.team, list[Place | None](), asyncio.Event()

        async def opened(place: Place | None = None) -> None:
            tried.append(place)
            if len(tried) == 2:
                twice.set()
            if len(tried) == 3:
                raise JournalUnavailable("away")

        mine.us.intake.opened = opened  # type: ignore[method-assign]
        mine.app.connection(team.id)
        found = await mine.installed(team)
        await mine.app._installed(found)
        assert tried == [None]
        mine.slack.disconnects()
        await asyncio.wait_for(twice.wait(), WITHIN)
        await mine.app._installed(replace(found, team="", organization="E1"))
        assert len(tried) == 3
        mine.staffed.clear()
        await mine.app._installed(found)
        assert len(tried) == 3

    here(test, tmp_path)


def test_where_slack_cannot_say_whether_it_was_removed_the_event_comes_again(tmp_path: Path):
    async def test(mine: Here) -> None:
        mine.slack.breaks("auth.test", 503)
        mine.slack.installations.uninstall(mine.slack.team)
        first = mine.slack.events_of("app_uninstalled")[0]
        await mine.slack.until(lambda: mine.slack.calls_of("auth.test"))
        await asyncio.sleep(0)
        mine.slack.redelivers(first)
        await mine.slack.until(lambda: len(mine.slack.calls_of("auth.test")) >= 2)
        await mine.slack.until(lambda: all(one.acknowledged for one in mine.slack.events_of("app_uninstalled")[1:]))
        assert not await mine.kept.all()

    here(test, tmp_path)


def test_of_an_organization_each_team_is_known_again_after_a_restart(tmp_path: Path):
    async def test(mine: Here) -> None:
        org = replace(await mine.installed(mine.slack.team), team="", organization="E1", name="Org")
        own = await mine.kept.find(mine.slack.team.id)
        assert own
        await mine.kept.remove(own)
        await mine.kept.save(org)
        mine.slack.state.put_team(replace(mine.slack.team, enterprise_id="E1", by_org=True))
        ana = mine.slack.user("ana")
        place = Place("slack", mine.slack.team.id, mine.slack.dm(ana).id)
        chat = mine.app.connection(mine.slack.team.id).chat
        with pytest.raises(NotInstalled):
            await chat.post(place, "one", Text("one"))
        await mine.slack.says(ana, mine.slack.dm(ana), "hello")
        await mine.slack.settled()
        assert await mine.kept.organizations() == {mine.slack.team.id: "E1"}
        await chat.post(place, "two", Text("two"))

    here(test, tmp_path)


def _renewed(team: Team) -> Team:
    return replace(team, bot_token="xoxb-renewed")
