"""The life of a call, as statuses and a table of what may follow on what.

Everything that a call can be is here, with what holds in it, and a call becomes something else by `moved` alone. A call
is proposed by the model and judged by the rules; people are asked or not, once it is seen what it would do; cleared, it
starts, and its tool's result comes at once or is awaited. It ends in one of several ways, once.

What has no line in the table cannot happen: whoever folds a fact that comes late or twice looks first, and `moved`
raises at what they have overlooked. `docs/states.md` draws the table.
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Literal, TypeAlias

from harness.approvals.gate import Judged
from harness.approvals.reasons import RuleReason
from harness.chat.people import Person
from harness.sessions.reasons import EndReason
from harness.tools.calls import Awaiting, ToolCall
from harness.tools.previews import Foreseen, Preview, Stale


@dataclass(frozen=True, slots=True)
class Clearance:
    """A call may run: by whoever approved it, by a rule, or by a grant. `note` and `edited` are told to the model.
    `preview` is what they were shown of it, if it is bound to that.
    """

    by: Person | None = None
    _: KW_ONLY
    grant: str = ""
    note: str = ""
    edited: bool = False
    preview: Preview | None = None


# While it goes on
@dataclass(frozen=True, slots=True)
class Proposed:
    """By the model; the rules have not spoken yet. Or it was ruled on `before`, and is judged anew: it was cleared, and
    did not run since it was found `stale`; or the model has given it other arguments.
    """

    before: Judged | None = None
    stale: Stale | None = None


@dataclass(frozen=True, slots=True)
class Previewing:
    """It is to be asked: first it is seen what it would do.

    Attributes:
        editor: who has changed it, and approves of it unless it is about what was not `shown` to them before
        stale: why it is asked anew, if people were asked before
        seen: what it would do, once that is known, until it is known of the other calls of the step
    """

    ruling: Judged
    _: KW_ONLY
    editor: Person | None = None
    shown: Preview | None = None
    stale: Stale | None = None
    seen: Foreseen | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """It waits for people, as the rules want."""

    ruling: Judged


@dataclass(frozen=True, slots=True)
class Edited:
    """Somebody approves of other arguments, `call`, and the rules have not spoken on these yet."""

    ruling: Judged
    call: ToolCall
    by: Person


@dataclass(frozen=True, slots=True)
class Cleared:
    """It may run."""

    ruling: Judged
    clearance: Clearance


@dataclass(frozen=True, slots=True)
class Started:
    """Its tool runs, for all that the journal knows. `before`: it had run already, and its machine went away."""

    ruling: Judged
    clearance: Clearance
    before: bool = False
    at: float = 0.0
    """When it was started first, in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """Its tool has run; its result comes from a child or the clock."""

    ruling: Judged
    clearance: Clearance
    awaiting: Awaiting


# How it ended: each with the row whose words the transcript reads
@dataclass(frozen=True, slots=True)
class Returned:
    row: int
    clearance: Clearance
    ok: bool = True
    exit_code: int | None = None


@dataclass(frozen=True, slots=True)
class Denied:
    """By the rules."""

    row: int
    why: RuleReason


@dataclass(frozen=True, slots=True)
class Prevented:
    """It cannot be done as things are: that was seen before anybody was asked."""

    row: int
    why: str


@dataclass(frozen=True, slots=True)
class Declined:
    """By a person. `plan`: it was one, and they may have said what should change."""

    row: int
    by: Person
    reason: str = ""
    plan: bool = False


@dataclass(frozen=True, slots=True)
class AnsweredWith:
    """A person's words are the result: the answer to its `question`, or said instead of having it run."""

    row: int
    by: Person
    question: bool = False


@dataclass(frozen=True, slots=True)
class PlanApproved:
    row: int
    by: Person
    note: str = ""


@dataclass(frozen=True, slots=True)
class Expired:
    """Nobody answered in time; a question may have had a `default`."""

    row: int
    default: str = ""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """By the model, after people had talked with it."""

    row: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Unaskable:
    """Nobody could be asked."""

    row: int
    why: str


@dataclass(frozen=True, slots=True)
class CutShort:
    """Its turn ended; `running`: while it ran, so that it may have taken effect."""

    row: int
    why: EndReason
    running: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """Its machine went away while it ran: what came of it is not known."""

    row: int


