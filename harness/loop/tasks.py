"""What the calls of a turn do, as people see it go on: shown, never journaled."""

from collections.abc import Iterable, Mapping

from harness.approvals.cards import summary
from harness.chat.cards import Task
from harness.sessions.display import RunEvent
from harness.sessions.facts import Row, ToolReturned
from harness.sessions.session import Session
from harness.tools.tool import AnyTool

KEPT = 50
Tasks = Mapping[str, Task]
"""By call, in the order in which they were started."""


def running(session: Session, tools: Mapping[str, AnyTool]) -> Tasks:
    """Those that an activation finds."""
    calls = [call.call for call in session.turn.calls if call.started and not call.ended] if session.turn else []
    return {call.id: Task(call.id, summary(call, tools.get(call.tool))) for call in calls}


def after(tasks: Tasks, events: Iterable[RunEvent], row: Row, session: Session, tools: Mapping[str, AnyTool]) -> Tasks:
    """Those after a row, which brought the session here with these events."""
    now = dict(tasks)
    for event in events:
        call = session.call(event.call)
        if event.name == "run_claimed":
            now = {}
        elif event.phase == "started" and call:
            now[event.call] = Task(event.call, summary(call.call, tools.get(call.call.tool)))
        elif event.phase == "completed" and event.call in now:
            well = isinstance(row.fact, ToolReturned) and row.fact.result.ok
            now[event.call] = Task(event.call, now[event.call].title, "done" if well else "failed")
    return dict(list(now.items())[-KEPT:])
