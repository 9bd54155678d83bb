"""A turn in progress: its calls, and the asks that they wait for."""

from dataclasses import KW_ONLY, dataclass
from typing import Literal, TypeVar

from harness.approvals.asks import APPROVED, Ask, Settlement
from harness.approvals.gate import Judged
from harness.chat.people import Person, Place
from harness.sessions import ask_status, call_status
from harness.sessions.ask_status import Posted, Settled, Unposted
from harness.sessions.call_status import (
    BUSY,
    OPEN,
    Asked,
    CallEnd,
    Cleared,
    Edited,
    Event,
    Previewing,
    Proposed,
    Returned,
    Started,
    Status,
)
from harness.sessions.loops import Repeated
from harness.sessions.policies import PERSON, TurnPolicy
from harness.sessions.preparations import Preparation
from harness.sessions.transitions import moved
from harness.sessions.usage import Usage
from harness.sessions.wakeup import Wakeup
from harness.tools.calls import NO_OP, At, ToolCall
from harness.tools.changes import FileChanged, ToolsNarrowed
from harness.tools.previews import Preview, Stale
from harness.tools.values import replace

P = TypeVar("P", bound=Preparation)


@dataclass(frozen=True, slots=True)
class Replaced:
    """The ask at which a call had those `arguments`, before the model put others in their place for a `reason`. `by`:
    who had spoken with it.
    """

    ask: str
    arguments: str
    by: tuple[Person, ...]
    reason: str = ""


@dataclass(frozen=True)
class OpenAsk:
    """An ask from its verdict on. Once `settled` it stays only as long as someone may still click on it."""

    id: str
    ask: Ask
    call: ToolCall
    place: Place
    requester: Person
    _: KW_ONLY
    category: str = ""
    approved_by: tuple[Person, ...] = ()
    since: float = 0.0
    """When it was asked."""
    status: ask_status.Status = Unposted()
    on: str = ""
    """The ask on whose card it stands; empty: it has a card of its own."""
    preview: Preview | None = None
    """What its call would do, as it was when it was asked."""
    summary: str = ""
    """That in a line, as people were shown it; empty where it is in the call."""
    stale: Stale | None = None
    """It was asked before, and did not run: this is another since. No grant answers, since people wanted to see."""
    lapsed: bool = False
    """The tool was always allowed, and is another since."""
    authors: tuple[Person, ...] = ()
    """Whose words the turn had heard when it was asked: what is said later bars nobody from deciding it."""
    reason: str = ""
    """What the model said before it."""
    replaces: Replaced | None = None
    """What the call was when it was asked before, if somebody has had the model change it."""
    unedited: str = ""
    """The arguments of its call before somebody edited them."""
    ended: CallEnd | None = None
    """What became of its call, if that was cleared here."""
    deleted: bool = False
    """What people had asked for was deleted while it was open."""
    always: str = ""
    """What is always allowed since it was answered, as long as it is."""
    revoked: Person | None = None
    """Who has ended that."""
    asides: int = 0
    """How often people and the model have talked while it was open."""
    undo: FileChanged | None = None
    """The change of a file that its call has made, as long as it is the last that is known of."""
    undone: Person | None = None
    """Who has had that undone."""
    private: bool = False
    """Some of the people who work with us can't read its place."""
    unmasked: bool = False
    """True if somebody opened what masks cover on its card."""

    @property
    def settled(self) -> Settlement | None:
        """How it ended, if it has."""
        return self.status.settlement if isinstance(self.status, Settled) else None

    @property
    def expires(self) -> float | None:
        """When it does, if it does: as long after it was first shown as it was to be after it was asked."""
        if self.ask.expires is None or not isinstance(self.status, Posted):
            return None
        return self.ask.expires + max(0.0, self.status.at - self.since)

    def moved(self, event: ask_status.Event, then: ask_status.Status) -> "OpenAsk":
        """After that event. Raises NoTransition."""
        return replace(self, status=moved(ask_status.TRANSITIONS, self.status, event, then))

    def seen(self, now: float) -> "OpenAsk":
        """A card shows it."""
        if isinstance(self.status, Settled):
            return self
        return self.moved("shown", self.status if isinstance(self.status, Posted) else Posted(now))

    @property
    def over(self) -> bool:
        """Is there nothing more that its card would say?"""
        approved = self.settled is not None and self.settled.outcome in APPROVED
        more = self.always or self.undoable
        return self.settled is not None and not more and (not approved or self.ended is not None)

    @property
    def undoable(self) -> bool:
        """Can what its call has changed be had back?"""
        return self.undo is not None and not self.undo.why

    @property
    def face(self) -> str:
        """How a card shows it, in a word or two: where this is another, it is to be drawn anew."""
        if self.settled is None:
            return ",".join(["open", *(["deleted"] if self.deleted else []), *(one.id for one in self.approved_by)])
        more = [self.ended.how if self.ended else "", "overtaken" if self.settled.rules else "", self.always]
        more.append(f"revoked {self.revoked.id}" if self.revoked else "")
        more.append(f"undo {self.undo.why}".strip() if self.undo else "")
        more.append(f"undone {self.undone.id}" if self.undone else "")
        return ",".join([self.settled.outcome, *filter(None, more)])

    @property
    def card(self) -> str:
        """The first ask of the card on which it stands."""
        return self.on or self.id

    @property
    def first(self) -> bool:
        """Was nothing asked about its call before?"""
        return self.id == f"{self.call.id}#1"

    @property
    def bare(self) -> "OpenAsk":
        """Without what only a card shows."""
        return replace(self, call=replace(self.call, arguments=""), unedited="", preview=None, summary="", undo=None)


