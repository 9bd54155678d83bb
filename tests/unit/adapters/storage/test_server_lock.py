"""The lock on a PostgreSQL: taken, proven, lost."""

import logging
import os
import socket
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from subprocess import PIPE, Popen
from threading import Event, Thread

import pytest
from sqlalchemy import PoolProxiedConnection

from adapters.storage import server_lock
from adapters.storage.database import Database
from adapters.storage.lock import GRACE, Held
from adapters.storage.schema import prepare
from adapters.storage.server_lock import CLASS, LOOK, PROVEN, ServerLock, holder
from harness.sessions.journal import JournalUnavailable
from tests.fakes.proxy import Proxy
from tests.postgres import Postgres
from tests.unit.adapters.storage.told import WITHIN, Told

ROOT = Path(__file__).parents[4]
HOLDER = """
import sys, time
from adapters.storage.database import Database
from adapters.storage.server_lock import ServerLock
ServerLock(Database(sys.argv[1]), print).acquire()
print("held", flush=True)
time.sleep(600)
"""


@pytest.fixture
def told() -> Told:
    return Told()


def lock(url: str, told: Told, grace: float = 0.0) -> ServerLock:
    return ServerLock(Database(url), told.lost, told.end, grace=grace)


@pytest.fixture
def proxy(tmp_path: Path, postgres: Postgres) -> Iterator[Proxy]:
    proxy = Proxy(tmp_path, postgres.database())
    yield proxy
    proxy.close()


def terminated(url: str) -> None:
    """The server ends the connection that has the lock."""
    with Database(url).engine.connect() as connection:
        held = f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = {CLASS}"  # noqa: S608
        schema = "AND objid = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())"
        assert connection.exec_driver_sql(f"{held} {schema}").all() == [(True,)]


def test_a_second_holder_is_told_who_has_it(postgres: Postgres, told: Told):
    url = postgres.database()
    with lock(url, told), pytest.raises(Held, match=f"process {os.getpid()} on ") as raised:
        lock(url, told).acquire()

    found = raised.value.holder
    assert (found.pid, found.host) == (os.getpid(), socket.gethostname()[:40])
    assert found.since
    assert "since 20" in str(raised.value)


def test_once_released_another_has_it_and_who_may_be_asked_without_taking_it(postgres: Postgres, told: Told):
    url = postgres.database()
    assert holder(Database(url)) is None
    for _ in range(2):
        with lock(url, told, grace=WITHIN):  # a release waits for the server for so long at most
            found = holder(Database(url))
            assert found
            assert found.pid == os.getpid()
        assert holder(Database(url)) is None
    assert not told.why


def test_each_schema_has_its_own(postgres: Postgres, told: Told):
    with lock(postgres.database(), told), lock(postgres.database(), told):
        pass


def test_a_process_that_is_killed_holds_it_no_longer_and_the_next_begins_at_once(postgres: Postgres, told: Told):
    url = postgres.database()
    with Popen([sys.executable, "-c", HOLDER, url], cwd=ROOT, stdout=PIPE, text=True) as process:
        assert process.stdout
        try:
            assert process.stdout.readline() == "held\n"
            with pytest.raises(Held) as raised:
                lock(url, told).acquire()
            assert raised.value.holder.pid == process.pid
        finally:
            process.kill()
        with lock(url, told):
            pass


def test_a_server_that_is_not_there_is_unavailable(told: Told):
    with pytest.raises(JournalUnavailable):
        lock("postgresql://u:pw@127.0.0.1:1/db", told).acquire()


def test_a_network_that_hangs_takes_the_lock_away_and_then_the_process(proxy: Proxy, told: Told):
    mine = lock(proxy.url, told)
    mine.acquire()
    proxy.hangs()

    assert "the server does not answer" in told.waits()
    mine.release()  # or it would be tried for as long as this process lives


class Hanging(Database):
    """One whose network hangs as soon as a connection is made."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(f"{proxy.url}&connect_timeout=2")
        self._proxy = proxy

    def connect(self) -> PoolProxiedConnection:
        connection = super().connect()
        self._proxy.hangs()
        return connection


def failed(work: Callable[[], object]) -> str:
    """How it failed with JournalUnavailable. The test ends even if it hangs."""
    why = SimpleQueue[str]()

    def run() -> None:
        with pytest.raises(JournalUnavailable) as raised:
            work()
        why.put(str(raised.value))

    Thread(target=run, daemon=True).start()
    return why.get(timeout=WITHIN)


def test_a_server_that_hangs_before_it_was_told_who_we_are_is_given_up(proxy: Proxy, told: Told):
    mine = ServerLock(Hanging(proxy), told.lost, told.end)
    assert "did not answer within 2 s" in failed(mine.acquire)


def test_a_server_that_hangs_while_it_is_asked_for_the_lock_is_given_up(proxy: Proxy, told: Told):
    database = Database(f"{proxy.url}&connect_timeout=2")
    looked = count()

    def now() -> float:
        if next(looked) == 1:  # the first time that the lock was not to be had
            proxy.hangs()
        return 0.0

    with lock(proxy.direct, told):
        mine = ServerLock(database, told.lost, told.end, now)
        assert "did not answer within 2 s" in failed(mine.acquire)


def test_a_server_that_hangs_while_it_is_asked_for_the_version_of_the_tables_is_given_up(proxy: Proxy):
    assert "did not answer within 2 s" in failed(lambda: prepare(Hanging(proxy), {}))


def test_whoever_has_lost_it_has_ended_within_five_seconds():
    assert PROVEN + 2 * LOOK + GRACE < 5.0


class Logged(logging.Handler):
    """Knows that something was logged."""

    def __init__(self) -> None:
        super().__init__()
        self._logged = Event()

    def emit(self, record: logging.LogRecord) -> None:
        self._logged.set()

    def waits(self) -> None:
        assert self._logged.wait(WITHIN)


@pytest.fixture
def logged() -> Iterator[Logged]:
    handler = Logged()
    logging.getLogger(server_lock.__name__).addHandler(handler)
    yield handler
    logging.getLogger(server_lock.__name__).removeHandler(handler)


class Gated(Database):
    """One to which nobody gets once it is closed, until it is opened."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.open = Event()
        self.open.set()

    def connect(self) -> PoolProxiedConnection:
        assert self.open.wait(WITHIN)
        return super().connect()


def test_a_connection_that_the_server_ends_is_replaced_if_nobody_else_has_the_lock(
    postgres: Postgres, told: Told, logged: Logged
):
    url = postgres.database()
    with lock(url, told):
        terminated(url)
        logged.waits()
        with pytest.raises(Held):
            lock(url, told).acquire()
    assert not told.why


def test_a_connection_that_the_server_ends_is_lost_if_another_process_was_faster(postgres: Postgres, told: Told):
    url = postgres.database()
    mine = Gated(url)
    lost = ServerLock(mine, told.lost, told.end, grace=0.0)
    lost.acquire()
    mine.open.clear()
    terminated(url)
    with lock(url, Told()):
        mine.open.set()
        assert "has it now" in told.waits()
        lost.release()
