"""The log of what is done, for whoever runs us: a line for each turn, request, call, decision and delivery."""

import logging
from collections.abc import Iterator

from bot.work_log.commands import of_commands
from bot.work_log.decisions import by_rules, on_asks, on_grants, on_settings
from bot.work_log.deliveries import of_posts
from bot.work_log.line import WorkLine
from bot.work_log.turns import of_model, of_turns
from harness.loop.clock import Now
from harness.loop.progress import Unwatched
from harness.sessions import facts as f
from harness.sessions.facts import Row
from harness.sessions.session import Session
from harness.tools.calls import At
from harness.tools.unforeseen import FIELDS

log = logging.getLogger(__name__)


def lines(before: Session, row: Row, after: Session, seconds: float | None = None) -> Iterator[WorkLine]:
    """Of a row, in the order in which things happened. `seconds`: how long what it tells the end of has taken, if that
    is known.
    """
    yield from of_model(row.fact, seconds)
    yield from by_rules(before, row.fact, after)
    yield from on_asks(before, row, after)
    yield from on_grants(before, row.fact, after)
    yield from on_settings(before, row.fact, after)
    yield from of_turns(before, row, after, seconds)
    yield from of_commands(before, row, after)
    yield from of_posts(before, row.fact)


class WorkLog(Unwatched):
    """Fulfils `harness.loop.progress.Observer`. Of a thread that rests it holds nothing. `now` is the journal's clock,
    by which it is said how long something has taken.
    """

    def __init__(self, now: Now) -> None:
        self._now = now
        self._begun: dict[str, dict[str, float]] = {}
        """By thread: when what goes on there began, a request by its point and a call by its id."""

    def recalled(self, thread: str, before: Session, row: Row, after: Session) -> None:
        self.folded(thread, before, row, after)

    def folded(self, thread: str, before: Session, row: Row, after: Session) -> None:
        if not log.isEnabledFor(logging.INFO):
            return
        for line in lines(before, row, after, self._taken(thread, row)):
            fields = {"event": line.event, "thread": thread, **line.fields}
            log.log(line.level, "%s: %s", thread, line.text, extra={FIELDS: fields})

    def started(self, thread: str, at: At) -> None:
        self._begins(thread, str(at), self._now())

    def rested(self, thread: str) -> None:
        self._begun.pop(thread, None)

    def _begins(self, thread: str, what: str, at: float) -> None:
        self._begun.setdefault(thread, {})[what] = at

    def _taken(self, thread: str, row: Row) -> float | None:
        """Seconds that what the row tells the end of has taken, if we have seen it begin."""
        match row.fact:
            case f.ToolStarted(call=call):
                self._begins(thread, call, row.at)
                return None
            case f.ToolReturned(call=what):
                pass
            case f.ModelReplied(at=at) | f.ModelFailed(at=at) | f.ModelStopped(at=at) | f.AsideReplied(at=at):
                what = str(at)
            case _:
                return None
        begun = self._begun.get(thread, {}).pop(what, None)
        return None if begun is None else max(0.0, row.at - begun)
