"""Forms as modals: Slack takes every one of them, and what is typed comes back by name."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.slack.ask_shortcut import asked
from adapters.slack.views import Opened, errors, modal, opened, values
from harness.approvals.forms import NothingToFill
from harness.chat.cards import Field, Form
from harness.chat.people import Place
from tests.examples import examples
from tests.fakes.slack.blocks import check_view
from tests.fakes.slack.screen import lines
from tests.unit.adapters.slack.test_text import hostile

PLACE = Place("slack", "T1", "C1", "1.2")
TOKEN = "9f86d081884c7d65|3.1.0|edit"
NAMES = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=30)


def form(*fields: Field) -> Form:
    return Form("Edit deploy", TOKEN, "Approve as edited", fields)


def test_a_title_that_slack_has_no_room_for_is_cut() -> None:
    long = Form("Edit deploy_everything_to_everywhere", TOKEN, "Send", (Field("what", "what"),))
    assert modal(long, PLACE, "1.3")["title"]["text"] == "Edit deploy_everything_…"


fields = st.builds(
    Field,
    NAMES,
    st.text(max_size=40),
    value=hostile,
    kind=st.sampled_from(["line", "text", "integer", "number", "boolean", "choice", "json"]),
    options=st.lists(st.text(max_size=90), max_size=120, unique=True).map(tuple),
    required=st.booleans(),
    hint=st.text(max_size=3_000),
)


@settings(max_examples=examples(200))
@given(st.lists(fields, max_size=12, unique_by=lambda field: field.name), st.text(max_size=60))
def test_slack_takes_every_form(some: list[Field], title: str):
    try:
        view = modal(Form(title, TOKEN, "Send", tuple(some)), PLACE, "1.3")
    except NothingToFill:
        assert all(len(field.value) > 3_000 for field in some)
        return
    check_view(json.loads(json.dumps(view)))
    memory = opened(view)
    assert memory is not None
    inputs = {block["element"]["action_id"] for block in view["blocks"] if block["type"] == "input"}
    assert inputs | set(memory.kept) == {field.name for field in some}


def test_a_modal_remembers_where_it_came_from():
    view = modal(form(Field("to", "to", value="prod")), PLACE, "1.3")
    assert opened(view) == Opened(TOKEN, "C1", "1.2", "1.3")
    assert opened({**view, "callback_id": "poll"}) is None
    assert opened({**view, "private_metadata": "no json"}) is None


@pytest.mark.parametrize(
    "junk",
    ["5", "null", "[" * 50_000, "{}", "[1, 2]", '["t", "C1", "1.2", "1.3", 5]', '["t", "C1", "1.2", "1.3", [5]]'],
)
@pytest.mark.parametrize("read", [opened, asked])
@pytest.mark.parametrize("callback", ["form", "ask_deskmate"])
def test_a_modal_that_remembers_junk_is_none_of_ours(
    junk: str, read: Callable[[Mapping[str, Any]], object], callback: str
):
    assert read({"callback_id": callback, "private_metadata": junk}) is None


def test_each_kind_of_field_has_its_input():
    view = modal(
        form(
            Field("why", "Why?", kind="text", required=False, hint="The model will read this."),
            Field("one", "one", value="1", kind="integer"),
            Field("level", "level", value="high", kind="choice", options=("low", "high")),
            Field("wide", "wide", value="b", kind="choice", options=tuple("x" * 80 for _ in range(2))),
        ),
        PLACE,
        "1.3",
    )
    why, one, level, wide = (block["element"] for block in view["blocks"])
    assert (why["type"], why["multiline"], view["blocks"][0]["optional"]) == ("plain_text_input", True, True)
    assert (one["initial_value"], one["multiline"]) == ("1", False)
    assert (level["type"], level["initial_option"]["value"]) == ("static_select", "high")
    assert (wide["type"], "One of:" in view["blocks"][3]["hint"]["text"]) == ("plain_text_input", True)


def test_a_value_that_is_too_long_for_slack_is_left_out_and_said_so():
    view = modal(form(Field("path", "path", value="a"), Field("content", "content", value="x" * 3_001)), PLACE, "1.3")
    assert [block["type"] for block in view["blocks"]] == ["input", "section"]
    assert "stays as it is: content" in view["blocks"][1]["text"]["text"]
    memory = opened(view)
    assert memory
    assert memory.kept == ("content",)


@pytest.mark.parametrize(
    ("field", "says"), [((), "nothing"), ((Field("c", "c", value="x" * 4_000),), "too long to edit here")]
)
def test_a_form_that_nobody_could_fill_in_is_not_opened(field: tuple[Field, ...], says: str):
    with pytest.raises(NothingToFill, match=says):
        modal(form(*field), PLACE, "1.3")


def test_a_huge_form_stays_within_slacks_size():
    view = modal(form(*(Field(f"f{number}", "é" * 10, value="é" * 3_000) for number in range(120))), PLACE, "1.3")
    check_view(view)


def test_values_come_back_as_text():
    option = {"value": "high"}
    state = {
        "a": {"to": {"type": "plain_text_input", "value": "x"}},
        "b": {"level": {"type": "static_select", "selected_option": option}},
        "c": {"none": {"type": "plain_text_input", "value": None}},
        "d": {"some": {"type": "checkboxes", "selected_options": [option, {"value": "low"}]}},
    }
    assert values({"state": {"values": state}}) == {"to": "x", "level": "high", "none": "", "some": "high\nlow"}


def test_errors_stand_below_their_field_and_the_others_below_the_first():
    view = modal(form(Field("to", "to"), Field("times", "times", value="1", kind="integer")), PLACE, "1.3")
    assert errors(view, {"times": "no number"}) == {"field.1": "no number"}
    assert errors(view, {"": "this tool no longer exists", "gone": "missing"}) == {
        "field.0": "this tool no longer exists; gone: missing"
    }


def test_what_is_only_read_has_nothing_to_send() -> None:
    view = modal(Form("As it is", "t|1|show", "", (), text="token=abc\nx\u202e"), PLACE, "1.1")
    check_view(view)
    assert "submit" not in view
    assert lines(view["blocks"]) == ["token=abc\nx\\u202e"]
