"""One value that every surface draws, and a run that ends exactly once."""

from harness.approvals.asks import Approve
from harness.sessions import facts as f
from harness.sessions.display import Progress, RunEvent, display, lifecycle
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.tools.calls import ToolResult
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script


def _events(script: Script) -> list[RunEvent]:
    session, events = Session(), list[RunEvent]()
    for row in script.rows:
        after = apply(session, row)
        events += lifecycle(session, row, after)
        session = after
    return events


def test_a_session_is_drawn_as_it_is() -> None:
    assert display(Session()).status == "resting"
    script = Script().says(BOB)
    assert (display(script.session).status, display(script.session).activity) == ("working", "is thinking…")
    script.replies(("deploy", "a"), ("read", "b")).starts("1.1.1").says(ANA, "mind the gap")
    state = display(script.session, Progress(output={"1.1.1": "half"}))
    assert state.activity == "is running read…"
    assert [(r.tool, r.output) for r in state.running] == [("read", "half")]
    assert [ask.id for ask in state.asks] == ["1.1.0#1"]
    assert state.queue == 1
    assert state.place == CHANNEL
    script.tell(f.ToolReturned("1.1.1", result=ToolResult("x")))
    assert (display(script.session).status, display(script.session).activity) == ("waiting", "")


def test_who_speaks_while_the_model_thinks_is_seen_to_wait() -> None:
    script = Script().says(BOB)
    assert display(script.session).queue == 0, "what the request holds does not wait"
    assert display(script.says(ANA, "one more thing").session).queue == 1


def test_the_reply_so_far_is_shown_only_while_it_is_the_one_awaited() -> None:
    script = Script().says(BOB)
    assert script.session.turn
    progress = Progress(script.session.turn.at, "so far", "hm")
    assert display(script.session, progress).text == "so far"
    assert display(script.replies(("read", "x")).session, progress).text == ""


def test_a_run_is_claimed_suspended_and_completed_once() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Approve()).runs().replies(text="done")
    assert [(e.name, e.phase) for e in _events(script)] == [
        ("run_claimed", ""),
        ("run_suspended", ""),
        ("tool_call", "started"),
        ("tool_call", "completed"),
        ("run_completed", ""),
    ]


def test_a_stopped_run_fails_once_and_names_why() -> None:
    script = Script().says(BOB).replies(("read", "x")).starts().tell(f.StopRequested(ANA, CHANNEL, 1))
    script.tell(f.StopRequested(ANA, CHANNEL, 1), f.ToolReturned("1.1.0", ToolResult("late")))
    terminal = [e for e in _events(script) if e.name in ("run_completed", "run_failed")]
    assert terminal == [RunEvent("run_failed", 1, "stopped by Ana")]
    assert [e.phase for e in _events(script) if e.name == "tool_call"] == ["started", "completed"]
