from dataclasses import replace

import pytest

from harness.sessions import alarms
from harness.sessions.alarms import BACKOFF, Alarm
from harness.tools.changes import Recurrence, Wakeup
from tests.laws.colleague import BOB, CHANNEL

ONCE = Alarm(Wakeup("1.1.0", 600.0, "look"), BOB, CHANNEL)
DAILY = Alarm(Wakeup("1.1.1", 86_400.0, "report", Recurrence("0 0 * * *", "UTC")), BOB, CHANNEL)
BOTH = (ONCE, DAILY)


def test_they_are_known_by_the_ids_of_their_wakeups():
    assert alarms.of(BOTH, "1.1.1") is DAILY
    assert alarms.of(BOTH, "9.9.9") is None
    assert alarms.without(BOTH, "1.1.0") == (DAILY,)
    assert alarms.changed(BOTH, "1.1.0", lambda one: one.at(9.0)) == (ONCE.at(9.0), DAILY)


@pytest.mark.parametrize("tries", range(len(BACKOFF)))
def test_what_comes_once_is_waited_for_again_ever_longer(tries: int):
    failed = replace(ONCE, tries=tries)
    assert alarms.retried((), failed, 600.0) == (replace(ONCE, tries=tries + 1).at(600.0 + BACKOFF[tries]),)


def test_at_last_what_comes_once_is_given_up_and_what_comes_again_is_not():
    assert alarms.retried((), replace(ONCE, tries=len(BACKOFF)), 600.0) == ()
    often = replace(DAILY, tries=99)
    assert alarms.retried((often,), often, 600.0) == (replace(DAILY, tries=100).at(600.0 + BACKOFF[-1]),)
    assert alarms.retried((), often, 600.0) == (), "it is not wanted any more"


def test_what_comes_again_sooner_than_it_would_be_tried_comes_then():
    assert alarms.retried((DAILY.at(610.0),), DAILY, 600.0) == (replace(DAILY, tries=1).at(610.0),)


def test_what_ends_well_forgets_that_it_failed():
    failed = replace(DAILY, tries=3)
    assert alarms.succeeded((ONCE, failed), failed) == BOTH
    assert alarms.succeeded(BOTH, None) == BOTH


def test_what_came_is_waited_for_until_it_is_heard():
    came = replace(ONCE, came=7)
    assert alarms.heard((came, DAILY), 6) == (came, DAILY)
    assert alarms.heard((came, DAILY), 7) == (DAILY,)
    assert alarms.unheard((came, DAILY), 700.0) == (came.at(700.0 + BACKOFF[0]), DAILY)
