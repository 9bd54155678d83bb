"""One value that every surface draws, and a run that ends exactly once."""

from harness.approvals.asks import Approve
from harness.sessions import facts as f
from harness.sessions.display import (
    Progress,
    RunClaimed,
    RunCompleted,
    RunEvent,
    RunFailed,
    Running,
    RunSuspended,
    ToolCallCompleted,
    ToolCallStarted,
    display,
    lifecycle,
)
from harness.sessions.fold import apply
from harness.sessions.reasons import StoppedBy
from harness.sessions.session import Session
from harness.tools.calls import ToolResult
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script
from tests.unit.harness.sessions.test_heartbeats import Beating


def _events(script: Script) -> list[RunEvent]:
    session, events = Session(), list[RunEvent]()
    for row in script.rows:
        after = apply(session, row)
        events += lifecycle(session, row, after)
        session = after
    return events


def _asked_and_running() -> Script:
    """One call waits for a person, another runs."""
    return Script().says(BOB).replies(("deploy", "a"), ("read", "b")).starts("1.1.1")


def _status(session: Session) -> tuple[str, str]:
    return display(session).status, display(session).activity


def test_a_session_rests_or_is_seen_to_think_to_run_tools_or_to_wait_for_people() -> None:
    assert _status(Session()) == ("resting", "")
    assert _status(Script().says(BOB).session) == ("working", "is thinking…")
    script = _asked_and_running()
    assert _status(script.session) == ("working", "is running read…")
    script.tell(f.ToolReturned("1.1.1", result=ToolResult("x")))
    assert _status(script.session) == ("waiting", "")
    assert _status(Script().says(BOB).replies(text="done").session) == ("resting", "")


def test_a_running_tool_is_shown_with_what_it_has_printed() -> None:
    script = _asked_and_running()
    assert display(script.session).running == (Running("1.1.1", "read", ""),)
    assert display(script.session, Progress(output={"1.1.1": "half"})).running == (Running("1.1.1", "read", "half"),)
    script.tell(f.ToolReturned("1.1.1", result=ToolResult("x")))
    assert display(script.session, Progress(output={"1.1.1": "half"})).running == ()


def test_an_ask_is_shown_until_it_is_settled() -> None:
    script = _asked_and_running()
    assert [ask.id for ask in display(script.session).asks] == ["1.1.0#1"]
    assert display(script.answers(ANA, Approve()).session).asks == ()


def test_a_turn_and_where_it_replies_to_are_shown_while_it_goes_on() -> None:
    script = Script().says(BOB)
    state = display(script.session)
    assert (state.turn, state.place) == (1, CHANNEL)
    state = display(script.replies(text="done").session)
    assert (state.turn, state.place) == (None, None)


def test_who_speaks_while_the_model_thinks_is_seen_to_wait() -> None:
    script = Script().says(BOB)
    assert display(script.session).queue == 0, "what the request holds does not wait"
    assert display(script.says(ANA, "one more thing").session).queue == 1


def test_who_speaks_while_tools_run_is_seen_to_wait() -> None:
    assert display(_asked_and_running().says(ANA, "mind the gap").session).queue == 1


def test_the_reply_so_far_is_shown_only_while_it_is_the_one_awaited() -> None:
    script = Script().says(BOB)
    assert script.session.turn
    progress = Progress(script.session.turn.at, "so far", "hm")
    assert display(script.session, progress).text == "so far"
    assert display(script.replies(("read", "x")).session, progress).text == ""


def test_a_run_is_claimed_suspended_and_completed_once() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Approve()).runs().replies(text="done")
    assert _events(script) == [
        RunClaimed(1),
        RunSuspended(1),
        ToolCallStarted(1, "1.1.0", "deploy"),
        ToolCallCompleted(1, "1.1.0", "deploy"),
        RunCompleted(1),
    ]


def test_the_run_of_a_heartbeat_is_claimed_and_completed_once_however_it_ends() -> None:
    for script in (
        Beating().passes().looks().reports("it is red"),
        Beating().passes().looks(checklist=""),
        Beating().passes().looks().says(ANA),
    ):
        of_calls = (ToolCallStarted, ToolCallCompleted)
        of_beat = [event for event in _events(script) if event.run == 2 and not isinstance(event, of_calls)]
        assert of_beat == [RunClaimed(2), RunCompleted(2)]


def test_a_stopped_run_fails_once_and_names_why() -> None:
    script = Script().says(BOB).replies(("read", "x")).starts().tell(f.StopRequested(ANA, CHANNEL, 1))
    script.tell(f.StopRequested(ANA, CHANNEL, 1), f.ToolReturned("1.1.0", ToolResult("late")))
    assert [e for e in _events(script) if isinstance(e, RunCompleted | RunFailed)] == [RunFailed(1, StoppedBy(ANA))]
    assert [type(e) for e in _events(script) if isinstance(e, ToolCallStarted | ToolCallCompleted)] == [
        ToolCallStarted,
        ToolCallCompleted,
    ]
