"""Codes by which people are let in, on the journal's database."""

from collections.abc import Callable
from random import SystemRandom

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.statements import Statement
from adapters.storage.workers import Readers, Writers
from harness.chat.people import Person
from harness.workspace.pairing import (
    GOOD_FOR,
    LOCKED_FOR,
    PENDING,
    TRIES,
    LockedOut,
    WrongCode,
    new_code,
    typed,
)

_OF = ">"
"""Between a team and the id of somebody that it let in."""


class SqlPairings:
    """Fulfils `harness.workspace.pairing.Pairings`."""

    def __init__(
        self, writers: Writers, readers: Readers, dialect: Dialect, now: Callable[[], float], team: str = ""
    ) -> None:
        """`team`: whose codes these are, where there are several; what one vouches for does not count in another."""

        def statement(sql: str) -> Statement:
            return Statement(sql, dialect)

        self._writers, self._readers, self._now, self._random = writers, readers, now, SystemRandom()
        self._dialect, self._team = dialect, team
        self._find = statement("SELECT vouched_by FROM pairings WHERE person = :person AND vouched_by IS NOT NULL")
        self._any = statement(
            "SELECT 1 FROM pairings WHERE vouched_by IS NOT NULL AND substr(person, 1, :length) = :ours LIMIT 1"
        )
        self._whose = statement("SELECT person FROM pairings WHERE code = :code")
        self._out = statement("SELECT code FROM pairings WHERE person = :person AND expires > :now")
        self._pending = statement(
            "SELECT count(*) FROM pairings WHERE vouched_by IS NULL AND substr(person, 1, :length) = :ours"
        )
        self._forget = statement("DELETE FROM pairings WHERE vouched_by IS NULL AND expires <= :now")
        self._offer = statement(
            """INSERT INTO pairings (person, name, code, expires) VALUES (:person, :name, :code, :expires)
            ON CONFLICT (person) DO UPDATE SET name = excluded.name, code = excluded.code, expires = excluded.expires"""
        )
        self._redeem = statement(
            """UPDATE pairings SET vouched_by = :by, vouched_at = :now
            WHERE code = :code AND expires > :now AND vouched_by IS NULL RETURNING person"""
        )
        self._tried = statement("SELECT tries, since FROM pairing_tries WHERE who = :by")
        self._try = statement(
            """INSERT INTO pairing_tries (who, tries, since) VALUES (:by, 1, :now) ON CONFLICT (who) DO UPDATE
            SET tries = CASE WHEN pairing_tries.since <= :past THEN 1 ELSE pairing_tries.tries + 1 END, since = :now"""
        )

    def of(self, team: str) -> "SqlPairings":
        """Those of one team."""
        return SqlPairings(self._writers, self._readers, self._dialect, self._now, team)

    async def paired(self, person: str) -> bool:
        return await self._readers.do("", lambda cursor: bool(self._find.rows(cursor, person=self._key(person))))

    async def anybody(self) -> bool:
        """True if somebody vouched for any guest of this team. Raises JournalUnavailable."""
        ours = self._key("")
        return await self._readers.do("", lambda cursor: bool(self._any.rows(cursor, ours=ours, length=len(ours))))

    async def offer(self, person: Person) -> str | None:
        def work(cursor: DBAPICursor) -> str | None:
            now = self._now()
            for (code,) in self._out.rows(cursor, person=self._key(person.id), now=now):
                return str(code)
            self._forget.count(cursor, now=now)
            ours = self._key("")
            if self._pending.rows(cursor, ours=ours, length=len(ours))[0][0] >= PENDING:
                return None
            code = new_code(self._random)
            self._offer.count(cursor, person=self._key(person.id), name=person.name, code=code, expires=now + GOOD_FOR)
            return code

        return await self._writers.do("", work)

    async def redeem(self, code: str, by: str) -> str:
        def work(cursor: DBAPICursor) -> str | WrongCode:
            now = self._now()
            for tries, since in self._tried.rows(cursor, by=by):
                if tries >= TRIES and since > now - LOCKED_FOR:
                    return LockedOut("Too many wrong codes: try again in an hour.")
            if any(self._ours(person) for (person,) in self._whose.rows(cursor, code=typed(code))):
                for (person,) in self._redeem.rows(cursor, by=by, now=now, code=typed(code)):
                    return str(person).rpartition(_OF)[2]
            self._try.count(cursor, by=by, now=now, past=now - LOCKED_FOR)
            return WrongCode("There is no such code, or it is more than an hour old.")

        done = await self._writers.do("", work)
        if isinstance(done, WrongCode):
            raise done
        return done

    def _key(self, person: str) -> str:
        return f"{self._team}{_OF}{person}" if self._team else person

    def _ours(self, key: str) -> bool:
        """In a team one vouches for its own; whoever runs us, for all."""
        return self._team in ("", key.rpartition(_OF)[0])
