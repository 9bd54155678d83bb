"""Facts in a thread's journal, in the past tense. Never edited, only appended.

Their shapes are kept for ever by the codec, each with its version: a field that is added has a default, and any other
change needs an upcast.
"""

from dataclasses import KW_ONLY, dataclass
from typing import Literal

from harness.approvals.asks import Choice
from harness.approvals.deciders import Deciders
from harness.approvals.gate import Judged
from harness.approvals.tokens import Pressed
from harness.chat.people import Person, Place
from harness.chat.port import ChatLine
from harness.sessions.budgets import SpentBudget
from harness.sessions.call_status import CallChange
from harness.sessions.entries import Entry
from harness.sessions.reasons import SkipReason
from harness.sessions.usage import Usage
from harness.tools.calls import At, Awaiting, ToolCall, ToolResult
from harness.tools.changes import CommandEnd, Todo, UndoOutcome
from harness.tools.heartbeats import HeartbeatConfig
from harness.tools.previews import Foreseen, Stale
from harness.tools.schedules import Schedule

During = Literal["steer", "followup", "collect", "interrupt"]
"""What a message does while a turn goes on: it is heard at the next step; opens a turn of its own afterwards; one for
all that wait; or ends the turn, and opens the next.
"""


# What people and the clock did
@dataclass(frozen=True, slots=True)
class MessageReceived:
    """`message` is what the platform calls it, for receipts. `addressed`: it is to us, and opens a turn; if not,
    `perhaps` it is, where we talk with one person alone. `during` is what it does while a turn goes on. `late`: the
    thread was there before us. `about` is what its author points at, in the words of others. `unseen`: nobody else saw
    it where it was typed. `written` is when that was by its platform's clock, in seconds since the epoch, if it says.
    `pressed`: the button by which it was said, if its words are not those of its author.
    """

    by: Person
    place: Place
    text: str
    message: str = ""
    _: KW_ONLY
    addressed: bool = True
    perhaps: bool = False
    during: During = "steer"
    late: bool = False
    about: tuple[ChatLine, ...] = ()
    unseen: bool = False
    written: float | None = None
    pressed: Pressed | None = None


