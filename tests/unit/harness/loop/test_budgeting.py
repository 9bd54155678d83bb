"""Shares of budgets, who is told of them once, and a turn that is held up: two machines, and twice the same."""

import asyncio
from dataclasses import replace
from datetime import timedelta, timezone

import pytest

from harness.approvals.deciders import OWNER
from harness.chat.people import Person
from harness.loop.budgeting import KEPT, Budgeting, resume_lifted
from harness.loop.rules import Rules
from harness.sessions import facts as f
from harness.sessions.budgets import Budget, Share
from harness.sessions.journal import JournalUnavailable
from harness.sessions.ledger import LedgerEntry, Spender
from harness.sessions.session import Session
from harness.sessions.usage import CountedUsage, Usage
from harness.tools.calls import At
from tests.fakes.ledger import MemoryLedger
from tests.laws.colleague import BOB, CHANNEL, USUAL
from tests.laws.rig import Rig

OLGA = Person("test", "T", "olga", "Olga", frozenset({OWNER}))
SPENDER = Spender(BOB.id, CHANNEL, "m")
DAY = "1970-01-01"


def ledger(cost: float, tokens: int = 0) -> MemoryLedger:
    found = MemoryLedger()
    found.add("t", LedgerEntry(CountedUsage(At(1, 1), Usage(tokens, 0, cost)), SPENDER, DAY))
    return found


def rules(*budgets: Budget) -> Rules:
    return replace(USUAL, budgets=budgets)


def shares(kept: MemoryLedger, *budgets: Budget) -> tuple[list[Share], list[Share]]:
    """Those that there are, and those that owners were told."""
    told = list[Share]()

    async def tell(share: Share) -> None:
        told.append(share)

    async def look() -> list[Share]:
        budgeting = Budgeting(kept, tell=tell)
        await budgeting.shares(rules(*budgets), SPENDER, BOB, 0.0)
        return await budgeting.shares(rules(*budgets), SPENDER, BOB, 0.0)

    return asyncio.run(look()), told


def test_each_budget_is_compared_with_what_it_is_on_and_owners_are_told_once() -> None:
    of_all, of_bob = Budget("all", "month", cost=10.0), Budget("person", "day", cost=2.0, hard=False)
    found, told = shares(ledger(1.6), of_all, of_bob, Budget("place", "day", tokens=9))
    [share] = found
    assert (share.level, share.hard, share.budget.who) == (80, False, BOB)
    assert (share.budget.account.whose, share.budget.account.since, share.budget.until) == (BOB.id, DAY, 86_400.0)
    assert told == [share]


def test_what_was_known_of_one_day_or_in_one_zone_is_asked_for_anew_in_another() -> None:
    async def story() -> None:
        kept, on = MemoryLedger(), rules(Budget("all", "day", tokens=10))
        used = LedgerEntry(CountedUsage(At(1, 1), Usage(9)), SPENDER, "1970-01-02")
        kept.add("another process", used)
        budgeting = Budgeting(kept)
        assert not await budgeting.shares(on, SPENDER, BOB, 0.0)
        assert not await budgeting.shares(on, SPENDER, BOB, 86_399.0)
        [share] = await budgeting.shares(on, SPENDER, BOB, 86_400.0)
        assert share.level == 80
        assert not await budgeting.shares(on, SPENDER, BOB, 86_399.0), "a clock that was set back"
        east = replace(on, zone=timezone(timedelta(hours=2)))
        assert await budgeting.shares(east, SPENDER, BOB, 80_000.0) == [
            share._replace(budget=replace(share.budget, until=2 * 86_400.0 - 7_200))
        ]

    asyncio.run(story())


def test_what_is_lifted_holds_up_nothing() -> None:
    async def story() -> None:
        kept = ledger(5.0)
        budgeting = Budgeting(kept)
        found = await budgeting.shares(rules(Budget("all", "day", cost=2.0)), SPENDER, BOB, 0.0)
        assert await budgeting.holding(found) == found[0]
        kept.lifts[found[0].budget.id] = OLGA.id
        assert await budgeting.holding(found) is None

    asyncio.run(story())


def test_what_was_told_is_remembered_for_a_while_only() -> None:
    budgeting = Budgeting(MemoryLedger())
    for number in range(KEPT + 1):
        budgeting.keep(str(number))
    assert len(budgeting.told) == 1


def reached(rig: Rig) -> list[f.BudgetReached]:
    return [row.fact for row in rig.rows if isinstance(row.fact, f.BudgetReached)]


def spending(rig: Rig) -> None:
    """Something was used already, by others."""
    used = CountedUsage(At(1, 1), Usage(100, 0))
    rig.journal.ledger.add("another", LedgerEntry(used, SPENDER, DAY))


