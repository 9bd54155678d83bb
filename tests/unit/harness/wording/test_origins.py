"""What was read from outside, in words."""

import pytest

from harness.tools import origins
from harness.wording.origins import outside, read_in_thread


def test_it_names_what_was_read_and_not_all_of_very_much():
    assert outside(("web",)) == "a web page"
    assert outside(("web", "channel")) == "a web page and messages from another channel"
    assert (
        outside(("web", "channel", "command"))
        == "a web page, messages from another channel and the output of a command"
    )
    assert outside(("web", "channel", "command", "thread")).endswith("the output of a command and more")


@pytest.mark.parametrize("origin", [value for name, value in vars(origins).items() if name.isupper() and value != ""])
def test_each_origin_has_words_that_fit_on_a_card(origin: str):
    if origin not in ("mcp:", "tool:"):
        assert outside((origin,)) != "text from outside"
        assert len(read_in_thread((origin,)).split()) <= 20


def test_an_app_is_called_by_its_name_and_what_nobody_knows_is_from_outside():
    assert outside((origins.app_of("mail"),)) == "an answer of the app mail"
    assert outside(("later",)) == "text from outside"


def test_a_tool_of_a_teams_own_is_called_by_its_name():
    assert read_in_thread((origins.tool_of("refund"),)) == "I have read what the tool refund gave in this thread."
