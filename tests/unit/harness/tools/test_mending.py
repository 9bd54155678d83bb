"""What a small model writes in another shape is read as it is meant, and nothing else is changed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from harness.toolbox.ask_user import AskUser
from harness.toolbox.write_todos import WriteTodos
from harness.tools.arguments import JsonSchema, MalformedArguments, read, schema
from harness.tools.mending import mended


class Deep(BaseModel):
    names: tuple[str, ...] = ()
    lines: int | None = None
    inner: "Deep | None" = None


LISTED = JsonSchema(
    {
        "type": "object",
        "properties": {
            "paths": {"type": "array", "items": {"type": "string"}},
            "lines": {"type": "integer"},
            "all": {"type": "boolean"},
            "text": {"type": "string"},
        },
    }
)


def test_a_list_may_be_a_string_of_json() -> None:
    todos = '[{"text": "Look", "status": "pending"}]'
    assert read(WriteTodos, json.dumps({"todos": todos})) == read(WriteTodos, f'{{"todos": {todos}}}')
    assert read(LISTED, '{"paths": "[\\"a\\"]"}') == {"paths": ["a"]}


def test_an_option_may_be_its_label() -> None:
    options = read(AskUser, '{"question": "Which?", "options": ["One", {"label": "Two"}]}').options
    assert [(one.label, one.description) for one in options] == [("One", ""), ("Two", "")]
    options = read(AskUser, json.dumps({"question": "Which?", "options": '["One", "Two"]'})).options
    assert [one.label for one in options] == ["One", "Two"]


def test_a_number_may_be_in_quotes() -> None:
    assert read(LISTED, '{"lines": "5", "all": "true"}') == {"lines": 5, "all": True}


@pytest.mark.parametrize("text", ['{"lines": "five"}', '{"lines": "true"}', '{"all": "yes"}', '{"paths": "a"}', "[]"])
def test_what_is_not_plain_is_refused_as_before(text: str) -> None:
    with pytest.raises(MalformedArguments):
        read(LISTED, text)


def test_what_fits_is_never_changed() -> None:
    assert read(LISTED, '{"text": "[1, 2]"}') == {"text": "[1, 2]"}


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda one: st.lists(one) | st.dictionaries(
    st.sampled_from(["names", "lines", "inner", "x"]), one), max_leaves=9))  # fmt: skip
def test_mending_never_fails_and_mends_once(value: Any) -> None:
    once = mended(value, schema(Deep))
    assert mended(once, schema(Deep)) == once
