"""What only a person can settle, the ways in which they may, and how it ended."""

from collections.abc import Collection
from dataclasses import KW_ONLY, dataclass, field
from typing import Literal

from harness.approvals.deciders import Deciders
from harness.approvals.reasons import RuleReason
from harness.chat.cards import Option
from harness.chat.people import Person


# Asks
@dataclass(frozen=True, slots=True)
class Approval:
    """May this call run?

    Attributes:
        every_time: no grant covers it
        expires: in seconds since the epoch
        say: why the workspace has it asked, in its words
        near: the pattern of a rule that nearly allows it, and `kept` is what of the call keeps it from that
        untrusted: the origins of text from outside after which it is asked, whatever else would let it through; a grant
            covers it that was given with these on the card
        on_path: a rule on files asks it: of the grants only those on a pattern cover it, since whoever gave another
            need not have thought of that path
        unreadable: why no rule can judge the command, as a clause; and `unchecked` are the patterns of asking and
            denying rules that might have been on it
    """

    deciders: Deciders = field(default_factory=Deciders)
    every_time: bool = False
    expires: float | None = None
    say: str = ""
    near: str = ""
    kept: str = ""
    untrusted: tuple[str, ...] = ()
    on_path: bool = False
    unreadable: str = ""
    unchecked: tuple[str, ...] = ()

    @property
    def grantable(self) -> bool:
        """Would "always" ever change the next verdict?"""
        return not self.every_time and self.deciders.quorum == 1 and not self.deciders.not_authors


@dataclass(frozen=True, slots=True)
class Question:
    """What the model wants to know of a person.

    Attributes:
        multiple: several of the options may be picked
        free_text: an answer in people's own words is taken, too
        expires: when, in seconds since the epoch; never, if None
        default: what holds if nobody answers in time
    """

    text: str
    options: tuple[Option, ...] = ()
    _: KW_ONLY
    multiple: bool = False
    free_text: bool = True
    deciders: Deciders = field(default_factory=Deciders)
    expires: float | None = None
    default: str = ""

    def fits(self, answer: "Respond") -> bool:
        """Is this one of the answers that it allows?"""
        labels = {option.label for option in self.options}
        if not set(answer.selected) <= labels or len(set(answer.selected)) != len(answer.selected):
            return False
        if len(answer.selected) > 1 and not self.multiple:
            return False
        if answer.text.strip() and not self.free_text:
            return False
        return bool(answer.selected or answer.text.strip())

    def read(self, typed: str) -> "Respond | None":
        """A typed line as an answer: a label, several parted by commas where that is allowed, else free text. None if
        it does not fit.
        """
        labels = {option.label.casefold(): option.label for option in self.options}
        parts = typed.split(",") if self.multiple else [typed]
        names = [labels.get(part.strip().casefold()) for part in parts]
        chosen = tuple(name for name in names if name is not None)
        answer = Respond("", chosen) if chosen and len(chosen) == len(names) else Respond(typed.strip())
        return answer if self.fits(answer) else None


@dataclass(frozen=True, slots=True)
class PlanReview:
    """Is this the way to go?

    Attributes:
        mode: in which the session goes on if it is approved; its own if that is empty
        expires: when, in seconds since the epoch; never, if None
    """

    title: str
    plan: str
    _: KW_ONLY
    mode: str = ""
    deciders: Deciders = field(default_factory=Deciders)
    expires: float | None = None


Ask = Approval | Question | PlanReview


# Choices: the ways to answer
@dataclass(frozen=True, slots=True)
class Approve:
    """`always` makes it a Grant: for the tool, its category, or those calls of the tool that `match` a pattern. `note`
    is told to the model.
    """

    note: str = ""
    always: Literal["", "tool", "category", "pattern"] = ""
    match: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """Approval of other arguments, as JSON text."""

    arguments: str


@dataclass(frozen=True, slots=True)
class Reject:
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Respond:
    """The person's words become the result; to a Question, the answer: labels of its options, free text, or both."""

    text: str = ""
    selected: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return "; ".join(filter(None, (", ".join(self.selected), self.text.strip())))


Choice = Approve | Edit | Reject | Respond


# How it ended
Outcome = Literal[
    "approved",
    "granted",
    "edited",
    "rejected",
    "answered",
    "expired",
    "stopped",
    "ended",
    "superseded",
    "withdrawn",
    "replaced",
    "unreachable",
]
APPROVED: frozenset[Outcome] = frozenset({"approved", "granted", "edited"})
"""After these its call is to run."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """How an ask ended, when, by whom if by a person, and what they added; `rules`: which of them overtook it, also
    after it was approved: then it did not run. It is withdrawn since `by` chose the mode `detail`, whose `rules` do not
    have it; or, without them, by us, for the reason `detail`; so is what is replaced by another call.
    """

    outcome: Outcome
    at: float
    by: Person | None = None
    detail: str = ""
    rules: RuleReason | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """ "Always".

    Attributes:
        id: that of the ask at which it was given, in a turn of `requester`
        on: a tool or a category by its name, as `scope` says
        at: when, in seconds since the epoch
        tool: the digest of the tool: one that has its name later is another. Empty for a category
        match: what the tool says of its arguments has to match this, for a pattern
        untrusted: the origins of text from outside that its card named: who gave it knew of these
    """

    id: str
    scope: Literal["tool", "category", "pattern"]
    on: str
    by: Person
    requester: Person
    at: float
    tool: str = ""
    match: str = ""
    untrusted: tuple[str, ...] = ()

    def covers(self, tool: str, digest: str, category: str, ask: Approval, matching: Collection[str] = ()) -> bool:
        """Was it given for this, by somebody who could have decided this `ask` too when they gave it, and who knew of
        what was read from outside? `matching` are the grants on a pattern that this matches, by their ids.
        """
        if not set(ask.untrusted).issubset(self.untrusted):
            return False
        if ask.on_path and self.scope != "pattern":
            return False
        of_tool = (self.on, self.tool) == (tool, digest)
        named = {"tool": of_tool, "category": self.on == category, "pattern": of_tool and self.id in matching}
        return named[self.scope] and ask.deciders.may_decide(self.by, self.requester, ())

    def lapsed(self, tool: str, digest: str) -> bool:
        """Was it given for the tool of that name, which is another by now?"""
        return self.scope != "category" and self.on == tool and self.tool != digest
