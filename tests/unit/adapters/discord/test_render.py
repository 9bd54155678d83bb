"""Whatever is on a card, Discord takes it, nothing pings, and nothing that is decided about is cut."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.discord import render
from adapters.discord.controls import read
from harness.chat.cards import Body, Button, Card, Choices, Detail, Option, Text
from harness.chat.visible import visible
from tests.examples import examples
from tests.fakes.discord.screen import code, controls, shown
from tests.fakes.discord.shape import Json, check_message, every
from tests.unit.adapters.discord.test_text import hostile

tokens = st.integers(0, 10**9).map(lambda number: f"0123456789abcdef|{number}|approve")
buttons = st.builds(
    Button, hostile, tokens, st.sampled_from(["", "primary", "danger"]), form=st.booleans(), more=st.booleans()
)
few = st.lists(buttons, max_size=7, unique_by=lambda one: one.token).map(tuple)
details = st.lists(st.builds(Detail, st.text(max_size=60), hostile, st.booleans()), max_size=6).map(tuple)
rows = st.builds(
    Card, hostile, hostile, details=details, warning=hostile, deciders=hostile, choices=st.none(), buttons=few
)
cards = st.builds(
    Card,
    hostile,
    hostile,
    details=details,
    warning=hostile,
    deciders=hostile,
    choices=st.one_of(
        st.none(),
        st.builds(
            Choices,
            st.lists(st.builds(Option, st.text("abc😀", min_size=1, max_size=75), st.text(max_size=200)),
                     min_size=1, max_size=25, unique_by=lambda one: one.label).map(tuple),
            st.booleans(),
            st.just("0123456789abcdef|q|choose"),
        ),
    ),
    buttons=few,
    outcome=hostile,
    at=st.one_of(st.none(), st.floats(0, 4e9)),
    rows=st.lists(rows, max_size=5).map(tuple),
)  # fmt: skip


def taken(message: render.Message) -> Json:
    body = message.body
    check_message(body, len(message.files))
    assert body["allowed_mentions"]["parse"] == []
    return body


@settings(max_examples=examples(500), deadline=None)
@given(st.one_of(cards, st.builds(Text, hostile, buttons=few)))
def test_whatever_it_is_discord_takes_it_and_nothing_pings(body: Body):
    for part in render.messages(body, "key"):
        taken(part)


@settings(deadline=None)
@given(cards.filter(lambda card: not card.rows))
def test_every_detail_is_there_whole(card: Card):
    (message,) = render.messages(card, "key")
    text, files = shown(taken(message)), "\n".join(map(str, message.files.values()))
    everything = "".join((text + files).split())
    for detail in card.details:
        if detail.code and detail.text.isalnum():
            assert detail.text in everything


@given(hostile)
def test_what_one_person_sees_is_taken(text: str):
    body = render.noted(text)
    check_message(body)
    assert body["flags"] & render.EPHEMERAL


def test_a_key_is_found_on_its_message_and_a_live_one_is_told_apart():
    (whole,) = render.messages(Text("hello"), "key")
    assert render.mark_of(whole.body) == render.mark("key", 0, 1)
    assert render.mark_of(render.live(Text("hello", live=True), "key").body) == render.mark("key", 0, 0)
    parts = render.messages(Text("line\n" * 1_000), "key")
    assert len({render.mark_of(part.body) for part in parts}) == len(parts) == 3
    assert render.mark_of({"components": []}) == 0


def test_a_long_text_is_a_file_that_holds_all_of_it():
    (message,) = render.messages(Text("word " * 4_000), "key")
    assert list(message.files.values()) == ["word " * 4_000]
    assert "in the file below" in shown(taken(message))


def test_five_rows_with_all_their_buttons_stand_on_one_card():
    given = tuple(Button(f"b{n}", f"0123456789abcdef|{n}|approve", more=n > 2) for n in range(6))
    row = Card("write_file", "writes it", details=(Detail("content", "x" * 3_000, code=True),), buttons=given)
    (message,) = render.messages(Card("All", "", rows=(row,) * 5, buttons=given[:1]), "key")
    assert len([one for one in every(taken(message)["components"]) if one["type"] == 1]) >= 5
    assert controls(message.body).count("b0") == 6


def test_what_is_cut_on_a_card_is_whole_in_its_file():
    row = Card("_" * 400, "*" * 400, details=(Detail("content", "x" * 3_000),), warning="~" * 400, deciders="`" * 400)
    (message,) = render.messages(Card("All", "", rows=(row,) * 5), "key")
    taken(message)
    assert all(part * 400 in str(file) for file in message.files.values() for part in "_*~")
    assert all("x" * 3_000 in str(file) for file in message.files.values())


def test_a_settled_card_has_no_buttons():
    (message,) = render.messages(Card("May I?", "x", outcome="Approved by ana", at=1_800_000_000.0), "key")
    assert controls(message.body) == []
    assert "<t:1800000000:f>" in shown(message.body)


def test_a_control_says_what_it_is():
    (message,) = render.messages(Card("May I?", "x", buttons=(Button("Deny…", "t|1|reject", form=True),)), "key")
    (button,) = [one for one in every(list(message.components)) if one["type"] == 2]
    assert read(button["custom_id"]) == ("form", "t|1|reject")


@pytest.mark.parametrize(
    "command",
    [
        "echo ok\n```\n||rm -rf important|| [docs](https://evil.example)",
        "````\n```\n||rm -rf important||\n````",
        "`````` ||x||",
        "echo \u202e||rm -rf important||\u202c \u200b end",
        "a ``` b ``` c",
    ],
)
def test_the_block_of_code_on_a_card_is_what_runs(command: str):
    (message,) = render.messages(Card("t", "s", details=(Detail("command", command, code=True),)), "key")
    assert code(taken(message)) == [visible(command)]
    assert not message.files


@settings(deadline=None)
@given(hostile.filter(str.strip))
def test_whatever_is_in_a_command_its_block_of_code_holds_all_of_it(command: str):
    (message,) = render.messages(Card("t", "s", details=(Detail("command", command, code=True),)), "key")
    seen = visible(command)
    assert code(taken(message)) == [seen.strip("\n")] or list(message.files.values()) == [seen]


HIDDEN = "echo \u202e||rm -rf important||\u202c \u200b end"


@pytest.mark.parametrize("more", ["", "x" * 1_500], ids=["on the card", "in a file"])
def test_what_is_hidden_is_spelt_out_wherever_a_person_decides(more: str):
    details = (Detail("command", HIDDEN + more, code=True), Detail("", HIDDEN + more), Detail(HIDDEN[:30], HIDDEN))
    choices = Choices((Option("a", HIDDEN), *(Option(str(n)) for n in range(6))), False, "0123456789abcdef|q|choose")
    row = Card(HIDDEN, HIDDEN, details=details, warning=HIDDEN)
    for card in (
        Card(HIDDEN, HIDDEN, details=details, warning=HIDDEN, deciders=HIDDEN, choices=choices),
        Card("t", "s", deciders=HIDDEN, rows=(row,)),
    ):
        (message,) = render.messages(card, "key")
        seen = json.dumps(taken(message), ensure_ascii=False) + "".join(map(str, message.files.values()))
        assert not set(seen) & set("\u202e\u202c\u200b")
        assert "\\u202e" in seen
