"""Codes of reasons in words. Each is a part of a sentence, without its end."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from harness.approvals.deciders import OWNERS
from harness.approvals.reasons import RuleReason
from harness.chat.people import Person
from harness.chat.phrases import Moment, Phrase, capitalized, plain
from harness.chat.secrets import concealed
from harness.chat.untrusted import in_line
from harness.chat.wording import shortened
from harness.sessions.budgets import SpentBudget
from harness.sessions.heartbeat import LookOutcome
from harness.sessions.reasons import (
    BudgetHit,
    EmptyAnswer,
    EndReason,
    GaveWay,
    HeartbeatOver,
    InterruptedBy,
    LimitHit,
    ModelFailure,
    PlanTurnedDown,
    RequestDeleted,
    SkipReason,
    StoppedBy,
    WentInCircles,
)
from harness.wording.origins import outside
from harness.wording.usage import named

_SKIPPED: Mapping[SkipReason, str] = {
    "at-work": "I was busy with something else",
    "asking": "a decision is pending",
    "pending": "a message is waiting to be read",
    "paused": "it was paused",
    "replies-off": "I am switched off there",
}
_LIMITS: Mapping[str, str] = {"steps": "steps", "time": "working time", "cost": "cost", "tokens": "tokens"}
CALLED = 80
"""Characters of a call that are shown."""
NOBODY = Person("", "", "")
_AGAIN = {"later": "later", "once-resumed": "once it is resumed"}


def used_up(budget: SpentBudget, known: Sequence[Person] = ()) -> Phrase:
    """Which budget that is, until when, and who may lift it."""
    owners = capitalized(OWNERS.described(NOBODY, known))
    return (*named(budget), " is used up until ", Moment(budget.until), ". ", *owners, " can lift it")


def ended(why: EndReason, known: Sequence[Person] = ()) -> Phrase:
    """Why a turn ended otherwise than by its reply. `known` are those whose roles are known."""
    match why:
        case StoppedBy(by=by):
            return ("stopped by ", by)
        case InterruptedBy(by=by):
            return ("interrupted by ", by)
        case GaveWay(to=to):
            return ("stopped for ", to)
        case LimitHit(which=which):
            return (f"I reached the limit on {_LIMITS[which]} for one request",)
        case BudgetHit(budget=budget):
            return used_up(budget, known)
        case ModelFailure(why=detail, again=""):
            return (f"the model failed: {detail}",)
        case ModelFailure(why=detail, again=again):
            return (f"the model failed: {detail}; I will try again {_AGAIN[again]}",)
        case PlanTurnedDown(by=by):
            return (by, " turned the plan down; tell me what to do instead")
        case EmptyAnswer():
            return ("the model gave an empty answer",)
        case WentInCircles(tool=tool, arguments=arguments, times=times):
            called = shortened(in_line(concealed(f"{tool} {arguments}")), CALLED)
            return (f"the model went in circles: it called {called} {times} times with the same result",)
        case HeartbeatOver():
            return ("the heartbeat has ended",)
        case RequestDeleted():
            return ("the request was deleted",)
        case _:
            assert_never(why)


def ruled(why: RuleReason) -> str:
    """Why the rules decided on a call as they did."""
    match why.code:
        case "no-tool":
            only = f", only {', '.join(why.among)}" if why.among else ""
            return f"there is no tool {why.about}{only}"
        case "malformed":
            return why.about
        case "nobody":
            return f"nobody can be asked: there is no {why.about}"
        case "denied" | "allowed" | "asked":
            return f"{why.code} by the rule on {why.about}"
        case "mode":
            return "allowed by the mode"
        case "person":
            return "asks a person"
        case "changed":
            return f"{why.about} has changed since"
        case "unreadable":
            return f"I can't check this command against the rules: {why.about}"
        case "untrusted":
            return f"after I read {outside(why.among)}, {why.about} calls are denied here"
        case "private":
            return f"in a private place I ask about each {why.about} call"
        case "skill":
            left = f"only {', '.join(why.among)}" if why.among else "no tools"
            return f"the skill {why.about} was read, and leaves {left} in this turn"
        case _:
            assert_never(why.code)


def skipped(why: SkipReason) -> str:
    """Why what was due did not happen."""
    return _SKIPPED[why]


def looked(last: LookOutcome) -> str:
    """What became of a heartbeat once."""
    if last.ended:
        return plain(ended(last.ended))
    return {
        "reported": "reported",
        "nothing-new": "the check found nothing new",
        "empty": "the list was empty",
        "unreadable": last.detail,
        "silent": "nothing to report",
        "muted": "muted",
        "repeated": "nothing new within a day",
        "broken-off": "it was cut short",
    }[last.how]
