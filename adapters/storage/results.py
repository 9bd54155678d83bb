"""Results that are too large for a request, on the journal's database."""

from collections.abc import Mapping

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.statements import Statement
from adapters.storage.workers import Readers, Writers


class SqlResults:
    """Fulfils `harness.context.results.Results`."""

    def __init__(self, writers: Writers, readers: Readers, dialect: Dialect) -> None:
        self._writers, self._readers = writers, readers
        self._keep = Statement(
            """INSERT INTO results (thread, name, text, size)
            SELECT id, CAST(:name AS TEXT), CAST(:text AS TEXT), CAST(:size AS BIGINT)
            FROM threads WHERE id = :thread AND head > 0
            ON CONFLICT (thread, name) DO UPDATE SET text = excluded.text, size = excluded.size""",
            dialect,
        )
        self._sizes = Statement("SELECT name, size FROM results WHERE thread = :thread ORDER BY name", dialect)
        self._text = Statement("SELECT text FROM results WHERE thread = :thread AND name = :name", dialect)

    async def keep(self, thread: str, name: str, text: str) -> None:
        data = text.replace("\0", "\ufffd").encode(errors="replace")  # PostgreSQL takes no NUL, and neither a half
        values = {"thread": thread, "name": name, "text": data.decode(), "size": len(data)}
        await self._writers.do(thread, lambda cursor: self._keep.count(cursor, **values))

    async def sizes(self, thread: str) -> Mapping[str, int]:
        def work(cursor: DBAPICursor) -> dict[str, int]:
            return {str(name): int(size) for name, size in self._sizes.rows(cursor, thread=thread)}

        return await self._readers.do(thread, work)

    async def text(self, thread: str, name: str) -> str | None:
        def work(cursor: DBAPICursor) -> str | None:
            return next((str(text) for (text,) in self._text.rows(cursor, thread=thread, name=name)), None)

        return await self._readers.do(thread, work)
