"""What is answered of several conversations: their list, and what waits in them. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from harness.approvals.asks import Approval
from harness.chat.cards import Card
from harness.chat.events import Surface
from harness.chat.people import Person, Place
from harness.chat.phrases import plain
from harness.chat.secrets import concealed
from harness.chat.untrusted import in_code
from harness.chat.wording import ago, capitalized, counted, duration, shortened
from harness.commands.context import CommandContext, Link, Subject
from harness.sessions.facts import MessageCorrected, MessageReceived, Row
from harness.sessions.index import IndexedThread
from harness.sessions.session import OpenCommand, Session
from harness.sessions.threads import short
from harness.sessions.turn import OpenAsk
from harness.sessions.wakeup import Wakeup
from harness.toolbox.clock import briefly
from harness.toolbox.wording import one_line
from harness.wording.ask_cards import act_of, drawn
from harness.wording.reminders import led_there

NOTHING_HERE = "There are no threads here yet. Mention me to start one."
NONE_OF_YOURS = "You have no thread in this channel yet. Mention me with a request, then say {} in that thread."
NOTHING_TO_STOP = "There is nothing to stop: I'm not working on anything in this channel."
UNCALLED = "(nothing said yet)"
SHOWN = 80
"""Characters of somebody's words in a line."""


def asks(subject: Subject, context: CommandContext, viewer: Person) -> Iterator[str]:
    """A line for each open ask of that conversation, and for a mode that somebody asked for; those that are the
    viewer's to decide say so.
    """
    session = subject.session
    for ask in session.asks.open:
        card = drawn(subject.thread, ask, context.tools, context.known)
        yours = " **(yours)**" if session.may_settle(viewer, ask) else ""
        who = capitalized(plain(ask.ask.deciders.described(ask.requester, context.known)))
        linked = _linked(context.link, *where(session, ask)) if led_there(viewer, ask) else ""
        yield f"- {_asked(ask, card, context)} {who} can decide.{yours}{linked}"
    if request := session.mode_request:
        who = capitalized(plain(request.needs.described(request.by)))
        yield f"- {request.by} asks for {request.mode} mode, which permits more. {who} can allow it."


def _asked(ask: OpenAsk, card: Card, context: CommandContext) -> str:
    """What it is about, also where a card says that in its body."""
    if not isinstance(ask.ask, Approval):
        return plain(card.title)
    return f"{act_of(ask, context.tools.get(ask.call.tool)).line}?"


def threads(
    listed: Sequence[IndexedThread],
    at_work: frozenset[str],
    here: str,
    now: float,
    link: Link,
    surface: Surface,
    more: bool = False,
) -> str:
    """The conversations of a channel; `here` is the one that is spoken in, `at_work` are those that are worked on;
    `more`: there are older ones.
    """
    lines = [
        f"- `{short(one.thread)}` **{one.title or UNCALLED}** – {_fate(one, at_work)}, {ago(now - one.at)}"
        f"{' (this one)' if one.thread == here else _linked(link, one.place, '')}"
        for one in listed
    ]
    latest = f", the latest {len(lines)}" if more else ""
    return "\n".join([f"Threads{surface.among}{latest}:", *lines]) if lines else NOTHING_HERE


def woken(wakeup: Wakeup, zone: str = "UTC") -> str:
    """When it is woken on the clocks of that zone, for whom, and for what, in one line."""
    passed = f"skipped {counted(wakeup.skipped, 'time')}" if wakeup.skipped else ""
    failed = f"failed {counted(wakeup.tries, 'time')}, tried again" if wakeup.tries else ""
    allowed = f"{wakeup.allowed_by} lets it act as the mode allows" if wakeup.allowed_by else ""
    state = "paused" if wakeup.paused else "due, not read yet" if wakeup.came else ""
    more = "; ".join(filter(None, (state, passed, failed, allowed)))
    when = f"{wakeup.schedule}, next {briefly(wakeup.at, zone)}" if wakeup.recurs else briefly(wakeup.at, zone)
    note = one_line(" ".join(concealed(wakeup.note).split()))
    return f"{when}{f' ({more})' if more else ''}, for {wakeup.by}: {note}"


def running(command: OpenCommand, zone: str = "UTC") -> str:
    """What runs in the background, since when on the clocks of that zone, for how long at most, and for whom."""
    since, state = briefly(command.since, zone), ", is being ended" if command.stopped else ""
    return f"{in_code(command.command)}, since {since}, {duration(command.limit)} at most, for {command.by}{state}"


def where(session: Session, ask: OpenAsk) -> tuple[Place, str]:
    """The place of that ask, and its card there if it is posted."""
    cards = (card.message for card in session.asks.cards if card.ask == ask.card and card.place == ask.place)
    return ask.place, next(cards, "")


def in_short(text: str) -> str:
    """Somebody's words, in the line of a list."""
    return shortened(" ".join(text.split()), SHOWN)


def words(rows: Iterable[Row]) -> Mapping[int, str]:
    """What people said at those rows, as they corrected it."""
    said, names = dict[int, str](), dict[str, int]()
    for row in rows:
        match row.fact:
            case MessageReceived(text=text, message=message):
                said[row.position] = text
                names[message] = row.position
            case MessageCorrected(text=text, message=message) if message in names:
                said[names[message]] = text
    return said


def _fate(listed: IndexedThread, at_work: frozenset[str]) -> str:
    return "working" if listed.thread in at_work else "waiting" if listed.waits else "idle"


def _linked(link: Link, place: Place, message: str) -> str:
    address = link(place, message)
    return f" · [open]({address})" if address else ""
