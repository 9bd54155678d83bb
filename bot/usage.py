"""`deskmate usage`: what was used, from a terminal."""

import json
import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, tzinfo
from typing import NamedTuple

from adapters.storage.journal import SqlJournal
from bot import logs, wiring
from bot.registry import TEAMS
from bot.settings import Settings, SettingsError
from bot.workspaces.folders import folders
from harness.chat.visible import visible
from harness.chat.wording import counted
from harness.commands.usage import NOTHING_USED, Span, first_day, whole
from harness.sessions.budgets import day_of
from harness.sessions.ledger import Axis, Sum
from harness.wording.usage import used
from harness.workspace.problems import WorkspaceError

GONE = "(deleted)"
"""A thread of which no name is kept."""


class Clock(NamedTuple):
    """By whose clocks days are counted; `teams` are those of each, where they are not the same: then it is UTC."""

    zone: tzinfo
    teams: Mapping[str, str] = {}

    def __str__(self) -> str:
        if not self.teams:
            return str(self.zone)
        return f"{self.zone}; each team's days are by its own clock: {', '.join(sorted(set(self.teams.values())))}"


def clock(settings: Settings, environment: Mapping[str, str]) -> Clock:
    """UTC, if no workspace says otherwise; if one cannot be read, the log says that."""
    if wiring.without_workspace(settings) and not (settings.workspace / TEAMS).exists():
        return Clock(UTC)
    try:
        zones = {
            team: wiring.workspace(folder, wiring.tools_in(folder, environment), settings.skills).zone
            for team, folder in folders(settings).items()
        }
    except (WorkspaceError, SettingsError) as error:
        logs.complain(f"days are counted in UTC, since the workspace cannot be read: {error}", logging.WARNING)
        return Clock(UTC)
    same = len({str(zone) for zone in zones.values()}) == 1
    return Clock(next(iter(zones.values()))) if same else Clock(UTC, {team: str(zone) for team, zone in zones.items()})


async def usage(journal: SqlJournal, span: Span, by: Axis | None, clock: Clock, now: float, as_json: bool) -> str:
    """From the beginning of that span on, by that clock. Raises JournalUnavailable."""
    day = day_of(now, clock.zone)
    first = first_day(span, day)
    sums = await journal.ledger.spent(first, day, by or "model")
    if as_json:
        days: dict[str, object] = {"from": first, "to": day, "zone": str(clock.zone)}
        days |= {"zones": dict(clock.teams)} if clock.teams else {}
        said = {**days, "by": by, "total": _fields(whole(sums)), "sums": [_named(one) for one in sums] if by else []}
        return json.dumps(said, ensure_ascii=False, indent=1)
    return visible("\n".join(_lines(first, day, clock, by, sums)))


def _lines(first: str, day: str, clock: Clock, by: Axis | None, sums: Sequence[Sum]) -> list[str]:
    days = day if first == day else f"{first} to {day}"
    if not sums:
        return [f"{days} ({clock}): {NOTHING_USED}"]
    head = f"{days} ({clock}): {_spent(whole(sums))}"
    return [head, *(f"{one.name or GONE}: {_spent(one)}" for one in (sums if by else ()))]


def _spent(one: Sum) -> str:
    return f"{used(one.usage)}, in {counted(one.requests, 'request')}"


def _named(one: Sum) -> dict[str, object]:
    return {"name": one.name, **_fields(one)}


def _fields(one: Sum) -> dict[str, object]:
    usage = one.usage
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cached_tokens": usage.cached_tokens,
        "cost": round(usage.cost, 6),
        "requests": one.requests,
    }
