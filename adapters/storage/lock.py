"""One engine per database: what is alike, whether the operating system holds the lock (`file_lock`) or PostgreSQL does
(`server_lock`).
"""

import logging
import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Event
from types import TracebackType
from typing import Self

log = logging.getLogger(__name__)

GRACE = 1.5
"""Seconds for what goes on to be stopped, once the lock is lost."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who works on a database, as far as it is known: the number of the process, on which machine if that may be
    another one, and since when, in seconds since the epoch.
    """

    pid: int | None = None
    host: str = ""
    since: float | None = None

    def __str__(self) -> str:
        who = f"process {self.pid}" if self.pid else "another process"
        where = f" on {self.host}" if self.host else ""
        since = "" if self.since is None else f", since {datetime.fromtimestamp(self.since, UTC):%Y-%m-%d %H:%M} UTC"
        return f"{who}{where}{since}"


class Held(Exception):
    """Another engine runs on this database. `where` says what is held of which."""

    def __init__(self, where: str, holder: Holder) -> None:
        self.holder = holder
        super().__init__(f"Deskmate is already running on {where}: {holder}. Stop it first.")


class LockLost(Exception):
    """It cannot be proven any more that this process alone works on its database. The message says why, for people."""


def end_process() -> None:
    """As it is, whatever it is at."""
    os._exit(1)


class Lock(ABC):
    """Held from `acquire` to `release`, or to the end of the process. `lost` is called once, on another thread, if that
    cannot be proven any more; `end` is called `grace` seconds after that, and ends the process, unless it has ended by
    then.
    """

    def __init__(
        self, lost: Callable[[LockLost], None], end: Callable[[], None] = end_process, grace: float = GRACE
    ) -> None:
        self._lost, self._end, self._grace = lost, end, grace

    @abstractmethod
    def acquire(self) -> None:
        """Raises Held if it is not to be had."""

    @abstractmethod
    def release(self) -> None: ...

    def _give_up(self, why: str) -> None:
        self._lost(LockLost(why))
        Event().wait(self._grace)
        log.critical("unfinished work did not stop in time: exiting now")
        self._end()

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
