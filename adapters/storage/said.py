"""What was said, as it is found again, on the journal's database."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.statements import Statement
from adapters.storage.workers import Readers, Writers
from harness.chat.people import Place
from harness.context.said import IndexChange, IndexedMessage, RoomFound, indexed_words

_COLUMNS = 'thread, position, at, room, within, "by", name, message, text'


class SqlSaid:
    """Fulfils `harness.context.said.SaidIndex`. Words come as they are, each one of the index's own: nothing in them is
    read as its language.
    """

    def __init__(self, writers: Writers, readers: Readers, dialect: Dialect) -> None:
        def statement(sql: str) -> Statement:
            return Statement(sql, dialect)

        self._sqlite = dialect.name == "sqlite"
        key = "rowid" if self._sqlite else "id"
        given = ":words" if self._sqlite else "array_to_tsvector(string_to_array(:words, ' '))"
        matching = "said_words MATCH :words" if self._sqlite else "said_words.words @@ CAST(:words AS tsquery)"
        self._writers, self._readers = writers, readers
        self._indexed = statement("SELECT position FROM said_through WHERE thread = :thread")
        self._head = statement("SELECT head FROM threads WHERE id = :thread")
        self._through = statement(
            """INSERT INTO said_through (thread, position) VALUES (:thread, :position)
            ON CONFLICT (thread) DO UPDATE SET position = excluded.position"""
        )
        self._add = statement(
            f"""INSERT INTO said ({_COLUMNS})
            VALUES (:thread, :position, :at, :room, :within, :by, :name, :message, :text) RETURNING id"""  # noqa: S608
        )
        self._add_words = statement(f"INSERT INTO said_words ({key}, words) VALUES (:id, {given})")  # noqa: S608
        of_message = "SELECT id FROM said WHERE thread = :thread AND message = :message"
        of_thread = "SELECT id FROM said WHERE thread = :thread"
        self._drop_words = statement(f"DELETE FROM said_words WHERE {key} IN ({of_message})")  # noqa: S608
        self._drop = statement("DELETE FROM said WHERE thread = :thread AND message = :message")
        self._forget = [
            statement(f"DELETE FROM said_words WHERE {key} IN ({of_thread})"),  # noqa: S608
            statement("DELETE FROM said WHERE thread = :thread"),
            statement("DELETE FROM said_through WHERE thread = :thread"),
        ]
        self._forget_all = [statement(f"DELETE FROM {table}") for table in ("said_words", "said", "said_through")]  # noqa: S608
        self._behind = statement(
            f"""SELECT threads.id FROM threads LEFT JOIN said_through ON said_through.thread = threads.id
            WHERE threads.head > COALESCE(said_through.position, 0) AND threads.unreadable IS NULL
            AND {_of_team("threads.id")} ORDER BY threads.unread_since DESC, threads.id LIMIT :most"""  # noqa: S608
        )
        found = f"""FROM said_words JOIN said ON said.id = said_words.{key} JOIN threads ON threads.id = said.thread
            WHERE {matching} AND threads.unreadable IS NULL AND {_of_team("said.thread")}
            AND substr(said.thread, 1, :length) = :beginning"""
        self._rooms = statement(
            f"""SELECT said.room, MAX(said.at) AS latest {found}
            GROUP BY said.room
            HAVING :first = 1 OR MAX(said.at) < :at OR (MAX(said.at) = :at AND said.room > :after)
            ORDER BY latest DESC, said.room LIMIT :most"""
        )
        columns = ", ".join(f"said.{column}" for column in _COLUMNS.split(", "))
        self._find = statement(
            f"""SELECT {columns} {found} AND said.room = :room
            ORDER BY said.at DESC, said.thread, said.position DESC LIMIT :most"""
        )

    async def indexed(self, thread: str) -> int:
        return await self._readers.do(thread, lambda cursor: self._position(cursor, thread))

    async def take(self, thread: str, after: int, through: int, change: IndexChange) -> bool:
        added = [(_values(said), " ".join(indexed_words(said.text))) for said in change.added]
        gone = sorted(change.gone)

        def work(cursor: DBAPICursor) -> bool:
            there = any(head >= through for (head,) in self._head.rows(cursor, thread=thread))
            if not there or self._position(cursor, thread) != after:
                return False
            for message in gone:
                self._drop_words.count(cursor, thread=thread, message=message)
                self._drop.count(cursor, thread=thread, message=message)
            for values, words in added:
                [(id,)] = self._add.rows(cursor, **values)
                self._add_words.count(cursor, id=id, words=words)
            self._through.count(cursor, thread=thread, position=through)
            return True

        return await self._writers.do(thread, work)

    async def behind(self, team: str, most: int) -> Sequence[str]:
        def work(cursor: DBAPICursor) -> list[str]:
            return [str(thread) for (thread,) in self._behind.rows(cursor, most=most, **_team(team))]

        return await self._readers.do("", work)

    async def rooms(
        self, words: Sequence[str], team: str, most: int, thread: str = "", after: RoomFound | None = None
    ) -> Sequence[RoomFound]:
        asked = {"words": self._query(words), **_team(team), "beginning": thread, "length": len(thread), "most": most}
        asked |= {
            "first": int(after is None),
            "at": after.at if after else 0.0,
            "after": after.room.id if after else "",
        }

        def work(cursor: DBAPICursor) -> list[RoomFound]:
            return [RoomFound(_place(room), at) for room, at in self._rooms.rows(cursor, **asked)]

        return await self._readers.do("", work)

    async def find(
        self, words: Sequence[str], room: Place, team: str, most: int, thread: str = ""
    ) -> Sequence[IndexedMessage]:
        asked = {"words": self._query(words), **_team(team), "beginning": thread, "length": len(thread)}

        def work(cursor: DBAPICursor) -> list[IndexedMessage]:
            return [_said(row) for row in self._find.rows(cursor, room=room.id, most=most, **asked)]

        return await self._readers.do("", work)

    async def forget(self, threads: Collection[str] | None = None) -> None:
        def work(cursor: DBAPICursor) -> None:
            if threads is None:
                for each in self._forget_all:
                    each.count(cursor)
            for thread in sorted(threads or ()):
                for each in self._forget:
                    each.count(cursor, thread=thread)

        await self._writers.do("", work)

    def _position(self, cursor: DBAPICursor, thread: str) -> int:
        return next((int(position) for (position,) in self._indexed.rows(cursor, thread=thread)), 0)

    def _query(self, words: Sequence[str]) -> str:
        """All of them, each in quotes, in which the words of `context/said` have no quote to end these."""
        return " ".join(f'"{word}"' for word in words) if self._sqlite else " & ".join(f"'{word}'" for word in words)


def _of_team(column: str) -> str:
    """Threads of that team: by what their names begin with, and plain ones have no dot in them."""
    return (
        f"((:plain = 1 AND {column} NOT LIKE '%.%')"
        f" OR (:plain = 0 AND substr({column}, 1, :team_length) = :team_beginning))"
    )


def _team(team: str) -> dict[str, Any]:
    beginning = f"{team}." if team else ""
    return {"plain": 0 if team else 1, "team_beginning": beginning, "team_length": len(beginning)}


def _values(said: IndexedMessage) -> dict[str, Any]:
    return {
        "thread": said.thread,
        "position": said.position,
        "at": said.at,
        "room": said.room.id,
        "within": said.place.thread,
        "by": said.by,
        "name": said.name,
        "message": said.message,
        "text": said.text,
    }


def _place(id: str) -> Place:
    return Place(*id.split(":", 3))


def _said(row: Sequence[Any]) -> IndexedMessage:
    thread, position, at, room, within, by, name, message, text = row
    place = replace(_place(room), thread=within)
    return IndexedMessage(thread, position, at, place, text, by=by, name=name, message=message)
