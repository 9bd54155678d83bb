"""What the ledger promises, whatever it is kept on."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.chat.people import Person, Place
from harness.sessions import facts as f
from harness.sessions.budgets import Account, SpentBudget
from harness.sessions.counting import counted, counts
from harness.sessions.fold import fold
from harness.sessions.journal import Fenced, Moved
from harness.sessions.ledger import LedgerEntry, Spender, Sum
from harness.sessions.usage import NOTHING, Usage
from harness.tools.calls import At
from tests.contracts.storage import Storage

ANA = Person("slack", "T1", "U1", "Ana", frozenset({"owner"}))
BOB = Person("slack", "T1", "U2", "Bob")
HERE, THERE = Place("slack", "T1", "C1", "1.2"), Place("slack", "T2", "C2", "1.2")
BOB_HERE, BOB_THERE = Spender("slack:T1:U2", HERE, "openai/small"), Spender("slack:T1:U2", THERE, "openai/small")
ANA_HERE = Spender(ANA.id, HERE, "openai/large")
TODAY, YESTERDAY = "2026-11-29", "2026-11-28"
ONE = Usage(100, 10, 0.25, 60)


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


def replied(step: int = 1, usage: Usage = ONE) -> f.ModelReplied:
    return f.ModelReplied(At(1, step), 0, "Well.", usage=usage)


def entry(fact: f.Fact, by: Spender = BOB_HERE, day: str = TODAY) -> LedgerEntry | None:
    return LedgerEntry(counted(fact), by, day) if counts(fact) else None


async def spends(storage: Storage, thread: str, fact: f.Fact, by: Spender = BOB_HERE, day: str = TODAY) -> None:
    await storage.journal.append(thread, [fact], spent=entry(fact, by, day))


async def in_all(storage: Storage) -> Usage:
    sums = await storage.journal.ledger.spent("2000-01-01", "2100-01-01", "model")
    return sum((one.usage for one in sums), NOTHING)


_USAGES = st.builds(
    Usage,
    st.integers(0, 3),
    st.integers(0, 3),
    st.sampled_from([0.0, 0.25, 0.5]),
    st.integers(0, 2),
)
_POINTS = st.builds(At, st.integers(1, 2), st.integers(1, 2))
_ASIDES = st.integers(0, 1)
OUTCOMES: st.SearchStrategy[f.Fact] = st.one_of(
    st.builds(f.ModelReplied, _POINTS, st.just(0), st.just("x"), usage=_USAGES),
    st.builds(f.ModelFailed, _POINTS, st.just("x"), usage=_USAGES, aside=_ASIDES),
    st.builds(f.ModelStopped, _POINTS, st.just("x"), usage=_USAGES, aside=_ASIDES),
    st.builds(f.AsideReplied, at=_POINTS, aside=_ASIDES, through=st.just(0), text=st.just("x"), usage=_USAGES),
    st.builds(f.Compacted, _POINTS, st.integers(1, 2), st.just(9), st.just("x"), usage=_USAGES),
    st.builds(f.CompactionFailed, _POINTS, st.integers(1, 2), st.just("x"), usage=_USAGES),
    st.builds(f.Observed, st.integers(1, 2), st.just("x"), usage=_USAGES),
    st.builds(f.MessageReceived, st.just(ANA), st.just(HERE), st.just("x")),
)
"""Few enough that they come twice: at most 32 to a thread, as many as a session knows to be counted."""


class LedgerContract:
    """Subclasses give the fixture `storage`."""

    def test_what_was_used_is_there_with_the_fact_that_says_so(self, storage: Storage):
        async def scene() -> None:
            await spends(storage, "t", replied(1))
            await spends(storage, "t", replied(2))
            await spends(storage, "u", replied(1), ANA_HERE)
            ledger = storage.journal.ledger

            assert await ledger.spent(TODAY, TODAY, "thread") == [Sum("t", ONE + ONE, 2), Sum("u", ONE, 1)]
            by_person = await ledger.spent(TODAY, TODAY, "person")
            assert by_person == [Sum(BOB_HERE.person, ONE + ONE, 2), Sum(ANA.id, ONE, 1)]
            assert [one.name for one in await ledger.spent(TODAY, TODAY, "model")] == ["openai/small", "openai/large"]
            assert [one.name for one in await ledger.spent(TODAY, TODAY, "place")] == ["slack:T1:C1"]

        run(scene())

    def test_told_twice_it_counts_once(self, storage: Storage):
        async def scene() -> None:
            for _ in range(3):
                await spends(storage, "t", replied())
            await asyncio.gather(*(spends(storage, "t", replied()) for _ in range(5)))
            assert await in_all(storage) == ONE
            await spends(storage, "u", replied())
            await spends(storage, "t", f.ModelStopped(At(1, 1), "", ONE, aside=1))
            await spends(storage, "t", f.Compacted(At(1, 1), 7, 9, "x", usage=ONE))
            assert await in_all(storage) == ONE + ONE + ONE + ONE, "another thread, an aside, a compaction"

        run(scene())

    def test_what_is_decided_counts_too_and_what_is_refused_does_not(self, storage: Storage):
        async def scene() -> None:
            generation = (await storage.journal.take("t")).generation
            fact = replied()
            await storage.journal.decide("t", [fact], generation=generation, spent=entry(fact))
            other = replied(2)
            with pytest.raises(Fenced):
                await storage.journal.decide("t", [other], generation=generation + 1, spent=entry(other))
            with pytest.raises(Moved):
                await storage.journal.decide("t", [other], generation=generation, expect=99, spent=entry(other))
            await storage.journal.append("t", [replied(3)], key="known")
            await storage.journal.append("t", [replied(4)], key="known", spent=entry(replied(4)))
            assert await in_all(storage) == ONE

        run(scene())

    def test_its_sums_are_those_of_the_journal(self, storage: Storage):
        numbers = count()

        @settings(max_examples=25, deadline=None)
        @given(st.lists(st.tuples(st.sampled_from("tu"), OUTCOMES), max_size=32))
        def holds(told: Sequence[tuple[str, f.Fact]]) -> None:
            number = next(numbers)

            async def scene() -> None:
                for name, fact in told:
                    await spends(storage, f"{name}{number}", fact)
                by_thread = {one.name: one for one in await storage.journal.ledger.spent(TODAY, TODAY, "thread")}
                for thread in (f"t{number}", f"u{number}"):
                    session = fold(await storage.journal.read(thread))
                    found = by_thread.get(thread, Sum(thread, NOTHING, 0))
                    assert (found.usage, found.requests) == (session.usage, len(session.counted))

            run(scene())

        holds()

    def test_of_a_day_and_of_the_days_before_of_all_of_a_person_and_of_a_place(self, storage: Storage):
        async def scene() -> None:
            await spends(storage, "t", replied(1), BOB_HERE)
            await spends(storage, "t", replied(2), BOB_THERE)
            await spends(storage, "t", replied(3), ANA_HERE)
            await spends(storage, "t", replied(4), BOB_HERE, YESTERDAY)
            await spends(storage, "t", replied(5), BOB_HERE, "2026-10-31")

            sums = await storage.journal.ledger.sums(TODAY, "2026-11-01", BOB_HERE.person, BOB_HERE.channel)
            steps = {about: usage.input_tokens // ONE.input_tokens for about, usage in sums.items()}
            assert steps == {
                ("all", "day"): 3,
                ("all", "month"): 4,
                ("person", "day"): 2,
                ("person", "month"): 3,
                ("place", "day"): 2,
                ("place", "month"): 3,
            }
            of_team = await storage.journal.ledger.sums(TODAY, TODAY, BOB_HERE.person, BOB_HERE.channel, "T2")
            assert of_team["all", "day"] == ONE

        run(scene())

    def test_of_a_person_a_place_or_a_team_alone(self, storage: Storage):
        async def scene() -> None:
            await spends(storage, "t", replied(1), BOB_HERE)
            await spends(storage, "t", replied(2), BOB_THERE)
            await spends(storage, "u", replied(3), ANA_HERE)
            ledger = storage.journal.ledger
            assert [one.name for one in await ledger.spent(TODAY, TODAY, "person", person=ANA.id)] == [ANA.id]
            [here] = await ledger.spent(TODAY, TODAY, "place", place="slack:T1:C1")
            assert here.requests == 2
            [theirs] = await ledger.spent(TODAY, TODAY, "place", team="T2")
            assert theirs.name == "slack:T2:C2"
            assert not await ledger.spent(YESTERDAY, YESTERDAY, "place")

        run(scene())

    def test_what_a_thread_used_that_is_gone_stays_without_its_name(self, storage: Storage):
        async def scene() -> None:
            await spends(storage, "t", replied(1))
            await spends(storage, "u", replied(1))
            for thread in ("t", "u"):
                await storage.journal.erase(thread, 1, by=ANA, instead={})
            assert await storage.journal.ledger.spent(TODAY, TODAY, "thread") == [Sum("", ONE + ONE, 2)]

        run(scene())

    def test_what_an_owner_has_lifted_is_lifted_with_the_fact_and_nothing_else_is(self, storage: Storage):
        async def scene() -> None:
            today = SpentBudget(Account("", "person", "slack:T1:U2", TODAY), 9.0, cost=1.0)
            assert not await storage.journal.ledger.lifted(today)
            for thread, by in (("t", ANA), ("u", BOB)):
                await storage.journal.append(thread, [f.BudgetLifted(by, HERE, 1, today)])
            storage.reopen()
            ledger = storage.journal.ledger
            assert await ledger.lifted(today) == ANA.id, "who was first"
            for other in (
                Account("", "all", "", TODAY),
                Account("T1", "person", "slack:T1:U2", TODAY),
                Account("", "person", "slack:T1:U2", "2026-11"),
                Account("", "person", "slack:T1:U3", TODAY),
            ):
                assert not await ledger.lifted(replace(today, account=other))
            larger = replace(today, cost=50.0)
            assert not await ledger.lifted(larger), "one of another amount is another"
            await storage.journal.append("t", [f.BudgetLifted(BOB, HERE, 2, larger)])
            assert await ledger.lifted(larger) == BOB.id

        run(scene())

    def test_what_was_used_is_still_known_and_counts_once_after_a_restart(self, storage: Storage):
        async def scene() -> None:
            await spends(storage, "t", replied())
            storage.reopen()
            await spends(storage, "t", replied())
            assert await in_all(storage) == ONE

        run(scene())

    def test_it_is_looked_whether_what_came_meanwhile_has_told_it(self, storage: Storage):
        async def scene() -> None:
            known = await storage.journal.append("t", [f.MessageReceived(ANA, HERE, "hi")])
            spent = LedgerEntry(counted(replied()), BOB_HERE, TODAY, known.head)
            await storage.journal.append("t", [replied()], spent=spent)
            await storage.journal.append("t", [f.MessageReceived(ANA, HERE, "more")])
            await storage.journal.append("t", [replied()], spent=spent)
            await storage.journal.append("t", [replied(2)], spent=replace(spent, used=counted(replied(2))))
            assert await in_all(storage) == ONE + ONE

        run(scene())
