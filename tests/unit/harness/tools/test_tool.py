import json
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from harness.tools.acts import used
from harness.tools.arguments import LONGEST, JsonSchema, MalformedArguments
from harness.tools.calls import ToolCall
from harness.tools.tool import Tool, ToolContext
from tests.reading import READER


class Deploy(BaseModel):
    """Where to, and how often to try."""

    to: str
    tries: int = 1


DEPLOY = Tool("deploy", "Deploys.", "other", Deploy)


def test_arguments_are_parsed_into_their_model():
    assert DEPLOY.parse('{"to": "live", "tries": 3}') == Deploy(to="live", tries=3)


def test_no_arguments_at_all_are_an_empty_object():
    class Nothing(BaseModel):
        pass

    for arguments in ("", " ", "\n"):
        assert Tool("ping", "Pings.", "read", Nothing).parse(arguments) == Nothing()


@pytest.mark.parametrize(
    "arguments",
    [
        f'{{"to": {list(range(10_000))}}}',
        json.dumps({"to": {"x" * 100_000: 1}}),
        json.dumps({str(n): n for n in range(50_000)}),
        '{"to": "' + "x" * 1_000_000,
    ],
)
def test_of_arguments_of_any_size_only_so_much_is_told(arguments: str):
    class Strict(BaseModel):
        model_config = ConfigDict(extra="forbid")
        to: dict[str, str] | list[str]

    with pytest.raises(MalformedArguments) as refused:
        Tool("deploy", "Deploys.", "other", Strict).parse(arguments)

    assert len(str(refused.value)) < LONGEST + 100


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("", "to: field required"),
        ('{"to": "live", "tries": "often"}', "tries: input should be a valid integer"),
        ('{"tries": "often"}', "to: field required; tries: input"),
        ('{"to": "li', "arguments: invalid JSON: EOF while parsing"),
        ("[]", "arguments: input should be an object"),
        ('{"to": "\ud800"}', "arguments: input should be a valid string"),
        ("[" * 10_000, "recursion limit"),
    ],
)
def test_malformed_arguments_are_refused_in_words_that_name_the_tool_and_what_is_wrong(arguments: str, words: str):
    with pytest.raises(MalformedArguments) as refused:
        DEPLOY.parse(arguments)

    assert str(refused.value).startswith("malformed arguments for deploy: ")
    assert words in str(refused.value)
    assert "pydantic" not in str(refused.value)


@given(st.text())
def test_whatever_a_model_writes_is_parsed_or_refused(arguments: str):
    with suppress(MalformedArguments):
        assert isinstance(DEPLOY.parse(arguments), Deploy)


def test_the_schema_names_what_is_taken():
    schema = DEPLOY.schema()

    assert schema["type"] == "object"
    assert set(schema["properties"]) == {"to", "tries"}
    assert schema["required"] == ["to"]
    assert "title" not in schema


def test_unless_a_tool_says_otherwise_rules_and_people_see_all_of_the_arguments():
    arguments = Deploy(to="live")

    assert DEPLOY.subject(arguments) == '{"to":"live","tries":1}'
    assert DEPLOY.line(arguments) == "Use deploy"


def test_unless_a_tool_says_otherwise_it_is_an_action_that_is_run_once_and_has_a_deadline():
    assert (DEPLOY.kind, DEPLOY.repeatable, DEPLOY.unsandboxed, DEPLOY.shell) == ("action", False, False, None)
    assert DEPLOY.timeout == 120


def test_output_may_be_shown_where_nobody_watches():
    context = ToolContext(ToolCall("1.1.0", "deploy", "{}"), "thread")
    context.output("half way")

    shown: list[str] = []
    replace(context, output=shown.append).output("half way")
    assert shown == ["half way"]


@pytest.mark.parametrize(
    "other",
    [
        replace(DEPLOY, name="undeploy"),
        replace(DEPLOY, description="deploys twice"),
        replace(DEPLOY, category="read"),
        replace(DEPLOY, kind="question"),
        replace(DEPLOY, repeatable=True),
        replace(DEPLOY, unsandboxed=True),
        replace(DEPLOY, shell=READER),
        replace(DEPLOY, arguments=JsonSchema({"type": "object"})),
    ],
)
def test_a_tool_that_differs_in_what_it_is_known_by_is_another(other: Tool[Deploy]):
    assert other.digest != DEPLOY.digest


def test_a_tool_that_differs_in_how_it_does_that_is_the_same():
    assert replace(DEPLOY, timeout=3.0, act=lambda arguments, _: used("deploy")).digest == DEPLOY.digest
