"""How an ask ended, in words."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from harness.approvals.asks import APPROVED, Approval, Outcome, PlanReview, Question, Settlement
from harness.approvals.reasons import RuleReason
from harness.chat.phrases import Code, Moment, Phrase, joined, listed
from harness.chat.wording import duration
from harness.sessions.call_status import CallEnd
from harness.sessions.turn import OpenAsk
from harness.tools.acts import LINE, Act, in_a_line
from harness.tools.previews import Hidden
from harness.wording.origins import outside
from harness.wording.reasons import ruled

_WORDS: Mapping[Outcome, str] = {
    "approved": "approved",
    "granted": "always allowed",
    "edited": "edited",
    "rejected": "denied",
    "answered": "answered",
    "expired": "expired",
    "stopped": "stopped",
    "ended": "not decided before its turn ended",
    "superseded": "withdrawn",
    "withdrawn": "withdrawn",
    "replaced": "replaced",
    "unreachable": "nobody could be asked",
}
_MARKS: Mapping[Outcome, str] = {
    "approved": "✅",
    "granted": "✅",
    "edited": "✅",
    "rejected": "🚫",
    "answered": "💬",
    "expired": "⌛",
    "stopped": "⏹️",
}
"""Of an outcome line; of others it is WITHDRAWN."""
WITHDRAWN, FAILED = "↩️", "⚠️"
_NOT_KEPT: Mapping[Hidden, str] = {
    "large": "too large to be undone",
    "binary": "no text, so it cannot be undone",
    "linked": "it had another name by a hard link, so it cannot be undone",
    "forbidden": "I could not read it, so it cannot be undone",
    "ruled": "I could not read it, so it cannot be undone",
}


def settled(ask: OpenAsk, settlement: Settlement, doing: Act) -> Phrase:
    """What was decided on, by whom, when, and what came of it: a line that stands for itself."""
    failed = _prevented(settlement) or (ask.ended is not None and ask.ended.how != "ran")
    revised = isinstance(ask.ask, PlanReview) and settlement.outcome == "rejected" and settlement.detail
    mark = FAILED if failed else WITHDRAWN if revised else _MARKS.get(settlement.outcome, WITHDRAWN)
    return joined([(f"{mark} ", *_about(ask, doing)), *_parts(ask, settlement)])


def outcome(settlement: Settlement) -> Phrase:
    """`approved by Ana`, `expired`, `denied by Bob: not on a Friday`: what a late clicker is told."""
    words = (f": {settlement.detail}",) if _has_words(settlement) else ()
    after = _why_not(settlement)
    why = (", but did not run: " if _prevented(settlement) else ": ", *after) if after else ()
    return (*_by(settlement), *words, *why)


def _about(ask: OpenAsk, doing: Act) -> Phrase:
    match ask.ask:
        case Question(text=text):
            return in_a_line((text,), LINE)
        case PlanReview(title=title):
            return ("Plan: ", *in_a_line((title,), LINE))
        case Approval() if ask.summary and not doing.object:
            return (ask.summary,)
        case Approval():
            return doing.done if ask.ended and _did(ask.ended) else doing.proposed
        case _:
            assert_never(ask.ask)


def _parts(ask: OpenAsk, settlement: Settlement) -> Iterator[Phrase]:
    plan = isinstance(ask.ask, PlanReview) and settlement.outcome == "rejected"
    yield _by(settlement, ("revised" if settlement.detail else "turned down") if plan else "")
    yield (Moment(settlement.at),)
    if ask.replaces and ask.replaces.by:
        yield ("changed after ", *listed([(one,) for one in ask.replaces.by], "and"), " spoke with me")
    if _has_words(settlement):
        yield in_a_line((settlement.detail,), LINE)
    if ask.always:
        yield ("from now on without asking: ", *in_a_line((Code(ask.always),), LINE))
    if ask.revoked:
        yield ("asked about again since ", ask.revoked, " revoked that")
    if ask.undone:
        yield ("undone by ", ask.undone)
    elif ask.undo and ask.undo.why:
        yield (_NOT_KEPT[ask.undo.why],)
    if why := _why_not(settlement):
        yield ("did not run: ", *why) if _prevented(settlement) else why
    elif ask.ended and (end := _came_of_it(ask.ended)):
        yield (end,)


def _did(end: CallEnd) -> bool:
    """True if the call did something. A failed one did only if it was a command that ran: an edit that fails changes
    nothing.
    """
    return end.how in ("ran", "cut") or (end.how == "failed" and end.exit_code is not None)


def _came_of_it(end: CallEnd) -> str:
    """`exit 0 in 6 s`; nothing, if it just did what it says."""
    seconds = duration(end.seconds) if end.seconds is not None and end.seconds >= 1 else ""
    after = f" after {seconds}" if seconds else ""
    match end.how:
        case "ran" | "failed" if end.exit_code is not None:
            return f"exit {end.exit_code}{f' in {seconds}' if seconds else ''}"
        case "ran":
            return f"took {seconds}" if seconds else ""
        case "failed":
            return f"failed{after}"
        case "cut":
            return f"cut short{after}"
        case "lost":
            return "it is not known whether it ran to its end"
        case "outdated":
            return "did not run: it has changed since I asked"
        case "not-run":
            return "did not run"
        case _:
            assert_never(end.how)


def _by(settlement: Settlement, words: str = "") -> Phrase:
    words = words or _WORDS.get(settlement.outcome, settlement.outcome)
    by_person = settlement.by if settlement.outcome != "withdrawn" else None
    return (f"{words} by ", by_person) if by_person else (words,)


def _has_words(settlement: Settlement) -> bool:
    """Did somebody, or a platform, say something with it?"""
    return bool(settlement.detail) and (settlement.outcome != "withdrawn" or settlement.rules is None)


def _prevented(settlement: Settlement) -> bool:
    """Was it approved, and did the rules keep it from running?"""
    return settlement.rules is not None and settlement.outcome in APPROVED


def _why_not(settlement: Settlement) -> Phrase:
    """Which rules overtook it."""
    rules = settlement.rules
    if rules is None:
        return ()
    if settlement.outcome == "withdrawn" and settlement.by:
        return (settlement.by, f" switched to {settlement.detail} mode, which {_lacks(rules)}")
    return (_gone(rules) or _now(rules),)


def _gone(why: RuleReason) -> str:
    """What became of its tool, if that is why."""
    match why:
        case RuleReason(code="changed"):
            return ruled(why)
        case RuleReason(code="no-tool", about=tool):
            return f"the tool {tool} no longer exists"
        case _:
            return ""


def _now(rules: RuleReason) -> str:
    """What they say of it since they have changed."""
    match rules.code:
        case "denied":
            return f"the rule on {rules.about} now denies this"
        case "asked":
            return f"the rule on {rules.about} now asks people first"
        case "private":
            return ruled(rules)
        case "untrusted":
            return f"I have read {outside(rules.among)} since"
        case _:
            return f"the rules have changed: {ruled(rules)}"


def _lacks(rules: RuleReason) -> str:
    return f"does not offer {rules.about}" if rules.code == "no-tool" else "denies this"