def test_no_model_is_asked_where_others_have_spent_it_and_nothing_is_said_twice() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        rig.budgets = (Budget("all", "day", tokens=100),)
        spending(rig)
        await rig.put(f.MessageReceived(BOB, CHANNEL, "hi", "m1", addressed=True))
        await rig.settle()
        assert not [work for work in rig.world.pending if work.kind == "model"]
        assert len(reached(rig)) == 1
        rig.engine.wake("t")
        await rig.settle()
        assert len(reached(rig)) == 1
        await rig.end()

    asyncio.run(play())


def test_what_an_owner_lifts_is_lifted_by_whichever_machine_has_the_thread() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        rig.budgets = (Budget("all", "day", tokens=100),)
        spending(rig)
        await rig.put(f.MessageReceived(BOB, CHANNEL, "hi", "m1", addressed=True))
        await rig.settle()
        await rig.take_over(lambda work: True)
        await rig.put(f.LiftRequested(OLGA, CHANNEL, 1))
        await rig.settle()
        lifted = [row.fact for row in rig.rows if isinstance(row.fact, f.BudgetLifted)]
        assert [one.by for one in lifted] == [OLGA]
        assert len(rig.journal.ledger.lifts) == 1
        assert [work for work in rig.world.pending if work.kind == "model"]
        await rig.end()

    asyncio.run(play())


def test_a_turn_goes_on_that_was_held_by_what_is_lifted_elsewhere_also_by_another_process() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        rig.budgets = (Budget("all", "day", tokens=100),)
        spending(rig)
        await rig.put(f.MessageReceived(BOB, CHANNEL, "hi", "m1", addressed=True))
        await rig.settle()
        [held] = reached(rig)
        while posts := [work for work in rig.world.pending if not work.future.done()]:
            for post in posts:
                post.ends()
            await rig.settle()
        assert not await rig.journal.index.lifted()
        rig.journal.ledger.lifts[held.budget.id] = OLGA.id
        rig.audit.lifted.add(DAY)
        assert await rig.journal.index.lifted() == ["t"]
        await rig.take_over(lambda work: True)
        await resume_lifted(rig.journal.index, rig.engine)
        await rig.settle()
        [lifted] = [row.fact for row in rig.rows if isinstance(row.fact, f.BudgetLifted)]
        assert (lifted.by.id, lifted.turn) == (OLGA.id, 1)
        assert rig.session.turn
        assert rig.session.turn.requester == BOB
        assert rig.session.held is None
        await rig.end()

    asyncio.run(play())


def test_what_is_lifted_has_all_others_go_on_however_often_the_storage_fails() -> None:
    kept, tries = ledger(5.0), list[str]()

    async def resume() -> None:
        tries.append("once more")
        if len(tries) < 3:
            raise JournalUnavailable("down")

    async def story() -> None:
        budgeting = Budgeting(kept, resume=resume)
        [share] = await budgeting.shares(rules(Budget("all", "day", cost=2.0)), SPENDER, BOB, 0.0)
        for _ in range(2):
            budgeting.hears(f.BudgetLifted(OLGA, CHANNEL, 1, share.budget))
            with pytest.raises(JournalUnavailable):
                await budgeting.lifts(Session())
        for _ in range(2):
            assert await budgeting.lifts(Session()) is None
        assert len(tries) == 3
        assert budgeting.has_lifted(share.budget)

    asyncio.run(story())


def test_whoever_has_lifted_it_is_named_if_they_are_known() -> None:
    async def story() -> None:
        kept = ledger(5.0)
        [share] = await Budgeting(kept).shares(rules(Budget("all", "day", cost=2.0)), SPENDER, BOB, 0.0)
        kept.lifts[share.budget.id] = OLGA.id
        assert str(await Budgeting(kept, known=lambda: [BOB, OLGA]).lifted(share.budget)) == "Olga"
        assert await Budgeting(kept).lifted(share.budget) == Person("test", "T", "olga")

    asyncio.run(story())


def test_of_one_that_is_not_hard_people_are_told_once_over_all_threads() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        rig.budgets = (Budget("all", "day", tokens=100, hard=False),)
        spending(rig)
        for _ in range(2):
            await rig.put(f.MessageReceived(BOB, CHANNEL, "hi", addressed=True))
            await rig.settle()
            await rig.crash(lambda work: True)
            await rig.settle()
        assert [one.hard for one in reached(rig)] == [False]
        assert [work for work in rig.world.pending if work.kind == "model"]
        await rig.end()

    asyncio.run(play())
