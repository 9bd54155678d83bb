"""What one person sees at a glance: what waits for them, what is being worked on, what was lately. Pure.

What waits for a decision is shown to whoever may decide it, wherever it is, in a line; of the rest, what one takes part
in. A line does not say all that is decided about: what approves opens a form that does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.approvals.tokens import Token
from harness.chat.cards import Button
from harness.chat.people import Person
from harness.chat.phrases import Phrase, Where, joined
from harness.chat.platforms import direct
from harness.chat.wording import aged, ago
from harness.commands.context import CommandContext, Subject
from harness.commands.heartbeats import heartbeat_in_words
from harness.commands.introduction import introduction, permissions
from harness.commands.lists import UNCALLED, where, woken
from harness.sessions.display import activity
from harness.sessions.index import IndexedThread, people
from harness.sessions.session import Session
from harness.wording import ask_buttons
from harness.wording.ask_cards import drawn, secret
from harness.wording.reminders import led_there, located


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that the viewer may decide: who asks, where, for how long, and what; where it is to be seen, and since
    when it waits, if that is known.
    """

    line: Phrase
    buttons: tuple[Button, ...]
    address: str
    since: float = 0.0


@dataclass(frozen=True, slots=True)
class Scheduled:
    """What we do by ourselves for the viewer, and when; `off` is the token of what ends it."""

    words: str
    off: str


@dataclass(frozen=True, slots=True)
class HomeEntry:
    """A conversation in which the viewer takes part; `fate` is what is going on, or since when nothing is."""

    title: str
    fate: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeView:
    """`introduction` says in Markdown who we are, `permissions` what we do, and what we ask about. What waits longest
    is the first.
    """

    introduction: str
    permissions: str
    waiting: tuple[Waiting, ...] = ()
    working: tuple[HomeEntry, ...] = ()
    recent: tuple[HomeEntry, ...] = ()
    schedules: tuple[Scheduled, ...] = ()
    more: bool = False
    """More waits for the viewer than `waiting` has."""

    @property
    def first(self) -> bool:
        """Has the viewer nothing to do with us yet?"""
        return not (self.waiting or self.working or self.recent)


def home_view(
    viewer: Person,
    sessions: Mapping[str, Session],
    recent: Sequence[IndexedThread],
    context: CommandContext,
    now: float,
    more: bool = False,
) -> HomeView:
    """`sessions` are those that concern the viewer or are at work, `recent` those in which the viewer has spoken;
    `more`: not all are there in which something waits for the viewer.
    """
    waits = [
        one for thread, session in sessions.items() for one in waiting(viewer, Subject(thread, session), context, now)
    ]
    working = [thread for thread, session in sessions.items() if session.at_work and viewer.id in people(session)]
    return HomeView(
        introduction=introduction(context),
        permissions=permissions(context),
        waiting=tuple(sorted(waits, key=lambda one: one.since)),
        working=tuple(_working(sessions[thread], context) for thread in working),
        recent=tuple(
            HomeEntry(one.title or UNCALLED, ago(now - one.at), context.link(one.place, ""))
            for one in recent
            if one.thread not in working
        ),
        schedules=tuple(
            one for thread, session in sessions.items() for one in _scheduled(viewer, Subject(thread, session), context)
        ),
        more=more,
    )


def waiting(viewer: Person, subject: Subject, context: CommandContext, now: float) -> Iterator[Waiting]:
    """What the viewer may decide there."""
    session = subject.session
    for ask in session.asks.open:
        if session.may_settle(viewer, ask):
            card = drawn(subject.thread, ask, context.tools)
            line = joined([(ask.requester,), located(ask), (aged(now - ask.since),), card.title])
            buttons = tuple(ask_buttons.elsewhere(subject.thread, ask.id, ask.ask, secret(card.blocks)))
            address = context.link(*where(session, ask)) if led_there(viewer, ask) else ""
            yield Waiting(line, buttons, address, ask.since)
    request = session.mode_request
    if request and session.may_allow(viewer) and not any(map(viewer.same, request.allowed_by)):
        allow = Button("Allow", str(Token(subject.thread, str(request.row), "allow")), "primary")
        place = (Where(session.place),) if session.place else ()
        line = joined([(request.by,), place, (f"asks for {request.mode} mode, which permits more",)])
        known = session.place if session.place and (viewer.same(request.by) or direct(session.place) is False) else None
        yield Waiting(line, (allow,), context.link(known, "") if known else "")


def _scheduled(viewer: Person, subject: Subject, context: CommandContext) -> Iterator[Scheduled]:
    """Of the viewer. Anybody may end it who may talk."""
    timers = subject.session.timers
    for wakeup in timers.wakeups:
        if viewer.same(wakeup.by):
            yield Scheduled(woken(wakeup, context.zone), str(Token(subject.thread, wakeup.id, "turn-off")))
    for heartbeat in timers.heartbeats:
        if viewer.same(heartbeat.by):
            words = f"{subject.session.title or UNCALLED}: {heartbeat_in_words(heartbeat, context.zone)}"
            yield Scheduled(words, str(Token(subject.thread, heartbeat.id, "turn-off")))


def _working(session: Session, context: CommandContext) -> HomeEntry:
    assert session.place
    return HomeEntry(session.title or UNCALLED, activity(session).text, context.link(session.place, ""))
