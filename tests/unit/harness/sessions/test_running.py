"""Tools start, and their results count once."""

from harness.approvals.asks import Approve
from harness.sessions import facts as f
from harness.sessions.call_status import Lost, Returned
from harness.sessions.effects import CallModel, RunTool, WakeAt
from harness.sessions.session import KEPT_SEEN, Taint
from harness.tools.calls import Awaiting, ToolCall, ToolResult
from harness.tools.changes import FileSeen, Todo, TodosWritten, ToolsNarrowed
from harness.tools.skills import AllowedTool
from tests.laws.colleague import ANA, BOB
from tests.unit.harness.sessions.script import Script


def test_a_second_result_and_a_result_before_the_start_do_not_count() -> None:
    script = Script().says(BOB).replies(("read", "x"), ("read", "y"))
    early = script.tell(f.ToolReturned("1.1.0", ToolResult("early"))).session.call("1.1.0")
    assert early, "it had not started"
    script.runs("1.1.0").tell(f.ToolReturned("1.1.0", ToolResult("again")))
    assert script.session.turn
    [first, _] = script.session.turn.calls
    assert isinstance(first.status, Returned)
    assert first.status.row < script.session.head


def test_a_start_of_other_arguments_than_those_cleared_does_not_count() -> None:
    script = Script().says(BOB).replies(("read", "x"))
    script.tell(f.ToolStarted("1.1.0", ToolCall("1.1.0", "read", '{"what": "y"}').digest))
    call = script.session.call("1.1.0")
    assert call
    assert not call.started


def test_an_awaited_call_outlives_a_takeover_and_wakes_by_the_clock() -> None:
    script = (
        Script().says(BOB).replies(("wait", "")).starts().tell(f.CallAwaited("1.1.0", Awaiting(90.0)), f.Resumed(2))
    )
    assert not script.wanted(RunTool)
    [wake] = script.wanted(WakeAt)
    assert wake.when == 90.0
    assert script.tell(wake.then).wanted(CallModel)


def test_a_takeover_ends_what_may_not_be_repeated_and_repeats_the_rest() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("read", "b")).answers(ANA, Approve())
    script.starts("1.1.0").starts("1.1.1").tell(f.Resumed(2))
    assert [e.call.tool for e in script.wanted(RunTool)] == ["read"]
    assert script.session.turn
    assert isinstance(script.session.turn.calls[0].status, Lost)


def test_what_was_running_at_two_takeovers_ends_however_often_it_may_run() -> None:
    script = Script().says(BOB).replies(("read", "b"))
    script.starts("1.1.0").tell(f.Resumed(2))
    [again] = script.wanted(RunTool)
    script.tell(f.ToolStarted("1.1.0", again.call.digest), f.Resumed(3))
    assert not script.wanted(RunTool)
    assert script.wanted(CallModel), "the model is told that nobody knows"


def test_what_a_tool_changes_is_applied_with_its_result() -> None:
    script = Script().says(BOB).replies(("read", "x")).starts()
    todos = (Todo("look", "completed"), Todo("leap"))
    script.tell(f.ToolReturned("1.1.0", ToolResult("written", True, (TodosWritten(todos),))))
    assert script.session.todos == todos


def test_what_a_skill_leaves_stays_with_the_turn_once_and_ends_with_it() -> None:
    less = ToolsNarrowed("pdf", (AllowedTool("read"),))
    script = Script().says(BOB)
    for id in ("1.1.0", "1.2.0"):
        script.replies(("read", "x")).starts(id).tell(f.ToolReturned(id, ToolResult("read it", changes=(less,))))
        assert script.session.turn
        assert script.session.turn.narrowed == (less,)
    script.replies()
    script.says(BOB)
    assert script.session.turn
    assert script.session.turn.narrowed == ()


def test_a_result_from_outside_is_known_from_its_row_on_and_only_if_it_counts() -> None:
    script = Script().says(BOB).replies(("look", "x"), ("read", "y"))
    script.tell(f.ToolReturned("1.1.0", ToolResult("too early", outside="channel")))
    assert not script.session.taint
    script.runs("1.1.1").runs("1.1.0", outside="channel")
    returned = f.ToolReturned("1.1.0", ToolResult("done", outside="channel"))
    [row] = [row for row in script.rows if row.fact == returned]
    assert script.session.taint == (Taint("channel", row.position),)
    script.tell(f.ToolReturned("1.1.0", ToolResult("again", outside="web")))
    assert script.session.origins == ("channel",)


def test_what_was_read_stays_read_in_later_turns() -> None:
    script = Script().says(BOB).replies(("look", "x")).runs(outside="channel").replies(text="done")
    assert script.says(BOB, "and?").session.origins == ("channel",)


def test_of_the_files_that_were_seen_the_last_are_known() -> None:
    script = Script().says(BOB).replies(("read", "x")).starts()
    marks = [str(number) for number in range(KEPT_SEEN + 1)]
    changes = tuple(map(FileSeen, [*marks, "1"]))
    script.tell(f.ToolReturned("1.1.0", ToolResult("it", changes=changes)))
    assert script.session.seen == (*marks[2:], "1")


def test_of_a_file_that_was_seen_the_version_is_known_that_was_seen_last() -> None:
    script = Script().says(BOB).replies(("read", "x")).starts()
    changes = (FileSeen("a", "1"), FileSeen("ab", "2"), FileSeen("a", "3"))
    script.tell(f.ToolReturned("1.1.0", ToolResult("it", changes=changes)))
    assert script.session.seen == ("ab 2", "a 3")
