"""What is answered to `usage`: sums of the ledger, in words. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from typing import Literal, NamedTuple, get_args

from harness.chat.events import Surface
from harness.chat.people import Person, Place
from harness.chat.untrusted import in_code, unmarked
from harness.chat.wording import counted
from harness.commands.context import Link
from harness.commands.words import WORDS
from harness.sessions.budgets import Budget, first_of, monday_of
from harness.sessions.ledger import Axis, Sum
from harness.sessions.usage import NOTHING, Usage
from harness.wording.usage import amount, used
from harness.workspace.problems import shown

Span = Literal["today", "week", "month"]
LISTED = 20
"""People, places or models that are named."""
NOTHING_USED = "Nothing was used."
_SPANS: Mapping[Span, str] = {"today": "Today", "week": "This week", "month": "This month"}


class Asked(NamedTuple):
    """Of which days, and told apart by what, if at all."""

    span: Span
    by: Axis | None


def asked(argument: str) -> Asked | None:
    """None if it is nothing that we know."""
    words = argument.split()
    spans: tuple[Span, ...] = get_args(Span)
    span: Span = next((each for each in spans if words[:1] == [each]), "today")
    rest = words[1:] if words[:1] == [span] else words
    if not rest:
        return Asked(span, None)
    by: tuple[Axis, ...] = ("person", "place", "model")
    found = next((each for each in by if rest == ["by", each]), None)
    return Asked(span, found) if found else None


def not_understood(argument: str, surface: Surface) -> str:
    """What is said to what `asked` does not know."""
    hint = WORDS["usage"].hint
    unknown = surface.spelt(f"usage {shown(argument).replace('`', '')}")
    return f"I don't know {unknown}. Say {surface.spelt(f'usage {hint}')}."


def first_day(span: Span, day: str) -> str:
    """Of those that end with that day."""
    return {"today": day, "week": monday_of(day), "month": first_of(day)}[span]


def span_in_words(span: Span, zone: tzinfo) -> str:
    """With the clocks by which its days are counted: `Today (Europe/Berlin)`."""
    return f"{_SPANS[span]} ({zone})"


def whole(sums: Iterable[Sum]) -> Sum:
    """All of them in one."""
    usage, requests = NOTHING, 0
    for one in sums:
        usage, requests = usage + one.usage, requests + one.requests
    return Sum("", usage, requests)


def in_all(span: str, here: Sum, yours: Sum, everything: Sum | None, budgets: Sequence[Budget]) -> str:
    """A line each for that `span_in_words`: of this place, of whoever asks, and of all, for whom that is to see."""
    lines = [f"- here: {_spent(here)}", f"- you: {_spent(yours)}"]
    if everything:
        lines.append(f"- all: {_spent(everything)}")
        lines += [f"- budget: {budget_in_words(budget)}" for budget in budgets]
    return "\n".join([f"{span}:", *lines])


def listed(span: str, by: Axis, sums: Sequence[Sum], named: Mapping[str, str]) -> str:
    """The most first; `named` are names of people and places by their ids."""
    lines = [f"- {named.get(one.name) or _code(one.name)}: {_spent(one)}" for one in sums[:LISTED]]
    told = f"- and {len(sums) - LISTED} more: `deskmate usage --by {by}` lists all, for whoever runs me"
    more = [told] if len(sums) > LISTED else []
    return "\n".join([f"{span}, by {by}:", *(lines or [NOTHING_USED]), *more])


def budget_in_words(budget: Budget) -> str:
    """`$20.00 a day for each person; I stop there`."""
    of = {"all": "", "person": " for each person", "place": " for each place"}[budget.scope]
    beyond = "I stop there" if budget.hard else "I only warn"
    return f"{amount(budget.cost, budget.tokens)} a {budget.period}{of}; {beyond}"


def people(known: Iterable[Person]) -> dict[str, str]:
    """Their names, by each of their ids."""
    return {id: unmarked(str(person)) for person in known for id in person.ids}


def places(ids: Iterable[str], here: Place, link: Link, called: Mapping[str, str]) -> dict[str, str]:
    """What they are `called`, as far as that is known, and the way there."""
    found = dict[str, str]()
    for id in ids:
        platform, team, channel = id.split(":", 2)
        name = called.get(id, "")
        if (platform, team, channel) == (here.platform, here.team, here.channel):
            found[id] = "here"
        elif address := link(Place(platform, team, channel), ""):
            found[id] = f"[{name or channel}]({address})"
        elif name:
            found[id] = name
    return found


def _spent(one: Sum) -> str:
    return f"{used(one.usage)}, in {counted(one.requests, 'request')}" if one.usage != Usage() else "nothing"


def _code(name: str) -> str:
    return in_code(name) if name else "not known"