@dataclass(frozen=True, slots=True)
class CardAt:
    """A posting of a card, which begins with `ask`; `shows`: those that can be answered on it, as far as we know.
    `written` is when it was posted by the platform's clock, in seconds since the epoch, if it says.
    """

    place: Place
    message: str
    ask: str
    shows: tuple[str, ...] = ()
    written: float | None = None
    face: str = ""
    """How it shows them, see `Asks.face`; empty, if that is not known."""
    masked: bool = False
    """True if a mask covers a part of it."""

    def shows_since(self, ask: str, place: Place, when: float) -> bool:
        """Did that ask stand on it, in that place, before that time by the same clock?"""
        return ask in self.shows and self.place == place and self.written is not None and self.written < when


@dataclass(frozen=True)
class Call:
    """One call of the current step, and how far it is: see `call_status`."""

    call: ToolCall
    status: Status = Proposed()
    asks: int = 0
    """How often it was asked; the last ask may be open."""
    replaced: Replaced | None = None
    """How it came to have other arguments than the model had given it first."""

    @property
    def ask(self) -> str:
        """The id of its latest ask."""
        return f"{self.call.id}#{self.asks}"

    @property
    def next_ask(self) -> str:
        return f"{self.call.id}#{self.asks + 1}"

    @property
    def over(self) -> bool:
        """Has it its result?"""
        return not isinstance(self.status, OPEN)

    @property
    def to_judge(self) -> ToolCall | None:
        """What the gate should look at: nothing any more once it has started."""
        match self.status:
            case Edited(call=edited):
                return edited
            case Proposed() | Previewing() | Asked() | Cleared():
                return self.call
            case _:
                return None

    @property
    def ruling(self) -> Judged | None:
        """The verdict that holds, while there may still be a stricter one."""
        return self.status.ruling if isinstance(self.status, Previewing | Asked | Cleared) else None

    @property
    def earlier(self) -> Judged | None:
        """The last verdict on it, also one that holds no more: it was edited since, or was found stale."""
        match self.status:
            case Proposed(before=before) | Edited(ruling=before):
                return before
            case _:
                return self.ruling

    @property
    def unseen(self) -> bool:
        """Is it yet to be seen what it would do?"""
        return isinstance(self.status, Previewing) and self.status.seen is None

    @property
    def running(self) -> bool:
        """May it run, and is its result still to come from us?"""
        return isinstance(self.status, Cleared | Started)

    @property
    def started(self) -> bool:
        """Does its tool run, for all that the journal knows?"""
        return isinstance(self.status, Started)

    @property
    def busy(self) -> bool:
        """Is it our work, rather than a person's, a child's or the clock's, that it waits for?"""
        return isinstance(self.status, BUSY)

    def moved(self, event: Event, then: Status) -> "Call":
        """After that event. Raises NoTransition."""
        return replace(self, status=moved(call_status.TRANSITIONS, self.status, event, then))


@dataclass(frozen=True, slots=True)
class Aside:
    """What people say while the calls of a step wait for them is answered: the `number` of the aside in its step, up to
    which row its request goes, and who has spoken. `begun`: people may see a part of the answer.
    """

    number: int
    through: int
    by: tuple[Person, ...] = ()
    begun: bool = False


