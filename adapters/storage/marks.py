"""How far everything was heard, on the journal's database."""

from collections.abc import Mapping

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.statements import Statement
from adapters.storage.workers import Readers, Writers


class SqlMarks:
    """Fulfils `harness.chat.port.Marks`."""

    def __init__(self, writers: Writers, readers: Readers, dialect: Dialect) -> None:
        self._writers, self._readers = writers, readers
        self._below = Statement("SELECT name, mark FROM marks WHERE substr(name, 1, :length) = :name", dialect)
        self._note = Statement(
            """INSERT INTO marks (name, mark) VALUES (:name, :mark)
            ON CONFLICT (name) DO UPDATE SET mark = excluded.mark""",
            dialect,
        )

    async def below(self, name: str) -> Mapping[str, str]:
        def work(cursor: DBAPICursor) -> dict[str, str]:
            return {str(each): str(mark) for each, mark in self._below.rows(cursor, name=name, length=len(name))}

        return await self._readers.do("", work)

    async def note(self, name: str, mark: str) -> None:
        await self._writers.do("", lambda cursor: self._note.count(cursor, name=name, mark=mark))
