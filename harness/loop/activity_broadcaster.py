"""Those who watch: subscribers are told every lifecycle event with the state to draw, and places show what is going
on.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from harness.chat.cards import Text
from harness.chat.people import Place
from harness.chat.port import Activity, Chat
from harness.loop import post_rendering, tasks
from harness.loop.tasks import Tasks
from harness.sessions.display import (
    DisplayState,
    OutputDelta,
    Progress,
    RunEvent,
    RunStarted,
    ThinkingDelta,
    activity,
    display,
    lifecycle,
)
from harness.sessions.effects import StopTurn
from harness.sessions.facts import Row
from harness.sessions.session import Session
from harness.tools.calls import At
from harness.tools.tool import AnyTool

OUTPUT_KEPT = 2_000
"""Characters of a running tool's output that are shown."""
Subscriber = Callable[[str, RunEvent | None, DisplayState], None]
"""Called with the thread, the event (None if only the state changed), and the state. Must not raise, and must not
wait.
"""


@dataclass
class _Watched:
    session: Session
    progress: Progress = Progress()
    activity: tuple[Place, Activity | None] | None = None
    """What its place was told last; None if that is not known."""
    tasks: Tasks = field(default_factory=dict)
    drawn: Text | None = None
    """What the message reads that makes the offer to stop."""


class ActivityBroadcaster:
    """Fulfils `harness.loop.progress.Observer`. Holds nothing of a thread that rests. `tools` say what calls do."""

    def __init__(self, chat: Chat, tools: Mapping[str, AnyTool] | None = None) -> None:
        self._chat, self._tools = chat, tools or {}
        self._watched: dict[str, _Watched] = {}
        self._subscribers: list[Subscriber] = []
        self._wanted: dict[Hashable, Callable[[], Awaitable[None]]] = {}
        self._showing: dict[Hashable, asyncio.Task[None]] = {}

    def subscribe(self, subscriber: Subscriber) -> None:
        self._subscribers.append(subscriber)

    def woken(self, thread: str, session: Session) -> None:
        self._watched[thread] = watched = _Watched(session)
        if session.turn:  # whatever an activation before this one left there
            watched.activity = (session.turn.place, None)
            watched.tasks = tasks.running(session, self._tools)
        else:
            for place in dict.fromkeys(item.place for item in session.postings.outbox):
                self._show(place, Activity())
        self._tell(thread)

    def recalled(self, thread: str, before: Session, row: Row, after: Session) -> None:
        pass

    def folded(self, thread: str, before: Session, row: Row, after: Session) -> None:
        watched = self._watched.get(thread)
        if watched is None:
            return  # an outcome that came after its activation had ended
        watched.session = after
        if after.turn is None or (watched.progress.at and watched.progress.at.turn != after.turn.at.turn):
            watched.progress = Progress()
        events = list(lifecycle(before, row, after))
        watched.tasks = tasks.after(watched.tasks, events, row, after, self._tools)
        self._tell(thread, events)

    def started(self, thread: str, at: At) -> None:
        if watched := self._watched.get(thread):
            watched.progress = Progress(at)
            self._tell(thread, [RunStarted(at.turn)] if at.step == 1 else [])

    def said(self, thread: str, at: At, text: str, thinking: str) -> None:
        watched = self._watched.get(thread)
        if watched is None:
            return
        before = watched.progress
        watched.progress = replace(before, text=text, thinking=thinking)
        if thinking != before.thinking:
            self._tell(thread, [ThinkingDelta(at.turn, _delta(before.thinking, thinking))])
        if text != before.text:
            self._tell(thread, [OutputDelta(at.turn, _delta(before.text, text))])

    def output(self, thread: str, call: str, text: str) -> None:
        watched = self._watched.get(thread)
        if watched is None:
            return
        printed = (watched.progress.output.get(call, "") + text)[-OUTPUT_KEPT:]
        watched.progress = replace(watched.progress, output={**watched.progress.output, call: printed})
        if self._says_how_far(watched.session, call):
            watched.tasks = tasks.saying(watched.tasks, call, text)
        self._tell(thread)

    def _says_how_far(self, session: Session, id: str) -> bool:
        """Is that what it shows, rather than what a command prints?"""
        call = session.call(id)
        tool = self._tools.get(call.call.tool) if call else None
        return tool is not None and not tool.shell

    def rested(self, thread: str) -> None:
        self._watched.pop(thread, None)

    def _tell(self, thread: str, events: Iterable[RunEvent] = ()) -> None:
        """Each event with the state after it; without one, that the state has changed."""
        watched = self._watched[thread]
        if self._subscribers:
            state, told = display(watched.session, watched.progress), list[RunEvent | None](events) or [None]
            for subscriber in self._subscribers:
                for event in told:
                    subscriber(thread, event, state)
        turn, doing = watched.session.turn, activity(watched.session)
        place = turn.place if turn else watched.activity[0] if watched.activity else None
        unseen = turn is not None and not turn.policy.visible and watched.activity is None and doing == Activity()
        if place and not unseen and watched.activity != (place, doing):
            watched.activity = (place, doing)
            self._show(place, doing)
        self._draw(thread, watched)

    def _draw(self, thread: str, watched: _Watched) -> None:
        """The message that offers to stop a long turn says what the turn does."""
        session = watched.session
        for made in session.postings.actions:
            post, message = made.post, made.message
            if isinstance(post.action, StopTurn) and session.offers(post.action):
                body = tasks.drawn(post_rendering.posted(thread, post), watched.tasks, session)
                if body.tasks and body != watched.drawn:
                    watched.drawn = body
                    show = partial(self._chat.stream, post.place, message, body, post_rendering.key(thread, post.id))
                    self._soon((post.place, message), show)

    def _show(self, place: Place, activity: Activity) -> None:
        self._soon(place, partial(self._chat.show, place, activity))

    def _soon(self, where: Hashable, call: Callable[[], Awaitable[None]]) -> None:
        """One call at a time for each place or message, and only the latest."""
        self._wanted[where] = call
        if where not in self._showing:
            self._showing[where] = asyncio.create_task(self._shown(where))

    async def _shown(self, where: Hashable) -> None:
        try:
            while where in self._wanted:
                await self._wanted.pop(where)()
        finally:
            del self._showing[where]


def _delta(before: str, after: str) -> str:
    return after[len(before) :] if after.startswith(before) else after
