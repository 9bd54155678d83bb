"""One engine per database of PostgreSQL: an advisory lock, which the server holds for a connection of its own and lets
go when that ends, however it ends.

A connection can end without a word: the server restarts, the network hangs. So the lock is proven every second. Who
cannot prove it any more is told to stop, and whoever does not manage to within two seconds is ended; before the
server gives up a connection that is silent it takes longer than that (KEEPALIVE), so that two never work at once.
"""

import logging
import os
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from threading import Event, Thread
from typing import Any

from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.database import Database, DatabaseConnection, told
from adapters.storage.lock import GRACE, Held, Holder, Lock, LockLost, end_process
from harness.sessions.journal import JournalUnavailable

log = logging.getLogger(__name__)

PROBE = 1.0
"""Seconds between two proofs."""
PROVEN = 3.0
"""Seconds for which a proof holds."""
LOOK = 0.2
"""Seconds between two looks at the last proof. With PROVEN and GRACE, whoever has lost it ends within five."""
RELEASING = 1.0
"""Seconds in which the server has noticed that a process was killed."""
KEEPALIVE = {"tcp_keepalives_idle": 10, "tcp_keepalives_interval": 5, "tcp_keepalives_count": 2}
"""How the server notices that our machine is gone: after twenty seconds, and not after two hours (PostgreSQL's docs,
"Connections and Authentication"). Of no effect on a socket of this machine, where nothing is lost silently.
"""
CLASS = 0x6465736B
"""Of PostgreSQL's advisory locks those of which ours is one, by the schema in which the tables are."""

_SCHEMA = "(SELECT oid FROM pg_namespace WHERE nspname = current_schema())"
_NUMBER = f"({CLASS}::bigint << 32) | coalesce({_SCHEMA}, 0)::bigint"
_TAKE = f"SELECT pg_try_advisory_lock({_NUMBER})"
_LET_GO = f"SELECT pg_advisory_unlock({_NUMBER})"
_OURS = f"""
    locktype = 'advisory' AND classid = {CLASS} AND objid = coalesce({_SCHEMA}, 0) AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""  # noqa: S608
_HOLDS = f"SELECT count(*) FROM pg_locks WHERE {_OURS} AND granted AND pid = pg_backend_pid()"  # noqa: S608
_WHO = f"""SELECT application_name, extract(epoch FROM backend_start)::float8
    FROM pg_stat_activity JOIN (SELECT pid FROM pg_locks WHERE {_OURS} AND granted) AS held USING (pid)"""  # noqa: S608
_NAMED = re.compile(r"deskmate (\d+) on (.+)")
"""How the connection is called, for `holder` and for whoever looks at the server's."""


class ServerLock(Lock):
    """Acquired once. That it is held is proven for `proven` seconds at a time."""

    def __init__(
        self,
        database: Database,
        lost: Callable[[LockLost], None],
        end: Callable[[], None] = end_process,
        now: Callable[[], float] = time.monotonic,
        proven: float = PROVEN,
        grace: float = GRACE,
    ) -> None:
        super().__init__(lost, end, grace)
        self._database, self._now, self._valid = database, now, proven
        self._connection = _LockConnection(database)
        self._released = Event()
        self._proven = 0.0
        """When the last proof that came began."""
        self._why = "the server does not answer"
        self._proving = Thread(target=self._prove, name="lock-prover", daemon=True)

    def acquire(self) -> None:
        """Raises Held, soon after it is not to be had, and JournalUnavailable."""
        try:
            with _unavailable(self._database):
                self._take()
        except BaseException:
            self._connection.close()
            raise
        self._proven = self._now()
        self._proving.start()
        Thread(target=self._watch, name="lock-watch", daemon=True).start()

    def _take(self) -> None:
        until = self._now() + RELEASING
        while not self._connection.take():
            if self._now() >= until:
                raise Held(str(self._database), self._connection.holder() or Holder())
            self._released.wait(LOOK)

    def release(self) -> None:
        """By the time that this returns, unless the server does not answer: then with the process."""
        self._released.set()
        self._proving.join(self._grace)

    def _prove(self) -> None:
        """Any of this may hang for as long as the network does."""
        while not self._released.wait(PROBE):
            began = self._now()
            try:
                if self._connection.holds():
                    self._proven = began
                elif self._connection.again():
                    self._proven = began
                    log.warning(
                        "the connection that holds %s for this process was lost, and is replaced", self._database
                    )
                else:
                    self._why = f"{self._connection.holder() or 'another process'} has it now"
                    self._proven = -inf  # nothing is left to be waited for
            except (JournalUnavailable, self._database.Error) as error:
                self._why = told(error.__cause__ or error)
                self._connection.close()
        with suppress(JournalUnavailable, self._database.Error):
            self._connection.let_go()
        self._connection.close()

    def _watch(self) -> None:
        """Looks twice: whoever was held up for seconds as a whole has the next proof a moment later."""
        overdue = 0
        while overdue < 2:
            if self._released.wait(LOOK):
                return
            overdue = overdue + 1 if self._now() - self._proven > self._valid else 0
        self._give_up(
            f"I cannot prove any more that I alone work on {self._database} ({self._why}), so I stop at once."
        )


class _LockConnection:
    """The lock as the server has it. Every method but `close` raises JournalUnavailable and what the driver raises."""

    def __init__(self, database: Database) -> None:
        self._connection = DatabaseConnection(database, _introduce)

    def take(self) -> bool:
        """In time: nobody looks on, as `_watch` does at proofs."""
        self._connection.cursor()
        with self._connection.answering():
            return bool(self._asked(_TAKE))

    def holds(self) -> bool:
        """A pooler in between may have handed us another connection than the one that has it."""
        return self._connection.open and bool(self._asked(_HOLDS))

    def again(self) -> bool:
        """Has it, after the connection was lost, since nobody else has taken it? Who had it meanwhile has a higher
        generation in each thread that they have touched, so that nothing is decided on what was before.
        """
        self.close()
        return self.take()

    def let_go(self) -> None:
        """If it is still held. A server notices that a connection was closed only a moment later."""
        if self._connection.open:
            self._asked(_LET_GO)

    def holder(self) -> Holder | None:
        cursor = self._connection.cursor()
        with self._connection.answering():
            cursor.execute(_WHO)
        for name, since in cursor.fetchall():
            known = _NAMED.fullmatch(name or "")
            return Holder(int(known[1]), known[2], since) if known else Holder(since=since)
        return None

    def close(self) -> None:
        self._connection.drop()

    def _asked(self, question: str) -> Any:
        cursor = self._connection.cursor()
        cursor.execute(question)
        return cursor.fetchall()[0][0]


def _introduce(cursor: DBAPICursor) -> None:
    """Tells the server whose connection it is, and how it notices that we are gone."""
    for name, value in KEEPALIVE.items():
        cursor.execute(f"SET {name} = {value}")
    cursor.execute("SELECT set_config('application_name', %s, false)", [f"deskmate {os.getpid()} on {_host()}"])


def holder(database: Database) -> Holder | None:
    """Who works on it now. Raises JournalUnavailable."""
    connection = _LockConnection(database)
    try:
        with _unavailable(database):
            return connection.holder()
    finally:
        connection.close()


@contextmanager
def _unavailable(database: Database) -> Iterator[None]:
    """Raises JournalUnavailable for what the driver raises."""
    try:
        yield
    except database.Error as error:
        raise JournalUnavailable(f"no connection to {database}: {told(error)}") from error


def _host() -> str:
    """PostgreSQL keeps 63 bytes of a name, and only ASCII of them."""
    return socket.gethostname()[:40]
