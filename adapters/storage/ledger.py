"""The ledger, on the journal's database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.statements import Statement
from adapters.storage.workers import Readers
from harness.sessions.budgets import SpentBudget
from harness.sessions.facts import BudgetLifted
from harness.sessions.ledger import Axis, LedgerEntry, Sum, Sums, most_first, summed
from harness.sessions.usage import Usage

_USAGE = "input_tokens, output_tokens, cost, cached_tokens"
_SUMS = ", ".join(f"SUM({column})" for column in _USAGE.split(", "))
_ADDED = ", ".join(f"{column} = ledger.{column} + excluded.{column}" for column in f"steps, {_USAGE}".split(", "))
_KEY = "day, thread, place, person, model"


class SqlLedger:
    """Fulfils `harness.sessions.ledger.Ledger`. What is added to it is added by the journal, in the transaction of the
    fact that says so.
    """

    def __init__(self, readers: Readers, dialect: Dialect) -> None:
        def statement(sql: str) -> Statement:
            return Statement(sql, dialect)

        self._readers = readers
        self._add = statement(
            f"""INSERT INTO ledger ({_KEY}, team, steps, {_USAGE})
            VALUES (:day, :thread, :place, :person, :model, :team, 1,
                :input_tokens, :output_tokens, :cost, :cached_tokens)
            ON CONFLICT ({_KEY}) DO UPDATE SET {_ADDED}"""  # noqa: S608
        )
        self._sums = statement(
            f"""SELECT day = :day, person = :person, place = :place, {_SUMS} FROM ledger
            WHERE day >= :first AND day <= :day AND (:team = '' OR team = :team) GROUP BY 1, 2, 3"""  # noqa: S608
        )
        self._spent = {
            axis: statement(
                f"""SELECT {axis}, {_SUMS}, SUM(steps) FROM ledger WHERE day >= :first AND day <= :last
                AND (:person = '' OR person = :person) AND (:place = '' OR place = :place)
                AND (:team = '' OR team = :team) GROUP BY {axis}"""  # noqa: S608
            )
            for axis in ("person", "place", "model", "thread")
        }
        self._unname = statement(
            f"""INSERT INTO ledger ({_KEY}, team, steps, {_USAGE})
            SELECT day, '', place, person, model, team, steps, {_USAGE} FROM ledger WHERE thread = :thread
            ON CONFLICT ({_KEY}) DO UPDATE SET {_ADDED}"""  # noqa: S608
        )
        self._drop = statement("DELETE FROM ledger WHERE thread = :thread")
        self._lift = statement(
            """INSERT INTO budget_lifts (team, scope, whose, since, "by", at, amount)
            VALUES (:team, :scope, :whose, :since, :by, :at, :amount)
            ON CONFLICT (team, scope, whose, since) DO UPDATE
            SET "by" = excluded."by", at = excluded.at, amount = excluded.amount
            WHERE budget_lifts.amount <> excluded.amount"""
        )
        self._lifted = statement(
            """SELECT "by" FROM budget_lifts
            WHERE team = :team AND scope = :scope AND whose = :whose AND since = :since AND amount = :amount"""
        )

    def add(self, cursor: DBAPICursor, thread: str, spent: LedgerEntry) -> None:
        by, usage = spent.by, spent.used.usage
        self._add.count(
            cursor,
            day=spent.day,
            thread=thread,
            place=by.channel,
            person=by.person,
            model=by.model,
            team=by.place.team,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cost=usage.cost,
            cached_tokens=usage.cached_tokens,
        )

    def lift(self, cursor: DBAPICursor, fact: BudgetLifted, at: float) -> None:
        self._lift.count(cursor, **_lifted(fact.budget), by=fact.by.id, at=at)

    async def sums(self, day: str, first: str, person: str, place: str, team: str = "") -> Sums:
        def work(cursor: DBAPICursor) -> Sums:
            values = {"day": day, "first": first, "person": person, "place": place, "team": team}
            return summed(
                (bool(today), bool(persons), bool(places), _usage(used))
                for today, persons, places, *used in self._sums.rows(cursor, **values)
            )

        return await self._readers.do("", work)

    async def spent(
        self, first: str, last: str, by: Axis, *, person: str = "", place: str = "", team: str = ""
    ) -> Sequence[Sum]:
        def work(cursor: DBAPICursor) -> list[Sum]:
            values = {"first": first, "last": last, "person": person, "place": place, "team": team}
            return most_first(
                Sum(str(name), _usage(used), int(requests))
                for name, *used, requests in self._spent[by].rows(cursor, **values)
            )

        return await self._readers.do("", work)

    async def lifted(self, budget: SpentBudget) -> str:
        rows = await self._readers.do("", lambda cursor: self._lifted.rows(cursor, **_lifted(budget)))
        return next((str(by) for (by,) in rows), "")

    def unname(self, cursor: DBAPICursor, thread: str) -> None:
        """In a transaction of the journal: what it has used stays, without its name."""
        self._unname.count(cursor, thread=thread)
        self._drop.count(cursor, thread=thread)


def _lifted(budget: SpentBudget) -> dict[str, str]:
    account = budget.account
    about = {"team": account.team, "scope": account.scope, "whose": account.whose, "since": account.since}
    return {**about, "amount": budget.amount}


def _usage(sums: Sequence[Any]) -> Usage:
    sent, came, cost, cached = sums
    return Usage(int(sent), int(came), float(cost), int(cached))
