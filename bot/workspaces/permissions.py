"""The permissions in force: the rules, who decides, and what else of the workspace limits calls."""

from collections.abc import Iterator, Mapping
from typing import Any

from harness.approvals.gate import Gate, Rule, Terms, Verdict
from harness.approvals.patience import Patience, WorkingDays
from harness.chat.secrets import masked
from harness.chat.wording import counted, duration
from harness.workspace.workspace import Workspace


def permissions_of(workspace: Workspace, gate: Gate) -> Mapping[str, Any]:
    """By their names, for programs. Rules are in the order in which they are looked at."""
    bases = workspace.api_base
    return {
        "rules": [_rule(rule, gate.terms) for rule in gate.rules],
        "deciders": _terms(gate.terms),
        "yolo": gate.yolo,
        "mask": list(workspace.mask),
        "api_base": masked(bases.usual) if bases.usual else {name: masked(url) for name, url in bases.named.items()},
    }


def rules_in_words(permissions: Mapping[str, Any]) -> Iterator[str]:
    """The same, a line each."""
    for rule in permissions["rules"]:
        on = " ".join(filter(None, (rule["tool"] or rule["category"], rule["match"])))
        terms = f"; {_in_words(rule['deciders'])}" if rule["deciders"] else ""
        yield f"{rule['verdict']:<5} {on}{terms}"
    yield f"asks: {_in_words(permissions['deciders'])}"
    if permissions["yolo"]:
        yield "yolo: what would be asked is allowed, except what is asked every time, and commands"
    if permissions["mask"]:
        yield f"mask: {', '.join(permissions['mask'])}"
    if base := permissions["api_base"]:
        named = [f"{name}: {url}" for name, url in base.items()] if isinstance(base, Mapping) else [base]
        yield f"api_base: {', '.join(named)}"


def _rule(rule: Rule, usual: Terms) -> dict[str, object]:
    asked = rule.verdict is Verdict.ASK and rule.terms is not None and rule.terms != usual
    return {
        "verdict": rule.verdict.name.lower(),
        "tool": rule.tool,
        "category": rule.category,
        "match": rule.match,
        "deciders": _terms(rule.terms) if asked and rule.terms else None,
    }


def _terms(terms: Terms) -> dict[str, object]:
    return {
        "roles": sorted(terms.deciders.roles),
        "requester": terms.deciders.requester,
        "not_authors": terms.deciders.not_authors,
        "quorum": terms.deciders.quorum,
        "every_time": terms.every_time,
        "expires": _lasts(terms.patience),
        "say": terms.say,
    }


def _in_words(terms: Mapping[str, Any]) -> str:
    who = [*(["the requester"] if terms["requester"] else []), *terms["roles"]]
    parts = (
        f"{' or '.join(who) or 'nobody'} can decide",
        f"{terms['quorum']} have to approve" if terms["quorum"] > 1 else "",
        "nobody whose words the turn has heard" if terms["not_authors"] else "",
        "every time" if terms["every_time"] else "",
        f"expires after {terms['expires']}" if terms["expires"] else "never expires",
        f"says: {terms['say']}" if terms["say"] else "",
    )
    return ", ".join(filter(None, parts))


def _lasts(patience: Patience) -> str | None:
    if isinstance(patience, WorkingDays):
        return counted(patience.count, "working day")
    return None if patience is None else duration(patience)
