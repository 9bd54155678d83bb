"""The life of what is owed: what the table allows happens, what it does not is refused."""

from typing import get_args

import pytest

from adapters.storage.codec import TAGS
from harness.sessions import post_status as s
from harness.sessions.post_status import TRANSITIONS, Event, Status
from tests.unit.harness.sessions.tables import check_event

STATUSES = get_args(Status)
EVENTS: tuple[str, ...] = get_args(Event)
SAMPLES: dict[type, Status] = {
    type(sample): sample
    for sample in (
        s.Pending(),
        s.Delayed(1.0, "down", 1, 61.0),
        s.Retried(1.0, "down", 1),
        s.Gone(),
    )
}
LEGAL = [(status, event, then) for status, events in TRANSITIONS.items() for event, then in events.items()]


def test_every_status_that_is_kept_has_a_name_and_every_status_is_reached() -> None:
    assert {s.Delayed, s.Retried} <= TAGS.keys()
    assert {then for _, _, then in LEGAL} | {s.Pending} == set(STATUSES) == SAMPLES.keys()
    assert {event for _, event, _ in LEGAL} == set(EVENTS), "every event happens"


@pytest.mark.parametrize("status", STATUSES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("event", EVENTS)
def test_what_the_table_has_happens_and_all_else_is_refused(status: type, event: str) -> None:
    check_event(TRANSITIONS, SAMPLES, status, event)
