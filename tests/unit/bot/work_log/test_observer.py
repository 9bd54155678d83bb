"""It says a line for whatever happens, and nothing of what people say."""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from bot.work_log import observer
from bot.work_log.observer import WorkLog
from harness.sessions import facts as f
from harness.sessions.facts import Row
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.tools.calls import At, ToolResult
from harness.tools.unforeseen import FIELDS
from tests.journals.course import course
from tests.laws.colleague import BOB
from tests.unit.bot.plays import whatever_happens
from tests.unit.bot.work_log.telling import told
from tests.unit.harness.sessions.script import Script

ROOT = Path(__file__).parents[4]
LOGGER = "bot.work_log.observer"
WORDS = {"text", "words", "found", "checklist", "arguments", "note", "reason", "title", "name", "detail", "selected"}
"""Fields of facts in which there is what somebody has written."""


def watch(log: WorkLog, rows: list[Row], at: At | None = None) -> None:
    session = Session()
    for row in rows:
        if at and isinstance(row.fact, f.ModelReplied):
            log.started("t", at)
        before, session = session, apply(session, row)
        log.folded("t", before, row, session)


def written(value: object) -> Iterator[str]:
    """All that somebody has written, in a fact."""
    if isinstance(value, tuple):
        for each in value:
            yield from written(each)
    if is_dataclass(value):
        for each in fields(value):
            inner = getattr(value, each.name)
            if each.name in WORDS and isinstance(inner, str):
                yield inner
            else:
                yield from written(inner)


def test_of_all_that_can_happen_nothing_is_said_that_anybody_wrote(caplog: pytest.LogCaptureFixture) -> None:
    rows = list(course())
    with caplog.at_level(logging.DEBUG, LOGGER):
        watch(WorkLog(lambda: 0.0), rows)
    assert len(caplog.records) > 100
    said = "\n".join(f"{record.message} {json.dumps(getattr(record, FIELDS))}" for record in caplog.records)
    wrote = {text for row in rows for text in written(row.fact) if len(text.split()) > 1}
    assert len(wrote) > 20
    assert not [text for text in wrote if text in said]
    assert all("\n" not in record.message for record in caplog.records)


def test_whatever_happens_there_is_a_line_for_it_and_each_is_one_line() -> None:
    def check(rows: list[Row]) -> None:
        lines = told(rows)
        assert bool(lines) or not any(isinstance(row.fact, f.ModelReplied) for row in rows)
        for line in lines:
            assert "\n" not in line.text
            json.dumps(line.fields)

    whatever_happens(check)


def test_what_programs_go_by_is_explained() -> None:
    explained = (ROOT / "README.md").read_text(encoding="utf-8").partition("| key | is |")[2].partition("\n\n")[0]
    sources = [file.read_text(encoding="utf-8") for file in Path(observer.__file__).parent.glob("*.py")]
    events = {event for source in sources for event in re.findall(r'"([a-z]+\.[a-z]+)"', source)}
    assert len(events) > 15
    fields = {name for line in told(list(course())) for name in line.fields}
    assert [name for name in sorted(events | fields) if f"`{name}`" not in explained] == []
    assert set(re.findall(r"`([a-z]+\.[a-z]+)`", explained)) == events | {"run.started", "workspace.yaml"}


def test_each_line_names_its_thread_and_what_it_is_about(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, LOGGER):
        watch(WorkLog(lambda: 0.0), Script().says(BOB).rows)
    [record] = caplog.records
    assert record.message == "t: turn 1 began by a message, for test:T:bob in test:T:channel:1"
    assert getattr(record, FIELDS) == {
        "event": "turn.began",
        "thread": "t",
        "turn": 1,
        "opened_by": "message",
        "for": "test:T:bob",
        "place": "test:T:channel:1",
    }


def test_a_call_and_a_request_say_how_long_they_took(caplog: pytest.LogCaptureFixture) -> None:
    script = Script().says(BOB)
    script.now = 2.5
    script.replies(("read", "x")).starts()
    script.now = 9.0
    script.tell(f.ToolReturned("1.1.0", ToolResult("done")))
    with caplog.at_level(logging.INFO, LOGGER):
        watch(WorkLog(lambda: 1.0), script.rows, At(1, 1))
    assert "t: step 1.1: the model replied: 1 call in 1.5 s" in caplog.messages
    assert "t: call 1.1.0 of read: ok in 6.5 s, 4 characters" in caplog.messages


def test_what_began_before_a_rest_has_no_duration_after_it(caplog: pytest.LogCaptureFixture) -> None:
    log = WorkLog(lambda: 1.0)
    log.started("t", At(1, 1))
    log.rested("t")
    with caplog.at_level(logging.INFO, LOGGER):
        watch(log, Script().says(BOB).replies(text="hi").rows)
    assert "t: step 1.1: the model replied" in caplog.messages


def test_what_came_while_nobody_was_at_work_is_said_as_well(caplog: pytest.LogCaptureFixture) -> None:
    [row] = Script().says(BOB).rows
    with caplog.at_level(logging.INFO, LOGGER):
        WorkLog(lambda: 0.0).recalled("t", Session(), row, apply(Session(), row))
    assert len(caplog.records) == 1
