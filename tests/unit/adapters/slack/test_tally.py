"""However often something happens, the log says it once a minute, and how often."""

import logging

import pytest

from adapters.slack.tally import Tally

log = logging.getLogger(__name__)


def test_many_in_a_minute_are_one_line(caplog: pytest.LogCaptureFixture):
    times = iter(10.0 * number for number in range(100))
    tally = Tally(log, "were lost", lambda: next(times))
    with caplog.at_level(logging.INFO, __name__):
        for _ in range(15):
            tally.add("away")
    assert [one.getMessage() for one in caplog.records] == [f"{count} were lost: away" for count in (1, 6, 6)]


def test_what_says_nothing_is_named_by_its_kind(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.INFO, __name__):
        Tally(log, "were lost", lambda: 0.0).add(TimeoutError())
    assert [one.getMessage() for one in caplog.records] == ["1 were lost: TimeoutError"]
