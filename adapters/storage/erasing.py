"""A thread is deleted: in one transaction its rows and all that was made of them."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.codec import KINDS, Codec, NotAFact
from adapters.storage.ledger import SqlLedger
from adapters.storage.statements import Statement, Statements
from harness.chat.people import Person
from harness.context.transcript import UNQUOTED, quotes
from harness.context.transcript import unquoted as unquote
from harness.sessions.facts import Fact, QuoteDeleted, SeedVoided, ThreadSeeded, ToolReturned
from harness.sessions.made import MADE, unmade
from harness.tools.calls import Quoted

OF_A_THREAD = (
    "facts",
    "snapshots",
    "listings",
    "participants",
    "concerned",
    "noted_messages",
    "deleted_messages",
    "told_messages",
    "notes",
    "said",
    "said_through",
    "results",
)
"""Tables with rows of one thread, which go with it."""


NOTHING = b"{}"
"""In place of a row of another release that may hold what was deleted."""


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
        # FTS5 documentation, "optimize": until its parts are merged, the words of deleted rows are in them, also
        # of rows that were deleted before
        merged = "INSERT INTO said_words (said_words) VALUES ('optimize')"
        self._merge = statement(merged) if dialect.name == "sqlite" else None
        self._unbind = statement("DELETE FROM bindings WHERE thread = :thread")
        self._of_kind = statement("SELECT position, version, body FROM facts WHERE thread = :thread AND kind = :kind")
        # also what others have noted of what they were told of it: their summaries know messages by name alone
        covering = """SELECT note FROM noted_messages WHERE thread = :thread
            UNION SELECT note FROM noted_messages JOIN told_messages ON told_messages.told = noted_messages.thread
            AND told_messages.message = noted_messages.message WHERE told_messages.thread = :thread"""
        self._notes = [
            statement(f"DELETE FROM notes WHERE id IN ({covering})"),  # noqa: S608
            statement(f"DELETE FROM noted_messages WHERE note IN ({covering})"),  # noqa: S608
        ]
        # what stands in their place is gone with the thread, so nothing would bring them back any more
        replaced = "SELECT id FROM notes WHERE replaced_by IS NOT NULL AND replaced_by NOT IN (SELECT id FROM notes)"
        self._replaced = [
            statement(f"DELETE FROM noted_messages WHERE note IN ({replaced})"),  # noqa: S608
            statement(f"DELETE FROM notes WHERE id IN ({replaced})"),  # noqa: S608
        ]
        self._told = statement(
            "SELECT DISTINCT told FROM told_messages WHERE thread = :thread AND told <> :thread ORDER BY told"
        )
        self._untell = statement("DELETE FROM told_messages WHERE told = :thread")
        self._rewrite = statement(
            "UPDATE facts SET version = :version, body = :body WHERE thread = :thread AND position = :position"
        )
        self._forget = statement("UPDATE facts SET body = :body WHERE thread = :thread AND position = :position")
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
        if self._merge:
            self._merge.count(cursor)
        told = [str(one) for (one,) in self._told.rows(cursor, thread=thread)]
        for delete in (*self._notes, self._untell):
            delete.count(cursor, thread=thread)
        for delete in self._delete:
            delete.count(cursor, thread=thread)
        for delete in self._replaced:
            delete.count(cursor)
        for branch in sorted(set(branches)):
            self._void(cursor, branch, at)
        for other in told:
            self._unquote(cursor, other, thread, at)
        return True

    def _void(self, cursor: DBAPICursor, branch: str, at: float) -> None:
        """What it began with is not there any more, and it knows."""

        def unseeded(_: int, fact: ThreadSeeded) -> ThreadSeeded:
            return replace(fact, entries=(), todos=(), title="", opening="", cut=True)

        self._change(cursor, branch, ThreadSeeded, unseeded)
        self._unmake(cursor, branch)
        self._told_so(cursor, branch, SeedVoided(), at)

    def _unquote(self, cursor: DBAPICursor, told: str, thread: str, at: float) -> None:
        """What a search has found of it there is not there any more, nor what may have been made of that."""
        since = list[int]()

        def unquoted(position: int, fact: ToolReturned) -> ToolReturned:
            if not quotes(fact.result.quotes, Quoted(thread)):
                return fact
            since.append(position)
            return replace(fact, result=replace(fact.result, text=UNQUOTED))

        def unseeded(position: int, fact: ThreadSeeded) -> ThreadSeeded:
            entries = tuple(unquote(entry, Quoted(thread)) for entry in fact.entries)
            if entries == fact.entries:
                return fact
            since.append(position)
            return replace(fact, entries=entries)

        self._change(cursor, told, ToolReturned, unquoted)
        self._change(cursor, told, ThreadSeeded, unseeded)
        if since:
            self._unmake(cursor, told, min(since))
        self._told_so(cursor, told, QuoteDeleted(thread), at)

    def _unmake(self, cursor: DBAPICursor, thread: str, since: int = 0) -> None:
        """What a model has made of it since that row is not there any more."""
        for made in MADE:
            self._change(cursor, thread, made, lambda at, fact: unmade(fact) if at > since else fact)

    def _change(self, cursor: DBAPICursor, thread: str, of: type[Fact], change: Callable[[int, Any], Fact]) -> None:
        """The facts of that kind are others from here on."""
        kind = next(kind for kind, each in KINDS.items() if each is of)
        for position, version, body in self._of_kind.rows(cursor, thread=thread, kind=kind):
            try:
                fact = self._codec.decode(kind, version, body)
            except NotAFact:  # of another release: nobody knows what is in it, so that it goes as a whole
                self._forget.count(cursor, thread=thread, position=position, body=NOTHING)
                continue
            changed = change(position, fact)
            if changed is not fact:
                written = self._codec.encode(changed)
                values = {"version": written.version, "body": written.body}
                self._rewrite.count(cursor, thread=thread, position=position, **values)

    def _told_so(self, cursor: DBAPICursor, thread: str, fact: Fact, at: float) -> None:
        """It knows, as its next row."""
        self._unsnapped.count(cursor, thread=thread)
        for [grown, *_] in self._sql.grow.rows(cursor, thread=thread, count=1, at=at):
            written = self._codec.encode(fact)
            self._sql.insert.each(cursor, [{"thread": thread, "position": grown, "at": at, **written._asdict()}])
