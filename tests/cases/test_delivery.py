"""What is owed to people, while a platform refuses it."""

import contextlib
import dataclasses
import logging
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Literal

import pytest

from adapters.storage.journal import SqlJournal
from bot.doctor.journal import journal as examined
from harness.context.model import Reply
from tests.cases.colleague import Scripted, calls
from tests.cases.platforms import InDiscord, InSlack, in_discord, in_slack
from tests.fakes.slack.records import Message
from tests.flows.home_tab import approves
from tests.unit.bot.doctor.findings import settings

HOUR = 3_600.0
EVER = 1_000_000
"""Times."""
WRITES = calls(("write_file", '{"file_path": "/a.md", "content": "x"}'))
ANSWER = "It is the cable."

Outage = Literal["refused for being busy", "connections refused"]


def away(slack: InSlack, how: Outage, *methods: str) -> None:
    for method in methods:
        if how == "connections refused":
            slack.slack.drops(method, "before", times=EVER)
        else:
            slack.slack.breaks(method, 503, times=EVER)


def back(slack: InSlack, *methods: str) -> None:
    for method in methods:
        slack.slack.recovers(method)


OUTAGES = pytest.mark.parametrize("how", ["refused for being busy", "connections refused"])
POSTS = ("chat.postMessage", "chat.startStream")


@OUTAGES
def test_an_answer_is_delivered_once_after_an_hour_of_refusals(tmp_path: Path, how: Outage):
    async def story(slack: InSlack) -> None:
        away(slack, how, *POSTS)
        await slack.mentions(slack.bob, "why is it dark?")
        await slack.works_off()
        await slack.passes(HOUR)
        back(slack, *POSTS)
        await slack.passes(HOUR + 120.0)
        assert len([one for one in slack.posts() if ANSWER in one.shown]) == 1

    in_slack(tmp_path, Scripted(Reply(ANSWER)), story)


@OUTAGES
def test_an_answer_is_delivered_once_after_ten_minutes_of_refusals(tmp_path: Path, how: Outage):
    async def story(slack: InSlack) -> None:
        away(slack, how, *POSTS)
        await slack.mentions(slack.bob, "why is it dark?")
        await slack.works_off()
        await slack.passes(600.0)
        back(slack, *POSTS)
        await slack.passes(HOUR)
        assert len([one for one in slack.posts() if ANSWER in one.shown]) == 1

    in_slack(tmp_path, Scripted(Reply(ANSWER)), story)


