"""A session's timers, of both kinds, by their ids."""

from dataclasses import replace

import pytest

from harness.sessions.heartbeat import Heartbeat
from harness.sessions.timers import Timers
from harness.sessions.wakeup import Wakeup
from harness.tools.heartbeats import OWN
from tests.unit.harness.sessions.test_heartbeat import TWO_HOURLY
from tests.unit.harness.sessions.test_wakeup import DAILY, ONCE

OTHER = replace(TWO_HOURLY, id="file-1", config=replace(TWO_HOURLY.config, id="file-1"))
ALL = Timers((ONCE, DAILY), (TWO_HOURLY, OTHER), declined=frozenset({"file-2"}))


def test_each_is_known_by_its_id():
    assert [ALL.get(id) for id in ("1.1.1", OWN, "file-1", "9.9.9")] == [DAILY, TWO_HOURLY, OTHER, None]
    assert ALL.wakeup(OWN) is None
    assert ALL.heartbeat("1.1.1") is None


def test_there_are_some_or_none():
    assert ALL
    assert not Timers(declined=frozenset({"file-2"}), self_wakeups=3)


@pytest.mark.parametrize("timer", [replace(ONCE, at=9.0), replace(OTHER, muted=True)])
def test_one_that_is_there_is_changed_in_its_place_and_no_other_comes_by_that(timer: Wakeup | Heartbeat):
    changed = ALL.having(timer)
    assert changed.get(timer.id) == timer
    assert [one.id for one in changed.wakeups] == [one.id for one in ALL.wakeups]
    assert [one.id for one in changed.heartbeats] == [one.id for one in ALL.heartbeats]
    assert Timers().having(timer) == Timers()


def test_what_is_added_is_the_last_and_in_place_of_the_one_of_its_id():
    assert ALL.adding(ONCE).wakeups == (DAILY, ONCE)
    assert ALL.adding(TWO_HOURLY).heartbeats == (OTHER, TWO_HOURLY)


def test_a_heartbeat_that_is_set_again_is_not_declined_any_more():
    assert ALL.adding(replace(OTHER, id="file-2")).declined == frozenset()


def test_what_ends_is_there_no_more():
    assert ALL.without("1.1.0").without("file-1") == replace(ALL, wakeups=(DAILY,), heartbeats=(TWO_HOURLY,))


def test_what_ends_well_forgets_that_it_failed():
    failed = replace(DAILY, tries=3)
    assert ALL.having(failed).succeeded(failed) == ALL
    assert ALL.succeeded(None) is ALL


def test_what_came_is_waited_for_until_it_is_heard():
    came = replace(ONCE, came=7)
    waits = ALL.having(came)
    assert waits.heard(6) == waits
    assert waits.heard(7).wakeups == (DAILY,)
    assert waits.unheard(700.0).wakeups == (came.unheard(700.0), DAILY)
