"""How threads are listed, on the journal's database."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.statements import Statement
from adapters.storage.workers import Readers, Writers
from harness.chat.people import Place
from harness.sessions.index import IndexedThread, ThreadSummary

_LISTED = "listings.thread, platform, team, channel, within, title, listings.at, waits, archived"


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
            """INSERT INTO listings (thread, platform, team, channel, within, title, at, waits, arranged, owes,
            archived)
            VALUES (:thread, :platform, :team, :channel, :within, :title, :at, :waits, :arranged, :owes, :archived)
            ON CONFLICT (thread) DO UPDATE SET platform = excluded.platform, team = excluded.team,
            channel = excluded.channel, within = excluded.within, title = excluded.title, at = excluded.at,
            waits = excluded.waits, arranged = excluded.arranged, owes = excluded.owes,
            archived = excluded.archived"""
        )
        self._take_part = statement(
            """INSERT INTO participants (person, thread, at) VALUES (:person, :thread, :at)
            ON CONFLICT (thread, person) DO UPDATE SET at = excluded.at"""
        )
        self._forget = statement("DELETE FROM concerned WHERE thread = :thread")
        self._concern = statement("INSERT INTO concerned (thread, why, who) VALUES (:thread, :why, :who)")
        of_channel = "platform = :platform AND team = :team AND channel = :channel"
        shown = f"{of_channel} AND NOT archived"
        order = "ORDER BY listings.at DESC, listings.thread"
        latest = f"{order} LIMIT :count"
        self._all = statement(f"SELECT {_LISTED} FROM listings {order}")  # noqa: S608
        self._of_channel = statement(f"SELECT {_LISTED} FROM listings WHERE {shown} {latest}")  # noqa: S608
        self._of_both = statement(
            f"""SELECT {_LISTED} FROM listings JOIN participants ON participants.thread = listings.thread
            WHERE {shown} AND person = :person {latest}"""  # noqa: S608
        )
        self._of_person = statement(
            f"""SELECT {_LISTED} FROM participants JOIN listings ON listings.thread = participants.thread
            WHERE person = :person AND :team IN ('', team) AND NOT archived
            ORDER BY participants.at DESC, listings.thread LIMIT :count"""  # noqa: S608
        )
        self._named = statement(
            f"""SELECT {_LISTED} FROM listings
            WHERE {of_channel} AND substr(listings.thread, 1, :length) = :beginning {order} LIMIT 2"""  # noqa: S608
        )
        self._waiting = statement(f"SELECT {_LISTED} FROM listings WHERE waits AND {of_channel} {order}")  # noqa: S608
        self._waiting_of = statement(
            f"""SELECT {_LISTED} FROM listings JOIN participants ON participants.thread = listings.thread
            WHERE waits AND {of_channel} AND person = :person {order}"""  # noqa: S608
        )
        self._concerning = statement(
            f"""SELECT {_LISTED} FROM concerned JOIN listings ON listings.thread = concerned.thread
            WHERE why = :why AND who = :who AND :team IN ('', team)"""  # noqa: S608
        )
        self._concerning_all = statement(
            f"""SELECT {_LISTED} FROM concerned JOIN listings ON listings.thread = concerned.thread
            WHERE why = :why AND :team IN ('', team)"""  # noqa: S608
        )
        self._arranged = statement(
            f"SELECT {_LISTED} FROM listings WHERE arranged AND :team IN ('', team) {order}"  # noqa: S608
        )
        unrested = "FROM threads LEFT JOIN listings ON listings.thread = threads.id WHERE head > rested_at"
        self._unrested = statement("SELECT id FROM threads WHERE head > rested_at ORDER BY unread_since, id")
        self._unrested_in = statement(
            f"""SELECT threads.id {unrested} AND (listings.thread IS NULL OR ({of_channel}))
            ORDER BY unread_since, threads.id"""
        )
        self._lifted = statement(
            """SELECT DISTINCT listings.thread FROM budget_lifts AS lifted
            JOIN concerned ON why = 'held'
            AND who = lifted.team || ' ' || lifted.scope || ' ' || lifted.whose || ' ' || lifted.since || ' '
            || lifted.amount
            JOIN listings ON listings.thread = concerned.thread
            WHERE :team IN ('', listings.team) ORDER BY listings.thread"""
        )

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
            archived=listing.archived,
        )
        self._forget.count(cursor, thread=thread)
        concerned = [("decides", key) for key in sorted(listing.deciders)]
        concerned += [("scheduled", id) for id in sorted(listing.scheduled)]
        if listing.runs:
            concerned.append(("runs", "commands"))
        if listing.held:
            concerned.append(("held", listing.held))
        if concerned:
            self._concern.each(cursor, [{"thread": thread, "why": why, "who": who} for why, who in concerned])
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

    async def all(self) -> Sequence[IndexedThread]:
        """Every thread that is listed, wherever it is: beyond the port, for whoever looks from outside."""
        return await self._found(self._all)

    async def of_channel(self, place: Place, most: int, person: str = "") -> Sequence[IndexedThread]:
        if person:
            return await self._found(self._of_both, **_channel(place), count=most, person=person)
        return await self._found(self._of_channel, **_channel(place), count=most)

    async def of_person(self, person: str, most: int, team: str = "") -> Sequence[IndexedThread]:
        return await self._found(self._of_person, person=person, count=most, team=team)

    async def named(self, place: Place, beginning: str) -> Sequence[IndexedThread]:
        return await self._found(self._named, **_channel(place), beginning=beginning, length=len(beginning))

    async def waiting(self, place: Place, person: str = "") -> Sequence[IndexedThread]:
        if person:
            return await self._found(self._waiting_of, **_channel(place), person=person)
        return await self._found(self._waiting, **_channel(place))

    async def decided_by(self, keys: Iterable[str] | None = None, team: str = "") -> Sequence[IndexedThread]:
        return await self._concerning_any("decides", keys, team)

    async def scheduled(self, ids: Iterable[str] | None = None, team: str = "") -> Sequence[IndexedThread]:
        return await self._concerning_any("scheduled", ids, team)

    async def unrested(self, place: Place | None = None) -> Sequence[str]:
        statement, where = (self._unrested_in, _channel(place)) if place else (self._unrested, {})
        rows = await self._readers.do("", lambda cursor: statement.rows(cursor, **where))
        return [str(thread) for (thread,) in rows]

    async def arranged(self, team: str = "") -> Sequence[IndexedThread]:
        return await self._found(self._arranged, team=team)

    async def lifted(self, team: str = "") -> Sequence[str]:
        rows = await self._readers.do("", lambda cursor: self._lifted.rows(cursor, team=team))
        return [str(thread) for (thread,) in rows]

    async def running(self, team: str = "") -> Sequence[IndexedThread]:
        return await self._concerning_any("runs", None, team)

    async def owing(self, place: Place | None = None, team: str = "") -> Mapping[str, str]:
        def work(cursor: DBAPICursor) -> dict[str, str]:
            if place is None:
                rows = self._owing.rows(cursor, team=team)
            else:
                rows = self._owing_in.rows(cursor, **_channel(place))
            return {str(thread): str(why) for thread, why in rows}

        return await self._readers.do("", work)

    async def _found(self, statement: Statement, **values: Any) -> list[IndexedThread]:
        return _listed(await self._readers.do("", lambda cursor: statement.rows(cursor, **values)))

    async def _concerning_any(self, why: str, keys: Iterable[str] | None, team: str) -> list[IndexedThread]:
        """Each key by itself, so that each is found by the index; whatever its key, if there is None."""
        if keys is None:
            return _once(await self._found(self._concerning_all, why=why, team=team))

        def work(cursor: DBAPICursor) -> list[IndexedThread]:
            found = [self._concerning.rows(cursor, why=why, who=key, team=team) for key in sorted(set(keys))]
            return [one for rows in found for one in _listed(rows)]

        return _once(await self._readers.do("", work))


def _channel(place: Place) -> dict[str, str]:
    return {"platform": place.platform, "team": place.team, "channel": place.channel}


def _once(listed: Iterable[IndexedThread]) -> list[IndexedThread]:
    """Each once, the latest first."""
    return sorted({one.thread: one for one in listed}.values(), key=lambda one: (-one.at, one.thread))


def _listed(rows: Sequence[Sequence[Any]]) -> list[IndexedThread]:
    return [
        IndexedThread(
            thread=thread,
            place=Place(platform, team, channel, within),
            title=title,
            at=at,
            waits=bool(waits),
            archived=bool(archived),
        )
        for thread, platform, team, channel, within, title, at, waits, archived in rows
    ]
