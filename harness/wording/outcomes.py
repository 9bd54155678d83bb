"""How an ask ended, in words."""

from harness.approvals.asks import Settlement
from harness.approvals.reasons import RuleReason
from harness.wording.reasons import ruled

_WORDS = {
    "granted": "approved always",
    "rejected": "denied",
    "superseded": "overtaken by a change of the rules",
    "unreachable": "ended: nobody could be asked",
    "ended": "ended with its turn",
}


def outcome(settlement: Settlement) -> str:
    """`approved by Ana`, `expired`, `denied by Bob: not on a Friday`: what a late clicker is told."""
    if settlement.outcome == "withdrawn" and settlement.by:
        return f"withdrawn: {settlement.by} switched to {settlement.detail} mode, which {_lacks(settlement.rules)}"
    rules = settlement.rules
    if settlement.outcome == "superseded" and rules:
        gone = _gone(rules)
        return f"withdrawn: {gone}" if gone else f"{_WORDS['superseded']}: {ruled(rules)}"
    words = _WORDS.get(settlement.outcome, settlement.outcome)
    by = f" by {settlement.by}" if settlement.by else ""
    more = f": {settlement.detail}" if settlement.detail else ""
    after = f", but did not run: {_gone(rules) or f'the rules have changed, {ruled(rules)}'}" if rules else ""
    return f"{words}{by}{more}{after}"


def _gone(why: RuleReason) -> str:
    """What became of its tool, if that is why."""
    match why:
        case RuleReason(code="changed"):
            return ruled(why)
        case RuleReason(code="no-tool", about=tool):
            return f"there is no tool {tool} any more"
        case _:
            return ""


def _lacks(rules: RuleReason | None) -> str:
    return f"does not offer {rules.about}" if rules and rules.code == "no-tool" else "denies this"