@dataclass(frozen=True, slots=True)
class MessageCorrected:
    """The author of `message` has changed it: it reads `text` now, and points at `about`, which is None in facts of
    older releases. `reworded`: the author's own words changed, and not only `about`.
    """

    by: Person
    place: Place
    message: str
    text: str
    _: KW_ONLY
    about: tuple[ChatLine, ...] | None = None
    reworded: bool = True


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """`message` is not to be read any more, here either; `everywhere`: nor in what was made of it elsewhere, which
    older releases did not look for.
    """

    by: Person
    place: Place
    message: str
    _: KW_ONLY
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class BackgroundRead:
    """What the place of a turn held before us, for the request of the step `at`; or, with `why`, it was not to be
    read.
    """

    at: At
    lines: tuple[ChatLine, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class StopRequested:
    """`turn` is the one that its author saw; None, from a platform that names none, means the one that is open here.
    With a `command` it is about that alone, which runs in the background, by its id.
    """

    by: Person
    place: Place
    turn: int | None = None
    command: str = ""


@dataclass(frozen=True, slots=True)
class ContinueRequested:
    """Somebody wants the `turn` that ended otherwise than by its reply to go on."""

    by: Person
    place: Place
    turn: int


@dataclass(frozen=True, slots=True)
class AskAnswered:
    """`message` is the card that was answered on, known or not; empty for an answer by other means. With `rows` it
    answers that many asks alike: the first of the card that begins with `ask`.
    """

    ask: str
    by: Person
    place: Place
    choice: Choice
    _: KW_ONLY
    message: str = ""
    rows: int = 0


@dataclass(frozen=True, slots=True)
class GrantRevoked:
    """`place` is where it was said, if it was: there its author is told what became of it, unless that is to be read
    on the `message` that they have clicked on.
    """

    grant: str
    by: Person
    place: Place | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class SecretsShown:
    """Somebody opened what masks cover on the card of that ask."""

    ask: str
    by: Person


@dataclass(frozen=True, slots=True)
class ModeRequested:
    """Somebody wants to go on in `mode`, and saw the thread in the mode `was`. If that permits more, `needs` is who may
    allow it; None if it permits no more.
    """

    by: Person
    place: Place
    mode: str
    was: str
    _: KW_ONLY
    needs: Deciders | None = None


@dataclass(frozen=True, slots=True)
class ModeAllowed:
    """Of the request for a mode that was made at the row `request`."""

    by: Person
    place: Place
    request: int


@dataclass(frozen=True, slots=True)
class ModelChosen:
    """Which model thinks in this thread from now on; empty: the mode's own."""

    by: Person
    place: Place
    model: str


@dataclass(frozen=True, slots=True)
class MessageDropped:
    """What its author said at the row `position` need not be heard any more, if it has not been yet."""

    by: Person
    place: Place
    position: int


# Timers: wakeups and heartbeats
@dataclass(frozen=True, slots=True)
class HeartbeatSet:
    """Somebody wants a heartbeat here, in place of the one of the same id."""

    by: Person
    place: Place
    config: HeartbeatConfig


@dataclass(frozen=True, slots=True)
class TimerScheduled:
    """The timer of that id, which has this `schedule` now, comes next `at` a time."""

    timer: str
    schedule: Schedule
    at: float


@dataclass(frozen=True, slots=True)
class TimerFired:
    """The time of the timer of that id has come. `next` is when it comes again, if it does. `missed` counts other times
    of it that have passed since it was due.
    """

    timer: str
    next: float | None = None
    missed: int = 0


@dataclass(frozen=True, slots=True)
class TimerSkipped:
    """The time of the timer of that id has come, and it is skipped. `next` is when it comes again, if it does."""

    timer: str
    why: SkipReason
    next: float | None = None


@dataclass(frozen=True, slots=True)
class TimerTriggered:
    """Somebody wants the timer of that id to come now. `place` is where that was said, if it was: there its author is
    told what became of it.
    """

    by: Person
    place: Place | None
    timer: str


@dataclass(frozen=True, slots=True)
class TimerEnded:
    """The timer of that id is not to come any more: somebody ended it, or else nobody has spoken for long, the
    workspace names it no more, its place is switched off, or it never comes, for which `detail` is the reason. `place`
    as in TimerTriggered.
    """

    timer: str
    why: Literal["", "quiet", "removed", "replies-off", "never"] = ""
    _: KW_ONLY
    by: Person | None = None
    place: Place | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class WakeupPaused:
    """The wakeup of that id is not to come while it is `paused`, or is to come as before. `place` as in
    TimerTriggered.
    """

    by: Person
    place: Place | None
    timer: str
    paused: bool


@dataclass(frozen=True, slots=True)
class HeartbeatAdjusted:
    """The heartbeat of that id is to post nothing, or is to again; or to come half as often; or it was of use."""

    by: Person
    place: Place
    heartbeat: str
    how: Literal["mute", "unmute", "slower", "useful"]


@dataclass(frozen=True, slots=True)
class AskExpired:
    ask: str


@dataclass(frozen=True, slots=True)
class AskOverdue:
    """Nobody has answered for some time: people are reminded, and it is shown in the places `copies` too."""

    ask: str
    copies: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class LimitReached:
    """Asides: what people and the model say while the turn waits for them takes too much; the turn goes on."""

    turn: int
    which: Literal["steps", "time", "cost", "tokens", "asides"]


@dataclass(frozen=True, slots=True)
class BudgetReached:
    """The `budget` is spent, as the request of the step `at`, or of an `aside` there, was to be made. If it is `hard`
    that request is not made, and the turn or the aside ends; if not, people are told.
    """

    at: At
    budget: SpentBudget
    _: KW_ONLY
    hard: bool = True
    aside: int = 0


@dataclass(frozen=True, slots=True)
class LiftRequested:
    """Somebody wants the budget lifted that has ended the `turn`; 0 is the one of which owners were told here."""

    by: Person
    place: Place
    turn: int


@dataclass(frozen=True, slots=True)
class BudgetLifted:
    """The `budget` holds up nothing any more until it begins anew, as an owner wants, or wanted in another thread. The
    `turn` goes on that it has ended; 0 is none.
    """

    by: Person
    place: Place
    turn: int
    budget: SpentBudget


@dataclass(frozen=True, slots=True)
class BudgetReset:
    """The period of the `budget` is over, which had ended that `turn`."""

    turn: int
    budget: SpentBudget


@dataclass(frozen=True, slots=True)
class TurnCompiled:
    """The turn runs with the package of that checksum, made for that mode of the thread and the model that was chosen
    in it, if one was, for the request of that `step`. If somebody has chosen otherwise meanwhile, it only says what
    ran. It counts for nothing once that request is answered.
    """

    turn: int
    checksum: str
    mode: str | None = None
    """None is whatever was chosen."""
    model: str = ""
    step: int = 0
    """0 is any."""
    private: bool | None = None
    """True if not everybody in the team can read its place; None if nobody has looked."""
    solo: bool = False
    """True if one person alone works with us, and so nobody else reads the files."""


@dataclass(frozen=True, slots=True)
class TurnLasted:
    """The `turn` has worked for so long that people get a button which stops it."""

    turn: int


@dataclass(frozen=True, slots=True)
class TurnQueued:
    """So many are at work that the `turn` waits until another ends, or waits for people. `long`: it has waited for so
    long that whoever opened it is told.
    """

    turn: int
    long: bool = False


@dataclass(frozen=True, slots=True)
class TurnAdmitted:
    """The `turn` may be at work now."""

    turn: int


@dataclass(frozen=True, slots=True)
class Renamed:
    """The thread is called `title` from now on."""

    by: Person
    place: Place
    title: str


@dataclass(frozen=True, slots=True)
class PlaceBound:
    """`place` points to this thread from now on, whatever it pointed to before."""

    by: Person
    place: Place


@dataclass(frozen=True, slots=True)
class Introduced:
    """We were brought into a place, and say there who we are; or we say something of ourselves, to owners. The `budget`
    of which that says that it is spent can be lifted there.
    """

    place: Place
    text: str
    budget: SpentBudget | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackGiven:
    """What somebody thinks of our answer `at`, which stands in `message`, and their `words` on what was wrong with it,
    which the model reads with the next request. Of one person, the last counts. Nothing else follows from it.
    """

    by: Person
    place: Place
    message: str
    at: At
    good: bool
    words: str = ""


# What came of our own work
@dataclass(frozen=True, slots=True)
class ChecklistRead:
    """What a heartbeat at the step `at` looks at: the `checklist`, and what its check `found`, of that `digest`; the
    digest alone, if that was known. With `why`, one of them was not to be had.
    """

    at: At
    checklist: str
    _: KW_ONLY
    found: str = ""
    digest: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A new activation found work in flight whose fate it cannot know."""

    generation: int


@dataclass(frozen=True, slots=True)
class ReplyBegun:
    """Before its live message is posted, so that a crash in between leaves one that is looked for. `aside`: of which of
    the asides of that step, as in all outcomes of a model call; 0 for the reply that the turn goes on with.
    """

    at: At
    place: Place
    aside: int = 0


@dataclass(frozen=True, slots=True)
class ModelReplied:
    """`lacks` is what the model is told once, instead of an end of its turn: its text was a call that it wrote and
    didn't make, or it said nothing.
    """

    at: At
    through: int
    text: str
    _: KW_ONLY
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage()
    lacks: Literal["", "call", "words"] = ""


@dataclass(frozen=True, slots=True)
class ModelFailed:
    """After all the retries that made sense. `text` is what people saw of it; `why` is for people."""

    at: At
    why: str
    text: str = ""
    usage: Usage = Usage()
    aside: int = 0


@dataclass(frozen=True, slots=True)
class ModelStopped:
    """Cancelled, since nobody wanted it any more. `text` is what people saw of it."""

    at: At
    text: str
    usage: Usage = Usage()
    aside: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AsideReplied:
    """What the model said while the calls of the step `at` waited for people, in the `aside` of that number, whose
    request held what was said up to `through`; and what it wants to become of those calls.
    """

    at: At
    aside: int
    through: int
    text: str
    changes: tuple[CallChange, ...] = ()
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class WindowCut:
    """The request of the step `at` shows the conversation in so many `tokens` at most: what is large is shortened, and
    then what is old is left out, the same way in every process.
    """

    at: At
    tokens: int


@dataclass(frozen=True, slots=True)
class MediaRefused:
    """A provider refused the request of the step `at` with these files, and took it without them: they are left out
    from here on. `digests` are their contents, in the order of `paths`.
    """

    at: At
    paths: tuple[str, ...]
    digests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContextFilled:
    """The request of the step `at` does not fit into so many `tokens`: what was said before is to be summed up first.
    `anew`: a summary there is void, since something in it was deleted.
    """

    at: At
    tokens: int
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Compacted:
    """The `summary` stands in place of what a request of so many `tokens` has no room for. It was asked for at the row
    `through`. Before, all that was of some `before` tokens.
    """

    at: At
    through: int
    tokens: int
    summary: str
    _: KW_ONLY
    before: int = 0
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class CompactionFailed:
    """There is no summary: what does not fit is left out. At row 0 where there was nothing to sum up."""

    at: At
    through: int
    why: str
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class CompactionRequested:
    """Somebody wants the conversation summed up before the next request."""

    by: Person
    place: Place


@dataclass(frozen=True, slots=True)
class ObservationWanted:
    """Nobody waits yet for room in requests of so many `tokens`: what there would be none for is to be written down
    meanwhile, or, if it `reflects`, what was written down is to be condensed.
    """

    tokens: int
    reflects: bool = False


@dataclass(frozen=True, slots=True)
class Observed:
    """The `text` is what was worth keeping of what was to be written down since the row `through`."""

    through: int
    text: str
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Reflected:
    """The `text` stands in place of all that was written down by the row `through`."""

    through: int
    text: str
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class ObservationFailed:
    """Nothing came of it. It is not tried again before more was heard."""

    through: int
    why: str
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class ObservationsTaken:
    """The request of the step `at` has no room for all. What was written down stands in place of all that it was
    written of, which was of some `before` tokens: no model is asked.
    """

    at: At
    before: int


@dataclass(frozen=True, slots=True)
class TitleWanted:
    """The `model` is to name this thread by what was said first."""

    model: str


@dataclass(frozen=True, slots=True)
class TitleMade:
    """What that model calls it; without a title, and with `why`, it goes on by its first words."""

    title: str
    _: KW_ONLY
    why: str = ""
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Archived:
    """It is not listed any more, until somebody speaks here."""

    by: Person
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class DeleteRequested:
    """Somebody wants all of this thread gone, and was asked whether they mean it."""

    by: Person
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class DeletionFailed:
    """It could not be deleted, as it was by that row; without `why` since something has come since."""

    row: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class BranchRequested:
    """Somebody wants another thread that begins with what was said here; up to that `message`, if one is named. It goes
    on `here`, in its place, where fewer people see that than its channel.
    """

    by: Person
    place: Place
    message: str = ""
    here: bool = False


@dataclass(frozen=True, slots=True)
class BranchBegun:
    """The branch that was asked for in that row is the `thread`; or, with `why`, there is none."""

    row: int
    thread: str
    why: Literal["", "unknown", "empty", "failed"] = ""


@dataclass(frozen=True, slots=True)
class ThreadSeeded:
    """This thread is a branch, made for `by`: it begins with what `thread` held at its row `through`.

    Attributes:
        entries: what a request of that thread would have shown by then
        cut: there was more before, which they do not show
        todos: what was to be done there
        origins: of text from outside that was read there
        opening: the message that the title is of
    """

    by: Person
    place: Place
    thread: str
    through: int
    title: str
    entries: tuple[Entry, ...]
    _: KW_ONLY
    cut: bool = False
    todos: tuple[Todo, ...] = ()
    origins: tuple[str, ...] = ()
    opening: str = ""


@dataclass(frozen=True, slots=True)
class SeedVoided:
    """What this branch began with was deleted: it is not shown any more."""


@dataclass(frozen=True, slots=True)
class DeletionPassedOn:
    """A branch knows that the `message` was deleted, which it may begin with."""

    thread: str
    message: str


@dataclass(frozen=True, slots=True)
class QuoteDeleted:
    """What was said in another `thread`, and was found here, was deleted: that `message`, or all of it. `gone` are
    notes of this thread that the message was in.
    """

    thread: str
    message: str = ""
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ForgetRequested:
    """Somebody wants that note of this thread forgotten, by a button. `undo`: and what it has replaced back."""

    by: Person
    place: Place
    note: str
    undo: bool = False


@dataclass(frozen=True, slots=True)
class NoteDropped:
    """What came of that: with `why` it could not be forgotten. `again`: what it had replaced, which is remembered
    again.
    """

    note: str
    by: Person
    outcome: Literal["forgotten", "gone", "not-theirs", "failed"]
    why: str = ""
    again: str = ""


@dataclass(frozen=True, slots=True)
class NotesVoided:
    """The notes that the deleted `message` was in are forgotten: so many; or, with `why`, they could not be. `gone`: of
    the last notes of this thread, those that are there no more.
    """

    message: str
    notes: int
    why: str = ""
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoRequested:
    """Somebody wants a file back as it was before the call of that ask changed it, by a button on its card."""

    by: Person
    place: Place
    ask: str


@dataclass(frozen=True, slots=True)
class ChangeUndone:
    """What came of that, for the file at that `path`; `why` it failed, if it did."""

    ask: str
    by: Person
    path: str
    outcome: UndoOutcome
    why: str = ""


@dataclass(frozen=True, slots=True)
class CallJudged:
    call: str
    digest: str
    judged: Judged


@dataclass(frozen=True, slots=True)
class CallPreviewed:
    """What a call would do, as things are.

    Attributes:
        ask: the one that is to be
        digest: of the call
        tool: the digest of the tool
        seen: what that is; None if it cannot be done, for which `why` is the reason
    """

    call: str
    ask: str
    digest: str
    _: KW_ONLY
    tool: str = ""
    seen: Foreseen | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class CallOutdated:
    """It was started, and has done nothing: `what` is not the one that it was cleared for at its latest `ask`."""

    call: str
    ask: str
    what: Stale = "world"


@dataclass(frozen=True, slots=True)
class ToolStarted:
    call: str
    digest: str


@dataclass(frozen=True, slots=True)
class CallAwaited:
    call: str
    awaiting: Awaiting


@dataclass(frozen=True, slots=True)
class ToolReturned:
    call: str
    result: ToolResult


@dataclass(frozen=True, slots=True)
class CommandEnded:
    """The command of that `id` runs in the background no more. `exit_code` is None if it did not end by itself.
    `silent`: where it was begun we may say nothing by now. `kept`: there is a file of what it said.
    """

    id: str
    how: CommandEnd
    exit_code: int | None = None
    silent: bool = False
    kept: bool = True


@dataclass(frozen=True, slots=True)
class AskPosted:
    """A card that begins with `ask`. `shows`: the asks that can be answered on it, and `face` how it shows each of
    them; empty, if that is not known. `written` is when that was by the platform's clock, in seconds since the epoch,
    if it says. `masked`: a mask covers a part of the card.
    """

    ask: str
    place: Place
    message: str
    shows: tuple[str, ...] = ()
    face: str = ""
    written: float | None = None
    masked: bool = False


@dataclass(frozen=True, slots=True)
class CardSettled:
    """The card `message`, which begins with `ask`, reads as its `face` says, and `shows` those of its asks that can
    still be answered; or, with `why`, it cannot be reached any more.
    """

    place: Place
    message: str
    ask: str
    _: KW_ONLY
    why: str = ""
    shows: tuple[str, ...] = ()
    face: str = ""


@dataclass(frozen=True, slots=True)
class ActionWithdrawn:
    """The post `id` has lost its button; or, with `why`, it cannot be reached any more."""

    id: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class PostSent:
    """`message` is the platform's name for it: the proof that it arrived."""

    id: str
    message: str = ""


@dataclass(frozen=True, slots=True)
class PostFailed:
    id: str
    why: str


@dataclass(frozen=True, slots=True)
class PostDelayed:
    """What is owed of that `id`, a post or the change of one, has not arrived, for which `why` is the reason. It is
    tried again later.
    """

    id: str
    why: str


@dataclass(frozen=True, slots=True)
class PostsDue:
    """What was delayed is tried again: of that `id`, or all in the channel of that `place`, or all."""

    id: str = ""
    place: Place | None = None


Fact = (
    MessageReceived
    | MessageCorrected
    | MessageDeleted
    | BackgroundRead
    | StopRequested
    | ContinueRequested
    | AskAnswered
    | GrantRevoked
    | SecretsShown
    | ModeRequested
    | ModeAllowed
    | ModelChosen
    | MessageDropped
    | HeartbeatSet
    | TimerScheduled
    | TimerFired
    | TimerSkipped
    | TimerTriggered
    | TimerEnded
    | WakeupPaused
    | HeartbeatAdjusted
    | ChecklistRead
    | Renamed
    | PlaceBound
    | Introduced
    | FeedbackGiven
    | AskExpired
    | AskOverdue
    | LimitReached
    | BudgetReached
    | LiftRequested
    | BudgetLifted
    | BudgetReset
    | TurnCompiled
    | TurnLasted
    | TurnQueued
    | TurnAdmitted
    | Resumed
    | ReplyBegun
    | ModelReplied
    | ModelFailed
    | ModelStopped
    | AsideReplied
    | WindowCut
    | MediaRefused
    | ContextFilled
    | Compacted
    | CompactionFailed
    | CompactionRequested
    | ObservationWanted
    | Observed
    | Reflected
    | ObservationFailed
    | ObservationsTaken
    | TitleWanted
    | TitleMade
    | Archived
    | DeleteRequested
    | DeletionFailed
    | BranchRequested
    | BranchBegun
    | ThreadSeeded
    | SeedVoided
    | DeletionPassedOn
    | QuoteDeleted
    | ForgetRequested
    | NoteDropped
    | NotesVoided
    | UndoRequested
    | ChangeUndone
    | CallJudged
    | CallPreviewed
    | CallOutdated
    | ToolStarted
    | CallAwaited
    | ToolReturned
    | CommandEnded
    | AskPosted
    | CardSettled
    | ActionWithdrawn
    | PostSent
    | PostFailed
    | PostDelayed
    | PostsDue
)


@dataclass(frozen=True, slots=True)
class Row:
    """A fact where and when (in seconds since the epoch) the journal has it. Positions of a thread count from 1
    without gaps.
    """

    position: int
    at: float
    fact: Fact
