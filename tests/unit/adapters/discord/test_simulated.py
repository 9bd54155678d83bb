"""What people meet in Discord, as simcord plays it: with permissions, deadlines and restarts, by a clock of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import simcord
from simcord.builders import ChannelHandle
from simcord.env import Env
from simcord.results import InteractionResult

from adapters.discord.app import Discord
from adapters.discord.interactions import ANSWERED_BELOW
from harness.approvals.asks import Reject
from harness.loop.answering import GIVEN_UP, UNSURE_CLICKED
from harness.sessions.facts import AskAnswered
from harness.sessions.journal import Appended
from harness.sessions.ledger import LedgerEntry
from tests.fakes.discord.shape import EPHEMERAL, every
from tests.fakes.discord.simulated import Bot, SimulatedCalls, Wire
from tests.fakes.marks import MemoryMarks
from tests.unit.adapters.discord.rig import Parts
from tests.unit.adapters.slack.rig import Journal, calls

SETTLED = 4.0
"""Seconds in which all is done that waits for nothing: less than we ever wait for of our own accord."""
DEPLOY = calls("deploy", '{"to":"prod"}')


class Disk(Journal):
    """One that may be slow, which simcord is told, since it would take that for work that never ends."""

    def __init__(self, env: Env) -> None:
        super().__init__()
        self._env = env

    async def append(
        self,
        thread: str,
        facts: Any,
        *,
        key: str | None = None,
        lasting: bool = False,
        generation: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        if not self.open.is_set():
            await self._env.external_wait(self.open.wait(), reason="the disk")
        return await super().append(thread, facts, key=key, lasting=lasting, generation=generation, spent=spent)


class Office:
    """Ana, Bob and a channel, ops, in which everybody may do what people may; `us` is the colleague that runs there."""

    def __init__(self, env: Env, bot: Bot) -> None:
        self.env, self.journal, self.marks = env, Disk(env), MemoryMarks()
        self.guild = env.create_guild("acme")
        self.ops = self.guild.create_text_channel("ops")
        self.ana, self.bob = (self.guild.add_member(env.create_user(name)) for name in ("ana", "bob"))
        self.us = self._colleague(bot)

    def _colleague(self, bot: Bot) -> Parts:
        app = Discord("", "", "", self.marks, self._now, calls=SimulatedCalls(bot), socket=Wire(bot))
        return Parts(app, self.journal)

    def _now(self) -> float:
        return self.env.now().timestamp()

    async def opens(self) -> None:
        await self.us.app.start(self.us.intake, self.us.commands)
        await self.env.settle()

    async def closes(self) -> None:
        self.journal.open.set()
        await self.us.app.stop()
        await self.us.engine.stop()
        await self.us.app.close()

    async def restarts(self) -> None:
        """Another process, which knows the journal alone."""
        replies = self.us.model.replies
        await self.closes()
        bot = Bot()
        await self.env.restart_bot(bot)
        self.us = self._colleague(bot)
        self.us.model.replies = replies
        await self.opens()

    async def asked(self) -> tuple[ChannelHandle, Any]:
        """Ana has asked for a deployment: its thread, and the card."""
        self.us.model.says(DEPLOY, "It is done.")
        await self.ana.send(self.ops, f"<@{self.env.backend.bot_user.id}> deploy it")
        await self.env.settle()
        [thread] = self.ops.threads
        return thread, next(one for one in thread.history() if one.author.bot)

    def first_answers(self) -> list[int]:
        """The types of the first answers to what people did."""
        made = [one for one in self.env.http_requests if one.path.endswith("/callback")]
        return [one.json["type"] for one in made if one.json]

    def answers(self) -> list[AskAnswered]:
        rows = [row for thread in self.journal.threads.values() for row in thread.rows]
        return [row.fact for row in rows if isinstance(row.fact, AskAnswered)]


def shown(components: list[dict[str, Any]]) -> str:
    return "\n".join(str(one["content"]) for one in every(components) if one.get("content"))


def ours(where: ChannelHandle) -> list[list[dict[str, Any]]]:
    """The components of what we have said there to everybody."""
    stored = [where._env.backend.get_message(where.id, one.id) for one in where.history() if one.author.bot]
    return [one.components for one in stored if not one.flags & EPHEMERAL and one.components]


def posts(where: ChannelHandle) -> list[str]:
    return list(map(shown, ours(where)))


def told(result: InteractionResult) -> list[str]:
    """What whoever did it was shown, and nobody else: the answer that was put off, and what followed it."""
    assert all(one.ephemeral for one in result.followups)
    first = [result.response] if result.response and result.response.ephemeral else []
    return [shown(one.components) for one in (*first, *result.followups)]


def play(story: Callable[[Office], Awaitable[None]]) -> None:
    async def whole() -> None:
        bot = Bot()
        async with simcord.run(bot, settle_timeout=SETTLED) as env:
            office = Office(env, bot)
            await office.opens()
            try:
                await story(office)
                await env.settle()
            finally:
                await office.closes()

    asyncio.run(asyncio.wait_for(whole(), 60))


def test_a_click_is_put_off_counts_once_and_its_card_loses_its_buttons():
    async def story(office: Office) -> None:
        thread, card = await office.asked()
        assert thread.name == "deploy it"
        clicked = await office.ana.click(card, label="Approve")
        await office.env.settle()
        assert told(clicked) == [], "its card says so"
        assert office.first_answers() == [6]
        assert [one.to for one in office.us.deployed] == ["prod"]
        assert posts(thread)[-1] == "It is done."
        assert f"approved by <@{office.ana.id}>" in posts(thread)[0]
        assert not [one for one in every(ours(thread)[0]) if one.get("custom_id")]

    play(story)


def test_who_may_not_decide_is_told_so_and_whoever_may_still_can():
    async def story(office: Office) -> None:
        thread, card = await office.asked()
        refused = await office.bob.click(card, label="Approve")
        await office.env.settle()
        assert "can decide this." in told(refused)[0]
        assert not office.us.deployed
        await office.ana.click(card, label="Approve")
        await office.env.settle()
        assert posts(thread)[-1] == "It is done."

    play(story)


def test_buttons_and_forms_work_after_a_restart():
    async def story(office: Office) -> None:
        thread, card = await office.asked()
        await office.restarts()
        opened = await office.ana.click(card, label="Deny…")
        assert opened.modal
        await office.restarts()
        sent = await office.ana.submit_modal(opened, {"reason": "not on a Friday"})
        await office.env.settle()
        assert told(sent) == [], "its card says so, and nobody is shown that we think"
        [answer] = office.answers()
        assert answer.choice == Reject("not on a Friday")
        assert not office.us.deployed
        assert f"denied by <@{office.ana.id}>" in posts(thread)[0]

    play(story)


def test_a_click_whose_recording_takes_longer_than_discord_waits_is_answered_all_the_same():
    async def story(office: Office) -> None:
        _, card = await office.asked()
        office.journal.open.clear()
        clicked = await office.ana.click(card, label="Approve")
        assert clicked.acknowledged, "put off, before anything is recorded"
        await office.env.advance_time(8)
        office.journal.open.set()
        await office.env.settle()
        assert told(clicked) == [], "its card says so"

    play(story)


def test_a_click_that_cannot_be_recorded_is_given_up_and_may_be_made_again():
    async def story(office: Office) -> None:
        _, card = await office.asked()
        office.journal.open.clear()
        lost = await office.ana.click(card, label="Approve")
        await office.env.advance_time(GIVEN_UP + 1)
        assert told(lost) == [UNSURE_CLICKED]
        office.journal.open.set()
        again = await office.ana.click(card, label="Approve")
        await office.env.settle()
        assert told(again) == [], "its card says so"
        assert [one.to for one in office.us.deployed] == ["prod"]

    play(story)


def test_a_card_still_counts_hours_later():
    async def story(office: Office) -> None:
        thread, card = await office.asked()
        await office.env.advance_time(3 * 3600)
        await office.ana.click(card, label="Approve")
        await office.env.settle()
        assert [one.to for one in office.us.deployed] == ["prod"]
        assert "It is done." in posts(thread)

    play(story)


def test_commands_are_registered_and_answered_for_their_author_alone():
    async def story(office: Office) -> None:
        thread, _ = await office.asked()
        assert "deskmate status" in office.ana.available_commands(office.ops)
        said = await office.ana.slash(thread, "deskmate status")
        await office.env.settle()
        assert office.first_answers() == [5]
        assert "waiting for 1 decision" in told(said)[0]
        renamed = await office.ana.slash(thread, "deskmate rename", what="The big deployment")
        await office.env.settle()
        assert told(renamed) == ["This thread is now called “The big deployment”."]
        assert len(posts(thread)) == 1

    play(story)


def test_a_message_is_asked_about_from_its_menu():
    async def story(office: Office) -> None:
        plan = await office.bob.send(office.ops, "we migrate on Friday")
        opened = await office.ana.context_menu(office.ops, f"Ask {office.env.backend.bot_user.name}", plan)
        assert opened.modal
        sent = await office.ana.submit_modal(opened, {"question": "is that wise?"})
        await office.env.settle()
        assert told(sent) == [ANSWERED_BELOW]
        [thread] = office.ops.threads
        assert posts(thread) == [f"<@{office.ana.id}> asks:\n\nis that wise?", "done"]

    play(story)


def test_where_we_may_begin_no_thread_whoever_asked_is_told_directly():
    async def story(office: Office) -> None:
        alone = discord.PermissionOverwrite(create_public_threads=False, send_messages_in_threads=False)
        shut = office.guild.create_text_channel("shut", overwrites={office.guild.default_role: alone})
        office.us.model.says("Here I am.")
        await office.ana.send(shut, f"<@{office.env.backend.bot_user.id}> hello")
        await office.env.settle()
        assert not shut.threads
        assert any("Here I am." in one for one in posts(office.ana.user.dm_channel))

    play(story)
