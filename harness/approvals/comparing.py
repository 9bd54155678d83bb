"""Does one gate permit more than another? What is not plain to see counts as more."""

from collections.abc import Sequence

from harness.approvals.gate import Gate, Rule, Terms, Verdict


def no_more(new: Gate, old: Gate) -> bool:
    """Does `new` answer every call at least as strictly as `old`? True only if the rules themselves show it. Where a
    plan may lead is not looked at.
    """
    return (
        all(old.tools.get(name) == tool for name, tool in new.tools.items())
        and new.yolo <= old.yolo
        and new.held == old.held
        and _terms_as_strict(new.terms, old.terms)
        and _rules_as_strict(new.rules, old.rules)
    )


def _terms_as_strict(new: Terms, old: Terms) -> bool:
    """How long an ask waits permits nothing."""
    return new.deciders == old.deciders and new.every_time >= old.every_time


def _rules_as_strict(new: Sequence[Rule], old: Sequence[Rule]) -> bool:
    """A DENY wins wherever it stands, so it may only be added. Of the others the more specific wins, and of two alike
    the first: so an ALLOW may be left out, and an ASK added, as long as no ALLOW comes before an ASK that it came
    after. Where rules say how to ask, the one that wins instead may ask others: then nothing may differ.
    """
    if not _with(Verdict.DENY, old) <= _with(Verdict.DENY, new):
        return False
    new, old = ([rule for rule in rules if rule.verdict is not Verdict.DENY] for rules in (new, old))
    if new == old:
        return True
    if any(rule.terms for rule in (*new, *old)):
        return False
    start = 0
    for index, rule in enumerate(new):
        if rule.verdict is Verdict.ALLOW:
            if rule not in old[start:]:
                return False
            start = old.index(rule, start)
            if not _with(Verdict.ASK, old[:start]) <= _with(Verdict.ASK, new[:index]):
                return False
    return _with(Verdict.ASK, old) <= _with(Verdict.ASK, new)


def _with(verdict: Verdict, rules: Sequence[Rule]) -> frozenset[Rule]:
    return frozenset(rule for rule in rules if rule.verdict is verdict)
