"""What a thread shows while we work: the session of an agent, or else a line that Slack shows for any app.

A session says that we are processing, wait for people (suspended) or rest (active), with Slack's own stop button; it
stays until we say otherwise. A line says what we do; Slack removes it after two minutes, and whenever we post there,
and it takes the thread's composer from people. Both are written into one place, so one of them is used at a time. While
a question is open, neither says that we work.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from adapters.slack.calls import ALTOGETHER, CallRefused
from adapters.slack.limits import STATUS_SECONDS
from adapters.slack.tally import Tally
from harness.chat.people import Place
from harness.chat.port import Activity, ChatError, Uncertain
from harness.loop.clock import Now, Sleep

log = logging.getLogger(__name__)

REFRESH = STATUS_SECONDS - 30.0
AGAIN = 10.0
"""Seconds after which something is told again that Slack did not take, or that a post of ours has removed."""
GRACE = 2.0
"""Seconds in which a reply may clear the status by itself; also how often it is looked whether anything is due."""
WITHIN = 5.0
"""Seconds for one call: a question does not wait longer for its composer."""
RETRY = 3_600.0
"""Seconds after which we try again what Slack refused us altogether."""
REMEMBERED = 500
"""Threads whose beginnings are known, and threads that are known to show nothing."""
UNHEARD = "missing_agent_session_stopped_event_subscription"
"""Slack docs, agent_session_stopped: without that event people see no stop button."""

T = TypeVar("T")

SessionStatus = Literal["processing", "suspended", "active"]
Way = Literal["session", "line"]


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a thread began with: its first words, and the id of the user who wrote them."""

    title: str
    user: str


SetSession = Callable[[Place, SessionStatus, Beginning | None], Awaitable[frozenset[str]]]
"""What Slack warns of. Raises ChatError."""
SetLine = Callable[[Place, str], Awaitable[None]]
"""An empty line clears it. Raises ChatError."""


