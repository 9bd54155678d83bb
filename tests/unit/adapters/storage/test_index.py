"""How threads are listed, on SQLite: each list is found by its index. What it promises is in tests/contracts."""

from pathlib import Path

import pytest

from adapters.storage.database import Database
from adapters.storage.journal import SqlJournal
from adapters.storage.statements import Statement

HERE = {
    "platform": "slack",
    "team": "T1",
    "channel": "C1",
    "person": "slack:T1:U1",
    "count": 9,
    "beginning": "a3f",
    "length": 3,
    "why": "decides",
    "who": "role=owner",
}


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("_of_channel", "listings_of_channel (platform=? AND team=? AND channel=?)"),
        ("_of_both", "listings_of_channel (platform=? AND team=? AND channel=?)"),
        ("_of_person", "participants_latest (person=?)"),
        ("_named", "listings_of_channel (platform=? AND team=? AND channel=?)"),
        ("_waiting", "listings_of_channel (platform=? AND team=? AND channel=?)"),
        ("_waiting_of", "listings_of_channel (platform=? AND team=? AND channel=?)"),
        ("_concerning", "concerned_by (why=? AND who=?)"),
        ("_concerning_all", "concerned_by (why=?)"),
        ("_unrested", "threads_unread"),
        ("_unrested_in", "threads_unread"),
        ("_arranged", "listings_arranged"),
    ],
)
def test_a_list_is_found_by_its_index_however_many_threads_there_are(tmp_path: Path, name: str, index: str):
    url = f"sqlite:///{tmp_path / 'a.db'}"
    with SqlJournal.open(url, lambda: 0.0) as journal:
        statement: Statement = getattr(journal.index, name)
    database = Database(url)
    connection = database.connect()
    explained = Statement(f"EXPLAIN QUERY PLAN {statement.sql}", database.engine.dialect)

    found = "\n".join(str(row[3]) for row in explained.rows(connection.cursor(), **HERE))

    connection.close()
    assert index in found, found
    assert found.count("SCAN") == (name in ("_arranged", "_unrested", "_unrested_in")), "all that is there is wanted"