@dataclass(frozen=True)
class Turn:
    """From a trigger to its end. It replies to the place that it began in."""

    at: At
    requester: Person
    place: Place
    policy: TurnPolicy = PERSON
    _: KW_ONLY
    authors: tuple[Person, ...] = ()
    """Everyone whose words are in its requests, once for each set of roles that they had."""
    through: int = 0
    """The current request holds the journal up to here."""
    preparations: tuple[Preparation, ...] = ()
    """What is still to be read before the model is called."""
    calls: tuple[Call, ...] = ()
    compacted: bool = False
    """The current request has had its compaction, whatever came of it: it gets no second."""
    begun: bool = False
    """People may see a part of the current reply."""
    waits: Person | None = None
    """Who turned a plan down without a word: the turn ends with this step, and waits for theirs."""
    queued: float | None = None
    """Since then it waits for other turns to end, if it does: so many are at work."""
    told: bool = False
    """Whoever opened it sees that it waits."""
    opening: str = ""
    """What its platform calls the message that opened it."""
    messages: tuple[str, ...] = ()
    """Those that it has heard, by what its platform calls them."""
    forgets: int = 0
    """The last step in which something was deleted that its calls may be made of."""
    opened: int = 0
    """The row that opened it."""
    began: float
    """When that was, in seconds since the epoch."""
    package: str = ""
    """The checksum of the package that it runs with; empty as long as no reply was made with one, and once it is to
    have another.
    """
    private: bool | None = None
    """True if not everybody in the team can read its place; None if nobody has looked."""
    solo: bool = False
    """True if one person alone works with us, and so nobody else reads the files."""
    lasted: bool = False
    """It has a button which stops it."""
    worked: float = 0.0
    since: float | None = None
    """Working since then; None while it waits for people, children, the clock or other turns."""
    ran: int = 0
    """Its calls that have run to their end."""
    failed: int = 0
    """Those of them that did not go well."""
    planned: bool = False
    """It has written down what is to be done."""
    usage: Usage = Usage()
    wakeup: Wakeup | None = None
    """What opened it, if it was one."""
    heartbeat: str = ""
    """The heartbeat that it is of, by its id, if it is of one."""
    model: str = ""
    """The model that thinks, if it is not the thread's."""
    limit: float | None = None
    """Seconds that it may work, if that is less than for any turn."""
    report: str | None = None
    """What the model wants people to be told of it; empty for nothing, None until it has said so."""
    found: str = ""
    """The digest of what its check has found."""
    ends: bool = False
    """The heartbeat that it is of ends with it, once it has reported."""
    aside: Aside | None = None
    """What is being answered while it waits for people."""
    asides: int = 0
    """How many there have been in this step."""
    quiet: bool = False
    """A limit is reached: it waits for people without asides."""
    talk: Usage = Usage()
    """What asides have used, of its usage: the work's limits do not count it."""
    repeated: tuple[Repeated, ...] = ()
    """Calls of the last two steps, and how often each was made in a row with the same result."""
    denied: tuple[str, ...] = ()
    """The signatures of calls that people denied, as long as nobody has said anything since."""
    nudged: Literal["", "call", "words"] = ""
    """What its model was told that a reply lacked; once a turn."""
    narrowed: tuple[ToolsNarrowed, ...] = ()
    """What skills that it has read leave to be used: only what each of them does."""
    said: str = ""
    """What the model said before the calls of this step, as their reason."""
    unsaid: str = ""
    """The last of that which people have not read."""

    @property
    def unasked(self) -> bool:
        """Is what its mode lets through without asking let through, though no person opened it?"""
        return self.wakeup is not None and bool(self.wakeup.allowed_by)

    @property
    def thinking(self) -> bool:
        return not self.calls

    @property
    def unread(self) -> bool:
        """Is it certain that no model has read what opened it?"""
        return self.at.step == 1 and not self.begun and (self.queued is not None or bool(self.preparations))

    @property
    def silent(self) -> bool:
        """Is all that the model made of this step that it has nothing to say?"""
        return bool(self.calls) and all(
            call.call.tool == NO_OP and isinstance(call.status, Returned) for call in self.calls
        )

    @property
    def waiting(self) -> bool:
        """Is it for people, children or the clock alone that it waits?"""
        for call in self.calls:  # it is asked twenty times a step
            if call.busy:
                return False
        return bool(self.calls)

    @property
    def asking(self) -> bool:
        """Is it people alone that it waits for?"""
        waiting = [call for call in self.calls if not call.over]
        return bool(waiting) and all(isinstance(call.status, Asked) for call in waiting)

    def call(self, id: str) -> Call | None:
        """The call of that id that has no result yet."""
        return next((c for c in self.calls if c.call.id == id and not c.over), None)

    def prepares(self, kind: type[P]) -> P | None:
        """What is read now, if it is of that kind."""
        first = self.preparations[0] if self.preparations else None
        return first if isinstance(first, kind) else None

    def prepared(self) -> "Turn":
        """What is read now has been."""
        return replace(self, preparations=self.preparations[1:])

    def worked_until(self, now: float) -> float:
        """The seconds that it has worked by then."""
        return self.worked + (0.0 if self.since is None else max(0.0, now - self.since))

    def having(self, call: Call) -> "Turn":
        return replace(self, calls=tuple(call if c.call.id == call.call.id else c for c in self.calls))

    def heard(self, people: tuple[Person, ...]) -> "Turn":
        known = {(p.id, p.roles) for p in self.authors}
        new = {(p.id, p.roles): p for p in people if (p.id, p.roles) not in known}
        return replace(self, authors=(*self.authors, *new.values())) if new else self
