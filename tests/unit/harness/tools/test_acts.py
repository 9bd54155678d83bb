"""An act reads as a question, as a line, and as what was done."""

import pytest

from harness.chat.phrases import Code, plain
from harness.tools.acts import LINE, Act, in_a_line, used

RUN = Act("Run", "Ran", (Code("make deploy"),), brief="this command", about="command", says=frozenset({"timeout"}))


def test_it_is_asked_proposed_and_done() -> None:
    act = Act("Edit", "Edited", ("a.md",), extent="+2 −1")
    assert (plain(act.title), plain(act.proposed), plain(act.done)) == (
        "Edit a.md?",
        "Edit a.md (+2 −1)",
        "Edited a.md (+2 −1)",
    )
    assert used("deploy").line == "Use deploy"
    assert plain(Act("Say nothing", "Said nothing").title) == "Say nothing?"


@pytest.mark.parametrize("text", ["a\nb", "x" * 61, "`id`", "a\u202eb", "curl -u password=hunter2x4711"])
def test_what_a_title_cannot_show_is_called_something_and_shown_below(text: str) -> None:
    act = Act("Run", "Ran", (Code(text),), brief="this command", about="command")
    assert plain(act.title) == "Run this command?"
    assert act.unsaid(["command", "timeout"]) == ["command", "timeout"]
    assert len(act.line) <= LINE + 4
    assert "\n" not in act.line


def test_what_it_says_need_not_be_shown() -> None:
    assert RUN.unsaid(["command", "timeout", "other"]) == ["other"]


def test_in_a_line_code_stays_code() -> None:
    assert in_a_line((Code("a\nb"),), 9) == (Code("a…", ()),)
    assert in_a_line(("a b c d e f",), 5) == ("a b …",)
