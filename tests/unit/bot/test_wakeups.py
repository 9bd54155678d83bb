"""What is to come is listed and changed while the engine works on it, or not."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.storage.journal import SqlJournal
from bot.wakeups import OPERATOR, NoSuchWakeup, change, listed
from harness.sessions import facts as f
from harness.sessions.fold import fold
from harness.tools.calls import ToolResult
from harness.tools.changes import WakeupWanted
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Interval, Once
from tests.laws.colleague import BOB, CHANNEL
from tests.unit.bot.deskmate import deskmate
from tests.unit.harness.sessions.script import Script

HOURLY = Interval(3_600.0)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqlJournal]:
    with SqlJournal.open(f"sqlite:///{tmp_path / 'deskmate.db'}", lambda: 0.0) as journal:
        yield journal


def waits(at: float, note: str) -> list[f.Fact]:
    script = Script().says(BOB, note).replies(("read", "x")).starts()
    return [
        *(row.fact for row in script.rows),
        f.ToolReturned("1.1.0", ToolResult("scheduled", changes=(WakeupWanted(at, note, Once(at)),))),
    ]


async def filled(journal: SqlJournal) -> None:
    await journal.append("aaaaaaaa", waits(7_200.0, "the later one"))
    await journal.append("T1.bbbbbbbb", waits(3_600.0, "the sooner one"))


def test_all_are_listed_the_next_first(journal: SqlJournal) -> None:
    asyncio.run(filled(journal))
    assert [*map(str, asyncio.run(listed(journal)))] == [
        "bbbbbb 1.1.0  Thu 1 Jan 01:00 UTC, for Bob: the sooner one  [the sooner one]",
        "aaaaaa 1.1.0  Thu 1 Jan 02:00 UTC, for Bob: the later one  [the later one]",
    ]


def test_heartbeats_are_listed_and_changed_where_they_are(journal: SqlJournal) -> None:
    asyncio.run(
        journal.append(
            "aaaaaaaa", [*waits(7_200.0, "look"), f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig(OWN, HOURLY))]
        )
    )
    [first, second] = map(str, asyncio.run(listed(journal)))
    assert first.startswith("aaaaaa 1.1.0  ")
    assert second == "aaaaaa heartbeat  every 1 h, for Bob.  [look]"
    with pytest.raises(NoSuchWakeup, match="changed in its conversation, as by `heartbeat off`"):
        asyncio.run(change(journal, "cancel", "aaaaaa", "heartbeat"))


def test_programs_know_what_is_to_come_by_name(journal: SqlJournal) -> None:
    beat = f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig(OWN, HOURLY, checklist="look"))
    asyncio.run(journal.append("T1.bbbbbbbb", [*waits(7_200.0, "is it red?"), beat]))
    wakeup, heartbeat = (one.fields for one in asyncio.run(listed(journal)))
    assert wakeup == {
        "thread": "T1.bbbbbbbb",
        "title": "is it red?",
        "id": "1.1.0",
        "kind": "wakeup",
        "at": "1970-01-01T02:00:00+00:00",
        "schedule": str(Once(7_200.0)),
        "for": BOB.id,
        "note": "is it red?",
        "paused": False,
    }
    assert (heartbeat["kind"], heartbeat["note"], heartbeat["at"]) == ("heartbeat", "look", None)


def test_a_line_is_one_whatever_is_in_it_and_changes_nothing_of_the_terminal(journal: SqlJournal) -> None:
    asyncio.run(journal.append("aaaaaaaa", waits(7_200.0, "\x1b[31mred\x07\nbbbbbb 1.1.0  now")))
    [line] = map(str, asyncio.run(listed(journal)))
    assert " for Bob: \\x1b[31mred\\x07 bbbbbb 1.1.0 now  [" in line
    assert line.isprintable()
    assert asyncio.run(change(journal, "pause", "aaaaaa", "1.1.0")) == "pause: \\x1b[31mred\\x07 bbbbbb 1.1.0 now"


@pytest.mark.parametrize(
    ("action", "fact"),
    [
        ("cancel", f.TimerEnded("1.1.0", "", by=OPERATOR, place=None)),
        ("pause", f.WakeupPaused(OPERATOR, None, "1.1.0", True)),
        ("resume", f.WakeupPaused(OPERATOR, None, "1.1.0", False)),
        ("run", f.TimerTriggered(OPERATOR, None, "1.1.0")),
    ],
)
def test_one_of_them_is_changed_by_a_fact_and_nobody_is_told_in_the_chat(
    journal: SqlJournal, action: str, fact: f.Fact
) -> None:
    asyncio.run(filled(journal))
    assert asyncio.run(change(journal, action, "aaaaaa", "1.1.0")) == f"{action}: the later one"
    rows = asyncio.run(journal.read("aaaaaaaa"))
    assert rows[-1].fact == fact
    assert not fold(rows).postings.outbox
    assert asyncio.run(journal.head("T1.bbbbbbbb")) == 5, "the other is as it was"


@pytest.mark.parametrize(("thread", "id"), [("cccccc", "1.1.0"), ("aaaaaa", "9.9.9")])
def test_what_there_is_not_is_said(journal: SqlJournal, thread: str, id: str) -> None:
    asyncio.run(filled(journal))
    with pytest.raises(NoSuchWakeup, match="`deskmate wakeups` lists"):
        asyncio.run(change(journal, "cancel", thread, id))


def test_where_a_name_stands_for_several_their_whole_names_are_told_and_taken(journal: SqlJournal) -> None:
    asyncio.run(filled(journal))
    asyncio.run(journal.append("T2.bbbbbbbb", waits(60.0, "the third")))
    with pytest.raises(NoSuchWakeup, match=r"name one whole: T1\.bbbbbbbb, T2\.bbbbbbbb\."):
        asyncio.run(change(journal, "cancel", "bbbbbb", "1.1.0"))
    assert asyncio.run(change(journal, "cancel", "T2.bbbbbbbb", "1.1.0")) == "cancel: the third"


def test_the_command_lists_and_changes_and_says_what_is_wrong(tmp_path: Path) -> None:
    empty = deskmate(tmp_path, "wakeups")
    assert (empty.returncode, empty.stdout) == (1, "")
    assert "there is no journal at" in empty.stderr
    data = tmp_path / "data"
    data.mkdir(exist_ok=True)
    with SqlJournal.open(f"sqlite:///{data / 'deskmate.db'}", lambda: 0.0) as journal:
        asyncio.run(filled(journal))
    assert deskmate(tmp_path, "wakeups").stdout.startswith("bbbbbb 1.1.0  ")
    assert deskmate(tmp_path, "wakeups", "pause", "bbbbbb", "1.1.0").stdout == "pause: the sooner one\n"
    assert "(paused)" in deskmate(tmp_path, "wakeups").stdout
    assert [one["paused"] for one in json.loads(deskmate(tmp_path, "wakeups", "--json").stdout)] == [True, False]
    assert deskmate(tmp_path, "wakeups", "pause").returncode == 2
    assert deskmate(tmp_path, "wakeups", "run", "bbbbbb", "9.9.9").returncode == 1
