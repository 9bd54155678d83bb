"""Where our app is installed, on the journal's database. Tokens are kept as they are: who may read the database may
speak as we do.
"""

from collections.abc import Mapping, Sequence

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.statements import Statement
from adapters.storage.workers import Readers, Writers
from harness.chat.installations import Installation

_ALL = "team, organization, token, bot_user, bot, name, url, scopes, at"


class SqlInstallations:
    """Fulfils `harness.chat.installations.Installations`."""

    def __init__(self, writers: Writers, readers: Readers, dialect: Dialect) -> None:
        def statement(sql: str) -> Statement:
            return Statement(sql, dialect)

        self._writers, self._readers = writers, readers
        self._save = statement(
            f"""INSERT INTO installations ({_ALL})
            VALUES (:team, :organization, :token, :user, :bot, :name, :url, :scopes, :at)
            ON CONFLICT (organization, team) DO UPDATE SET token = excluded.token, bot_user = excluded.bot_user,
            bot = excluded.bot, name = excluded.name, url = excluded.url, scopes = excluded.scopes, at = excluded.at"""  # noqa: S608
        )
        self._moved = statement("DELETE FROM installations WHERE team = :team AND organization <> :organization")
        self._find = statement(
            f"""SELECT {_ALL} FROM installations WHERE (team = :team AND team <> '')
            OR (team = '' AND organization <> ''
            AND organization IN (:organization, (SELECT organization FROM organizations WHERE team = :team)))
            ORDER BY team DESC, at DESC LIMIT 1"""  # noqa: S608
        )
        self._remove = statement(
            "DELETE FROM installations WHERE organization = :organization AND team = :team AND token = :token"
        )
        self._every = statement(f"SELECT {_ALL} FROM installations ORDER BY at, organization, team")  # noqa: S608
        self._note = statement(
            """INSERT INTO organizations (team, organization) VALUES (:team, :organization)
            ON CONFLICT (team) DO UPDATE SET organization = excluded.organization"""
        )
        self._noted = statement("SELECT team, organization FROM organizations")

    async def save(self, installation: Installation) -> None:
        one = installation

        def work(cursor: DBAPICursor) -> None:
            if one.team:
                self._moved.count(cursor, team=one.team, organization=one.organization)
            self._save.count(
                cursor,
                team=one.team,
                organization=one.organization,
                token=one.token,
                user=one.user,
                bot=one.bot,
                name=one.name,
                url=one.url,
                scopes=one.scopes,
                at=one.at,
            )

        await self._writers.do("", work)

    async def find(self, team: str, organization: str = "") -> Installation | None:
        def work(cursor: DBAPICursor) -> Installation | None:
            rows = self._find.rows(cursor, team=team, organization=organization)
            return Installation(*rows[0]) if rows else None

        return await self._readers.do("", work)

    async def remove(self, installation: Installation) -> bool:
        one = installation

        def work(cursor: DBAPICursor) -> bool:
            gone = self._remove.count(cursor, organization=one.organization, team=one.team, token=one.token)
            return bool(gone)

        return await self._writers.do("", work)

    async def all(self) -> Sequence[Installation]:
        return await self._readers.do("", lambda cursor: [Installation(*row) for row in self._every.rows(cursor)])

    async def note(self, team: str, organization: str) -> None:
        def work(cursor: DBAPICursor) -> None:
            self._note.count(cursor, team=team, organization=organization)

        await self._writers.do("", work)

    async def organizations(self) -> Mapping[str, str]:
        def work(cursor: DBAPICursor) -> Mapping[str, str]:
            return {str(team): str(organization) for team, organization in self._noted.rows(cursor)}

        return await self._readers.do("", work)
