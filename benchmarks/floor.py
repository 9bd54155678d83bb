"""The same work on sqlite3 alone: what a step cannot cost less than. No fold, no rules, no worker, no second thread."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

REPLY = {"at": [1, 1], "through": 1, "text": "", "calls": [["1.1.0", "look", '{"what": "README.md"}', "call_1"]]}
JUDGED = {"call": "1.1.0", "digest": "0123456789abcdef", "verdict": 0, "rule": "allowed by the rule on read"}
STARTED = {"call": "1.1.0", "digest": "0123456789abcdef"}
RETURNED = {"call": "1.1.0", "text": "x" * 250, "ok": True}


@contextmanager
def database(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE facts (position INTEGER PRIMARY KEY, at REAL, body TEXT)")
        yield database


def turn(database: sqlite3.Connection, steps: int) -> float:
    """Its seconds of process CPU: in each step two commits, four rows, and the request put together."""
    began = time.process_time()
    messages: list[bytes] = []
    for _ in range(steps):
        b"[" + b",".join(messages) + b"]"
        for facts in ((REPLY, JUDGED, STARTED), (RETURNED,)):
            database.execute("BEGIN IMMEDIATE")
            for fact in facts:
                database.execute("INSERT INTO facts (at, body) VALUES (?, ?)", (time.time(), json.dumps(fact)))
            database.execute("COMMIT")
        messages += [json.dumps(REPLY).encode(), json.dumps(RETURNED).encode()]
    return time.process_time() - began
