"""What a turn does is said in its order, with how it ended, and of that turn alone."""

from harness.chat.cards import Task
from harness.loop.tasks import KEPT, Tasks, after, running
from harness.sessions import facts as f
from harness.sessions.display import lifecycle
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.tools.calls import ToolResult
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


def test_only_the_last_are_kept() -> None:
    many = {str(number): Task(str(number), "x") for number in range(200)}
    script = Script()
    script.says(BOB)
    row = script.rows[0]
    assert len(after(many, (), row, Session(), {})) == KEPT
