"""What a turn does is said in its order, with how it ended, and of that turn alone."""

from collections.abc import Sequence

from harness.chat.cards import Task, Text
from harness.loop.tasks import KEPT, SAID, SHOWN, Tasks, after, drawn, running, saying
from harness.sessions import facts as f
from harness.sessions.display import lifecycle
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.tools.calls import NO_OP, ToolResult
from harness.tools.changes import Status, Todo, TodosWritten
from tests.laws.colleague import BOB
from tests.unit.harness.sessions.script import Script


def told(script: Script, tasks: Tasks | None = None) -> list[tuple[str, str]]:
    session, seen = Session(), tasks or {}
    for row in script.rows:
        now = apply(session, row)
        seen = after(seen, lifecycle(session, row, now), row, now, {})
        session = now
    return [(task.id, task.status) for task in seen.values()]


def test_a_call_is_running_from_its_start_and_then_done_or_failed() -> None:
    script = Script().says(BOB).replies(("read", "x"), ("read", "y"), ("deploy", "a"))
    assert told(script) == [], "what is only proposed or asked is not done"
    assert told(script.starts("1.1.0").starts("1.1.1")) == [("1.1.0", "running"), ("1.1.1", "running")]
    script.tell(f.ToolReturned("1.1.1", result=ToolResult("broken", ok=False)))
    script.tell(f.ToolReturned("1.1.0", result=ToolResult("x")))
    assert told(script) == [("1.1.0", "done"), ("1.1.1", "failed")]


def test_what_is_stopped_while_it_runs_has_failed() -> None:
    script = Script().says(BOB).replies(("read", "x")).starts()
    script.tell(f.StopRequested(BOB, script.session.turn.place))  # type: ignore[union-attr]
    assert told(script) == [("1.1.0", "failed")]


def test_another_turn_begins_with_nothing_done() -> None:
    script = Script().says(BOB).replies(("read", "x")).runs().replies(text="done").says(BOB)
    assert told(script) == []


def test_an_activation_finds_what_is_running() -> None:
    script = Script().says(BOB).replies(("read", "x"), ("read", "y")).runs("1.1.0").starts("1.1.1")
    assert running(script.session, {}) == {"1.1.1": Task("1.1.1", "Use read")}
    assert running(Session(), {}) == {}


def test_what_a_call_says_last_of_how_far_it_is_stands_with_it() -> None:
    tasks = {"1.1.0": Task("1.1.0", "Use refund")}
    assert saying(tasks, "1.1.0", "1 of 3\n2 of 3\n\n")["1.1.0"].details == "2 of 3"
    assert saying(tasks, "1.1.0", "x" * 500)["1.1.0"].details == "x" * SAID
    assert saying(tasks, "1.1.0", "\n") == tasks
    assert saying(tasks, "1.1.1", "1 of 3\n") == tasks, "it has ended"


def test_only_the_last_are_kept() -> None:
    many = {str(number): Task(str(number), "x") for number in range(200)}
    script = Script()
    script.says(BOB)
    row = script.rows[0]
    assert len(after(many, (), row, Session(), {})) == KEPT


DONE: Sequence[Status] = ["completed"] * 41
PENDING: Sequence[Status] = ["pending"] * 20
WORKING = Text("Working on it.")


def planning(statuses: Sequence[Status]) -> Session:
    """In a turn that has written down what is to be done."""
    script = Script().says(BOB).replies(("read", "x")).starts()
    todos = tuple(Todo(f"item {number}", status) for number, status in enumerate(statuses))
    return script.tell(f.ToolReturned("1.1.0", ToolResult("ok", changes=(TodosWritten(todos),)))).session


def test_calls_are_the_steps_where_there_is_no_list() -> None:
    script = Script().says(BOB)
    assert drawn(WORKING, {}, script.session) == WORKING
    tasks = {"a": Task("a", "Run ls", "done"), "b": Task("b", "Run cat")}
    body = drawn(WORKING, tasks, script.session)
    assert (body.tasks, body.so_far) == (tuple(tasks.values()), "1 of 2 steps done")


def test_with_a_list_its_items_are_the_steps_and_what_runs_belongs_to_the_one_in_progress() -> None:
    session = planning(["completed", "in_progress", "pending"])
    tasks = {"a": Task("a", "Run ls", "done"), "b": Task("b", "Run cat")}
    body = drawn(WORKING, tasks, session)
    assert [(task.title, task.status, task.details) for task in body.tasks] == [
        ("item 0", "done", ""),
        ("item 1", "running", "Run cat"),
        ("item 2", "pending", ""),
    ]
    assert body.so_far == "1 of 3 steps done"


def test_of_a_long_list_is_shown_what_is_being_done() -> None:
    body = drawn(WORKING, {}, planning([*DONE[:20], "in_progress", *PENDING]))
    assert [task.title for task in body.tasks] == [f"item {number}" for number in range(17, 27)]
    assert body.so_far == "20 of 41 steps done"
    over = drawn(WORKING, {}, planning(DONE))
    assert [task.title for task in over.tasks] == [f"item {number}" for number in range(31, 41)]
    assert len(over.tasks) == SHOWN


def test_having_nothing_to_say_is_no_step() -> None:
    assert told(Script().says(BOB).replies((NO_OP, "x"), ("read", "y")).starts().starts("1.1.1")) == [
        ("1.1.1", "running")
    ]
