"""The tool by which the model keeps the list of what it has to do, which people see."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from harness.toolbox.wording import counted
from harness.tools.acts import Act
from harness.tools.calls import WRITE_TODOS, ToolResult
from harness.tools.changes import Todo, TodosWritten
from harness.tools.previews import Preview
from harness.tools.tool import Tool, ToolContext


class TodoGiven(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)] = Field(
        description="What is to be done, in a few words that people understand."
    )
    status: Literal["pending", "in_progress", "completed"] = "pending"


class WriteTodos(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    todos: tuple[TodoGiven, ...] = Field(description="The whole list, in order; it replaces the one before.")


async def _run(arguments: WriteTodos, context: ToolContext) -> ToolResult:
    todos = tuple(Todo(todo.text, todo.status) for todo in arguments.todos)
    begun = [todo.text for todo in todos if todo.status == "in_progress"]
    if len(begun) > 1:
        return ToolResult(
            f"the list is unchanged: {len(begun)} todos are in_progress ({'; '.join(begun)}), and only one may be",
            ok=False,
        )
    if not todos:
        return ToolResult("The todo list is empty now.", changes=(TodosWritten(()),))
    lines = (f"[{_MARKS[todo.status]}] {todo.text}" for todo in todos)
    return ToolResult("The todo list is now:\n" + "\n".join(lines), changes=(TodosWritten(todos),))


_MARKS = {"pending": " ", "in_progress": ">", "completed": "x"}


def _act(arguments: WriteTodos, _: Preview | None) -> Act:
    done = sum(todo.status == "completed" for todo in arguments.todos)
    extent = f"{counted(len(arguments.todos), 'item')}, {done:,} done"
    return Act("Update", "Updated", ("the todo list",), extent=extent)


def write_todos() -> Tool[WriteTodos]:
    return Tool(
        name=WRITE_TODOS,
        description=(
            "Write down what is to be done, where people can watch it. Use it for work of three steps or more; "
            "give the whole list each time. Mark one todo in_progress, never more, before you begin it, and "
            "completed as soon as it is done, not before."
        ),
        category="read",
        arguments=WriteTodos,
        run=_run,
        repeatable=True,
        act=_act,
    )
