"""Reads `modes`."""

from dataclasses import replace

from harness.approvals.gate import Terms
from harness.tools.registry import Registry
from harness.workspace.given import Given
from harness.workspace.permissions import Reading
from harness.workspace.workspace import Mode

BUILD = "build"
"""Where conversations begin, where the file has no modes."""
PLAN = (
    "Look around first. Once you know what is to be done, submit a plan of it: what you would change, in which order, "
    "and how you would see that it is right. Change nothing before it is approved."
)
_KEYS = ("instructions", "tools", "model", "fallbacks", "yolo", "leads_to", "permissions")


def shipped(tools: Registry) -> dict[str, Mode]:
    """Those that there are where the file has none: work is done in `build`, and thought about first in `plan`."""
    looks = frozenset(name for name, tool in tools.items() if tool.category in ("read", "question", "plan"))
    plan = Mode("plan", instructions=PLAN, tools=looks, leads_to=(BUILD,))
    return {BUILD: Mode(BUILD), "plan": plan}


def modes(given: Given, reading: Reading, base: Terms) -> dict[str, Mode]:
    """Each mode by its name, in the order of the file. `base` is how the workspace puts its asks."""
    entries = given.entries()
    found: dict[str, Mode] = {}
    for name, value in entries.items():
        if not name.strip() or len(name.split()) != 1:
            value.wrong("a mode's name is one word")
        else:
            found[name] = _mode(name, value, reading, base, entries)
    return found


def _mode(name: str, given: Given, reading: Reading, base: Terms, others: dict[str, Given]) -> Mode:
    values = given.fields(_KEYS)
    mode = Mode(name)
    if "instructions" in values:
        mode = replace(mode, instructions=values["instructions"].text())
    if "tools" in values:
        mode = replace(mode, tools=reading.offered(values["tools"]))
    if "model" in values:
        mode = replace(mode, model=values["model"].word())
    if "fallbacks" in values:
        mode = replace(mode, fallbacks=values["fallbacks"].words())
    if "yolo" in values:
        mode = replace(mode, yolo=values["yolo"].flag(False))
    if "leads_to" in values:
        mode = replace(mode, leads_to=_leads(name, values["leads_to"], others))
    if "permissions" in values:
        permissions = reading.permissions(values["permissions"], base)
        mode = replace(mode, rules=permissions.rules, terms=permissions.other_than(base))
    return mode


def _leads(name: str, given: Given, others: dict[str, Given]) -> tuple[str, ...]:
    """Each once. Two modes may lead to each other: every plan is decided by people."""
    led = list[str]()
    for item in given.items():
        mode = item.one_of(others, "mode")
        if mode == name:
            item.wrong("an approved plan goes on in its own mode anyway: leave this out")
        elif mode:
            led.append(mode)
    return tuple(dict.fromkeys(led))
