from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contracts.said import SaidContract
from tests.contracts.storage import InMemory, OnDatabase, Storage
from tests.postgres import Postgres


class TestInMemory(SaidContract):
    @pytest.fixture
    def storage(self) -> Storage:
        return InMemory()


class TestOnSqlite(SaidContract):
    @pytest.fixture
    def storage(self, tmp_path: Path) -> Iterator[OnDatabase]:
        storage = OnDatabase.sqlite(tmp_path)
        yield storage
        storage.close()


class TestOnPostgres(SaidContract):
    @pytest.fixture
    def storage(self, postgres: Postgres) -> Iterator[OnDatabase]:
        storage = OnDatabase(postgres.database())
        yield storage
        storage.close()
