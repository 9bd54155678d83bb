"""How far everything was heard, on the journal's database."""

from collections.abc import Mapping

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.statements import Statement
from adapters.storage.workers import Readers, Writers

_BEGINS = {"sqlite": "name >= :name AND name < :after"}
"""By the index. Elsewhere the order of texts depends on the database's language."""


class SqlMarks:
    """Fulfils `harness.chat.port.Marks`."""

    def __init__(self, writers: Writers, readers: Readers, dialect: Dialect) -> None:
        self._writers, self._readers = writers, readers
        begins = _BEGINS.get(dialect.name, "substr(name, 1, :length) = :name")
        self._below = Statement(f"SELECT name, mark FROM marks WHERE {begins}", dialect)  # noqa: S608
        self._note = Statement(
            """INSERT INTO marks (name, mark) VALUES (:name, :mark)
            ON CONFLICT (name) DO UPDATE SET mark = excluded.mark""",
            dialect,
        )

    async def below(self, name: str) -> Mapping[str, str]:
        def work(cursor: DBAPICursor) -> dict[str, str]:
            after = f"{name[:-1]}{chr(ord(name[-1]) + 1)}"
            found = self._below.rows(cursor, name=name, length=len(name), after=after)
            return {str(each): str(mark) for each, mark in found}

        return await self._readers.do("", work)

    async def note(self, name: str, mark: str) -> None:
        await self._writers.do("", lambda cursor: self._note.count(cursor, name=name, mark=mark))
