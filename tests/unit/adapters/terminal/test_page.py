"""A page is in colours where whoever sits there wants them."""

import pytest

from adapters.terminal.page import Page, in_colours


def test_a_style_is_seen_only_on_a_page_in_colours() -> None:
    assert Page(colours=True).styled("yes", "green") == "\x1b[32myes\x1b[0m"
    assert Page().styled("yes", "green") == "yes"
    assert Page(colours=True).styled("", "green") == ""


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ],
)
def test_colours_are_had_unless_they_are_refused(environment: dict[str, str], wanted: bool) -> None:
    assert in_colours(environment) == wanted
