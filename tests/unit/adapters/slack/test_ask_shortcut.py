"""The question about a message: a modal that Slack takes, and remembers what it is about."""

import pytest

from adapters.slack.ask_shortcut import Pointed, asked, modal
from adapters.slack.limits import PRIVATE_METADATA
from harness.chat.people import Place
from harness.chat.port import ChatLine
from tests.fakes.slack.blocks import check_view
from tests.fakes.slack.screen import lines

PLACE = Place("slack", "T1", "C1", "1.2")


def test_it_shows_what_it_is_about_and_gives_it_back():
    pointed = Pointed(PLACE, ChatLine("Bob", "the build\nis red"))
    view = modal(pointed)
    check_view(view)
    assert "About what Bob said: the build is red" in lines(view["blocks"])
    typed = {**view, "state": {"values": {"question": {"question": {"value": "why?\n"}}}}}
    assert asked(typed) == (pointed, "why?")


@pytest.mark.parametrize("text", ["x" * 5_000, 'é\n"' * 2_000])
def test_what_is_too_long_to_be_remembered_is_cut_and_says_so(text: str):
    view = modal(Pointed(PLACE, ChatLine("b" * 200, text)))
    check_view(view)
    assert len(view["private_metadata"]) <= PRIVATE_METADATA
    found = asked(view)
    assert found
    kept, _, told = found[0].line.text.rpartition(" [")
    assert text.startswith(kept)
    assert told == f"{len(text) - len(kept)} more characters are not shown here]"


def test_another_view_asks_nothing():
    assert asked({"callback_id": "form"}) is None
    assert asked({"callback_id": "ask_deskmate", "private_metadata": "{"}) is None
