"""The question about a message remembers which one it is about, over a restart."""

import pytest

from adapters.discord.ask_shortcut import FIELD, Pointed, asked, modal
from harness.chat.people import Place
from harness.chat.port import ChatLine
from tests.fakes.discord.shape import check_modal

BIG = "9" * 20
LINE = ChatLine("Ana", "**the** plan\n\nis @everyone " + "x" * 5_000)


def sent(form: dict[str, object], text: str) -> dict[str, object]:
    field = {"type": 18, "component": {"type": 4, "custom_id": FIELD, "value": text}}
    return {"custom_id": form["custom_id"], "components": [field]}


@pytest.mark.parametrize("thread", ["", "5", BIG.replace("9", "8")])
def test_what_is_asked_comes_back_with_its_message(thread: str):
    pointed = Pointed(Place("discord", "7", BIG, thread), "5")
    form = modal(pointed, LINE)
    check_modal(form)
    assert asked(sent(form, " why? "), "discord") == (pointed, "why?")


@pytest.mark.parametrize("custom_id", ["", "submit.0:t", "ask.0:1:2", "ask.0:", "other"])
def test_what_is_not_that_modal_is_none(custom_id: str):
    assert asked({"custom_id": custom_id, "components": []}, "discord") is None
