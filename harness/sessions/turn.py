"""A turn in progress: its calls, and the asks that they wait for."""

from dataclasses import dataclass
from typing import Literal

from harness.approvals.asks import Ask, Settlement
from harness.approvals.gate import Judged
from harness.approvals.reasons import RuleReason
from harness.chat.people import Person, Place
from harness.sessions.alarms import Alarm
from harness.sessions.reasons import EndReason
from harness.sessions.usage import Usage
from harness.sessions.values import replace
from harness.tools.calls import NO_OP, At, Awaiting, ToolCall

Origin = Literal["person", "heartbeat", "schedule", "parent"]


@dataclass(frozen=True)
class OpenAsk:
    """An ask from its verdict on. Once `settled` it stays only as long as someone may still click on it."""

    id: str
    ask: Ask
    call: ToolCall
    place: Place
    requester: Person
    category: str = ""
    approved_by: tuple[Person, ...] = ()
    since: float = 0.0
    """When it was asked."""
    reminded: bool = False
    settled: Settlement | None = None
    on: str = ""
    """The ask on whose card it stands; empty: it has a card of its own."""

    @property
    def card(self) -> str:
        """The first ask of the card on which it stands."""
        return self.on or self.id


@dataclass(frozen=True, slots=True)
class CardAt:
    """A posting of a card, which begins with `ask`; `shows`: those that can be answered on it, as far as we know."""

    place: Place
    message: str
    ask: str
    shows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clearance:
    """A call may run: by whoever approved it, by a rule, or by a grant. `note` and `edited` are told to the model."""

    by: Person | None = None
    grant: str = ""
    note: str = ""
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """A call's one result: how it came about, by whom, and at which row, whose words the transcript reads. `rules`:
    which of them denied it. `turn_ended`: why it was cut short with its turn; `running`: was it while it ran?
    """

    how: Literal[
        "returned", "denied", "rejected", "answered", "approved", "expired", "unreachable", "stopped", "unknown"
    ]
    position: int
    detail: str = ""
    by: Person | None = None
    rules: RuleReason | None = None
    turn_ended: EndReason | None = None
    running: bool = False


@dataclass(frozen=True, slots=True)
class PendingEdit:
    """An editor's approval of other arguments, which waits for its verdict."""

    call: ToolCall
    by: Person


@dataclass(frozen=True)
class Call:
    """One call of the current step: proposed, judged, (asked), started, ended. Awaited is between started and ended."""

    call: ToolCall
    judged: Judged | None = None
    asks: int = 0
    """How often it was asked; the last ask may be open."""
    edit: PendingEdit | None = None
    cleared: Clearance | None = None
    started: bool = False
    awaiting: Awaiting | None = None
    ended: Ended | None = None

    @property
    def ask(self) -> str:
        """The id of its latest ask."""
        return f"{self.call.id}#{self.asks}"

    @property
    def to_judge(self) -> ToolCall | None:
        """What the gate should look at: nothing any more once it has started."""
        if self.started or self.ended:
            return None
        return self.edit.call if self.edit else self.call

    @property
    def running(self) -> bool:
        """May it run, and is its result still to come from us?"""
        return self.cleared is not None and self.ended is None and self.awaiting is None

    @property
    def busy(self) -> bool:
        """Is it our work, rather than a person's, a child's or the clock's, that it waits for?"""
        return self.ended is None and (self.running or self.judged is None or self.edit is not None)


@dataclass(frozen=True)
class Turn:
    """From a trigger to its end. It replies to the place that it began in."""

    at: At
    requester: Person
    place: Place
    origin: Origin = "person"
    authors: tuple[Person, ...] = ()
    """Everyone whose words are in its requests, once for each set of roles that they had."""
    through: int = 0
    """The current request holds the journal up to here."""
    reads: str = ""
    """The message before which its place is read, before the model is called."""
    calls: tuple[Call, ...] = ()
    begun: bool = False
    """People may see a part of the current reply."""
    waits: Person | None = None
    """Who turned a plan down without a word: the turn ends with this step, and waits for theirs."""
    lasted: bool = False
    """It has a button which stops it."""
    worked: float = 0.0
    since: float | None = None
    """Working since then; None while it waits for people, children or the clock."""
    usage: Usage = Usage()
    alarm: Alarm | None = None
    """What opened it, if it was one."""
    beat: str = ""
    """The heartbeat that it is of, by its id, if it is of one: then nobody sees of it but what it reports."""
    prepares: bool = False
    """What is to be looked at is read first, before the model is called."""
    limit: float | None = None
    """Seconds that it may work, if that is less than for any turn."""
    report: str | None = None
    """What the model wants people to be told of it; empty for nothing, None until it has said so."""
    found: str = ""
    """The digest of what its check has found."""
    ends: bool = False
    """The heartbeat that it is of ends with it, once it has reported."""

    @property
    def unasked(self) -> bool:
        """Is what its mode lets through without asking let through, though no person opened it?"""
        return self.alarm is not None and bool(self.alarm.allowed_by)

    @property
    def thinking(self) -> bool:
        return not self.calls

    @property
    def silent(self) -> bool:
        """Is all that the model made of this step that it has nothing to say?"""
        return bool(self.calls) and all(
            call.call.tool == NO_OP and call.ended is not None and call.ended.how == "returned" for call in self.calls
        )

    @property
    def waiting(self) -> bool:
        """Is it for people, children or the clock alone that it waits?"""
        return not self.thinking and not any(call.busy for call in self.calls)

    def call(self, id: str) -> Call | None:
        """The call of that id that has no result yet."""
        return next((c for c in self.calls if c.call.id == id and c.ended is None), None)

    def having(self, call: Call) -> "Turn":
        return replace(self, calls=tuple(call if c.call.id == call.call.id else c for c in self.calls))

    def heard(self, people: tuple[Person, ...]) -> "Turn":
        known = {(p.id, p.roles) for p in self.authors}
        new = {(p.id, p.roles): p for p in people if (p.id, p.roles) not in known}
        return replace(self, authors=(*self.authors, *new.values())) if new else self
