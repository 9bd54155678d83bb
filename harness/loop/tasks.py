"""What a turn does, as people see it go on: the items of its list of what is to be done, or its calls. Shown, never
journaled.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal

from harness.chat.cards import Task, Text
from harness.chat.secrets import concealed
from harness.chat.visible import visible
from harness.chat.wording import counted
from harness.sessions.call_status import Awaited, Started
from harness.sessions.display import RunClaimed, RunEvent, ToolCallCompleted, ToolCallStarted
from harness.sessions.facts import Row, ToolReturned
from harness.sessions.session import Session
from harness.sessions.steps import QUIET
from harness.tools.changes import Todo
from harness.tools.tool import AnyTool
from harness.wording.acts import line

KEPT = 50
"""Calls."""
SHOWN = 10
"""Tasks at once."""
SAID = 100
"""Characters of how far a call is."""
DONE_SHOWN = 3
"""Of those before the first that is not done, where not all have room."""
Tasks = Mapping[str, Task]
"""By call, in the order in which they were started."""


def running(session: Session, tools: Mapping[str, AnyTool]) -> Tasks:
    """Those that an activation finds."""
    calls = session.turn.calls if session.turn else ()
    at_work = [call.call for call in calls if isinstance(call.status, Started | Awaited)]
    return {call.id: Task(call.id, line(call, tools.get(call.tool))) for call in at_work}


def after(tasks: Tasks, events: Iterable[RunEvent], row: Row, session: Session, tools: Mapping[str, AnyTool]) -> Tasks:
    """Those after a row, which brought the session here with these events."""
    now = tasks
    for event in events:
        match event:
            case RunClaimed():
                now = {}
            case ToolCallStarted(call=id, tool=tool) if tool not in QUIET and (call := session.call(id)):
                now = {**now, id: Task(id, line(call.call, tools.get(call.call.tool)))}
            case ToolCallCompleted(call=id) if id in now:
                well = isinstance(row.fact, ToolReturned) and row.fact.result.ok
                now = {**now, id: Task(id, now[id].title, "done" if well else "failed")}
    return now if len(now) <= KEPT else dict(list(now.items())[-KEPT:])


def saying(tasks: Tasks, call: str, text: str) -> Tasks:
    """With what the running call says last of how far it is."""
    lines = [line for line in visible(text).splitlines() if line.strip()]
    if call not in tasks or not lines:
        return tasks
    return {**tasks, call: replace(tasks[call], details=concealed(lines[-1].strip())[:SAID])}


def drawn(body: Text, tasks: Tasks, session: Session) -> Text:
    """The message with what the turn does."""
    planned = session.todos if session.turn and session.turn.planned else ()
    steps = _items(planned, tasks.values()) if planned else [*tasks.values()]
    if not steps:
        return body
    done = sum(step.status in ("done", "failed") for step in steps)
    return replace(body, tasks=tuple(_window(steps)), so_far=f"{done} of {counted(len(steps), 'step')} done")


def _items(todos: Iterable[Todo], calls: Iterable[Task]) -> list[Task]:
    """What is being done now belongs to the one in progress."""
    doing = "; ".join(call.title for call in calls if call.status == "running")
    return [
        Task(
            f"todo-{number}", concealed(todo.text), _STATUS[todo.status], doing if todo.status == "in_progress" else ""
        )
        for number, todo in enumerate(todos)
    ]


def _window(steps: list[Task]) -> list[Task]:
    """Of many those around what is being done."""
    open_from = next((at for at, step in enumerate(steps) if step.status in ("pending", "running")), len(steps))
    start = max(0, min(open_from - DONE_SHOWN, len(steps) - SHOWN))
    return steps[start : start + SHOWN]


_STATUS: Mapping[str, Literal["pending", "running", "done"]] = {
    "pending": "pending",
    "in_progress": "running",
    "completed": "done",
}
