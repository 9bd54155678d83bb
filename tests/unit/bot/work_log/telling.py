"""What the log says of a conversation."""

from collections.abc import Iterable, Mapping

from bot.work_log.line import WorkLine
from bot.work_log.observer import lines
from harness.sessions.facts import Row
from harness.sessions.fold import apply
from harness.sessions.session import Session


def told(rows: Iterable[Row]) -> list[WorkLine]:
    session, said = Session(), list[WorkLine]()
    for row in rows:
        before, session = session, apply(session, row)
        said += lines(before, row, session)
    return said


def texts(rows: Iterable[Row], *events: str) -> list[str]:
    """Of those events."""
    return [line.text for line in told(rows) if line.event in events]


def fields(rows: Iterable[Row], event: str) -> Mapping[str, object]:
    """Of the last one of that event."""
    return [line for line in told(rows) if line.event == event][-1].fields
