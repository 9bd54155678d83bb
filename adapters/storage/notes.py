"""What is remembered, on the journal's database."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.statements import Statement
from adapters.storage.workers import Readers, Writers
from harness.context.notes import WAS_DELETED, Note, NoteLayer, NoteUnknown
from harness.tools.calls import Quoted

_COLUMNS = "id, layer, whose, text, author, name, place, thread, at"
_TOLD = "replaced_by IS NULL"
NOTE = f"SELECT {_COLUMNS} FROM notes WHERE id = :id AND {_TOLD}"  # noqa: S608
"""Finds one, unless it is kept for an undo alone."""


class SqlNotes:
    """Fulfils `harness.context.notes.Notes`."""

    def __init__(self, writers: Writers, readers: Readers, dialect: Dialect) -> None:
        def statement(sql: str) -> Statement:
            return Statement(sql, dialect)

        self._writers, self._readers = writers, readers
        self._insert = statement(
            f"""INSERT INTO notes ({_COLUMNS})
            VALUES (:id, :layer, :whose, :text, :author, :name, :place, :thread, :at) ON CONFLICT (id) DO NOTHING"""  # noqa: S608
        )
        self._cover = statement(
            """INSERT INTO noted_messages (thread, message, note) VALUES (:thread, :message, :note)
            ON CONFLICT DO NOTHING"""
        )
        self._is_there = statement("SELECT 1 FROM notes WHERE id = :id")
        self._delete = statement("DELETE FROM notes WHERE id = :id")
        # of several who take the same one away, one does
        self._take = statement(f"DELETE FROM notes WHERE id = :id AND {_TOLD}")  # noqa: S608
        self._replace = statement(f"UPDATE notes SET replaced_by = :by WHERE id = :id AND {_TOLD}")  # noqa: S608
        self._earlier = statement(f"SELECT {_COLUMNS} FROM notes WHERE replaced_by = :id")  # noqa: S608
        self._bring_back = statement("UPDATE notes SET replaced_by = NULL WHERE replaced_by = :id")
        self._uncover = statement("DELETE FROM noted_messages WHERE note = :id")
        self._one = statement(NOTE)
        self._all = statement(f"SELECT {_COLUMNS} FROM notes WHERE {_TOLD} ORDER BY at DESC, id")  # noqa: S608
        self._of = statement(
            f"""SELECT {_COLUMNS} FROM notes WHERE layer = :layer AND whose = :whose AND {_TOLD}
            ORDER BY at DESC, id"""  # noqa: S608
        )
        self._covering = statement("SELECT note FROM noted_messages WHERE thread = :thread AND message = :message")
        self._covers = statement("SELECT thread, message FROM noted_messages WHERE note = :id")
        self._void = statement(
            "INSERT INTO deleted_messages (thread, message) VALUES (:thread, :message) ON CONFLICT DO NOTHING"
        )
        self._is_void = statement(
            """SELECT 1 FROM deleted_messages WHERE thread = :thread AND message = :message
            UNION ALL SELECT 1 FROM threads WHERE id = :thread AND deleted_at IS NOT NULL"""
        )
        self._tell = statement(
            """INSERT INTO told_messages (thread, message, told) VALUES (:thread, :message, :told)
            ON CONFLICT DO NOTHING"""
        )
        self._tell_as = statement(
            """INSERT INTO told_messages (thread, message, told)
            SELECT thread, message, :told FROM told_messages WHERE told = :other ON CONFLICT DO NOTHING"""
        )
        self._told = statement(
            """SELECT DISTINCT told FROM told_messages WHERE thread = :thread AND :message IN ('', message)
            ORDER BY told"""
        )

    async def write(
        self,
        note: Note,
        covers: Iterable[Quoted] = (),
        instead: str = "",
        among: Iterable[NoteLayer] = (),
        like: Iterable[str] = (),
    ) -> Note | None:
        layers, own, others = frozenset(among), set(covers), sorted(set(like))

        def work(cursor: DBAPICursor) -> Note | Literal["unknown", "deleted"] | None:
            if self._is_there.rows(cursor, id=note.id):  # it was written before
                return found_note(self._earlier, cursor, note.id)
            inherited = [Quoted(*row) for other in others for row in self._covers.rows(cursor, id=other)]
            covered = sorted({*own, *inherited})
            if any(self._is_void.rows(cursor, **one._asdict()) for one in covered):
                return "deleted"
            before = found_note(self._one, cursor, instead) if instead else None
            if instead and (before is None or before.layer not in layers):
                return "unknown"
            if before:
                self._drop_earlier(cursor, before.id)  # of what is replaced again and again one is kept
                if not self._replace.count(cursor, id=before.id, by=note.id):
                    return "unknown"
            layer, whose = note.layer.name, note.layer.of
            values = {"id": note.id, "layer": layer, "whose": whose, "text": note.text, "author": note.by}
            more = {"name": note.name, "place": note.place, "thread": note.thread, "at": note.at}
            self._insert.count(cursor, **values, **more)
            for one in covered:
                self._cover.count(cursor, **one._asdict(), note=note.id)
            return before

        before = await self._writers.do(note.thread, work)
        if before == "unknown":
            raise NoteUnknown(f"there is no note {instead} here")
        if before == "deleted":
            raise NoteUnknown(WAS_DELETED)
        return before

    async def forget(self, id: str, among: Iterable[NoteLayer] | None = None) -> Note | None:
        layers = None if among is None else frozenset(among)

        def work(cursor: DBAPICursor) -> Note | None:
            found = found_note(self._one, cursor, id)
            if found is None or (layers is not None and found.layer not in layers):
                return None
            self._drop(cursor, id)
            return found

        return await self._writers.do("", work)

    async def undo(self, id: str) -> tuple[Note | None, Note | None]:
        def work(cursor: DBAPICursor) -> tuple[Note | None, Note | None]:
            found, earlier = found_note(self._one, cursor, id), found_note(self._earlier, cursor, id)
            if found is None or not self._take.count(cursor, id=id):
                return None, None
            self._uncover.count(cursor, id=id)
            return found, earlier if self._bring_back.count(cursor, id=id) else None

        return await self._writers.do("", work)

    async def of(self, layers: Iterable[NoteLayer]) -> Sequence[Note]:
        def work(cursor: DBAPICursor) -> list[Note]:
            found = [
                _note(row)
                for layer in dict.fromkeys(layers)
                for row in self._of.rows(cursor, layer=layer.name, whose=layer.of)
            ]
            return sorted(found, key=lambda note: (-note.at, note.id))

        return await self._readers.do("", work)

    async def named(self, id: str) -> Note | None:
        return await self._readers.do("", lambda cursor: found_note(self._one, cursor, id))

    async def all(self) -> Sequence[Note]:
        return await self._readers.do("", lambda cursor: [_note(row) for row in self._all.rows(cursor)])

    async def covering(self, thread: str, message: str) -> Sequence[Note]:
        def work(cursor: DBAPICursor) -> list[Note]:
            ids = [str(id) for (id,) in self._covering.rows(cursor, thread=thread, message=message)]
            return [note for id in sorted(ids) if (note := found_note(self._one, cursor, id))]

        return await self._readers.do("", work)

    async def void(self, thread: str, message: str) -> int:
        def work(cursor: DBAPICursor) -> int:
            self._void.count(cursor, thread=thread, message=message)
            found = [str(id) for (id,) in self._covering.rows(cursor, thread=thread, message=message)]
            told = sum(found_note(self._one, cursor, id) is not None for id in found)
            for id in found:
                self._drop(cursor, id)
            return told

        return await self._writers.do(thread, work)

    async def tell(self, told: str, quotes: Iterable[Quoted]) -> frozenset[Quoted]:
        known = sorted(set(quotes))

        def work(cursor: DBAPICursor) -> frozenset[Quoted]:
            for one in known:
                self._tell.count(cursor, **one._asdict(), told=told)
            return frozenset(one for one in known if self._is_void.rows(cursor, **one._asdict()))

        return await self._writers.do(told, work)

    async def tell_as(self, told: str, other: str) -> None:
        await self._writers.do(told, lambda cursor: self._tell_as.count(cursor, told=told, other=other))

    async def told(self, thread: str, message: str = "") -> Sequence[str]:
        def work(cursor: DBAPICursor) -> list[str]:
            return [str(told) for (told,) in self._told.rows(cursor, thread=thread, message=message)]

        return await self._readers.do("", work)

    def _drop(self, cursor: DBAPICursor, id: str) -> None:
        """With what it has replaced, which nothing would bring back any more."""
        self._drop_earlier(cursor, id)
        self._delete.count(cursor, id=id)
        self._uncover.count(cursor, id=id)

    def _drop_earlier(self, cursor: DBAPICursor, id: str) -> None:
        if earlier := found_note(self._earlier, cursor, id):
            self._delete.count(cursor, id=earlier.id)
            self._uncover.count(cursor, id=earlier.id)


def _note(row: Sequence[Any]) -> Note:
    id, layer, whose, text, by, name, place, thread, at = row
    return Note(id, NoteLayer(layer, whose), text, by=by, name=name, place=place, thread=thread, at=at)


def found_note(one: Statement, cursor: DBAPICursor, id: str) -> Note | None:
    """The one that a statement like NOTE finds by that id."""
    return next((_note(row) for row in one.rows(cursor, id=id)), None)
