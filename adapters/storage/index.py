"""How threads are listed, on the journal's database."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.statements import Statement
from adapters.storage.workers import Readers, Writers
from harness.chat.people import Place
from harness.sessions.index import Listed, ThreadSummary

_LISTED = "listings.thread, platform, team, channel, within, title, listings.at, waits"


class SqlThreadIndex:
    """Fulfils `harness.sessions.index.ThreadIndex`."""

    def __init__(self, writers: Writers, readers: Readers, dialect: Dialect) -> None:
        def statement(sql: str) -> Statement:
            return Statement(sql, dialect)

        self._writers, self._readers = writers, readers
        self._bound = statement("SELECT thread FROM bindings WHERE place = :place")
        self._bind = statement(
            """INSERT INTO bindings (place, thread) VALUES (:place, :thread)
            ON CONFLICT (place) DO UPDATE SET thread = excluded.thread"""
        )
        self._list = statement(
            """INSERT INTO listings (thread, platform, team, channel, within, title, at, waits, arranged, owes)
            VALUES (:thread, :platform, :team, :channel, :within, :title, :at, :waits, :arranged, :owes)
            ON CONFLICT (thread) DO UPDATE SET platform = excluded.platform, team = excluded.team,
            channel = excluded.channel, within = excluded.within, title = excluded.title, at = excluded.at,
            waits = excluded.waits, arranged = excluded.arranged, owes = excluded.owes"""
        )
        self._take_part = statement(
            """INSERT INTO participants (person, thread, at) VALUES (:person, :thread, :at)
            ON CONFLICT (thread, person) DO UPDATE SET at = excluded.at"""
        )
        of_channel = "platform = :platform AND team = :team AND channel = :channel"
        latest = "ORDER BY listings.at DESC, listings.thread LIMIT :count"
        self._of_channel = statement(f"SELECT {_LISTED} FROM listings WHERE {of_channel} {latest}")  # noqa: S608
        self._of_both = statement(
            f"""SELECT {_LISTED} FROM listings JOIN participants ON participants.thread = listings.thread
            WHERE {of_channel} AND person = :person {latest}"""  # noqa: S608
        )
        self._of_person = statement(
            f"""SELECT {_LISTED} FROM participants JOIN listings ON listings.thread = participants.thread
            WHERE person = :person AND :team IN ('', team)
            ORDER BY participants.at DESC, listings.thread LIMIT :count"""  # noqa: S608
        )
        of_team = f"AND :team IN ('', team) {latest}"
        self._waiting = statement(f"SELECT {_LISTED} FROM listings WHERE waits {of_team}")  # noqa: S608
        self._arranged = statement(f"SELECT {_LISTED} FROM listings WHERE arranged {of_team}")  # noqa: S608

        owing = "SELECT thread, owes FROM listings WHERE owes <> ''"
        self._owing = statement(f"{owing} AND :team IN ('', team) ORDER BY thread")
        self._owing_in = statement(f"{owing} AND {of_channel} ORDER BY thread")

    def note(self, cursor: DBAPICursor, thread: str, listing: ThreadSummary) -> None:
        """In a transaction of the journal."""
        place = listing.place
        self._list.count(
            cursor,
            thread=thread,
            platform=place.platform,
            team=place.team,
            channel=place.channel,
            within=place.thread,
            title=listing.title,
            at=listing.at,
            waits=listing.waits,
            arranged=listing.arranged,
            owes=listing.owes,
        )
        people = [{"person": person, "thread": thread, "at": listing.at} for person in sorted(listing.people)]
        if people:
            self._take_part.each(cursor, people)

    def bind(self, cursor: DBAPICursor, place: Place, thread: str) -> None:
        """In a transaction of the journal: from now on the place points to that thread."""
        self._bind.count(cursor, place=place.id, thread=thread)

    async def bound(self, place: Place) -> str | None:
        def work(cursor: DBAPICursor) -> str | None:
            return next((str(thread) for (thread,) in self._bound.rows(cursor, place=place.id)), None)

        return await self._readers.do("", work)

    async def of_channel(self, place: Place, most: int, person: str = "") -> Sequence[Listed]:
        where = {"platform": place.platform, "team": place.team, "channel": place.channel, "count": most}

        def work(cursor: DBAPICursor) -> list[Listed]:
            if not person:
                return _listed(self._of_channel.rows(cursor, **where))
            return _listed(self._of_both.rows(cursor, **where, person=person))

        return await self._readers.do("", work)

    async def of_person(self, person: str, most: int, team: str = "") -> Sequence[Listed]:
        return await self._readers.do(
            "", lambda cursor: _listed(self._of_person.rows(cursor, person=person, count=most, team=team))
        )

    async def waiting(self, most: int, team: str = "") -> Sequence[Listed]:
        return await self._readers.do("", lambda cursor: _listed(self._waiting.rows(cursor, count=most, team=team)))

    async def arranged(self, most: int, team: str = "") -> Sequence[Listed]:
        return await self._readers.do("", lambda cursor: _listed(self._arranged.rows(cursor, count=most, team=team)))

    async def owing(self, place: Place | None = None, team: str = "") -> Mapping[str, str]:
        def work(cursor: DBAPICursor) -> dict[str, str]:
            if place is None:
                rows = self._owing.rows(cursor, team=team)
            else:
                where = {"platform": place.platform, "team": place.team, "channel": place.channel}
                rows = self._owing_in.rows(cursor, **where)
            return {str(thread): str(why) for thread, why in rows}

        return await self._readers.do("", work)


def _listed(rows: Sequence[Sequence[Any]]) -> list[Listed]:
    return [
        Listed(thread, Place(platform, team, channel, within), title, at, bool(waits))
        for thread, platform, team, channel, within, title, at, waits in rows
    ]
