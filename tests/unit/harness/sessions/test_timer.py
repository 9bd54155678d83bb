from dataclasses import replace

import pytest

from harness.sessions.timer import Timer
from harness.tools.schedules import Cron, Interval, Once, Schedule
from tests.laws.colleague import BOB, CHANNEL

TIMER = Timer(id="1.1.0", schedule=Once(600.0), by=BOB, place=CHANNEL, at=600.0)


@pytest.mark.parametrize(
    ("schedule", "recurs"), [(Once(600.0), False), (Cron("0 9 * * *", "UTC"), True), (Interval(300.0), True)]
)
def test_what_does_not_come_once_recurs(schedule: Schedule, recurs: bool):
    assert replace(TIMER, schedule=schedule).recurs is recurs


def test_it_is_due_from_its_time_on_and_never_before_that_is_worked_out():
    assert [TIMER.due(now) for now in (599.0, 600.0, 9_999.0)] == [False, True, True]
    assert not replace(TIMER, at=None).due(9_999.0)


def test_how_often_it_was_skipped_is_counted_with_the_last_reason():
    skipped = TIMER.skipping("asking").skipping("at-work")
    assert (skipped.skipped, skipped.why, skipped.at) == (2, "at-work", 600.0)
