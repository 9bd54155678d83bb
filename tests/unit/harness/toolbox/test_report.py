from harness.toolbox.report import LONGEST, report
from harness.tools.calls import REPORT, ToolResult
from harness.tools.changes import Reported
from tests.unit.harness.toolbox.running import run, summary


def test_what_people_are_to_know_is_told_them_with_the_result():
    assert report().name == REPORT
    assert run(report(), notify=True, text="it is red") == ToolResult(
        "They are told.", changes=(Reported(True, "it is red"),)
    )


def test_else_nobody_is_told():
    assert run(report(), notify=False) == ToolResult("Nobody is told.", changes=(Reported(False),))


def test_who_would_tell_people_nothing_is_asked_what():
    for text in ("", " \n", "\u200b", "\x00"):
        result = run(report(), notify=True, text=text)
        assert not result.ok
        assert not result.changes


def test_what_nobody_asked_for_is_brief():
    assert not run(report(), notify=True, text="x" * (LONGEST + 1)).ok


def test_people_see_what_it_does():
    assert summary(report(), notify=True, text="x") == "Tell people"
    assert summary(report(), notify=False) == "Tell nobody"
