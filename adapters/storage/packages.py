"""The packages that turns have run with, on the journal's database. A text that many hold is there once."""

from functools import partial

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.notes import NOTE, found_note
from adapters.storage.statements import Statement
from adapters.storage.workers import Readers, Writers
from harness.context.packages import NotAPackage, RunRequest, noted


class SqlPackages:
    """Fulfils `harness.context.packages.Packages`."""

    def __init__(self, writers: Writers, readers: Readers, dialect: Dialect) -> None:
        self._writers, self._readers = writers, readers
        self._keep = Statement(
            "INSERT INTO packages (checksum, body) VALUES (:checksum, :body) ON CONFLICT (checksum) DO NOTHING",
            dialect,
        )
        self._keep_part = Statement(
            "INSERT INTO package_parts (digest, body) VALUES (:digest, :body) ON CONFLICT (digest) DO NOTHING",
            dialect,
        )
        self._load = Statement(
            "SELECT checksum, body FROM packages WHERE substr(checksum, 1, :length) = :checksum LIMIT 2", dialect
        )
        self._note = Statement(NOTE, dialect)
        self._part = Statement("SELECT body FROM package_parts WHERE digest = :digest", dialect)

    async def keep(self, package: RunRequest) -> None:
        def work(cursor: DBAPICursor) -> None:
            for digest, body in sorted(package.parts.items()):  # in one order, or two who keep the same wait for ever
                self._keep_part.count(cursor, digest=digest, body=body)
            self._keep.count(cursor, checksum=package.checksum, body=package.body)

        await self._writers.do("", work)

    async def named(self, checksum: str) -> list[str]:
        """Up to two whose checksum begins so. Raises JournalUnavailable."""

        def work(cursor: DBAPICursor) -> list[str]:
            return [str(found) for found, _ in self._load.rows(cursor, checksum=checksum, length=len(checksum))]

        return await self._readers.do("", work)

    async def load(self, checksum: str) -> RunRequest | None:
        def work(cursor: DBAPICursor) -> RunRequest | NotAPackage | None:
            found = list(self._load.rows(cursor, checksum=checksum, length=len(checksum)))
            if len(found) != 1:
                return None
            [(_, body)] = found
            try:
                notes = {id: note for id in noted(str(body)) if (note := found_note(self._note, cursor, id))}
                return RunRequest.kept(str(body), partial(self._text, cursor), notes)
            except NotAPackage as error:
                return error

        package = await self._readers.do("", work)
        if isinstance(package, NotAPackage):
            raise package
        return package

    def _text(self, cursor: DBAPICursor, digest: str) -> str:
        for (body,) in self._part.rows(cursor, digest=digest):
            return str(body)
        raise LookupError(f"a text of it is missing: {digest}")
