"""What the calls of a turn do, as people see it go on: shown, never journaled."""

from collections.abc import Iterable, Mapping

from harness.chat.cards import Task
from harness.sessions.call_status import Awaited, Started
from harness.sessions.display import RunClaimed, RunEvent, ToolCallCompleted, ToolCallStarted
from harness.sessions.facts import Row, ToolReturned
from harness.sessions.session import Session
from harness.tools.tool import AnyTool
from harness.wording.acts import line

KEPT = 50
Tasks = Mapping[str, Task]
"""By call, in the order in which they were started."""


def running(session: Session, tools: Mapping[str, AnyTool]) -> Tasks:
    """Those that an activation finds."""
    calls = session.turn.calls if session.turn else ()
    at_work = [call.call for call in calls if isinstance(call.status, Started | Awaited)]
    return {call.id: Task(call.id, line(call, tools.get(call.tool))) for call in at_work}


def after(tasks: Tasks, events: Iterable[RunEvent], row: Row, session: Session, tools: Mapping[str, AnyTool]) -> Tasks:
    """Those after a row, which brought the session here with these events."""
    now = dict(tasks)
    for event in events:
        match event:
            case RunClaimed():
                now = {}
            case ToolCallStarted(call=id) if call := session.call(id):
                now[id] = Task(id, line(call.call, tools.get(call.call.tool)))
            case ToolCallCompleted(call=id) if id in now:
                well = isinstance(row.fact, ToolReturned) and row.fact.result.ok
                now[id] = Task(id, now[id].title, "done" if well else "failed")
    return dict(list(now.items())[-KEPT:])
