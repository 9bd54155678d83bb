"""A Session is the fold of its journal: who may do what, and what is still to be done. What was said is not in it.

Control state only, and small: it is bounded by what is open, never by how long the thread is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import assert_never

from harness.approvals.asks import Outcome, Settlement
from harness.approvals.deciders import Deciders
from harness.approvals.reasons import RuleReason
from harness.chat.people import Person, Place
from harness.sessions.asked import Asks
from harness.sessions.budgets import SpentBudget
from harness.sessions.call_status import CallEnd
from harness.sessions.effects import (
    AdjustHeartbeat,
    AllowMode,
    AskAgain,
    ContinueTurn,
    DropNote,
    LiftBudget,
    MessageAction,
    Outgoing,
    PassOnDeletion,
    Post,
    PostAsk,
    StopTurn,
    TakeBackAnswer,
    UndoChange,
    UndoNote,
)
from harness.sessions.heartbeat import Heartbeat
from harness.sessions.inbox import Inbox
from harness.sessions.notices import Notice
from harness.sessions.postings import Postings
from harness.sessions.reasons import BudgetHit, EndReason
from harness.sessions.timer import Timer
from harness.sessions.timers import Timers
from harness.sessions.turn import Call, OpenAsk, Turn
from harness.sessions.usage import NOTHING, CountedUsage, Usage
from harness.sessions.wakeup import Wakeup
from harness.tools.calls import At
from harness.tools.changes import Todo
from harness.tools.values import replace

BRANCH = "branch-"
"""How the id of the post begins below which a branch goes on."""
KEPT_ORIGINS = 16
"""Origins of text that are told apart: whoever has heard so many asks no less for one more."""
KEPT_SEEN = 500
"""Files of which it is known that the model has seen them: one of before has to be read again."""
KEPT_COUNTED = 32
"""Model calls that are known to be counted, should their outcome be told once more."""


@dataclass(frozen=True, slots=True)
class Branching:
    """A branch that `by` wants since that row, up to that `message` if one is named. `at` is where it begins: not known
    until the message is posted below which it goes on; `bound`, if it goes on where it was asked for. `gone` are
    messages that were deleted since.
    """

    row: int
    by: Person
    place: Place
    message: str = ""
    at: Place | None = None
    bound: bool = False
    gone: tuple[str, ...] = ()

    @property
    def post(self) -> str:
        return f"{BRANCH}{self.row}"


@dataclass(frozen=True, slots=True)
class OpenCommand:
    """A command that runs in the background: it has not ended, for all that the journal knows.

    Attributes:
        id: that of the call that has begun it
        command: how it begins, in a line
        by: whom its turn was for
        place: where that was at work
        turn: which that was
        node: the machine that has it
        boot: which start of the program there
        since: when it began, in seconds since the epoch
        limit: seconds that it may take
        notify: its end is to be heard at once
        stopped: it is to end
    """

    id: str
    command: str
    by: Person
    place: Place
    _: KW_ONLY
    turn: int
    node: str
    boot: str
    since: float
    limit: float
    notify: bool = False
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Deletion:
    """Somebody wants all of this gone, and is told there if it is not."""

    by: Person
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Taint:
    """Text of that origin, from outside, is in the conversation since that row."""

    source: str
    row: int


@dataclass(frozen=True, slots=True)
class SummaryWanted:
    """Somebody wants what was said summed up before the next request, and is told there what came of it."""

    by: Person
    place: Place


@dataclass(frozen=True, slots=True)
class Observing:
    """What was said is being written down, as it was at the row `through`, or what was written down is condensed, if it
    `reflects`; or that has `failed`.
    """

    through: int
    reflects: bool = False
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Lifting:
    """An owner wants the budget lifted that has ended the `turn`, or of which owners were told, if that is 0."""

    by: Person
    place: Place
    turn: int
    budget: SpentBudget


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """How the last turn ended, with which row: `why` is None if it was by its reply; `resumes`: may somebody have it
    go on?
    """

    turn: int
    requester: Person
    _: KW_ONLY
    why: EndReason | None = None
    resumes: bool = False
    row: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeRequest:
    """Somebody wants to go on in a `mode` that permits more: whom it `needs` to allow it, and who has."""

    row: int
    by: Person
    mode: str
    needs: Deciders
    allowed_by: tuple[Person, ...] = ()

    def allowable(self, by: Person, authors: Iterable[Person]) -> bool:
        """May they allow it, where the turn has heard those `authors`?"""
        return self.needs.may_decide(by, self.by, authors)


@dataclass(frozen=True, slots=True)
class ModeSwitch:
    """Somebody has chosen the `mode`, at that time in seconds since the epoch."""

    mode: str
    by: Person
    at: float


@dataclass(frozen=True, kw_only=True)
class Session:
    """One thread's control state after the row `head`, at the time `now` of that row."""

    head: int = 0
    now: float = 0.0
    turns: int = 0
    turn: Turn | None = None
    last: TurnEnd | None = None
    inbox: Inbox = Inbox()
    asks: Asks = Asks()
    postings: Postings = Postings()
    closed: tuple[Call, ...] = ()
    """The calls of the last step that closed, in call order, for whoever draws the transcript."""
    mode: str = ""
    """The name of its mode; empty for the workspace's default."""
    switched: ModeSwitch | None = None
    """How it came to be in that mode, if somebody has chosen it."""
    place: Place | None = None
    """Where it is at work, or was last."""
    package: str = ""
    """The checksum of the last package that a turn ran with."""
    title: str = ""
    """Its first words, until people or a model name it; a branch's is that of its thread."""
    opening: str = ""
    """The message that its first words are of, while it is called by them."""
    mode_request: ModeRequest | None = None
    models: Mapping[str, str] = field(default_factory=dict)
    """The models that were chosen in this thread, by the modes in which they were; empty for the mode's own."""
    refused_media: tuple[str, ...] = ()
    """The digests of files that a provider refused to look at."""
    todos: tuple[Todo, ...] = ()
    timers: Timers = Timers()
    summary_wanted: SummaryWanted | None = None
    observing: Observing | None = None
    taint: tuple[Taint, ...] = ()
    """The text from outside that it has read, by the first row of each origin. It does not wear off: nobody knows what
    a model has made of it.
    """
    seen: tuple[str, ...] = ()
    """The files that the model was shown or has made, by digests of where they lie: the last at the end."""
    remembers: bool = False
    """Notes were written here, of what was said here."""
    noted: tuple[str, ...] = ()
    """The last notes that were written here, and can be undone."""
    titled: bool = False
    """People or a model have named it, or were to: it is not to be named by a model any more."""
    titling: str = ""
    """The model that is to name it."""
    first: Person | None = None
    """Who has spoken here first of all people."""
    several: bool = False
    """Somebody else has spoken, too."""
    archived: bool = False
    """It is not listed, until somebody speaks."""
    deleting: Deletion | None = None
    branching: tuple[Branching, ...] = ()
    """Branches that people want."""
    branches: tuple[str, ...] = ()
    """The threads that began with what was said here."""
    passing: tuple[PassOnDeletion, ...] = ()
    """Deletions of which branches are to know."""
    dropping: tuple[DropNote, ...] = ()
    """Notes that somebody wants forgotten."""
    commands: tuple[OpenCommand, ...] = ()
    """Those that run in the background."""
    undoing: tuple[UndoChange, ...] = ()
    """Changes of files that somebody wants undone."""
    voiding: tuple[str, ...] = ()
    """Messages that were deleted: what they were in is to be forgotten."""
    lifting: Lifting | None = None
    liftable: SpentBudget | None = None
    """The budget of which owners were told here."""
    usage: Usage = Usage()
    counted: tuple[CountedUsage, ...] = ()
    """The last that was added to `usage`."""

    # What it knows
    @property
    def in_flight(self) -> bool:
        """Is a tool running, for all that the journal knows?"""
        return self.turn is not None and any(call.started for call in self.turn.calls)

    @property
    def at_work(self) -> bool:
        """Is there a turn that goes on, and waits for nothing? Of a heartbeat's nobody need know."""
        return self.turn is not None and not self.turn.waiting and self.turn.policy.visible

    @property
    def served(self) -> Person | None:
        """Whom the turn is for, or was the last one for. A heartbeat's is for whoever reads what it reports."""
        if self.turn and self.turn.policy.visible:
            return self.turn.requester
        return self.last.requester if self.last else None

    @property
    def held(self) -> SpentBudget | None:
        """The budget that has ended the last turn, which goes on once it is lifted."""
        last, busy = self.last, self.turn is not None and self.turn.policy.visible
        goes_on = last is not None and last.resumes and not busy
        return last.why.budget if last and goes_on and isinstance(last.why, BudgetHit) else None

    @property
    def origins(self) -> tuple[str, ...]:
        """Where text comes from that it has read, and nobody has written to us."""
        return tuple(taint.source for taint in self.taint)

    @property
    def chosen_model(self) -> str:
        """That was chosen in its mode; empty for the mode's own."""
        return self.models.get(self.mode, "")

    def model_in(self, default: str) -> str:
        """The model that was chosen for its mode, if one was. `default` is the mode that is meant where none is."""
        modes = (self.mode, "", default) if self.mode in ("", default) else (self.mode,)
        return next((self.models[mode] for mode in modes if mode in self.models), "")

    def offers(self, action: MessageAction | None) -> bool:
        """Can that still be done? What is said of an answer, in a message that only one person sees, cannot be found
        again, so it counts as done.
        """
        shown = self.turn if self.turn and self.turn.policy.visible else None
        match action:
            case StopTurn(turn=turn):
                return shown is not None and shown.at.turn == turn
            case LiftBudget(turn=0):
                return self.liftable is not None
            case ContinueTurn(turn=turn) | LiftBudget(turn=turn):
                last = self.last
                return shown is None and last is not None and last.resumes and last.turn == turn
            case AllowMode(request=row):
                return self.mode_request is not None and self.mode_request.row == row
            case AdjustHeartbeat(heartbeat=heartbeat, turn=turn):
                posted = self.timers.heartbeat(heartbeat)
                return posted is not None and posted.post == turn
            case UndoNote(note=note):
                return note in self.noted
            case AskAgain() | TakeBackAnswer() | None:
                return False
            case _:
                assert_never(action)

    def thinks(self, at: At) -> bool:
        """Is the model's reply to `at` what it waits for? Not before its request is prepared."""
        turn = self.turn
        return turn is not None and turn.thinking and turn.at == at and not turn.preparations

    def call(self, id: str) -> Call | None:
        """The call of the current step that has no result yet."""
        return self.turn.call(id) if self.turn else None

    def command(self, id: str) -> OpenCommand | None:
        """The one of that id that runs in the background."""
        return next((one for one in self.commands if one.id == id), None)

    def wakeup(self, id: str) -> Wakeup | None:
        """That waits for its time, or has opened the present turn."""
        opened = self.turn.wakeup if self.turn else None
        return self.timers.wakeup(id) or (opened if opened and opened.id == id else None)

    @property
    def heartbeat(self) -> Heartbeat | None:
        """Of which the present turn is, if it is a heartbeat's."""
        return self.timers.heartbeat(self.turn.heartbeat) if self.turn and self.turn.heartbeat else None

    def entitled(self, by: Person, deciders: Deciders) -> bool:
        """May they decide what is asked now?"""
        return self.turn is not None and deciders.may_decide(by, self.turn.requester, self.turn.authors)

    def may_settle(self, by: Person, ask: OpenAsk) -> bool:
        """May they decide what was asked then?"""
        return self.turn is not None and ask.ask.deciders.may_decide(by, ask.requester, ask.authors)

    @property
    def authors(self) -> tuple[Person, ...]:
        """Whose words the turn has heard."""
        return self.turn.authors if self.turn else ()

    def may_allow(self, by: Person) -> bool:
        """May they let the thread go on in the mode that somebody asks for?"""
        return self.mode_request is not None and self.mode_request.allowable(by, self.authors)

    def awaits(self, timer: Timer) -> bool:
        """Does its time say anything? Not while it is paused, nor while it is about to be heard."""
        if not isinstance(timer, Wakeup):
            return True
        hears = self.turn is not None and self.turn.policy.hears
        return not timer.paused and not (timer.came and hears)

    # The moves that every branch of the fold makes
    def having(self, call: Call) -> "Session":
        assert self.turn
        return replace(self, turn=self.turn.having(call))

    def having_timer(self, timer: Wakeup | Heartbeat) -> "Session":
        return replace(self, timers=self.timers.having(timer))

    def asking(self, ask: OpenAsk) -> "Session":
        return replace(self, asks=self.asks.asking(ask))

    def post(self, item: Outgoing) -> "Session":
        """Into the outbox, unless it is there."""
        return replace(self, postings=self.postings.posting(item))

    def in_mode(self, mode: str, by: Person) -> "Session":
        """What was asked for in another mode is settled."""
        switched = replace(self, mode=mode, switched=ModeSwitch(mode, by, self.now), mode_request=None)
        return switched.repackaged()

    def tainted(self, origin: str) -> "Session":
        """Text of that origin is in it from the current row on; an empty one is nobody's from outside."""
        if not origin or origin in self.origins or len(self.taint) >= KEPT_ORIGINS:
            return self
        return replace(self, taint=(*self.taint, Taint(origin, self.head)))

    def seeing(self, file: str, version: str = "") -> "Session":
        """The model knows what is in it. Of many files those are forgotten that were seen long ago."""
        return replace(self, seen=(*self.unseen(file).seen, f"{file} {version}".rstrip())[-KEPT_SEEN:])

    def unseen(self, file: str) -> "Session":
        """The model does not know any more what is in it."""
        return replace(self, seen=tuple(one for one in self.seen if one.partition(" ")[0] != file))

    def repackaged(self) -> "Session":
        """The turn has another package from its next step on."""
        return replace(self, turn=replace(self.turn, package="")) if self.turn else self

    def counting(self, used: CountedUsage) -> "Session":
        """What a model call used was used, whether its outcome is still of use or not; told twice, it counts once."""
        if used.usage == NOTHING or self.has_counted(used):
            return self
        turn = self.turn
        if turn and turn.at.turn == used.at.turn:
            talk = turn.talk + used.usage if used.aside else turn.talk
            turn = replace(turn, usage=turn.usage + used.usage, talk=talk)
        counted = (*self.counted, used)[-KEPT_COUNTED:]
        return replace(self, turn=turn, usage=self.usage + used.usage, counted=counted)

    def has_counted(self, used: CountedUsage) -> bool:
        return used in [one for one in self.counted if one.at == used.at]  # a tuple is compared faster than the whole

    def tell(self, place: Place, to: Person, notice: Notice, action: MessageAction | None = None) -> "Session":
        """Tells the one who caused the current row what became of it: there, if they are known there, else directly."""
        to = to.on(place)
        place = place if to.platform == place.platform else Place.direct(to)
        return self.post(Post(f"note-{self.head}", place, to=to, action=action, notice=notice))

    def sent(self, id: str) -> "Session":
        return replace(self, postings=self.postings.without(id))

    def settle(
        self,
        id: str,
        outcome: Outcome,
        by: Person | None = None,
        detail: str = "",
        rules: RuleReason | None = None,
    ) -> "Session":
        """Settles an open ask; one that is settled, or unknown, stays as it is."""
        settled = Settlement(outcome, self.now, by, detail, rules)
        return replace(self, asks=self.asks.settling(id, settled)).tidied()

    def ending(self, id: str, ended: CallEnd) -> "Session":
        """That became of the call that was cleared at that ask."""
        return replace(self, asks=self.asks.ending(id, ended))

    def tidied(self) -> "Session":
        """Without what nobody will ask of settled asks any more."""
        to_be_shown = [item.ask for item in self.postings.outbox if isinstance(item, PostAsk)]
        return replace(self, asks=self.asks.tidied(to_be_shown))
