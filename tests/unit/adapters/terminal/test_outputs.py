"""What a command has put out is shown once, below the line that says how it ended."""

import pytest

from adapters.terminal.chat import TerminalChat
from adapters.terminal.outputs import CommandOutputs
from adapters.terminal.page import Page
from harness.approvals.asks import Approve
from harness.chat.people import Person
from harness.sessions import facts as f
from harness.tools.calls import ToolResult
from tests.laws.colleague import TOOLS
from tests.unit.harness.sessions.script import Script

ANA = Person("terminal", "", "ana", "Ana", frozenset({"lead"}))


def shown(script: Script, result: ToolResult) -> list[str]:
    """What is written when its call returns that."""
    written: list[str] = []
    outputs = CommandOutputs(TerminalChat("Robin", written.append, Page, lambda: 0.0), TOOLS)
    before = script.session
    script.tell(f.ToolReturned("1.1.0", result))
    outputs.folded("t", before, script.rows[-1], script.session)
    return written


def test_a_command_that_nobody_was_asked_about_has_a_line_of_its_own() -> None:
    script = Script().says(ANA).replies(("read", "x")).starts()
    result = ToolResult("one\ntwo\n[exit code 3]", ok=False, exit_code=3)
    assert shown(script, result) == ["  ▪ Used read · exit 3\n    one\n    two"]


def test_that_of_an_approved_one_waits_for_its_card() -> None:
    script = Script().says(ANA).replies(("deploy", "staging"))
    script.tell(f.AskAnswered("1.1.0#1", ANA, script.session.asks["1.1.0#1"].place, Approve())).starts()
    assert shown(script, ToolResult("done\n[exit code 0]", exit_code=0)) == []


@pytest.mark.parametrize("started", [True, False])
def test_what_is_no_command_or_did_not_run_shows_nothing(started: bool) -> None:
    script = Script().says(ANA).replies(("read", "x"))
    if started:
        assert shown(script.starts(), ToolResult("the file")) == []
    else:
        assert shown(script, ToolResult("late\n[exit code 0]", exit_code=0)) == []
