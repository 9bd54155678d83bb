from sqlalchemy import create_mock_engine, make_url

from adapters.storage.schema import VERSION_TABLE
from adapters.storage.tables import deskmate_version, metadata


def made(url: str) -> str:
    statements: list[str] = []
    dialect = make_url(url).get_dialect()()
    engine = create_mock_engine(url, lambda ddl, *_: statements.append(str(ddl.compile(dialect=dialect))))
    metadata.create_all(engine, checkfirst=False)
    return " ".join(" ".join(statements).split())


def test_the_tables_are_the_same_on_both_databases_but_for_the_names_of_types():
    sqlite, postgres = made("sqlite://"), made("postgresql+psycopg://")

    for ours, theirs in (
        ("DOUBLE", "DOUBLE PRECISION"),
        ("BLOB", "BYTEA"),
        ('"key"', "key"),
        ('"by"', "by"),
        (" WITHOUT ROWID", ""),
        ("DEFAULT 0", "DEFAULT false"),
        ("said ( id INTEGER", "said ( id BIGSERIAL"),
    ):
        sqlite = sqlite.replace(ours, theirs)
    for words in ("CREATE VIRTUAL TABLE said_words", "CREATE TABLE said_words"):  # each by its own means
        sqlite, postgres = sqlite.partition(words)[0], postgres.partition(words)[0]
    assert sqlite == postgres


def test_what_needs_waking_has_indexes_that_hold_nothing_else():
    for url in ("sqlite://", "postgresql+psycopg://"):
        assert "INDEX threads_unread ON threads (unread_since) WHERE head > rested_at" in made(url)
        assert "INDEX threads_due ON threads (wake_at) WHERE wake_at IS NOT NULL" in made(url)


def test_the_version_is_where_it_is_looked_for():
    assert deskmate_version.name == VERSION_TABLE