def test_what_is_owed_is_tried_as_soon_as_slack_is_there_again(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        away(slack, "connections refused", *POSTS)
        await slack.mentions(slack.bob, "why is it dark?")
        await slack.works_off()
        await slack.passes(HOUR)
        back(slack, *POSTS)
        slack.slack.disconnects()
        await slack.reads(ANSWER)

    in_slack(tmp_path, Scripted(Reply(ANSWER)), story)


def test_people_are_told_once_that_an_answer_was_late(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        away(slack, "refused for being busy", *POSTS)
        await slack.mentions(slack.bob, "why is it dark?")
        await slack.works_off()
        await slack.passes(HOUR)
        back(slack, *POSTS)
        await slack.passes(HOUR + 120.0)
        seen = [*(one.shown for one in slack.posts()), *slack.told(slack.bob)]
        assert len([one for one in seen if re.search(r"\blate\b|could not (post|write|say|reach)", one)]) == 1

    in_slack(tmp_path, Scripted(Reply(ANSWER)), story)


@OUTAGES
def test_an_ask_that_arose_during_an_outage_is_asked_afterwards(tmp_path: Path, how: Outage):
    async def story(slack: InSlack) -> None:
        away(slack, how, *POSTS)
        await slack.mentions(slack.bob, "write it")
        await slack.works_off()
        await slack.passes(HOUR)
        back(slack, *POSTS)
        await slack.passes(HOUR + 120.0)
        cards = [one for one in slack.posts() if "Approve" in one.controls]
        assert len(cards) == 1
        await slack.slack.clicks(slack.bob, cards[0].ts, "Approve")
        await slack.until(lambda: (slack.files / "a.md").exists())

    in_slack(tmp_path, Scripted(WRITES, Reply("Written.")), story)


@OUTAGES
def test_a_card_loses_its_buttons_after_an_hour_in_which_it_could_not_be_changed(tmp_path: Path, how: Outage):
    async def story(slack: InSlack) -> None:
        await slack.mentions(slack.bob, "write it")
        card = await slack.card("Create a.md?")
        away(slack, how, "chat.update")
        await slack.slack.clicks(slack.bob, card.ts, "Approve")
        await slack.works_off()
        await slack.passes(HOUR)
        back(slack, "chat.update")
        await slack.passes(HOUR + 120.0)
        assert slack.slack.message(card).controls == ["Undo"]

    in_slack(tmp_path, Scripted(WRITES, Reply("Written.")), story)


# Refusals that pass, though they do not sound so
PASSING = pytest.mark.parametrize("code", ["token_revoked", "thread_not_found", "message_limit_exceeded"])


async def refused(slack: InSlack, code: str) -> None:
    """In the thread and directly."""
    slack.slack.refuses("chat.postMessage", code, times=None)
    slack.slack.refuses("chat.startStream", code, times=None)
    await slack.mentions(slack.bob, "why is it dark?")
    await slack.works_off()
    await slack.passes(1_200.0)


@PASSING
def test_an_answer_stays_owed_until_the_refusal_is_over(tmp_path: Path, code: str):
    async def story(slack: InSlack) -> None:
        await refused(slack, code)
        back(slack, *POSTS)
        await slack.passes(HOUR + 120.0)
        assert len([one for one in [*slack.posts(), *_direct(slack)] if ANSWER in one.shown]) == 1

    in_slack(tmp_path, Scripted(Reply(ANSWER)), story)


@PASSING
def test_an_answer_that_reaches_nobody_is_an_error_in_the_log_once(
    tmp_path: Path, code: str, caplog: pytest.LogCaptureFixture
):
    async def story(slack: InSlack) -> None:
        await refused(slack, code)

    with caplog.at_level(logging.INFO):
        in_slack(tmp_path, Scripted(Reply(ANSWER)), story)
    assert len([one for one in caplog.records if one.levelno >= logging.ERROR]) == 1


def test_the_doctor_says_that_an_answer_is_owed(tmp_path: Path):
    mine = settings(tmp_path)
    mine.data_dir.mkdir()

    async def story(slack: InSlack) -> None:
        before = examined(mine)[1]
        await refused(slack, "token_revoked")
        more = [one for one in examined(mine)[1] if one not in before]
        assert [one for one in more if one.level != "ok"]

    with contextlib.ExitStack() as kept:
        in_slack(
            tmp_path,
            Scripted(Reply(ANSWER)),
            story,
            journal=lambda hours: kept.enter_context(SqlJournal.open(mine.database_url, hours)),
        )


def _direct(slack: InSlack) -> list[Message]:
    return slack.slack.posts(slack.slack.dm(slack.bob))


# Cards in a place that we cannot write in for a while
Comes = Callable[[InSlack], Awaitable[None]]


async def put_out(slack: InSlack) -> None:
    slack.slack.leaves(slack.slack.bot, slack.dev)


async def let_in(slack: InSlack) -> None:
    slack.slack.invites(slack.ana, slack.slack.bot, slack.dev)


async def archived(slack: InSlack) -> None:
    slack.slack.archives(slack.dev)


async def unarchived(slack: InSlack) -> None:
    place = slack.slack.state.channels[slack.dev.id]
    slack.slack.state.put_channel(dataclasses.replace(place, archived=False))
    event = {"type": "channel_unarchive", "channel": slack.dev.id, "user": slack.ana.id}
    await slack.slack.emits({**event, "event_ts": slack.slack.state.new_ts()})


async def nothing(slack: InSlack) -> None:
    """No event tells."""


async def next_turn(slack: InSlack) -> None:
    await slack.mentions(slack.bob, "and now?", thread=slack.slack.history(slack.dev)[0].ts)
    await slack.reads("well")


async def restarted(slack: InSlack) -> None:
    await slack.stops()
    await slack.starts()


B5 = "B5: a card that could not be settled since we could not write there is forgotten, and keeps live buttons"


@pytest.mark.parametrize(
    ("goes", "comes", "then"),
    [
        pytest.param(put_out, let_in, nothing, id="invited again"),
        pytest.param(put_out, let_in, next_turn, id="the next turn"),
        pytest.param(put_out, let_in, restarted, id="the next start"),
        pytest.param(archived, unarchived, nothing, id="unarchived"),
        pytest.param(archived, unarchived, next_turn, id="unarchived, the next turn"),
    ],
)
def test_a_card_is_settled_once_we_may_write_there_again(tmp_path: Path, goes: Comes, comes: Comes, then: Comes):
    async def story(slack: InSlack) -> None:
        await slack.mentions(slack.bob, "write it")
        card = await slack.card("Create a.md?")
        await slack.works_off()
        if goes is archived:  # in which nobody can click: it is decided on the home tab
            await slack.slack.opens_app(slack.bob, "home")
            await slack.until(lambda: slack.slack.views.homes.get(slack.bob.id))
            await goes(slack)
            await approves(slack.slack, slack.bob)
        else:
            await goes(slack)
            await slack.slack.clicks(slack.bob, card.ts, "Approve")
        await slack.until(lambda: (slack.files / "a.md").exists())
        await slack.passes(120.0)
        assert slack.slack.message(card).controls, "it could not be changed"
        await comes(slack)
        await then(slack)
        await slack.passes(120.0)
        assert slack.slack.message(card).controls == ["Undo"]

    in_slack(tmp_path, Scripted(WRITES, Reply("Written.")), story)


def test_a_card_is_settled_once_its_thread_in_discord_is_unlocked(tmp_path: Path):
    async def story(discord: InDiscord) -> None:
        thread = discord.mentions(discord.bob, "write it")
        card = await discord.reads(thread, "Create a.md?")
        await discord.until(lambda: discord.discord.controls(card))
        for ending in (f"/messages/{card['id']}", f"/channels/{thread}"):
            discord.discord.fails("PATCH", ending, times=EVER, status=400, code=50083)  # Thread is archived
        discord.discord.clicks(discord.bob, card, "Approve")
        await discord.until(lambda: (discord.files / "a.md").exists())
        await discord.passes(120.0)
        discord.discord.rest.faults.clear()
        discord.discord.state.archive(thread, False)
        await discord.passes(120.0)
        assert discord.discord.controls(discord.discord.state.messages[card["id"]]) == ["Undo"]

    in_discord(tmp_path, Scripted(WRITES, Reply("Written.")), story)
