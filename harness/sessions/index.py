"""How threads are listed, and which thread a place points to. For finding threads: what is true of one, its journal
says.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from harness.chat.people import Place
from harness.sessions.session import Session
from harness.tools.heartbeats import OF_WORKSPACE


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadSummary:
    """A thread at rest: where it was at work last, what it is called, and when somebody spoke there last, in seconds
    since the epoch. `waits`: for people, for children or for the clock. `people` are those who take part, by their
    ids. `arranged`: a heartbeat of the workspace is set there, or was ended by people. `owes`: why something that is
    owed there has not arrived; empty, if nothing is. `deciders` are the keys of those who may decide what is open there
    (`approvals.deciders`), `scheduled` the ids of those on whose behalf it will be woken. `archived`: it
    is not to be listed for people. `held` is the id of the budget that has ended its turn. `runs`: commands of it run
    in the background.
    """

    place: Place
    title: str
    at: float
    waits: bool
    people: frozenset[str]
    arranged: bool = False
    owes: str = ""
    deciders: frozenset[str] = frozenset()
    scheduled: frozenset[str] = frozenset()
    archived: bool = False
    held: str = ""
    runs: bool = False


def listing(session: Session) -> ThreadSummary | None:
    """None where nobody has talked with us yet."""
    if session.place is None:
        return None
    heartbeats = session.timers.heartbeats
    begun = min((heartbeat.since for heartbeat in heartbeats), default=session.now)  # they are no activity
    at = max((speaker.at for speaker in session.inbox.speakers), default=session.inbox.replied or begun)
    waiting = session.turn is not None or session.mode_request is not None or bool(session.timers)
    arranged = bool(session.timers.declined) or any(one.id.startswith(OF_WORKSPACE) for one in heartbeats)
    owes = session.postings.owed[0].status.why if session.postings.owed else ""
    return ThreadSummary(
        place=session.place,
        title=session.title,
        at=at,
        waits=waiting or bool(session.commands),
        people=people(session),
        arranged=arranged,
        owes=owes,
        deciders=_deciders(session),
        scheduled=_scheduled(session),
        archived=session.archived,
        held=session.held.id if session.held else "",
        runs=bool(session.commands),
    )


def _scheduled(session: Session) -> frozenset[str]:
    timers = (*session.timers.wakeups, *session.timers.heartbeats)
    return frozenset(id for timer in timers for id in timer.by.ids)


def _deciders(session: Session) -> frozenset[str]:
    """Of all that is open, together."""
    asked = [ask.ask.deciders.keys(ask.requester) for ask in session.asks.open]
    request = session.mode_request
    return frozenset[str]().union(*asked, request.needs.keys(request.by) if request else ())


def people(session: Session) -> frozenset[str]:
    """Those who take part, by their ids: who spoke lately, and whom it serves."""
    served = {session.served.id} if session.served else set()
    return frozenset({speaker.id for speaker in session.inbox.speakers} | served)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedThread:
    """A thread, as its listing was when it came to rest last."""

    thread: str
    place: Place
    title: str
    at: float
    waits: bool
    archived: bool = False


class ThreadIndex(Protocol):
    """Every method may raise JournalUnavailable. Listings come from the journal's `rest`: what is not at rest may be
    listed otherwise than it is, or not at all (`unrested`). The latest come first, and all of them where no `most` is
    given: what is cut would be taken for what is not there.
    """

    async def bound(self, place: Place) -> str | None:
        """The thread whose journal was last told that the place is bound to it (PlaceBound), in the same transaction;
        None if none was: then it points to its own.
        """

    async def of_channel(self, place: Place, most: int, person: str = "") -> Sequence[IndexedThread]:
        """Those of the place's channel that are not archived; with a `person`, only those in which they have spoken."""

    async def of_person(self, person: str, most: int, team: str = "") -> Sequence[IndexedThread]:
        """Those in which somebody of that id has spoken, wherever they are, but for archived ones; only a team's, if
        one is given.
        """

    async def named(self, place: Place, beginning: str) -> Sequence[IndexedThread]:
        """Those of the place's channel whose names begin so; two of them, if there are more."""

    async def waiting(self, place: Place, person: str = "") -> Sequence[IndexedThread]:
        """Those of the place's channel that wait; only those in which `person` has spoken, if one is given."""

    async def decided_by(self, keys: Iterable[str] | None = None, team: str = "") -> Sequence[IndexedThread]:
        """Those in which whoever has one of these keys, or anybody, may be one to decide, wherever they are; only a
        team's, if one is given.
        """

    async def scheduled(self, ids: Iterable[str] | None = None, team: str = "") -> Sequence[IndexedThread]:
        """Those that will be woken on behalf of one of these ids, or of anybody; only a team's, if one is given."""

    async def unrested(self, place: Place | None = None) -> Sequence[str]:
        """The threads that are not at rest, the longest waiting first; only those that were listed in the channel of
        that place, or nowhere yet, if one is given.
        """

    async def arranged(self, team: str = "") -> Sequence[IndexedThread]:
        """Those that have a heartbeat of the workspace, or had one that people have ended, wherever they are; only a
        team's, if one is given.
        """

    async def lifted(self, team: str = "") -> Sequence[str]:
        """The threads whose turn was ended by a budget that is lifted by now, wherever they are; only a team's, if one
        is given.
        """

    async def running(self, team: str = "") -> Sequence[IndexedThread]:
        """Those of which commands run in the background, or did when the program that ran them ended; only a team's, if
        one is given.
        """

    async def owing(self, place: Place | None = None, team: str = "") -> Mapping[str, str]:
        """All threads in which something that is owed has not arrived, and why; only those that were at work last in
        the channel of that place, or in that team, if one is given.
        """