@dataclass(slots=True)
class _Shown:
    """`activity` is what is going on; `told` what Slack shows for all that we know, None if that is not known; `due`
    when that is looked at next.
    """

    activity: Activity = Activity()
    told: str | None = None
    asking: set[str] = field(default_factory=set)
    streams: bool = False
    """A reply is being streamed there, and its end will say what comes then."""
    due: float = 0.0
    unsure: bool = False
    """What was told may still arrive, after what is told next: that is told once more then."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def session(self) -> SessionStatus:
        match self.activity.status:
            case "resting":
                return "active"
            case "waiting":
                return "suspended"
            case "working":
                return "suspended" if self.asking else "processing"

    @property
    def line(self) -> str:
        return "" if self.asking else self.activity.text

    @property
    def rests(self) -> bool:
        return self.activity.status == "resting" and not self.asking


class Statuses:
    """Never raises."""

    def __init__(self, set_session: SetSession, set_line: SetLine, now: Now, sleep: Sleep) -> None:
        self._set_session, self._set_line, self._now, self._sleep = set_session, set_line, now, sleep
        self._places: dict[Place, _Shown] = {}
        self._beginnings: OrderedDict[Place, Beginning] = OrderedDict()
        self._clear: OrderedDict[Place, None] = OrderedDict()
        self._missing: dict[Way, float] = {}
        """What Slack refused altogether, and until when it is not tried."""
        self._keeper: asyncio.Task[None] | None = None
        self._busy_until = 0.0
        """Slack has not taken one: nothing is told again before that."""
        self._lost = Tally(log, "statuses were not set", now)
        self._warned = self._closed = False

    async def show(self, place: Place, activity: Activity) -> None:
        """From now on, until something else is shown."""
        if self._closed or (activity.status == "resting" and place in self._clear):
            return
        shown = self._of(place)
        shown.activity = activity
        async with shown.lock:
            await self._apply(place, shown)

    async def ask(self, place: Place, key: str) -> None:
        """The question of that key is about to be asked: when this returns, nothing says that we work, or will."""
        shown = self._of(place)
        shown.asking.add(key)
        async with shown.lock:
            await self._apply(place, shown)

    async def settle(self, place: Place, key: str) -> None:
        """That question is no longer open."""
        shown = self._places.get(place)
        if shown is None or key not in shown.asking:
            return
        shown.asking.discard(key)
        async with shown.lock:
            await self._apply(place, shown)

    async def stopped(self, place: Place) -> None:
        """Somebody pressed Slack's own stop button there: streams have ended, but what it shows stays until we change
        it, whether we work or not.
        """
        shown = self._of(place)
        async with shown.lock:
            shown.streams, shown.told, shown.due = False, None, self._now() + AGAIN
            if shown.rests:
                await self._tell(place, shown)
            self._watch(place, shown)

    def began(self, place: Place, beginning: Beginning) -> None:
        """What the thread there began with. Slack docs, agents.sessions.setStatus: counts for a new session only."""
        _remember(self._beginnings, place, beginning)

    def posted(self, place: Place) -> None:
        """A message of ours was posted there. Slack docs, assistant.threads.setStatus: that removes the line."""
        shown = self._places.get(place)
        if shown and self._way() == "line":
            shown.told, shown.due = "", min(shown.due, self._now() + AGAIN)

    def streams(self, place: Place) -> None:
        """A reply begins to be streamed there. Slack docs, agent sessions: its session is processing from then on."""
        known, shown = place in self._places, self._of(place)
        shown.streams = True
        if self._way() == "session":
            shown.told = "processing"
        if not known:
            shown.due = self._now() + REFRESH
        self.posted(place)
        self._watch(place, shown)

    def after_stream(self, place: Place) -> SessionStatus | None:
        """What the session is to be once the stream has ended; None if there are no sessions."""
        return self._places.get(place, _Shown()).session if self._way() == "session" else None

    def streamed(self, place: Place, status: SessionStatus | None, sure: bool = True) -> None:
        """A stream has ended there, and made that of the session; perhaps, if that is not `sure`. It was said when the
        end was sent: by now something else may hold, and be what Slack was told before.
        """
        if status is None and place not in self._places:
            return
        shown = self._of(place)
        shown.streams = False
        if status:
            shown.told = status if sure else None
            shown.due = min(shown.due, self._now() + GRACE) if shown.told != shown.session else shown.due
        self._watch(place, shown)

    async def close(self) -> None:
        """Takes away what would stand there until somebody goes on, if that is done in a moment."""
        self._closed, places = True, dict(self._places)
        self._places.clear()
        if self._keeper:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        busy = {place: shown for place, shown in places.items() if _works(shown.told)}
        for shown in busy.values():
            shown.activity = Activity()
        await asyncio.gather(*(self._tell(place, shown) for place, shown in busy.items()))

    # What is due
    def _of(self, place: Place) -> _Shown:
        self._clear.pop(place, None)
        return self._places.setdefault(place, _Shown())

    def _way(self) -> Way | None:
        now = self._now()
        ways: tuple[Way, ...] = ("session", "line")
        return next((way for way in ways if self._missing.get(way, 0.0) <= now), None)

    def _wanted(self, shown: _Shown) -> str | None:
        match self._way():
            case "session":
                return shown.session
            case "line":
                return shown.line
            case None:
                return shown.told

    async def _apply(self, place: Place, shown: _Shown) -> None:
        """With its lock held."""
        if shown.told != self._wanted(shown):
            clears_itself = shown.streams if self._way() == "session" else shown.told is not None
            if shown.rests and clears_itself:
                shown.due = self._now() + GRACE
            else:
                await self._tell(place, shown)
        self._watch(place, shown)

    def _watch(self, place: Place, shown: _Shown) -> None:
        if not self._stands(shown) and not self._closed and (self._keeper is None or self._keeper.done()):
            self._keeper = asyncio.create_task(self._keep())
        self._forget(place, shown)

    async def _keep(self) -> None:
        """Shows again what Slack removes by itself, and what it did not take: one place after the other, up to the
        first that it does not take either.
        """
        while left := [(place, shown) for place, shown in self._places.items() if not self._stands(shown)]:
            await self._sleep(GRACE)
            for place, shown in sorted(left, key=lambda one: one[1].due):
                if self._now() < max(shown.due, self._busy_until):
                    break
                async with shown.lock:
                    if not self._stands(shown):
                        await self._tell(place, shown)
                    self._forget(place, shown)

    def _stands(self, shown: _Shown) -> bool:
        """Does Slack show what it is to show, for as long as that is so?"""
        return shown.told == self._wanted(shown) and (self._way() is None or not _works(shown.told))

    def _forget(self, place: Place, shown: _Shown) -> None:
        if shown.rests and self._stands(shown) and self._places.get(place) is shown:
            del self._places[place]
            _remember(self._clear, place, None)

    async def _tell(self, place: Place, shown: _Shown) -> None:
        wanted, shown.told = shown.told, None
        try:
            async with asyncio.timeout(WITHIN):
                while (way := self._way()) is not None:
                    wanted = shown.session if way == "session" else shown.line
                    try:
                        await self._set(way, place, shown)
                        break
                    except CallRefused as error:
                        if error.code not in ALTOGETHER:
                            raise
                        self._missing[way] = self._now() + RETRY
                        log.warning("Slack does not show my status as a %s: %s", way, error)
            shown.told, shown.unsure = None if shown.unsure else wanted, False
        except CallRefused as error:  # and would refuse it again
            self._lost.add(error)
            shown.told = wanted
        except (ChatError, TimeoutError) as error:
            shown.unsure = isinstance(error, Uncertain | TimeoutError)
            self._lost.add(error)
            self._busy_until = self._now() + AGAIN
        except Exception:
            log.exception("a status was not set")
        shown.due = self._now() + (REFRESH if shown.told is not None else AGAIN)

    async def _set(self, way: Way, place: Place, shown: _Shown) -> None:
        if way == "line":
            await self._set_line(place, shown.line)
            return
        warnings = await self._set_session(place, shown.session, self._beginnings.get(place))
        if UNHEARD in warnings and not self._warned:
            self._warned = True
            log.warning("people see no stop button in Slack: the app is not subscribed to agent_session_stopped")


def _works(told: str | None) -> bool:
    """Does that say that we work, or may it?"""
    return told not in ("", "active", "suspended")


def _remember(kept: OrderedDict[Place, T], place: Place, what: T) -> None:
    kept[place] = what
    while len(kept) > REMEMBERED:
        kept.popitem(last=False)
