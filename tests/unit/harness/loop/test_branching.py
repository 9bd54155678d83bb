"""Another thread begins, once, with what one has said; and what of that is deleted is deleted there."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from harness.chat.people import Place
from harness.context.notes import Memory, Note, NoteLayer
from harness.loop.branching import Branching
from harness.sessions import facts as f
from harness.sessions.effects import BeginBranch, EraseThread, PassOnDeletion
from harness.sessions.threads import ThreadNames
from harness.tools.calls import Quoted
from tests.fakes.journal import MemoryJournal
from tests.laws.colleague import ANA, BOB
from tests.unit.harness.sessions.script import Script

HERE = Place("test", "T", "c1", "5.0")
THERE = Place("test", "T", "c1", "9.0")
NAMES = ThreadNames()
FROM, TO = NAMES.of(HERE), NAMES.of(THERE)


class Desk:
    def __init__(self) -> None:
        self.journal, self.woken = MemoryJournal(lambda: 7.0), list[str]()
        self.branching = Branching(self.journal, self.journal, self.journal.index, NAMES, self.woken.append)

    async def talks(self) -> None:
        script = Script().says(ANA, "paint it red", HERE).replies(text="I will.")
        await self.journal.append(FROM, [row.fact for row in script.rows])

    async def facts(self, thread: str) -> list[f.Fact]:
        return [row.fact for row in await self.journal.read(thread)]


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


def branch(message: str = "", bound: bool = False) -> BeginBranch:
    return BeginBranch(9, BOB, HERE if bound else THERE, message, bound)


def test_it_begins_once_however_often_it_is_tried() -> None:
    async def scene() -> None:
        desk = Desk()
        await desk.talks()
        for _ in range(2):
            assert await desk.branching.begin(FROM, branch()) == f.BranchBegun(9, TO)
        [seeded] = await desk.facts(TO)
        assert isinstance(seeded, f.ThreadSeeded)
        assert (seeded.thread, seeded.place, len(seeded.entries)) == (FROM, THERE, 2)
        assert TO in desk.woken

    run(scene())


def test_where_it_goes_on_in_its_place_that_points_to_it() -> None:
    async def scene() -> None:
        desk = Desk()
        await desk.talks()
        begun = await desk.branching.begin(FROM, branch(bound=True))
        assert begun.thread not in (FROM, TO)
        assert await desk.journal.index.bound(HERE) == begun.thread

    run(scene())


def test_of_nothing_and_of_a_message_of_elsewhere_there_is_none() -> None:
    async def scene() -> None:
        desk = Desk()
        assert await desk.branching.begin(FROM, branch()) == f.BranchBegun(9, "", "empty")
        await desk.talks()
        assert await desk.branching.begin(FROM, branch("m99")) == f.BranchBegun(9, "", "unknown")
        assert not await desk.journal.head(TO)

    run(scene())


def test_a_deletion_is_passed_on_once() -> None:
    async def scene() -> None:
        desk = Desk()
        await desk.talks()
        await desk.branching.begin(FROM, branch())
        for _ in range(2):
            await desk.branching.pass_on(FROM, PassOnDeletion(TO, ANA, HERE, "m1"))
        assert (await desk.facts(TO))[1:] == [f.MessageDeleted(ANA, HERE, "m1", everywhere=True)]

    run(scene())


def test_who_was_told_of_a_message_hears_that_it_was_deleted_once() -> None:
    async def scene() -> None:
        desk = Desk()
        await desk.talks()
        memory = Memory()
        memory.kept_in(desk.journal.notes, "")
        branching = Branching(desk.journal, desk.journal, desk.journal.index, NAMES, desk.woken.append, memory)
        note = Note("team-1", NoteLayer("team"), "Red.", by=ANA.id, thread=TO)
        await desk.journal.notes.write(note, [Quoted(FROM, "m1")])
        await desk.journal.notes.tell(TO, [Quoted(FROM, "m1")])
        other = replace(note, id="team-2", thread="other")
        await desk.journal.notes.write(other, [Quoted(FROM, "m1")])
        await desk.journal.notes.write(replace(note, id="team-3"), [Quoted(TO, "m1")])
        assert [await branching.recall(FROM, "m1") for _ in range(2)] == [2, 0]
        assert await desk.facts(TO) == [f.QuoteDeleted(FROM, "m1", ("team-1", "team-3"))]
        assert memory.changes
        assert TO in desk.woken

    run(scene())


def test_with_a_thread_goes_what_its_branches_and_theirs_began_with() -> None:
    async def scene() -> None:
        desk = Desk()
        await desk.talks()
        await desk.journal.append(FROM, [f.BranchRequested(BOB, HERE)])
        begun = await desk.branching.begin(FROM, branch())
        await desk.journal.append(FROM, [f.PostSent("branch-3", "9.0"), f.BranchBegun(3, begun.thread)])
        await desk.journal.append(TO, [f.BranchRequested(BOB, THERE)])
        again = await desk.branching.begin(TO, BeginBranch(2, BOB, Place("test", "T", "c1", "11.0"), "", False))
        await desk.journal.append(TO, [f.BranchBegun(2, again.thread)])
        await desk.branching.erase(FROM, EraseThread(ANA, await desk.journal.head(FROM)))
        assert not await desk.facts(FROM)
        for thread in (TO, again.thread):
            seeded, *_, last = await desk.facts(thread)
            assert isinstance(seeded, f.ThreadSeeded)
            assert not seeded.entries
            assert last == f.SeedVoided()
            assert thread in desk.woken
        assert await desk.journal.index.bound(HERE) not in (None, FROM)

    run(scene())


def test_what_is_a_threads_own_goes_with_it() -> None:
    async def scene() -> None:
        desk, gone = Desk(), list[str]()

        async def forget_own(thread: str) -> None:
            gone.append(thread)

        journal = desk.journal
        branching = Branching(
            journal, journal, journal.index, NAMES, desk.woken.append, forget_own=forget_own
        )  # fmt: skip
        await desk.talks()
        await branching.erase(FROM, EraseThread(BOB, await journal.head(FROM)))
        assert gone == [FROM]
        assert not await journal.head(FROM)

    run(scene())


def test_what_has_gone_on_meanwhile_is_not_erased() -> None:
    async def scene() -> None:
        desk, gone = Desk(), list[str]()

        async def forget_own(thread: str) -> None:
            gone.append(thread)

        await desk.talks()
        branching = Branching(
            desk.journal, desk.journal, desk.journal.index, NAMES, desk.woken.append, forget_own=forget_own
        )
        assert await branching.erase(FROM, EraseThread(ANA, 1)) == f.DeletionFailed(1)
        assert len(await desk.facts(FROM)) == 2
        assert not gone, "its files stay, too"

    run(scene())


def test_a_branch_goes_with_its_thread_though_that_was_never_told_that_it_has_begun() -> None:
    async def scene() -> None:
        desk = Desk()
        await desk.talks()
        await desk.journal.append(FROM, [f.BranchRequested(BOB, HERE), f.PostSent("branch-3", "9.0")])
        await desk.branching.begin(FROM, replace(branch(), row=3))
        await desk.branching.erase(FROM, EraseThread(ANA, await desk.journal.head(FROM)))
        seeded, *_, last = await desk.facts(TO)
        assert isinstance(seeded, f.ThreadSeeded)
        assert not seeded.entries
        assert last == f.SeedVoided()

    run(scene())


def test_a_place_that_points_to_another_thread_by_now_goes_on_there() -> None:
    async def scene() -> None:
        desk = Desk()
        await desk.talks()
        await desk.branching.begin(FROM, branch(bound=True))
        bound = await desk.journal.index.bound(HERE)
        await desk.branching.erase(FROM, EraseThread(ANA, await desk.journal.head(FROM)))
        assert await desk.journal.index.bound(HERE) == bound != FROM

    run(scene())


def test_a_branch_is_told_of_whatever_its_thread_was_told() -> None:
    async def scene() -> None:
        desk = Desk()
        await desk.talks()
        memory = Memory()
        memory.kept_in(desk.journal.notes, "")
        branching = Branching(desk.journal, desk.journal, desk.journal.index, NAMES, desk.woken.append, memory)
        await desk.journal.notes.tell(FROM, [Quoted("other", "m9")])
        await branching.begin(FROM, branch())
        assert await desk.journal.notes.told("other", "m9") == [FROM, TO]
        await desk.journal.notes.write(Note("team-1", NoteLayer("team"), "Red.", by=ANA.id), [Quoted(TO, "m9")])
        assert await branching.recall("other", "m9") == 0
        assert await desk.journal.notes.all() == [], "what was noted of a summary of it"

    run(scene())


def test_what_a_branch_has_noted_of_it_goes_with_its_thread() -> None:
    async def scene() -> None:
        desk = Desk()
        await desk.talks()
        memory = Memory()
        memory.kept_in(desk.journal.notes, "")
        branching = Branching(desk.journal, desk.journal, desk.journal.index, NAMES, desk.woken.append, memory)
        begun = await branching.begin(FROM, branch())
        await desk.journal.append(FROM, [f.BranchRequested(BOB, HERE), f.BranchBegun(9, begun.thread)])
        await desk.journal.notes.write(Note("team-1", NoteLayer("team"), "Red.", by=ANA.id), [Quoted(TO, "m1")])
        await branching.erase(FROM, EraseThread(ANA, await desk.journal.head(FROM)))
        assert await desk.journal.notes.all() == []

    run(scene())
