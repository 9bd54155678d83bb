"""What has become of commands in the background is said by whoever works on their thread."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from harness.context.model import ProposedCall, Reply
from harness.context.transcript import transcript
from harness.loop.command_ends import command_ends, look_after_commands
from harness.loop.rules import Rules
from harness.sessions import facts as f
from harness.sessions.entries import Noted
from harness.sessions.index import ThreadSummary
from harness.sessions.session import Session
from harness.toolbox.shell import Completed
from harness.tools.calls import At, ToolResult
from tests.fakes.journal import MemoryJournal
from tests.laws.colleague import BOB, CHANNEL, USUAL
from tests.laws.rig import Rig
from tests.unit.harness.loop.test_intake import Woken
from tests.unit.harness.sessions.test_in_background import ID, left, stop
from tests.unit.harness.toolbox.behind import THREAD, Behind

MUTE = replace(USUAL, silent=lambda place: True)


def ends(
    folder: Path, session: Session, command: str = "exit 3", rules: Rules = USUAL, boot: str = "b1"
) -> list[f.Fact]:
    """With that command behind it, once it has ended; none, if that is empty."""

    async def main() -> list[f.Fact]:
        behind = Behind(folder, boot=boot)
        if command:
            await behind.begin(command, ID)
        if command.startswith("exit"):
            await behind.over(ID)
        said: list[f.Fact] = [end async for end in command_ends(THREAD, session, rules, behind.commands)]
        await behind.commands.close()
        return said

    return asyncio.run(main())


def test_how_it_ended_is_said_once_it_has(tmp_path: Path) -> None:
    assert ends(tmp_path, left().session, "sleep 60") == []
    assert ends(tmp_path, left().session) == [f.CommandEnded(ID, "exited", 3)]
    assert ends(tmp_path, Session()) == []


def test_what_another_start_of_the_program_had_is_lost_and_what_was_kept_of_it_is_there(tmp_path: Path) -> None:
    assert ends(tmp_path, left().session, boot="b2") == [f.CommandEnded(ID, "lost")]
    assert ends(tmp_path, stop(left()).session, "", boot="b2") == [f.CommandEnded(ID, "lost", kept=False)]
    assert ends(tmp_path, left().session, "") == [f.CommandEnded(ID, "lost", kept=False)]


def test_of_what_is_to_end_its_effect_says_how_it_did(tmp_path: Path) -> None:
    assert ends(tmp_path, stop(left()).session) == []


def test_where_we_may_say_nothing_it_opens_nothing(tmp_path: Path) -> None:
    assert ends(tmp_path, left().session, rules=MUTE) == [f.CommandEnded(ID, "exited", 3, silent=True)]


def test_threads_that_sleep_are_woken_if_commands_may_be_lost_there() -> None:
    async def main() -> list[str]:
        journal, engine = MemoryJournal(lambda: 0.0), Woken()
        for thread, runs in (("one", True), ("two", False)):
            await journal.append(thread, [f.Renamed(BOB, CHANNEL, "x")])
            listing = ThreadSummary(place=CHANNEL, title="x", at=0.0, waits=True, people=frozenset(), runs=runs)
            assert await journal.rest(thread, 1, (await journal.take(thread)).generation, None, listing)
        await look_after_commands(journal.index, engine, CHANNEL.team)
        return engine.threads

    assert asyncio.run(main()) == ["one"]


SURF = Reply("", (ProposedCall("surf", "{}"),))
"""A call that runs unasked, and is not repeatable."""
OPERATIONS = 16
"""Of the journal, in such a story."""


async def goes_on(rig: Rig) -> int:
    """One step further; returns how many commands were begun by it."""
    running, begun = list(rig.running.values()), 0
    if rig.wire.dead:
        await rig.crash(lambda _: True)
        assert all(process.done() for process in running), "a process is left behind"
    for work in list(rig.world.pending):
        turn = rig.session.turn
        if work.kind == "tool":
            work.ends(ToolResult("It runs.", changes=(rig.begins(work.what.id, notify=True, outside=""),)))
            begun += 1
        elif work.kind == "model":
            work.ends(SURF if turn and turn.at == At(1, 1) else Reply("ok"))
        else:
            work.ends()
    if running and not rig.world.pending and rig.running:
        next(iter(rig.running.values())).set_result(Completed(3, ""))
    await rig.settle()
    return begun


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("killed_at", range(1, OPERATIONS + 2))
def test_whenever_it_is_killed_a_command_is_begun_once_and_its_end_told_once(killed_at: int, after: bool) -> None:
    async def main() -> None:
        rig = Rig(USUAL)
        rig.wire.fuse, rig.wire.after = killed_at, after
        await rig.put(f.MessageReceived(BOB, CHANNEL, "build it", "m1", addressed=True))
        await rig.settle()
        begun = 0
        while rig.world.pending or rig.engine.live or rig.running or rig.wire.dead:
            begun += await goes_on(rig)
        facts = [row.fact for row in rig.rows]
        ends = [fact for fact in facts if isinstance(fact, f.CommandEnded)]
        known = [fact for fact in facts if isinstance(fact, f.ToolReturned) and fact.result.changes]
        assert begun <= 1
        assert len(known) == len(ends) <= 1
        assert known or any(isinstance(fact, f.Resumed) for fact in facts), "nobody knows what became of it"
        told = [entry for entry in transcript(rig.rows) if isinstance(entry, Noted) and "has ended" in entry.text]
        assert len(told) == len(ends), "the model is told once"
        assert rig.crashes == (killed_at <= OPERATIONS)
        await rig.end()

    asyncio.run(main())
