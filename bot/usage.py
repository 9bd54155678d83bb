"""`deskmate usage`: what was used, from a terminal."""

import json
from collections.abc import Sequence
from datetime import tzinfo

from adapters.storage.journal import SqlJournal
from harness.chat.visible import visible
from harness.chat.wording import counted
from harness.commands.usage import NOBODY, Span, first_day, whole
from harness.sessions.budgets import day_of
from harness.sessions.ledger import Axis, Sum
from harness.wording.usage import used

GONE = "(deleted)"
"""A thread of which no name is kept."""


async def usage(journal: SqlJournal, span: Span, by: Axis | None, zone: tzinfo, now: float, as_json: bool) -> str:
    """From the beginning of that span on, by the clocks of `zone`. Raises JournalUnavailable."""
    day = day_of(now, zone)
    first = first_day(span, day)
    sums = await journal.ledger.spent(first, day, by or "model")
    if as_json:
        days = {"from": first, "to": day, "zone": str(zone)}
        said = {**days, "by": by, "total": _fields(whole(sums)), "sums": [_named(one) for one in sums] if by else []}
        return json.dumps(said, ensure_ascii=False, indent=1)
    return visible("\n".join(_lines(first, day, zone, by, sums)))


def _lines(first: str, day: str, zone: tzinfo, by: Axis | None, sums: Sequence[Sum]) -> list[str]:
    days = day if first == day else f"{first} to {day}"
    if not sums:
        return [f"{days} ({zone}): {NOBODY}"]
    head = f"{days} ({zone}): {_spent(whole(sums))}"
    return [head, *(f"{one.name or GONE}: {_spent(one)}" for one in (sums if by else ()))]


def _spent(one: Sum) -> str:
    return f"{used(one.usage)}, in {counted(one.steps, 'request')}"


def _named(one: Sum) -> dict[str, object]:
    return {"name": one.name, **_fields(one)}


def _fields(one: Sum) -> dict[str, object]:
    usage = one.usage
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cached_tokens": usage.cached_tokens,
        "cost": round(usage.cost, 6),
        "steps": one.steps,
    }
