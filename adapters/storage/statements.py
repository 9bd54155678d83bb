"""The journal's SQL. It is plain enough for SQLite and PostgreSQL; each statement is compiled once for one of them.

What may be refused is refused by the statement that would do it, so nothing comes in between.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Dialect, text
from sqlalchemy.engine.interfaces import DBAPICursor


class Statement:
    """SQL with its parameters by name."""

    def __init__(self, sql: str, dialect: Dialect) -> None:
        compiled = text(sql).compile(dialect=dialect)
        self.sql = sql
        self._sql = compiled.string
        self._names: Sequence[str] = compiled.positiontup or ()
        self._takes_nul = dialect.name != "postgresql"

    def rows(self, cursor: DBAPICursor, **values: Any) -> Sequence[Sequence[Any]]:
        cursor.execute(self._sql, self._given(values))
        return cursor.fetchall()

    def count(self, cursor: DBAPICursor, **values: Any) -> int:
        """How many rows it has changed."""
        cursor.execute(self._sql, self._given(values))
        return cursor.rowcount

    def each(self, cursor: DBAPICursor, many: Sequence[dict[str, Any]]) -> None:
        if len(many) == 1:
            self.count(cursor, **many[0])
        else:
            cursor.executemany(self._sql, [self._given(values) for values in many])

    def _given(self, values: Mapping[str, Any]) -> list[Any]:
        """In their order. PostgreSQL's text holds no NUL (its manual, Character Types)."""
        given = [values[name] for name in self._names]
        if self._takes_nul:
            return given
        return [one.replace("\0", "\ufffd") if isinstance(one, str) and "\0" in one else one for one in given]


_GROWS = """
    head = threads.head + :count,
    unread_since = CASE WHEN threads.head = threads.rested_at THEN :at ELSE threads.unread_since END
"""


class Statements:
    def __init__(self, dialect: Dialect) -> None:
        def statement(sql: str) -> Statement:
            return Statement(sql, dialect)

        self.claim = statement(
            """INSERT INTO keys (key, thread, at, lasting) VALUES (:key, :thread, :at, :lasting)
            ON CONFLICT DO NOTHING"""
        )
        self.forget_keys = statement(
            """DELETE FROM keys WHERE key IN
            (SELECT key FROM keys WHERE NOT lasting AND at < :before ORDER BY at LIMIT :count)"""
        )
        self.holder = statement("SELECT thread FROM keys WHERE key = :key")
        self.grow = statement(
            f"""INSERT INTO threads (id, head, generation, rested_at, unread_since) VALUES (:thread, :count, 0, 0, :at)
            ON CONFLICT (id) DO UPDATE SET {_GROWS} WHERE threads.deleted_at IS NULL
            RETURNING head, generation, unreadable"""  # noqa: S608
        )
        self.grow_in = statement(
            f"UPDATE threads SET {_GROWS} WHERE id = :thread AND generation = :generation RETURNING head"  # noqa: S608
        )
        self.grow_on = statement(
            f"""UPDATE threads SET {_GROWS} WHERE id = :thread AND generation = :generation AND head = :expect
            RETURNING head"""  # noqa: S608
        )
        self.insert = statement(
            """INSERT INTO facts (thread, position, at, kind, version, body)
            VALUES (:thread, :position, :at, :kind, :version, :body)"""
        )
        self.record_kind = statement(
            # Where it is recorded already nothing is locked, so that no two processes wait for each other.
            """INSERT INTO fact_kinds (kind, version) SELECT :kind, :version
            WHERE NOT EXISTS (SELECT 1 FROM fact_kinds WHERE kind = :kind AND version >= :version)
            ON CONFLICT (kind) DO UPDATE SET version = excluded.version WHERE fact_kinds.version < excluded.version"""
        )
        self.state = statement("SELECT head, generation, unreadable FROM threads WHERE id = :thread")
        self.read = statement(
            """SELECT position, at, kind, version, body FROM facts WHERE thread = :thread AND position > :after
            ORDER BY position LIMIT :most"""
        )
        self.read_in = statement(
            """SELECT facts.position, facts.at, facts.kind, facts.version, facts.body FROM threads
            LEFT JOIN facts ON facts.thread = threads.id AND facts.position > :after
            WHERE threads.id = :thread AND threads.generation = :generation
            ORDER BY facts.position LIMIT :most"""
        )
        self.take = statement(
            """INSERT INTO threads (id, head, generation, rested_at, unread_since) VALUES (:thread, 0, 1, 0, :at)
            ON CONFLICT (id) DO UPDATE SET generation = threads.generation + 1 RETURNING generation, rested_at"""
        )
        self.rest = statement(
            """UPDATE threads SET rested_at = head, wake_at = :wake_at
            WHERE id = :thread AND generation = :generation AND head = :head"""
        )
        self.names = statement("SELECT id FROM threads WHERE deleted_at IS NULL ORDER BY id")
        self.restless = statement(
            """SELECT id FROM (
                SELECT * FROM (
                    SELECT id, unread_since AS since FROM threads WHERE head > rested_at
                    ORDER BY unread_since LIMIT :count
                ) AS unread
                UNION ALL
                SELECT * FROM (
                    SELECT id, wake_at AS since FROM threads WHERE head = rested_at AND wake_at <= :now
                    ORDER BY wake_at LIMIT :count
                ) AS due
            ) AS waiting ORDER BY since, id LIMIT :count"""
        )
        self.set_aside = statement(
            """UPDATE threads SET rested_at = head, wake_at = NULL, unreadable = :why
            WHERE id = :thread AND generation = :generation"""
        )
        self.aside = statement("SELECT id, unreadable FROM threads WHERE unreadable IS NOT NULL ORDER BY id")
        self.look_again = statement(
            """UPDATE threads SET rested_at = head - 1, unread_since = :at, unreadable = NULL
            WHERE unreadable IS NOT NULL"""
        )
        self.save = statement(
            """INSERT INTO snapshots (thread, position, version, body)
            SELECT id, :position, :version, :body FROM threads WHERE id = :thread AND generation = :generation
            ON CONFLICT (thread) DO UPDATE
            SET position = excluded.position, version = excluded.version, body = excluded.body"""
        )
        self.load = statement("SELECT version, body FROM snapshots WHERE thread = :thread")
