from dataclasses import replace

import pytest

from harness.sessions.wakeup import BACKOFF, Wakeup
from harness.tools.schedules import Cron, Once
from tests.laws.colleague import BOB, CHANNEL

ONCE = Wakeup(id="1.1.0", schedule=Once(600.0), by=BOB, place=CHANNEL, at=600.0, note="look")
DAILY = replace(ONCE, id="1.1.1", schedule=Cron("0 0 * * *", "UTC"), at=86_400.0, note="report")


@pytest.mark.parametrize("tries", range(len(BACKOFF)))
def test_what_comes_once_is_tried_again_after_ever_longer_pauses(tries: int):
    assert replace(ONCE, tries=tries).retried(600.0) == replace(ONCE, tries=tries + 1, at=600.0 + BACKOFF[tries])


def test_at_last_what_comes_once_is_given_up_and_what_recurs_is_not():
    assert replace(ONCE, tries=len(BACKOFF)).retried(600.0) is None
    assert replace(DAILY, tries=99).retried(600.0) == replace(DAILY, tries=100, at=600.0 + BACKOFF[-1])


def test_what_recurs_sooner_than_it_would_be_tried_comes_then():
    assert replace(DAILY, at=610.0).retried(600.0) == replace(DAILY, tries=1, at=610.0)


def test_what_came_and_was_not_heard_comes_again_and_the_others_as_before():
    assert replace(ONCE, came=7).unheard(700.0) == replace(ONCE, came=7, at=700.0 + BACKOFF[0])
    assert ONCE.unheard(700.0) == ONCE


def test_what_recurs_does_not_make_up_for_what_came_while_it_was_paused():
    paused = DAILY.pausing(True, 0.0)
    assert paused.paused
    assert paused.pausing(False, 86_399.0) == DAILY
    assert paused.pausing(False, 86_400.0) == replace(DAILY, late=True)
    assert ONCE.pausing(True, 0.0).pausing(False, 99_999.0) == ONCE, "what comes once comes late"
