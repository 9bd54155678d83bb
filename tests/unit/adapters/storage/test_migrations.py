"""The migrations, as one chain: they lead to what `tables` says."""

from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from adapters.storage.database import Database
from adapters.storage.schema import MIGRATIONS, REVISIONS, VERSION_TABLE, create, migrate, prepare
from tests.postgres import Postgres


def test_the_revisions_are_one_line_and_all_known():
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))

    revisions = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]

    assert tuple(reversed(revisions)) == REVISIONS


def test_migrating_makes_the_same_tables_on_sqlite_as_creating(tmp_path: Path):
    made = []
    for name, make in (("created", create), ("migrated", migrate)):
        with Database(f"sqlite:///{tmp_path / name}.db").engine.connect() as connection:
            make(connection)
            made.append(
                {
                    row.name: parts(str(row.sql))
                    for row in connection.execute(text("SELECT name, sql FROM sqlite_master"))
                }
                | {"version": version(connection)}
            )

    assert made[0] == made[1]
    assert len(made[0]) > 7


def parts(sql: str) -> list[str]:
    """What is in its brackets, in any order: a column that was added stands behind the constraints. And the rest."""
    before, _, rest = " ".join(sql.split()).partition("(")
    inside, _, after = rest.rpartition(")")
    found, depth = [""], 0
    for each in inside:
        depth += {"(": 1, ")": -1}.get(each, 0)
        if each == "," and not depth:
            found.append("")
        else:
            found[-1] += each
    return [before, *sorted(part.strip() for part in found), after]


def test_migrating_makes_the_same_tables_on_postgres_as_creating(postgres: Postgres):
    made = []
    for make in (create, migrate):
        with Database(postgres.database()).engine.connect() as connection:
            make(connection)
            schema = connection.execute(text("SELECT current_schema()")).scalar_one()
            index = connection.execute(text(POSTGRES)).all()
            made.append([str(row).replace(schema, "") for row in index] + version(connection))

    assert made[0] == made[1]
    assert len(made[0]) > 30


POSTGRES = """
SELECT table_name, column_name, data_type, is_nullable, column_default, ordinal_position::text
FROM information_schema.columns WHERE table_schema = current_schema()
UNION ALL SELECT tablename, indexname, indexdef, '', '', '' FROM pg_indexes WHERE schemaname = current_schema()
UNION ALL SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', '', '' FROM pg_constraint
WHERE connamespace = current_schema()::regnamespace ORDER BY 1, 2, 3
"""


def version(connection: Connection) -> list[str]:
    return list(connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalars())  # noqa: S608


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_database_of_before_the_last_migration_is_migrated_when_it_is_opened(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
):
    url = f"sqlite:///{tmp_path / 'a.db'}" if kind == "sqlite" else request.getfixturevalue("postgres").database()
    database = Database(url)
    with database.engine.begin() as connection:  # what alembic leaves where nothing was done yet
        connection.execute(text(f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))

    prepare(database, {})

    with database.engine.connect() as connection:
        assert version(connection) == [REVISIONS[-1]]
        assert "facts" in inspect(connection).get_table_names()


def test_a_migration_that_fails_leaves_the_database_as_it_was(tmp_path: Path):
    database = Database(f"sqlite:///{tmp_path / 'a.db'}")
    with database.engine.begin() as connection:
        connection.execute(text(f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
        connection.execute(text("CREATE TABLE snapshots (odd TEXT)"))

    with pytest.raises(Exception, match="snapshots already exists"):
        prepare(database, {})

    with database.engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {VERSION_TABLE, "snapshots"}
