"""The life of an ask: what the table allows happens, what it does not is refused."""

from typing import get_args

import pytest

from adapters.storage.codec import TAGS
from harness.approvals.asks import Outcome, Settlement
from harness.sessions import ask_status as s
from harness.sessions.ask_status import TRANSITIONS, Event, Status
from tests.unit.harness.sessions.tables import check_event

STATUSES = get_args(Status)
EVENTS: tuple[str, ...] = (*get_args(get_args(Event)[0]), *get_args(Outcome))
SAMPLES: dict[type, Status] = {
    type(sample): sample
    for sample in (
        s.Unposted(),
        s.Posted(1.0),
        s.Settled(Settlement("approved", 2.0)),
    )
}
LEGAL = [(status, event, then) for status, events in TRANSITIONS.items() for event, then in events.items()]


def test_every_status_that_is_kept_has_a_name_and_every_status_is_reached() -> None:
    assert set(STATUSES) <= TAGS.keys()
    assert {then for _, _, then in LEGAL} | {s.Unposted} == set(STATUSES) == SAMPLES.keys()
    assert {event for _, event, _ in LEGAL} == set(EVENTS), "every event happens"


@pytest.mark.parametrize("status", STATUSES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("event", EVENTS)
def test_what_the_table_has_happens_and_all_else_is_refused(status: type, event: str) -> None:
    check_event(TRANSITIONS, SAMPLES, status, event)
