from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contracts.results import ResultsContract
from tests.contracts.storage import InMemory, OnDatabase, Storage
from tests.postgres import Postgres


class TestInMemory(ResultsContract):
    @pytest.fixture
    def storage(self) -> Storage:
        return InMemory()


class TestOnSqlite(ResultsContract):
    @pytest.fixture
    def storage(self, tmp_path: Path) -> Iterator[OnDatabase]:
        storage = OnDatabase.sqlite(tmp_path)
        yield storage
        storage.close()


class TestOnPostgres(ResultsContract):
    @pytest.fixture
    def storage(self, postgres: Postgres) -> Iterator[OnDatabase]:
        storage = OnDatabase(postgres.database())
        yield storage
        storage.close()
