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
    assert told("heartbeat", Session()) == "I do not look here by myself. `heartbeat every 2h 9-18` has me do it."
    lines = str(told("heartbeat")).split("\n")
    assert lines[0] == "By myself I look here"
    assert lines[1] == "- every 2 h, 9–18 (Berlin), for Bob: the list is: - the tide"
    assert "by the workspace's list" in lines[2]
    busy = replace(TIDE, at=1_700_000_000.0, skipped=2, why="at-work", silent=3, muted=True, last=LookOutcome("silent"))
    assert heartbeat_in_words(busy, "UTC").endswith(
        "next Tuesday, 2023-11-14 22:13 UTC; the list is: - the tide; muted; the last time it had nothing to say; "
        "silent 3 times in a row; passed over 2 times, the last since I was at work"
    )
    assert "By myself I look here every 2 h" in str(told("status"))
    assert "it waits for its time" in str(told("status"))


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
    assert told("heartbeat checklist x", Session()) == "Say first how often I am to look: `heartbeat every 2h`."


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("heartbeat every", "Not set: it is not said how often: a duration from 5 min"),
        ("heartbeat every 1s", "Not set: 1s does not say how often"),
        ("heartbeat every 1h 9-18 Mars/Base", "Not set: there is no time zone Mars/Base"),
        ("heartbeat every 1h 9-18 UTC please", "Not set: `heartbeat every 2h 9-18 Europe/Berlin` says all"),
        ("heartbeat loudly", "That is not how I understand it: `heartbeat every 2h 9-18`, `heartbeat mute`"),
        ("heartbeat checklist", "That is not how I understand it"),
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
        assert str(told(f"heartbeat {how}", Session())).startswith("I do not look here by myself.")
    assert str(told("heartbeat off", Session())).startswith("I do not look here by myself.")


def test_it_looks_neither_now_nor_later_where_it_is_to_say_nothing() -> None:
    assert answer(said("heartbeat now"), Subject("t", LOOKS), MUTE) == "Not now: I am not to speak there any more."
    assert isinstance(answer(said("heartbeat off"), Subject("t", LOOKS), MUTE), tuple)
    assert answer(said("heartbeat every 2h"), Subject("t", LOOKS), MUTE) == "Not set: I am not to speak there any more."


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
