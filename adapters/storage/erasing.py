"""A thread is deleted: in one transaction its rows and all that was made of them."""

from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.codec import KINDS, Codec
from adapters.storage.ledger import SqlLedger
from adapters.storage.statements import Statement, Statements
from harness.chat.people import Person
from harness.sessions.facts import SeedVoided, ThreadSeeded

OF_A_THREAD = (
    "facts",
    "snapshots",
    "listings",
    "participants",
    "concerned",
    "noted_messages",
    "notes",
    "said",
    "said_through",
    "results",
)
"""Tables with rows of one thread, which go with it."""
SEEDED = next(kind for kind, fact in KINDS.items() if fact is ThreadSeeded)


class Erasing:
    def __init__(self, statements: Statements, codec: Codec, ledger: SqlLedger, dialect: Dialect) -> None:
        def statement(sql: str) -> Statement:
            return Statement(sql, dialect)

        self._sql, self._codec, self._ledger = statements, codec, ledger
        self._bury = statement(
            """UPDATE threads SET head = 0, rested_at = 0, wake_at = NULL, unreadable = NULL,
            generation = generation + 1, deleted_at = :at, deleted_by = :by
            WHERE id = :thread AND head = :head AND deleted_at IS NULL"""
        )
        self._delete = [statement(f"DELETE FROM {table} WHERE thread = :thread") for table in OF_A_THREAD]  # noqa: S608
        key = "rowid" if dialect.name == "sqlite" else "id"
        self._unindex = statement(
            f"DELETE FROM said_words WHERE {key} IN (SELECT id FROM said WHERE thread = :thread)"  # noqa: S608
        )
        self._unbind = statement("DELETE FROM bindings WHERE thread = :thread")
        self._seeds = statement("SELECT position, version, body FROM facts WHERE thread = :thread AND kind = :kind")
        self._reseed = statement(
            "UPDATE facts SET version = :version, body = :body WHERE thread = :thread AND position = :position"
        )
        self._unsnapped = statement("DELETE FROM snapshots WHERE thread = :thread")

    def erase(
        self,
        cursor: DBAPICursor,
        thread: str,
        head: int,
        at: float,
        by: Person,
        branches: Iterable[str],
    ) -> bool:
        """In a transaction. False, with nothing done, if `head` is not its last row."""
        if not self._bury.count(cursor, thread=thread, head=head, at=at, by=by.id):
            return False
        self._unbind.count(cursor, thread=thread)
        self._ledger.unname(cursor, thread)
        self._unindex.count(cursor, thread=thread)
        for delete in self._delete:
            delete.count(cursor, thread=thread)
        for branch in sorted(set(branches)):
            self._void(cursor, branch, at)
        return True

    def _void(self, cursor: DBAPICursor, branch: str, at: float) -> None:
        """What it began with is not there any more, and it knows."""
        for position, version, body in self._seeds.rows(cursor, thread=branch, kind=SEEDED):
            seeded = self._codec.decode(SEEDED, version, body)
            assert isinstance(seeded, ThreadSeeded)
            written = self._codec.encode(replace(seeded, entries=(), todos=(), title="", cut=True))
            values = {"version": written.version, "body": written.body}
            self._reseed.count(cursor, thread=branch, position=position, **values)
        self._unsnapped.count(cursor, thread=branch)
        for [grown, *_] in self._sql.grow.rows(cursor, thread=branch, count=1, at=at):
            written = self._codec.encode(SeedVoided())
            self._sql.insert.each(cursor, [{"thread": branch, "position": grown, "at": at, **written._asdict()}])
