"""The command by which people have us look by ourselves, and see what becomes of it."""

from dataclasses import replace

import pytest

from harness.commands.answers import Answer, answer
from harness.commands.context import Subject
from harness.commands.heartbeats import heartbeat_in_words
from harness.commands.words import Command, parse
from harness.sessions import facts as f
from harness.sessions.heartbeat import Heartbeat, LookOutcome
from harness.sessions.session import Session
from harness.sessions.timers import Timers
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Hours, Interval
from tests.laws.colleague import BOB, CHANNEL, DEE
from tests.unit.harness.commands.house import CONTEXT, MUTE, said

EVERY = Interval(7_200.0, Hours(540, 1_080), "Europe/Berlin")
TIDE = Heartbeat(
    id=OWN,
    config=HeartbeatConfig(OWN, EVERY, "- the tide", model="openai/small"),
    schedule=replace(EVERY, since=5.0),
    by=BOB,
    place=CHANNEL,
    since=5.0,
)
LOOKS = Session(
    timers=Timers(heartbeats=(TIDE, replace(TIDE, id="file-1", config=HeartbeatConfig("file-1", Interval(300.0)))))
)


def told(line: str, session: Session = LOOKS, zone: str = "Europe/Berlin") -> Answer:
    return answer(said(line, DEE), Subject("t", session), replace(CONTEXT, zone=zone))


def test_what_it_looks_at_is_listed_with_what_became_of_it() -> None:
    assert told("heartbeat", Session()) == "No heartbeat is set here. Set one with `heartbeat every 2h 9-18`."
    lines = str(told("heartbeat")).split("\n")
    assert lines[0] == "Heartbeat:"
    assert lines[1] == "- every 2 h, 9–18 (Berlin), for Bob. List: - the tide"
    assert lines[2] == "- every 2 h, 9–18 (Berlin), for Bob.", "the list is of the workspace"
    busy = replace(TIDE, at=1_700_000_000.0, skipped=2, why="at-work", silent=3, muted=True, last=LookOutcome("silent"))
    assert heartbeat_in_words(busy, "UTC").endswith(
        "next Tue 14 Nov 22:13 UTC, for Bob, muted. Last check: nothing to report. Silent 3 times in a row. Skipped "
        "2 times, last because I was busy with something else. List: - the tide"
    )
    assert "Heartbeat: every 2 h" in str(told("status"))
    assert ": idle." in str(told("status"))


def test_somebody_sets_one_on_their_own_clocks_or_on_others() -> None:
    assert told("heartbeat every 30m", Session()) == (
        f.HeartbeatSet(DEE, CHANNEL, HeartbeatConfig(OWN, Interval(1_800.0, None, "Europe/Berlin"))),
    )
    assert told("heartbeat every 2h 9-18", Session(), "Asia/Tokyo") == (
        f.HeartbeatSet(DEE, CHANNEL, HeartbeatConfig(OWN, Interval(7_200.0, Hours(540, 1_080), "Asia/Tokyo"))),
    )
    assert told("heartbeat every 2h 9-18 Europe/Berlin", Session(), "Asia/Tokyo") == (
        f.HeartbeatSet(DEE, CHANNEL, HeartbeatConfig(OWN, EVERY)),
    )


def test_another_pace_keeps_the_list_and_another_list_the_pace() -> None:
    assert told("heartbeat every 1h") == (
        f.HeartbeatSet(
            DEE,
            CHANNEL,
            HeartbeatConfig(OWN, Interval(3_600.0, None, "Europe/Berlin"), "- the tide", model="openai/small"),
        ),
    )
    assert told("heartbeat checklist “the moon”") == (
        f.HeartbeatSet(DEE, CHANNEL, HeartbeatConfig(OWN, EVERY, "the moon", model="openai/small")),
    )
    assert told("heartbeat checklist default") == (
        f.HeartbeatSet(DEE, CHANNEL, HeartbeatConfig(OWN, EVERY, "", model="openai/small")),
    )
    assert told("heartbeat checklist x", Session()) == "First set how often: `heartbeat every 2h`."


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("heartbeat every", "Not set: it is not said how often: a duration from 5 min"),
        ("heartbeat every 1s", "Not set: 1s does not say how often"),
        ("heartbeat every 1h 9-18 Mars/Base", "Not set: there is no time zone Mars/Base"),
        (
            "heartbeat every 1h 9-18 UTC please",
            "Not set: that is too much. Say at most `heartbeat every 2h 9-18 Europe/Berlin`",
        ),
        ("heartbeat loudly", "I didn't understand that. Try `heartbeat every 2h 9-18`, `heartbeat mute`"),
        ("heartbeat checklist", "I didn't understand that"),
    ],
)
def test_what_is_not_understood_is_told_what_would_be_right(line: str, why: str) -> None:
    assert str(told(line)).startswith(why)


def test_what_else_is_said_is_of_all_of_them() -> None:
    assert told("heartbeat off") == tuple(f.TimerEnded(id, "", by=DEE, place=CHANNEL) for id in (OWN, "file-1"))
    assert told("heartbeat now") == tuple(f.TimerTriggered(DEE, CHANNEL, id) for id in (OWN, "file-1"))
    assert told("heartbeat mute") == tuple(f.HeartbeatAdjusted(DEE, CHANNEL, id, "mute") for id in (OWN, "file-1"))
    assert told("heartbeat unmute") == tuple(f.HeartbeatAdjusted(DEE, CHANNEL, id, "unmute") for id in (OWN, "file-1"))
    for how in ("mute", "unmute", "now"):
        assert str(told(f"heartbeat {how}", Session())).startswith("No heartbeat is set here.")
    assert str(told("heartbeat off", Session())).startswith("No heartbeat is set here.")


def test_it_looks_neither_now_nor_later_where_it_is_to_say_nothing() -> None:
    assert answer(said("heartbeat now"), Subject("t", LOOKS), MUTE) == "Not now: I am switched off there."
    assert isinstance(answer(said("heartbeat off"), Subject("t", LOOKS), MUTE), tuple)
    assert answer(said("heartbeat every 2h"), Subject("t", LOOKS), MUTE) == "Not set: I am switched off there."


@pytest.mark.parametrize(
    "line",
    [
        "heartbeat",
        "heartbeat off",
        "Heartbeat every 2h",
        "heartbeat every 2h 9-18",
        "heartbeat every 2h 9-18 Europe/Berlin",
        'heartbeat checklist "is it red?"',
        "heartbeat checklist default",
    ],
)
def test_a_message_that_is_just_this_is_the_command(line: str) -> None:
    assert isinstance(parse(line), Command)


@pytest.mark.parametrize("line", ["heartbeat please", "heartbeat every 2h 9-18 Europe/Berlin now", "heartbeats"])
def test_anything_else_is_a_message(line: str) -> None:
    assert parse(line) is None