@dataclass(frozen=True, slots=True)
class CallEnd:
    """What became of a call that was cleared, for those who see its card.

    Attributes:
        how: it ran, and failed or not; it was cut short while it ran, or lost with its machine; it was outdated, and
            has done nothing; or it did not run for another reason
        seconds: for which it ran
    """

    how: Literal["ran", "failed", "cut", "lost", "outdated", "not-run"]
    seconds: float | None = None
    exit_code: int | None = None


# What a model wants to become, in an aside, of a call that waits for people
@dataclass(frozen=True, slots=True)
class CallWithdrawn:
    """The call that people saw with that digest is not to run."""

    call: str
    digest: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CallReplaced:
    """The call that people saw with that digest is to have other arguments, as JSON text."""

    call: str
    digest: str
    arguments: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ChangeMisfit:
    """The call stays as it is: the arguments that it was to have are none that its tool takes."""

    call: str
    why: str


CallChange = CallWithdrawn | CallReplaced | ChangeMisfit
"""Neither decides anything: what is put in place of a call is judged and asked like any other."""


Open: TypeAlias = Proposed | Previewing | Asked | Edited | Cleared | Started | Awaited
Ended: TypeAlias = (
    Returned
    | Denied
    | Prevented
    | Declined
    | AnsweredWith
    | PlanApproved
    | Expired
    | Withdrawn
    | Unaskable
    | CutShort
    | Lost
)
Status: TypeAlias = Open | Ended

OPEN = (Proposed, Previewing, Asked, Edited, Cleared, Started, Awaited)
BUSY = (Proposed, Previewing, Edited, Cleared, Started)
"""Those in which it waits for us alone."""

Event = Literal[
    "allowed",
    "granted",
    "previewing",
    "prevented",
    "outdated",
    "asked",
    "tightened",
    "matched",
    "approved",
    "edited",
    "edit refused",
    "replaced",
    "withdrawn",
    "started",
    "awaited",
    "returned",
    "denied",
    "declined",
    "answered",
    "plan approved",
    "expired",
    "unreachable",
    "turn ended",
    "lost",
]
"""What happens to a call. Allowed by a rule, or by a grant. Asked, also anew when the rules want other people;
previewing first, where it can be seen what it would do. Outdated: what was cleared was another tool, or another world.
Tightened: the rules want more, and what people said of it stands. Replaced: the model has given it other arguments;
withdrawn: it has taken it back.
"""

_BY_PEOPLE: Mapping[Event, type] = {
    "declined": Declined,
    "expired": Expired,
    "unreachable": Unaskable,
    "turn ended": CutShort,
}
TRANSITIONS: Mapping[type, Mapping[Event, type]] = {
    Proposed: {
        "prevented": Prevented,
        "allowed": Cleared,
        "granted": Cleared,
        "previewing": Previewing,
        "asked": Asked,
        "denied": Denied,
        "turn ended": CutShort,
    },
    Previewing: {
        "previewing": Previewing,
        "tightened": Previewing,
        "granted": Cleared,
        "approved": Cleared,
        "asked": Asked,
        "prevented": Prevented,
        "denied": Denied,
        "turn ended": CutShort,
    },
    Asked: {
        "previewing": Previewing,
        "asked": Asked,
        "tightened": Asked,
        "matched": Asked,
        "granted": Cleared,
        "approved": Cleared,
        "edited": Edited,
        "replaced": Proposed,
        "withdrawn": Withdrawn,
        "denied": Denied,
        "answered": AnsweredWith,
        "plan approved": PlanApproved,
        **_BY_PEOPLE,
    },
    Edited: {
        "edit refused": Asked,
        "approved": Cleared,
        "granted": Cleared,
        "previewing": Previewing,
        "asked": Asked,
        **_BY_PEOPLE,
    },
    Cleared: {
        "tightened": Cleared,
        "granted": Cleared,
        "previewing": Previewing,
        "asked": Asked,
        "started": Started,
        "denied": Denied,
        "turn ended": CutShort,
    },
    Started: {
        "started": Started,
        "outdated": Proposed,
        "awaited": Awaited,
        "returned": Returned,
        "lost": Lost,
        "turn ended": CutShort,
    },
    Awaited: {
        "returned": Returned,
        "turn ended": CutShort,
    },
}
"""For each status that a call goes on from: what may happen, and what it is then."""
