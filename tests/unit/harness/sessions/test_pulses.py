from dataclasses import replace

from harness.sessions import pulses
from harness.sessions.pulses import KEPT, REPEATED, SLOWEST, Pulse
from harness.tools.beats import OWN, Beat, Cadence
from tests.laws.colleague import BOB, CHANNEL

CADENCE = Cadence(7_200.0)
PULSE = Pulse(Beat(OWN, CADENCE), CADENCE, BOB, CHANNEL, 0.0, at=60.0)


def test_what_was_said_within_a_day_is_known_whatever_blanks_it_has() -> None:
    pulse = PULSE.said("all  is\nred", 1, 100.0)
    assert pulse.repeats(" all is red ", 100.0 + REPEATED - 1)
    assert not pulse.repeats("all is red", 100.0 + REPEATED)
    assert not pulse.repeats("all is green", 101.0)


def test_no_more_words_are_remembered_than_there_is_room_for() -> None:
    pulse = PULSE
    for number in range(200):
        pulse = pulse.said(str(number), number, float(number))
    assert len(pulse.told) == KEPT
    assert pulse.repeats("199", 200.0)
    assert len(pulse.said("late", 1, 10 * REPEATED).told) == 1


def test_half_as_often_it_is_worked_out_anew_when_it_comes() -> None:
    assert (PULSE.slower().cadence.every, PULSE.slower().at) == (14_400.0, None)
    pulse = PULSE
    for _ in range(50):
        pulse = pulse.slower()
    assert pulse.cadence.every == SLOWEST


def test_its_turn_may_work_no_longer_than_until_the_next() -> None:
    assert PULSE.limit == 600.0
    assert replace(PULSE, cadence=Cadence(300.0)).limit == 300.0


def test_they_are_told_apart_by_their_ids() -> None:
    other = replace(PULSE, beat=Beat("file-1", CADENCE))
    assert pulses.of((PULSE, other), "file-1") is other
    assert pulses.of((PULSE,), "gone") is None
    assert pulses.without((PULSE, other), OWN) == (other,)
    assert pulses.changed((PULSE, other), OWN, lambda one: replace(one, muted=True))[0].muted
