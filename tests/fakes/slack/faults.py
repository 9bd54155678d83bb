"""What a test makes go wrong with the next calls of a method."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from tests.fakes.clock import WITHIN
from tests.fakes.slack.records import Json

When = Callable[[Json], bool]


class Hold:
    """A call that is kept waiting: `reached()` returns once it is here, `release()` lets it go on."""

    def __init__(self) -> None:
        self._here = asyncio.Event()
        self._free = asyncio.Event()

    async def reached(self, within: float = WITHIN) -> None:
        await asyncio.wait_for(self._here.wait(), within)

    def release(self) -> None:
        self._free.set()

    async def stay(self) -> None:
        self._here.set()
        await self._free.wait()


@dataclass(frozen=True, slots=True)
class RateLimited:
    """HTTP 429 with Retry-After in whole seconds, nothing done."""

    retry_after: int


@dataclass(frozen=True, slots=True)
class Broken:
    """An HTTP 5xx, nothing done."""

    status: int


@dataclass(frozen=True, slots=True)
class Refused:
    """HTTP 200 with ok: false, nothing done."""

    error: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """The connection is cut without an answer, before the effect took place or after it."""

    when: Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class Held:
    """The call waits, before its effect or between its effect and its answer."""

    when: Literal["before", "after"]
    hold: Hold


Fault = RateLimited | Broken | Refused | Dropped | Held


@dataclass(slots=True)
class _Planned:
    method: str
    fault: Fault
    times: float
    when: When


class Faults:
    """Planned faults, in order; each is used up by the calls it meets. A method may be a pattern: "chat.*Stream"."""

    def __init__(self) -> None:
        self._planned: list[_Planned] = []

    def plan(self, method: str, fault: Fault, times: int | None, when: When | None) -> None:
        """`times` None: until `forget`."""
        left = math.inf if times is None else times
        self._planned.append(_Planned(method, fault, left, when or (lambda args: True)))

    def forget(self, method: str) -> None:
        """What was planned for this method or pattern, as it was written, is over."""
        for one in self._planned:
            if one.method == method:
                one.times = 0

    def take(self, method: str, args: Json) -> Fault | None:
        for one in self._planned:
            if one.times > 0 and fnmatchcase(method, one.method) and one.when(args):
                one.times -= 1
                return one.fault
        return None

    def release_all(self) -> None:
        """Let go of whatever still waits, so that the server can close."""
        for one in self._planned:
            if isinstance(one.fault, Held):
                one.fault.hold.release()
