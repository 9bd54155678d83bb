"""The same work on sqlite3 alone: what a step cannot cost less than. No fold, no rules, no worker, no second thread."""

import json
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.steps import STEPS, TURNS

REPLY = {"at": [1, 1], "through": 1, "text": "", "calls": [["1.1.0", "look", '{"what": "README.md"}', "call_1"]]}
JUDGED = {"call": "1.1.0", "digest": "0123456789abcdef", "verdict": 0, "rule": "allowed by the rule on read"}
STARTED = {"call": "1.1.0", "digest": "0123456789abcdef"}
RETURNED = {"call": "1.1.0", "text": "x" * 250, "ok": True}


def measure() -> float:
    """Process CPU of a step in ms: two commits, four rows, and the request put together."""
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        database = sqlite3.connect(Path(folder) / "floor.db", isolation_level=None)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE facts (position INTEGER PRIMARY KEY, at REAL, body TEXT)")
        messages: list[bytes] = []
        costs = [_turn(database, messages) for _ in range(TURNS + 1)]
        database.close()
    return statistics.median(costs[1:]) * 1000 / STEPS


def _turn(database: sqlite3.Connection, messages: list[bytes]) -> float:
    began = time.process_time()
    for _ in range(STEPS):
        b"[" + b",".join(messages) + b"]"
        for facts in ((REPLY, JUDGED, STARTED), (RETURNED,)):
            database.execute("BEGIN IMMEDIATE")
            for fact in facts:
                database.execute("INSERT INTO facts (at, body) VALUES (?, ?)", (time.time(), json.dumps(fact)))
            database.execute("COMMIT")
        messages += [json.dumps(REPLY).encode(), json.dumps(RETURNED).encode()]
    return time.process_time() - began
