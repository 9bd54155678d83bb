"""What Journal and Snapshots promise, whatever they are kept on."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import Any

import pytest

from harness.chat.people import Person, Place
from harness.context.notes import Note, NoteLayer, NoteUnknown
from harness.context.snapshot import Snapshot
from harness.sessions.budgets import Account, SpentBudget
from harness.sessions.entries import Result, Said
from harness.sessions.facts import (
    BudgetLifted,
    Compacted,
    Fact,
    MessageReceived,
    Observed,
    PlaceBound,
    PostSent,
    QuoteDeleted,
    Reflected,
    Row,
    SeedVoided,
    ThreadSeeded,
    ToolReturned,
)
from harness.sessions.fold import fold
from harness.sessions.index import IndexedThread, ThreadSummary
from harness.sessions.journal import Appended, Fenced, Moved
from harness.sessions.made import GONE
from harness.sessions.session import Session
from harness.tools.calls import At, Quoted, ToolResult
from tests.contracts.storage import Storage

ANA = Person("slack", "T1", "U1", "Ana", frozenset({"owner"}))
HERE = Place("slack", "T1", "C1", "1.2")


def said(text: str) -> MessageReceived:
    return MessageReceived(ANA, HERE, text)


def texts(rows: Sequence[Row]) -> list[str]:
    return [row.fact.text for row in rows if isinstance(row.fact, MessageReceived)]


def snapshot(head: int, text: str = "hello") -> Snapshot:
    return Snapshot(Session(head=head), (Said("Ana", text),), ())


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


class JournalContract:
    """Subclasses give the fixture `storage`."""

    # Erasing
    def test_what_is_erased_is_gone_and_nothing_revives_it(self, storage: Storage):
        async def scene() -> None:
            journal = storage.journal
            await journal.append("t", [said("one"), PlaceBound(ANA, HERE)], key="m1")
            claim = await journal.take("t")
            listed = ThreadSummary(place=HERE, title="one", at=1.0, waits=True, people=frozenset({ANA.id}))
            await journal.save("t", claim.generation, snapshot(2))
            await journal.rest("t", 2, claim.generation, 9.0, listed)
            assert await journal.erase("t", 2, by=ANA, instead={"other": HERE})
            storage.now = 10.0
            journal = storage.reopen()
            assert await journal.read("t") == ()
            assert await journal.load("t") is None
            assert await journal.append("t", [said("again")], key="m1") == Appended(0, (), True)
            assert await journal.append("t", [said("again")], key="m2", generation=claim.generation) == Appended(
                0, (), False
            )
            with pytest.raises(Fenced):
                await journal.decide("t", [said("again")], generation=claim.generation)
            assert await journal.head("t") == 0
            assert await journal.holder("m1") == "t"
            assert await journal.restless(10.0) == ["other"]
            assert await journal.index.bound(HERE) == "other"
            assert await journal.index.of_channel(HERE, 9) == []
            assert [row.fact for row in await journal.read("other")] == [PlaceBound(ANA, HERE)]

        run(scene())

    def test_what_has_gone_on_is_not_erased(self, storage: Storage):
        async def scene() -> None:
            await storage.journal.append("t", [said("one"), said("two")])
            assert not await storage.journal.erase("t", 1, by=ANA, instead={})
            assert not await storage.journal.erase("never", 1, by=ANA, instead={})
            assert await storage.journal.head("t") == 2

        run(scene())

    def test_a_branch_of_what_is_erased_knows_and_has_nothing_of_it(self, storage: Storage):
        async def scene() -> None:
            journal, entries = storage.journal, (Said("Ana", "one"),)
            await journal.append("t", [said("one")])
            made: list[Fact] = [
                Compacted(At(1, 1), 1, 9, "They said one."),
                Observed(1, "One was said."),
                Reflected(1, "One."),
            ]
            await journal.append("b", [ThreadSeeded(ANA, HERE, "t", 1, "one", entries), *made])
            await journal.save("b", (await journal.take("b")).generation, snapshot(1))
            await journal.erase("t", 1, by=ANA, instead={}, branches=["b"])
            journal = storage.reopen()
            assert [row.fact for row in await journal.read("b")] == [
                ThreadSeeded(ANA, HERE, "t", 1, "", (), cut=True),
                Compacted(At(1, 1), 1, 9, GONE),
                Observed(1, GONE),
                Reflected(1, GONE),
                SeedVoided(),
            ]
            assert await journal.load("b") is None

        run(scene())

    def test_of_what_is_erased_nothing_is_left_that_others_were_told(self, storage: Storage):
        async def scene() -> None:
            journal = storage.journal
            quoting = ToolReturned("1.1.0", ToolResult("> one", quotes=(Quoted("t", "m1"),)))
            other = ToolReturned("1.1.1", ToolResult("> two", quotes=(Quoted("u", "m2"),)))
            note = Note("team-1", NoteLayer("team"), "One.", by=ANA.id, thread="here")
            early, late = Compacted(At(1, 1), 1, 9, "before"), Compacted(At(1, 1), 1, 9, "They said one.")
            await journal.append("t", [said("one")])
            made: list[Fact] = [late, Observed(4, "They said one."), Reflected(4, "They said one.")]
            await journal.append("here", [early, quoting, other, *made])
            await journal.save("here", (await journal.take("here")).generation, snapshot(6))
            await journal.notes.tell("here", [Quoted("t", "m1")])
            entries = (Said("Bob", "look"), Result("b1.1.0", "> one", quotes=(Quoted("t", "m1"),)))
            await journal.append("branch", [ThreadSeeded(ANA, HERE, "here", 4, "", entries)])
            await journal.notes.tell_as("branch", "here")
            await journal.notes.write(replace(note, id="team-2", thread="here"), [Quoted("here", "m1")])
            await journal.notes.write(note, [Quoted("t", "m1")])
            earlier = replace(note, id="team-3", thread="elsewhere")
            await journal.notes.write(earlier, [Quoted("elsewhere", "m1")])
            later = replace(note, id="team-4")
            await journal.notes.write(later, [Quoted("t", "m1")], instead="team-3", among=[note.layer])
            await journal.notes.write(replace(note, id="team-5"), [Quoted("t", "m1")])
            kept = replace(earlier, id="team-6")
            await journal.notes.write(kept, instead="team-5", among=[note.layer])
            await journal.erase("t", 1, by=ANA, instead={})
            journal = storage.reopen()
            facts = [row.fact for row in await journal.read("here")]
            assert facts[0] == early
            assert facts[2] == other
            assert facts[6:] == [QuoteDeleted("t")]
            assert not any(said in str(facts) for said in ("> one", "They said"))
            assert await journal.load("here") is None
            assert "> one" not in str(await journal.read("branch"))
            assert await journal.notes.all() == [kept]
            assert await journal.notes.undo("team-4") == (None, None)
            assert await journal.notes.undo("team-6") == (kept, None)
            assert await journal.notes.told("t") == []
            with pytest.raises(NoteUnknown):
                await journal.notes.write(note, [Quoted("t", "m9")])

        run(scene())

    # Appending
    def test_an_append_creates_its_thread_and_says_where_its_rows_are(self, storage: Storage):
        async def scene() -> None:
            facts: list[Fact] = [said("one"), said("two")]
            storage.now = 12.25

            appended = await storage.journal.append("t", facts)

            rows = (Row(1, 12.25, facts[0]), Row(2, 12.25, facts[1]))
            assert appended == Appended(2, rows)
            assert await storage.journal.read("t") == rows
            assert await storage.journal.head("t") == 2

        run(scene())

    def test_positions_of_a_thread_go_on_without_gaps_and_apart_from_other_threads(self, storage: Storage):
        async def scene() -> None:
            await storage.journal.append("t", [said("one"), said("two")])
            await storage.journal.append("u", [said("other")])

            appended = await storage.journal.append("t", [said("three")])

            assert appended.head == 3
            assert [row.position for row in await storage.journal.read("t")] == [1, 2, 3]
            assert [row.position for row in await storage.journal.read("u")] == [1]

        run(scene())

    def test_facts_come_back_as_they_were_said_whatever_was_said(self, storage: Storage):
        async def scene() -> None:
            facts = [
                said(text) for text in ("", "naïve 日本 🦀", "a\0b", "half \ud83d of a pair", "x" * 300_000, '"\\\n')
            ]

            await storage.journal.append("t", facts)

            assert [row.fact for row in await storage.journal.read("t")] == facts

        run(scene())

    def test_an_append_of_nothing_says_where_the_journal_is(self, storage: Storage):
        async def scene() -> None:
            await storage.journal.append("t", [said("one")])

            assert await storage.journal.append("t", []) == Appended(1, ())
            assert await storage.journal.read("t", 1) == ()

        run(scene())

    # Reading
    def test_reading_begins_after_a_position(self, storage: Storage):
        async def scene() -> None:
            await storage.journal.append("t", [said(str(i)) for i in range(1, 6)])

            assert texts(await storage.journal.read("t", 3)) == ["4", "5"]
            assert await storage.journal.read("t", 5) == ()
            assert await storage.journal.read("t", 99) == ()

        run(scene())

    def test_a_thread_that_is_not_there_is_empty(self, storage: Storage):
        async def scene() -> None:
            assert await storage.journal.read("nowhere") == ()
            assert await storage.journal.head("nowhere") == 0
            assert await storage.journal.load("nowhere") is None
            assert await storage.journal.restless(storage.now) == []

        run(scene())

    # Dedupe keys
    def test_a_known_key_appends_nothing_and_says_where_the_journal_is(self, storage: Storage):
        async def scene() -> None:
            await storage.journal.append("t", [said("one")], key="event-1")
            await storage.journal.append("t", [said("two")], key="event-2")

            assert await storage.journal.append("t", [said("one")], key="event-1") == Appended(2, ())
            assert texts(await storage.journal.read("t")) == ["one", "two"]

        run(scene())

    def test_a_key_is_known_in_all_threads(self, storage: Storage):
        async def scene() -> None:
            await storage.journal.append("t", [said("one")], key="event-1")

            assert await storage.journal.append("u", [said("one")], key="event-1") == Appended(0, ())
            assert await storage.journal.read("u") == ()
            assert await storage.journal.restless(storage.now) == ["t"]

        run(scene())

    def test_of_one_event_delivered_many_times_at_once_one_is_appended(self, storage: Storage):
        async def scene() -> None:
            deliveries = [storage.journal.append(f"t{i % 3}", [said("one")], key="event-1") for i in range(60)]

            appended = await asyncio.gather(*deliveries)

            assert len([a for a in appended if a.rows]) == 1
            assert sum([await storage.journal.head(f"t{i}") for i in range(3)]) == 1

        run(scene())

    def test_a_redelivery_does_not_fail_those_who_are_committed_with_it(self, storage: Storage):
        async def scene() -> None:
            await storage.journal.append("t", [said("0")], key="event-0")
            together = [storage.journal.append("t", [said(str(i))], key=f"event-{i % 10}") for i in range(1, 40)]

            appended = await asyncio.gather(*together)

            assert [len(a.rows) for a in appended] == [1] * 9 + [0] * 30
            assert texts(await storage.journal.read("t")) == [str(i) for i in range(10)]

        run(scene())

    # Generations
    def test_each_taking_is_a_new_generation(self, storage: Storage):
        async def scene() -> None:
            first = (await storage.journal.take("t")).generation
            await storage.journal.append("t", [said("one")])
            second, elsewhere = (
                (await storage.journal.take("t")).generation,
                (await storage.journal.take("u")).generation,
            )

            assert second > first > 0
            assert elsewhere > 0
            assert await storage.journal.head("t") == 1, "taking appends nothing"

        run(scene())

    def test_what_decides_is_refused_once_another_has_the_thread(self, storage: Storage):
        async def scene() -> None:
            await storage.journal.append("t", [said("one")])
            stale = (await storage.journal.take("t")).generation
            await storage.journal.take("t")

            for refused in (
                storage.journal.decide("t", [said("two")], generation=stale),
                storage.journal.decide("t", [said("two")], generation=stale, expect=1),
                storage.journal.decide("t", [said("two")], generation=stale, expect=7),
                storage.journal.read("t", generation=stale),
                storage.journal.read("t", 1, generation=stale),
                storage.journal.rest("t", 1, stale, None),
                storage.journal.rest("t", 0, stale, None),
                storage.journal.save("t", stale, snapshot(1)),
            ):
                with pytest.raises(Fenced):
                    await refused

            assert texts(await storage.journal.read("t")) == ["one"]
            assert await storage.journal.load("t") is None
            assert await storage.journal.restless(storage.now) == ["t"]

        run(scene())

    def test_what_decides_on_a_thread_that_nobody_has_taken_is_refused(self, storage: Storage):
        async def scene() -> None:
            for refused in (
                storage.journal.decide("t", [said("one")], generation=1),
                storage.journal.read("t", generation=1),
                storage.journal.rest("t", 0, 1, None),
                storage.journal.save("t", 1, snapshot(0)),
            ):
                with pytest.raises(Fenced):
                    await refused

        run(scene())

    def test_whoever_has_the_thread_decides(self, storage: Storage):
        async def scene() -> None:
            generation = (await storage.journal.take("t")).generation
            fact = said("one")

            assert await storage.journal.decide("t", [fact], generation=generation) == Appended(
                1, (Row(1, storage.now, fact),)
            )
            assert texts(await storage.journal.read("t", generation=generation)) == ["one"]
            assert await storage.journal.read("t", 1, generation=generation) == ()

        run(scene())

    def test_what_is_reported_is_taken_from_anybody_who_is_told_if_the_thread_is_no_longer_theirs(
        self, storage: Storage
    ):
        async def scene() -> None:
            stale = (await storage.journal.take("t")).generation
            current = (await storage.journal.take("t")).generation

            late = await storage.journal.append("t", [said("late")], generation=stale)
            mine = await storage.journal.append("t", [said("mine")], generation=current)

            assert (late.head, texts(late.rows), late.current) == (1, ["late"], False)
            assert (mine.head, texts(mine.rows), mine.current) == (2, ["mine"], True)

        run(scene())

    def test_a_known_key_tells_who_has_the_thread_too(self, storage: Storage):
        async def scene() -> None:
            stale = (await storage.journal.take("t")).generation
            await storage.journal.append("t", [said("one")], key="event-1", generation=stale)
            current = (await storage.journal.take("t")).generation

            assert await storage.journal.append("t", [said("one")], key="event-1", generation=stale) == Appended(
                1, (), False
            )
            assert await storage.journal.append("t", [said("one")], key="event-1", generation=current) == Appended(
                1, ()
            )

        run(scene())

    def test_of_those_who_take_a_thread_at_once_each_has_its_own_generation(self, storage: Storage):
        async def scene() -> None:
            taken = await asyncio.gather(*(storage.journal.take("t") for _ in range(40)))

            assert len({one.generation for one in taken}) == 40
            await storage.journal.decide("t", [said("one")], generation=max(taken).generation)

        run(scene())

    # Deciding on a head
    def test_what_was_decided_on_an_older_head_is_refused(self, storage: Storage):
        async def scene() -> None:
            generation = (await storage.journal.take("t")).generation
            await storage.journal.append("t", [said("one")])
            await storage.journal.append("t", [said("stop")])

            for expect in (1, 3):
                with pytest.raises(Moved):
                    await storage.journal.decide("t", [said("started")], generation=generation, expect=expect)
            appended = await storage.journal.decide("t", [said("started")], generation=generation, expect=2)

            assert appended.head == 3
            assert texts(await storage.journal.read("t")) == ["one", "stop", "started"]

        run(scene())

    def test_of_many_who_decide_on_one_head_at_once_one_is_taken_whole(self, storage: Storage):
        async def scene() -> None:
            generation = (await storage.journal.take("t")).generation
            decisions = [
                storage.journal.decide("t", [said(f"{i}a"), said(f"{i}b")], generation=generation, expect=0)
                for i in range(30)
            ]

            done = await asyncio.gather(*decisions, return_exceptions=True)

            taken = [i for i, outcome in enumerate(done) if isinstance(outcome, Appended)]
            assert len(taken) == 1
            assert all(isinstance(outcome, Moved) for i, outcome in enumerate(done) if i not in taken)
            assert texts(await storage.journal.read("t")) == [f"{taken[0]}a", f"{taken[0]}b"]

        run(scene())

    def test_what_is_refused_does_not_fail_those_who_are_committed_with_it(self, storage: Storage):
        async def scene() -> None:
            stale = (await storage.journal.take("t")).generation
            current = (await storage.journal.take("t")).generation
            together = [
                work
                for i in range(20)
                for work in (
                    storage.journal.append("t", [said(f"append {i}")]),
                    storage.journal.decide("t", [said("fenced")], generation=stale),
                    storage.journal.decide("t", [said("moved")], generation=current, expect=10_000),
                    storage.journal.rest("t", 0, stale, None),
                    storage.journal.save("t", stale, snapshot(1)),
                )
            ]

            done = await asyncio.gather(*together, return_exceptions=True)

            kinds = [type(outcome) for outcome in done]
            assert kinds == [Appended, Fenced, Moved, Fenced, Fenced] * 20
            assert texts(await storage.journal.read("t")) == [f"append {i}" for i in range(20)]

        run(scene())

    def test_a_key_tells_to_which_thread_it_went(self, storage: Storage):
        async def scene() -> None:
            await storage.journal.append("t", [said("one")], key="event-1")
            await storage.journal.append("u", [said("one")], key="event-1")

            assert await storage.journal.holder("event-1") == "t"
            assert await storage.journal.holder("event-2") is None

        run(scene())

    # Rest
    def test_a_thread_is_restless_until_it_rests_at_its_head(self, storage: Storage):
        async def scene() -> None:
            await storage.journal.append("t", [said("one")])
            generation = (await storage.journal.take("t")).generation
            assert await storage.journal.restless(storage.now) == ["t"]

            assert await storage.journal.rest("t", 1, generation, None)
            assert await storage.journal.restless(storage.now) == []

            await storage.journal.append("t", [said("two")])
            assert await storage.journal.restless(storage.now) == ["t"]

        run(scene())

    def test_there_is_no_rest_if_more_has_come(self, storage: Storage):
        async def scene() -> None:
            generation = (await storage.journal.take("t")).generation
            await storage.journal.append("t", [said("one"), said("two")])

            assert not await storage.journal.rest("t", 1, generation, 5.0)
            assert await storage.journal.restless(0.0) == ["t"]
            assert await storage.journal.rest("t", 2, generation, None)
            assert await storage.journal.restless(99.0) == [], "the time of a refused rest does not count"

        run(scene())

    def test_with_its_rest_a_thread_is_listed_in_its_channel_and_for_who_took_part(self, storage: Storage):
        async def scene() -> None:
            index = storage.journal.index
            for thread, at in (("t", 3.0), ("u", 5.0)):
                await storage.journal.append(thread, [said("one")])
                generation = (await storage.journal.take(thread)).generation
                listing = ThreadSummary(
                    place=HERE, title=f"about {thread}", at=at, waits=thread == "u", people=frozenset({ANA.id})
                )
                assert await storage.journal.rest(thread, 1, generation, None, listing)

            t, u = (
                IndexedThread(thread="t", place=HERE, title="about t", at=3.0, waits=False),
                IndexedThread(thread="u", place=HERE, title="about u", at=5.0, waits=True),
            )
            assert await index.of_channel(replace(HERE, thread=""), 9) == [u, t]
            assert await index.of_channel(HERE, 1, ANA.id) == [u]
            assert not await index.of_channel(replace(HERE, channel="C2"), 9)
            assert await index.of_person(ANA.id, 9) == [u, t]
            assert not await index.of_person("slack:T1:U2", 9)
            assert await index.waiting(HERE) == await index.waiting(HERE, ANA.id) == [u]
            assert not await index.waiting(HERE, "slack:T1:U2")
            assert not await index.waiting(replace(HERE, channel="C2"))
            assert await index.named(HERE, "") == [u, t]
            assert await index.named(HERE, "t") == [t]
            assert not await index.named(replace(HERE, channel="C2"), "t")

        run(scene())

    def test_an_archived_thread_is_not_listed_and_is_found_by_its_name_as_that(self, storage: Storage):
        async def scene() -> None:
            index = storage.journal.index
            await storage.journal.append("t", [said("one")])
            generation = (await storage.journal.take("t")).generation
            people = frozenset({ANA.id})
            listing = ThreadSummary(place=HERE, title="x", at=3.0, waits=True, people=people, archived=True)
            assert await storage.journal.rest("t", 1, generation, None, listing)

            t = IndexedThread(thread="t", place=HERE, title="x", at=3.0, waits=True, archived=True)
            assert not await index.of_channel(HERE, 9)
            assert not await index.of_person(ANA.id, 9)
            assert await index.named(HERE, "t") == await index.waiting(HERE) == [t]

        run(scene())

    def test_where_the_workspace_has_something_is_listed_until_it_has_nothing_there(self, storage: Storage):
        async def scene() -> None:
            generation, index = (await storage.journal.take("t")).generation, storage.journal.index
            for arranged in (True, False):
                listing = ThreadSummary(
                    place=HERE, title="", at=1.0, waits=not arranged, people=frozenset(), arranged=arranged
                )
                assert await storage.journal.rest("t", 0, generation, None, listing)
                assert [one.thread for one in await index.arranged()] == ["t"] * arranged
                assert [one.thread for one in await index.arranged(HERE.team)] == ["t"] * arranged
                assert not await index.arranged("T3")

        run(scene())

    def test_where_commands_run_is_found_until_none_does(self, storage: Storage):
        async def scene() -> None:
            generation, index = (await storage.journal.take("t")).generation, storage.journal.index
            for runs in (True, False):
                listing = ThreadSummary(place=HERE, title="", at=1.0, waits=True, people=frozenset(), runs=runs)
                assert await storage.journal.rest("t", 0, generation, None, listing)
                assert [one.thread for one in await index.running()] == ["t"] * runs
                assert [one.thread for one in await index.running(HERE.team)] == ["t"] * runs
                assert not await index.running("T3")

        run(scene())

    def test_what_is_listed_of_one_team_is_no_other_teams(self, storage: Storage):
        async def scene() -> None:
            index = storage.journal.index
            for thread, team in (("T1.t", "T1"), ("T2.u", "T2")):
                await storage.journal.append(thread, [said("one")])
                generation = (await storage.journal.take(thread)).generation
                ana, here = frozenset({ANA.id}), replace(HERE, team=team)
                listing = ThreadSummary(
                    place=here, title="", at=3.0, waits=True, people=ana, deciders=ana, scheduled=ana
                )
                assert await storage.journal.rest(thread, 1, generation, None, listing)

            for team in ("T1", "T2"):
                (mine,) = await index.of_person(ANA.id, 9, team)
                assert mine.place.team == team
                assert await index.waiting(replace(HERE, team=team)) == [mine]
                assert await index.decided_by([ANA.id], team) == [mine]
                assert await index.scheduled([ANA.id], team) == await index.scheduled(None, team) == [mine]
            assert not await index.of_person(ANA.id, 9, "T3")
            assert not await index.decided_by([ANA.id], "T3")
            assert not await index.scheduled(None, "T3")
            everywhere = await index.of_person(ANA.id, 9)
            assert await index.decided_by([ANA.id, "role=owner"]) == await index.scheduled() == everywhere
            assert await index.decided_by() == everywhere
            assert len(everywhere) == 2

        run(scene())

    def test_whom_it_concerns_is_listed_until_it_concerns_others(self, storage: Storage):
        async def scene() -> None:
            generation, index = (await storage.journal.take("t")).generation, storage.journal.index
            for who, other in ((ANA.id, "role=owner"), ("role=owner", ANA.id)):
                people = frozenset({who})
                listing = ThreadSummary(
                    place=HERE, title="", at=1.0, waits=True, people=frozenset(), deciders=people, scheduled=people
                )
                assert await storage.journal.rest("t", 0, generation, None, listing)
                for listed in (index.decided_by, index.scheduled):
                    assert [one.thread for one in await listed([who])] == ["t"]
                    assert not await listed([other])
                    assert len(await listed([who, other])) == 1, "each thread once"

        run(scene())

    def test_threads_that_a_budget_holds_are_found_once_it_is_lifted(self, storage: Storage):
        async def scene() -> None:
            index = storage.journal.index
            days = (Account("", "all", "", day) for day in ("2026-11-29", "2026-11-30"))
            todays, other = (SpentBudget(day, 9.0, cost=1.0) for day in days)

            async def rests(thread: str, held: str, place: Place = HERE) -> None:
                generation = (await storage.journal.take(thread)).generation
                listing = ThreadSummary(
                    place=place, title="", at=1.0, waits=False, people=frozenset({ANA.id}), held=held
                )
                assert await storage.journal.rest(thread, 0, generation, None, listing)

            await rests("t", todays.id)
            await rests("u", todays.id, replace(HERE, team="T2"))
            await rests("v", other.id)
            await rests("w", "")
            await rests("x", replace(todays, cost=2.0).id)
            assert not await index.lifted()
            await storage.journal.append("z", [BudgetLifted(ANA, HERE, 0, todays)])
            assert await index.lifted() == ["t", "u"]
            assert await index.lifted("T2") == ["u"]
            await rests("t", "")
            assert await index.lifted() == ["u"]

        run(scene())

    def test_what_is_not_at_rest_is_found_by_its_channel_or_if_it_was_never_listed(self, storage: Storage):
        async def scene() -> None:
            journal, index = storage.journal, storage.journal.index
            elsewhere = replace(HERE, channel="C2")
            for thread, place in (("here", HERE), ("there", elsewhere), ("resting", HERE)):
                generation = (await journal.take(thread)).generation
                await journal.rest(
                    thread,
                    0,
                    generation,
                    0.0,
                    ThreadSummary(place=place, title="", at=1.0, waits=True, people=frozenset()),
                )
            for thread in ("new", "there", "here"):
                storage.now += 1.0
                await journal.append(thread, [said("one")])

            assert await index.unrested() == ["new", "there", "here"]
            assert await index.unrested(replace(HERE, thread="")) == ["new", "here"]
            assert await index.unrested(elsewhere) == ["new", "there"]

        run(scene())

    def test_a_refused_rest_lists_nothing(self, storage: Storage):
        async def scene() -> None:
            generation = (await storage.journal.take("t")).generation
            await storage.journal.append("t", [said("one")])

            assert not await storage.journal.rest(
                "t", 0, generation, None, ThreadSummary(place=HERE, title="", at=1.0, waits=True, people=frozenset())
            )
            assert not await storage.journal.index.waiting(HERE)

        run(scene())

    def test_a_place_points_to_the_thread_that_it_was_bound_to_last(self, storage: Storage):
        async def scene() -> None:
            journal, index = storage.journal, storage.journal.index
            assert await index.bound(HERE) is None
            await journal.append("t", [PlaceBound(ANA, HERE)], key="k")
            await journal.append("u", [PlaceBound(ANA, HERE)])
            await journal.append("t", [PlaceBound(ANA, HERE)], key="k")  # once more: nothing is bound by it
            assert await index.bound(HERE) == "u"
            assert await index.bound(replace(HERE, thread="")) is None

        run(scene())

    def test_no_more_is_read_than_is_asked_for(self, storage: Storage):
        async def scene() -> None:
            generation = (await storage.journal.take("t")).generation
            await storage.journal.append("t", [said("one"), said("two"), said("three")])
            for held in (None, generation):
                assert texts(await storage.journal.read("t", 1, generation=held, most=1)) == ["two"]
                assert texts(await storage.journal.read("t", 1, generation=held, most=9)) == ["two", "three"]

        run(scene())

    def test_a_decision_is_unread_too_so_that_a_crash_after_it_is_noticed(self, storage: Storage):
        async def scene() -> None:
            generation = (await storage.journal.take("t")).generation
            await storage.journal.rest("t", 0, generation, None)

            await storage.journal.decide("t", [said("one")], generation=generation)

            assert await storage.journal.restless(storage.now) == ["t"]

        run(scene())

    def test_it_is_known_how_far_a_thread_was_when_it_rested_last(self, storage: Storage):
        async def scene() -> None:
            await storage.journal.append("t", [said("one"), said("two")])
            generation, rested = await storage.journal.take("t")
            assert rested == 0
            assert await storage.journal.rest("t", 2, generation, None)
            await storage.journal.append("t", [said("three")])
            assert (await storage.journal.take("t")).rested == 2
            assert (await storage.journal.take("u")).rested == 0

        run(scene())

    def test_taking_a_thread_makes_it_neither_restless_nor_rested(self, storage: Storage):
        async def scene() -> None:
            await storage.journal.take("t")
            assert await storage.journal.restless(storage.now) == []

            await storage.journal.append("t", [said("one")])
            await storage.journal.take("t")
            assert await storage.journal.restless(storage.now) == ["t"]

        run(scene())

    def test_a_thread_at_rest_is_restless_once_its_time_has_come(self, storage: Storage):
        async def scene() -> None:
            generation = (await storage.journal.take("t")).generation
            await storage.journal.append("t", [said("one")])
            await storage.journal.rest("t", 1, generation, 2000.0)

            assert await storage.journal.restless(1999.9) == []
            assert await storage.journal.restless(2000.0) == ["t"]
            assert await storage.journal.restless(2000.1) == ["t"]

            await storage.journal.rest("t", 1, generation, None)
            assert await storage.journal.restless(2000.1) == []

        run(scene())

    def test_the_longest_waiting_come_first_and_no_more_than_are_asked_for(self, storage: Storage):
        async def scene() -> None:
            for thread, first in (("c", 30.0), ("a", 10.0), ("d", 40.0)):
                storage.now = first
                await storage.journal.append(thread, [said("one")])
            generation = (await storage.journal.take("b")).generation
            await storage.journal.rest("b", 0, generation, 20.0)
            storage.now = 50.0
            await storage.journal.append("a", [said("two")])

            assert await storage.journal.restless(60.0) == ["a", "b", "c", "d"]
            assert await storage.journal.restless(60.0, 2) == ["a", "b"]
            assert await storage.journal.restless(15.0) == ["a", "c", "d"]

        run(scene())

    def test_who_rested_waits_from_its_next_row_on(self, storage: Storage):
        async def scene() -> None:
            generation = (await storage.journal.take("a")).generation
            for now, thread in ((10.0, "a"), (20.0, "b"), (30.0, "c")):
                storage.now = now
                await storage.journal.append(thread, [said("one")])
            await storage.journal.rest("a", 1, generation, None)
            storage.now = 25.0
            await storage.journal.append("a", [said("two")])

            assert await storage.journal.restless(60.0) == ["b", "a", "c"]

        run(scene())

    # Snapshots
    def test_a_snapshot_replaces_the_one_before(self, storage: Storage):
        async def scene() -> None:
            generation = (await storage.journal.take("t")).generation
            rows = (await storage.journal.append("t", [said("hello"), PostSent("x", "1")])).rows
            first = Snapshot(fold(rows), (Said("Ana", "hello"),), (Said("Bob", "\ud83d"),), cut=True)
            assert await storage.journal.load("t") is None

            await storage.journal.save("t", generation, first)
            assert await storage.journal.load("t") == first

            second = replace(first, cut=False, waiting=())
            await storage.journal.save("t", generation, second)
            await storage.journal.save("u", (await storage.journal.take("u")).generation, snapshot(0))
            assert await storage.journal.load("t") == second

        run(scene())

    # What cannot be read
    def test_what_is_set_aside_is_not_restless_until_something_is_said_or_all_is_looked_at_again(
        self, storage: Storage
    ):
        async def scene() -> None:
            await storage.journal.append("t", [said("one")])
            await storage.journal.append("u", [said("one")])
            generation = (await storage.journal.take("t")).generation

            await storage.journal.set_aside("t", generation, "row 1 of t is odd")

            assert await storage.journal.unreadable() == {"t": "row 1 of t is odd"}
            assert await storage.journal.restless(0.0) == ["u"]
            with pytest.raises(Fenced):
                await storage.journal.set_aside("t", generation - 1, "late")
            assert (await storage.journal.append("u", [said("two")])).unreadable == ""
            assert (await storage.journal.append("t", [said("two")], key="k")).unreadable == "row 1 of t is odd"
            assert (await storage.journal.append("t", [said("two")], key="k")).unreadable == "row 1 of t is odd"
            assert set(await storage.journal.restless(0.0)) == {"t", "u"}

            await storage.journal.set_aside("t", generation, "row 1 of t is odd")
            await storage.journal.look_again()

            assert await storage.journal.unreadable() == {}
            assert set(await storage.journal.restless(0.0)) == {"t", "u"}

        run(scene())

    # Many at once
    def test_many_appenders_at_once_leave_whole_threads(self, storage: Storage):
        async def scene() -> None:
            async def appender(thread: str, name: str) -> None:
                for i in range(5):
                    await storage.journal.append(thread, [said(f"{name}:{i}:a"), said(f"{name}:{i}:b")])

            await asyncio.gather(*(appender(f"t{i % 4}", f"{i}") for i in range(80)))

            for number in range(4):
                rows = await storage.journal.read(f"t{number}")
                assert [row.position for row in rows] == list(range(1, 201))
                said_by: dict[str, list[str]] = {}
                for first, second in zip(texts(rows)[::2], texts(rows)[1::2], strict=True):
                    assert first[:-1] == second[:-1], "what is appended together stays together"
                    name, i, _ = first.split(":")
                    said_by.setdefault(name, []).append(i)
                assert said_by == {str(n): list("01234") for n in range(number, 80, 4)}, "each in its own order"

        run(scene())

    def test_reads_see_what_was_acknowledged_and_never_half_an_append(self, storage: Storage):
        async def scene() -> None:
            async def writer() -> None:
                for _ in range(40):
                    head = (await storage.journal.append("t", [said("a"), said("b"), said("c")])).head
                    assert await storage.journal.head("t") >= head

            async def reader() -> None:
                while not writing.done():
                    rows = await storage.journal.read("t")
                    assert len(rows) % 3 == 0
                    assert [row.position for row in rows] == list(range(1, len(rows) + 1))

            writing = asyncio.gather(writer(), writer())
            await asyncio.gather(writing, reader(), reader())

        run(scene())

    def test_the_journal_serves_one_event_loop_after_another(self, storage: Storage):
        for i in range(3):
            assert asyncio.run(storage.journal.append("t", [said(str(i))])).head == i + 1
