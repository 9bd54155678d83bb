"""A page is in colours where whoever sits there wants them."""

from zoneinfo import ZoneInfo

import pytest

from adapters.terminal.page import Page, in_colours


def test_a_style_is_seen_only_on_a_page_in_colours() -> None:
    assert Page(colours=True).styled("yes", "green") == "\x1b[32myes\x1b[0m"
    assert Page().styled("yes", "green") == "yes"
    assert Page(colours=True).styled("", "green") == ""


def test_times_are_told_as_people_say_them() -> None:
    noon = 1_795_953_600.0  # Sunday, 29 November 2026
    page = Page(now=noon, zone=ZoneInfo("Europe/Berlin"))
    assert page.told(noon + 60) == "13:01"
    assert page.told(noon + 12 * 3600) == "Mon 30 Nov, 01:00"
    assert page.told(noon + 40 * 86_400) == "Fri 8 Jan 2027, 13:00"


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
