from dataclasses import replace

from harness.sessions.heartbeat import KEPT, REPEATED, SLOWEST, Heartbeat
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Interval
from tests.laws.colleague import BOB, CHANNEL

EVERY = Interval(7_200.0)
TWO_HOURLY = Heartbeat(
    id=OWN, config=HeartbeatConfig(OWN, EVERY), schedule=EVERY, by=BOB, place=CHANNEL, since=0.0, at=60.0
)


def test_what_was_said_within_a_day_is_known_whatever_blanks_it_has() -> None:
    heartbeat = TWO_HOURLY.said("all  is\nred", 1, 100.0)
    assert heartbeat.repeats(" all is red ", 100.0 + REPEATED - 1)
    assert not heartbeat.repeats("all is red", 100.0 + REPEATED)
    assert not heartbeat.repeats("all is green", 101.0)


def test_no_more_words_are_remembered_than_there_is_room_for() -> None:
    heartbeat = TWO_HOURLY
    for number in range(200):
        heartbeat = heartbeat.said(str(number), number, float(number))
    assert len(heartbeat.told) == KEPT
    assert heartbeat.repeats("199", 200.0)
    assert len(heartbeat.said("late", 1, 10 * REPEATED).told) == 1


def test_half_as_often_it_is_worked_out_anew_when_it_comes() -> None:
    assert (TWO_HOURLY.slower().schedule.every, TWO_HOURLY.slower().at) == (14_400.0, None)
    heartbeat = TWO_HOURLY
    for _ in range(50):
        heartbeat = heartbeat.slower()
    assert heartbeat.schedule.every == SLOWEST


def test_its_turn_may_work_no_longer_than_until_the_next() -> None:
    assert TWO_HOURLY.limit == 600.0
    assert replace(TWO_HOURLY, schedule=Interval(300.0)).limit == 300.0
