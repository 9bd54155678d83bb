"""Parameters of a provider: what they may be, and what has a place of its own or none."""

import json

import pytest

from harness.workspace.compose import compose
from harness.workspace.parameters import parameters
from harness.workspace.problems import WorkspaceError
from tests.unit.harness.workspace.reading import given_of


def wrong(text: str) -> list[str]:
    value = given_of(text)
    parameters(value)
    return [str(problem).removeprefix("workspace.yaml:1: ") for problem in value.problems]


@pytest.mark.parametrize(
    "name",
    ["model", "messages", "tools", "tool_choice", "stream", "n", "api_base", "reasoning_effort", "thinking", "timeout",
     "max_retries", "mock_response", "custom_llm_provider"],
)  # fmt: skip
def test_parameters_that_have_a_place_of_their_own_or_none_are_refused_by_name(name: str):
    [line] = wrong(f"{{{name}: x}}")
    assert line.startswith(f"here.{name}: ")


@pytest.mark.parametrize(
    "text",
    ["{api_key: x}", "{aws_secret_access_key: x}", "{azure_ad_token: x}", "{extra_headers: {Authorization: x}}",
     "{extra_headers: {X-Api-Key: x}}", "{extra_body: [{password: x}]}", "{user: sk-abcdefghijklmnopqrstuvwx}"],
)  # fmt: skip
def test_what_looks_like_a_secret_is_refused(text: str):
    [line] = wrong(text)
    assert line.endswith("looks like a secret: keys come from the environment alone")


def test_what_only_has_such_a_word_in_it_is_none():
    assert wrong("{max_tokens: 4, max_completion_tokens: 5, prompt_cache_key: desk, top_k: 3}") == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "{when: 2026-11-29}",
            "must be text, a number, true or false, not 2026-11-29; if it is text, put it in quotes",
        ),
        ("{much: .inf}", "must be text, a number, true or false, not .inf; if it is text, put it in quotes"),
        ("{a: &a [1, *a]}", "is written elsewhere by an anchor: write it out here"),
        ("{a: &a [1], b: [*a, *a]}", "is written elsewhere by an anchor: write it out here"),
    ],
    ids=["date", "infinity", "within itself", "twice"],
)
def test_parameters_are_json(text: str, why: str):
    [line] = wrong(text)
    assert line.endswith(why)


@pytest.mark.parametrize("depth", [50, 150, 200, 300, 2_000])
def test_parameters_that_are_nested_deeply_are_read_or_told(depth: int):
    try:
        given = compose(f"b: {'[' * depth}{']' * depth}", "workspace.yaml")
    except WorkspaceError as error:
        problem = str(error)
    else:
        assert given
        assert json.dumps(parameters(given))
        problem = ""
    assert not problem or ("nested too deeply" in problem and depth > 100)
