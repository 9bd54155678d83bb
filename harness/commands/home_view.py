"""What one person sees at a glance: what waits for them, what is being worked on, what was lately. Pure.

What waits for a decision is shown to whoever may decide it, wherever it is; of the rest, what one takes part in.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.approvals.tokens import Token
from harness.chat.cards import Button, Card
from harness.chat.people import Person
from harness.chat.phrases import capitalized
from harness.chat.wording import ago
from harness.commands.context import CommandContext, Subject
from harness.commands.heartbeats import heartbeat_in_words
from harness.commands.introduction import introduction
from harness.commands.lists import UNCALLED, where, woken
from harness.sessions.display import activity
from harness.sessions.index import IndexedThread, people
from harness.sessions.session import Session
from harness.wording.ask_cards import drawn


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that the viewer may decide, and where it is to be seen."""

    card: Card
    address: str


@dataclass(frozen=True, slots=True)
class HomeEntry:
    """A conversation in which the viewer takes part; `fate` is what is going on, or since when nothing is."""

    title: str
    fate: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeView:
    """`introduction` says in Markdown who we are, `schedules` what we do by ourselves for the viewer, and when."""

    introduction: str
    waiting: tuple[Waiting, ...] = ()
    working: tuple[HomeEntry, ...] = ()
    recent: tuple[HomeEntry, ...] = ()
    schedules: tuple[str, ...] = ()
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
    working = [thread for thread, session in sessions.items() if session.at_work and viewer.id in people(session)]
    return HomeView(
        introduction=introduction(context),
        waiting=tuple(
            one for thread, session in sessions.items() for one in waiting(viewer, Subject(thread, session), context)
        ),
        working=tuple(_working(sessions[thread], context) for thread in working),
        recent=tuple(
            HomeEntry(one.title or UNCALLED, ago(now - one.at), context.link(one.place, ""))
            for one in recent
            if one.thread not in working
        ),
        schedules=tuple(
            woken(wakeup, context.zone)
            for session in sessions.values()
            for wakeup in session.timers.wakeups
            if viewer.same(wakeup.by)
        )
        + tuple(
            f"{session.title or UNCALLED}: {heartbeat_in_words(heartbeat, context.zone)}"
            for session in sessions.values()
            for heartbeat in session.timers.heartbeats
            if viewer.same(heartbeat.by)
        ),
        more=more,
    )


def waiting(viewer: Person, subject: Subject, context: CommandContext) -> Iterator[Waiting]:
    """What the viewer may decide there."""
    session = subject.session
    for ask in session.asks.open:
        if session.may_settle(viewer, ask):
            yield Waiting(drawn(subject.thread, ask, context.tools, context.known), context.link(*where(session, ask)))
    request, authors = session.mode_request, session.turn.authors if session.turn else ()
    if request is None or any(map(viewer.same, request.allowed_by)):
        return
    if request.needs.may_decide(viewer, request.by, authors):
        allow = Button("Allow", str(Token(subject.thread, str(request.row), "allow")), "primary")
        notes = ("it permits more · ", *request.needs.described(request.by), " can allow it")
        card = Card((request.by, f" asks for {request.mode} mode"), notes=capitalized(notes), buttons=(allow,))
        yield Waiting(card, context.link(session.place, "") if session.place else "")


def _working(session: Session, context: CommandContext) -> HomeEntry:
    assert session.place
    return HomeEntry(session.title or UNCALLED, activity(session).text, context.link(session.place, ""))
