"""What people are called, and whether they are full members. Looked up once and kept; nobody waits for it long."""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from adapters.slack.calls import CallRefused, Calls
from adapters.slack.tally import Tally
from harness.chat.port import ChatError
from harness.chat.untrusted import in_line
from harness.loop.clock import Now

log = logging.getLogger(__name__)

GUEST = ("is_restricted", "is_ultra_restricted", "is_stranger", "deleted")
"""Slack docs, user object: guests of many channels and of one, people of other workspaces who share no channel with us,
and who has left. Who shares one is known by their workspace only.
"""
KEPT = 3_600.0
"""Seconds for which a name is not asked for again."""
REFUSED = 60.0
"""Seconds after which a lookup that Slack refused is tried again."""
FORGIVEN = 1.0
"""Seconds after which one that failed is: what somebody said waits for it, and Slack brings that again at once, after a
minute and after five.
"""
STANDS = 86_400.0
"""Seconds for which it stands that somebody is a full member, or is none, where Slack does not answer: nobody whom we
know is put off since Slack is busy.
"""
WITHIN = 0.5
"""Seconds that an event waits for names; after that it goes on without."""
MEMBER_WITHIN = 2.0
"""Seconds for finding out whether somebody is a full member: that decides what they may do, so it is waited for."""
MOST = 5_000


@dataclass(frozen=True, slots=True)
class Remembered:
    """`member` is None if Slack did not tell; `until` when it is to be asked again. `zone` is an IANA name, `teams` the
    workspaces that it is of, its home first: several in an organization, none if Slack did not tell.
    """

    name: str
    member: bool | None
    until: float
    zone: str = ""
    teams: tuple[str, ...] = ()
    told: float = float("-inf")
    """When Slack told."""


class Names:
    def __init__(self, calls: Calls, now: Now) -> None:
        self._calls, self._now = calls, now
        self._known: dict[str, Remembered] = {}
        self._asked: dict[str, asyncio.Task[None]] = {}
        self._unknown = Tally(log, "people are not known yet", now)

    async def of(self, ids: Iterable[str], within: float = WITHIN) -> Mapping[str, str]:
        """The names of those that are known, or become so in that time."""
        wanted = frozenset(ids)
        await self._learn(wanted, within)
        return {id: self._known[id].name for id in wanted if id in self._known and self._known[id].name}

    async def member(self, id: str, team: str, within: float = MEMBER_WITHIN) -> bool | None:
        """Is it a full member of that workspace, not a guest, nor somebody of another one? None if that cannot be
        known now.
        """
        await self._learn(frozenset({id}), within)
        known = self._known.get(id)
        if known is None or (known.member and self._now() >= max(known.until, known.told + STANDS)):
            return None  # that was long ago, and what is asked now has no answer yet
        return known.member and self.home(id, team) == team

    def home(self, id: str, team: str) -> str:
        """The workspace that it is of, as far as that is known: that one, unless it is of others only."""
        known = self._known.get(id)
        return team if known is None or not known.teams or team in known.teams else known.teams[0]

    async def zone(self, id: str, within: float = WITHIN) -> str:
        """Where it lives, by the IANA name of the time zone; empty if that cannot be known now."""
        await self._learn(frozenset({id}), within)
        return self._known[id].zone if id in self._known else ""

    def called(self, name: str) -> tuple[str, ...]:
        """The ids of all who go by that name, of those that are known."""
        wanted = name.casefold()
        return tuple(sorted(id for id, known in self._known.items() if known.name.casefold() == wanted))

    async def _learn(self, wanted: frozenset[str], within: float) -> None:
        missing = [id for id in wanted if not self._fresh(id)]
        for id in missing:
            if id not in self._asked:
                self._asked[id] = asyncio.create_task(self._look_up(id))
        if missing:
            await asyncio.wait([self._asked[id] for id in missing], timeout=within)

    async def close(self) -> None:
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _fresh(self, id: str) -> bool:
        return id in self._known and self._known[id].until > self._now()

    async def _look_up(self, id: str) -> None:
        known, now = self._known.get(id) or Remembered("", None, 0.0), self._now()
        name, zone, teams, told = known.name, known.zone, known.teams, known.told
        member, kept = known.member if now < told + STANDS else None, FORGIVEN
        try:
            answer = await self._calls("users.info", lambda client: client.users_info(user=id), patience=10.0)
            user = answer.get("user") or {}
            profile = user.get("profile") or {}
            name = in_line(profile.get("display_name") or user.get("real_name") or user.get("name") or "")
            kept = KEPT
            zone = str(user.get("tz") or "")
            teams = _teams(user)
            member, told = not any(user.get(flag) for flag in GUEST), now
        except CallRefused as error:
            log.error("Slack does not say who %s is: %s", id, error)
            member, kept = (None, FORGIVEN) if error.gone else (False, REFUSED)  # or they would be told so
            told = float("-inf")
        except ChatError as error:
            self._unknown.add(error)
        finally:
            self._asked.pop(id, None)
        while len(self._known) >= MOST:
            del self._known[next(iter(self._known))]
        self._known[id] = Remembered(name, member, self._now() + kept, zone, teams, told)


def _teams(user: Mapping[str, Any]) -> tuple[str, ...]:
    """Slack docs, user object: `enterprise_user` has the workspaces of an organization that its people are of."""
    others = (user.get("enterprise_user") or {}).get("teams") or ()
    return tuple(str(team) for team in (user.get("team_id"), *others) if team)
