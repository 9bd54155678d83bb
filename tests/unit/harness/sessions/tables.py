"""What holds of every life that is a table: what it has happens, and all else is refused."""

from collections.abc import Mapping

import pytest

from harness.sessions.transitions import NoTransition, Table, moved


def check_event(table: Table, samples: Mapping[type, object], status: type, event: str) -> None:
    """The event brings the sample of that status to the one status that the table has, and to no other."""
    allowed = table.get(status, {}).get(event)
    for kind, then in samples.items():
        if kind is allowed:
            assert moved(table, samples[status], event, then) is then
        else:
            with pytest.raises(NoTransition):
                moved(table, samples[status], event, then)
