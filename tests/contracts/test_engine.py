from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.engines.local import BATCH, LocalEngine
from tests.contracts.engine import EngineContract, MakeEngine
from tests.contracts.storage import InMemory, OnDatabase, Storage
from tests.postgres import Postgres


class Local(EngineContract):
    batch = BATCH

    @pytest.fixture
    def make(self) -> MakeEngine:
        return LocalEngine


class TestLocalInMemory(Local):
    @pytest.fixture
    def storage(self) -> Storage:
        return InMemory()


class TestLocalOnSqlite(Local):
    @pytest.fixture
    def storage(self, tmp_path: Path) -> Iterator[Storage]:
        storage = OnDatabase.sqlite(tmp_path)
        yield storage
        storage.close()


class TestLocalOnPostgresql(Local):
    @pytest.fixture
    def storage(self, postgres: Postgres) -> Iterator[Storage]:
        storage = OnDatabase(postgres.database())
        yield storage
        storage.close()
