"""Where models are asked, as the file says it."""

import pytest

from harness.workspace.api_bases import ApiBases, api_bases, unused
from harness.workspace.loading import parse
from tests.unit.harness.workspace.reading import given_of, said
from tests.unit.harness.workspace.tools import TOOLS

ONE = "http://localhost:8000/v1"
OTHER = "https://models.example/v1"


def provider(model: str) -> str:
    return {"gpt-5": "openai", "ollama_chat/x": "ollama"}.get(model, model.partition("/")[0] if "/" in model else "")


def test_a_lone_url_is_for_the_provider_of_the_model_and_for_no_other() -> None:
    bases = api_bases(given_of(ONE), "openai/x")
    asked = ["openai/x", "openai/y", "gpt-5", "anthropic/x", "openrouter/openai/x", "unheard-of"]
    assert [bases.of(model, provider) for model in asked] == [ONE, ONE, ONE, "", "", ""]


def test_a_lone_url_is_for_a_model_whose_provider_nobody_knows_and_not_for_the_next_of_these() -> None:
    bases = api_bases(given_of(ONE), "unheard-of")
    assert [bases.of(model, provider) for model in ("unheard-of", "another", "openai/x")] == [ONE, "", ""]


def test_a_url_is_for_what_it_is_named_for_and_the_special_counts() -> None:
    bases = api_bases(given_of(f'{{"openai/*": "{ONE}", openai/x: "{OTHER}", "ollama/*": "{ONE}"}}'), "openai/x")
    asked = ["openai/x", "openai/y", "gpt-5", "ollama_chat/x", "anthropic/x", "openrouter/openai/x"]
    assert [bases.of(model, provider) for model in asked] == [OTHER, ONE, ONE, ONE, "", ""]


def test_without_one_each_is_asked_at_its_own_address() -> None:
    assert ApiBases().of("openai/x", provider) == ""


@pytest.mark.parametrize(
    ("text", "model", "problem"),
    [
        ("{'*': http://a}", "a/b", "must name a model, like openai/x, or one provider's models, like openai/*"),
        ("{'open*': http://a}", "a/b", "must name a model, like openai/x, or one provider's models"),
        ("{'*/x': http://a}", "a/b", "must name a model, like openai/x, or one provider's models"),
        ("{'openai/x ': http://a}", "a/b", "must name a model, like openai/x, or one provider's models"),
        ("{openai/x: localhost}", "a/b", "must be a URL, like http://localhost:11434/v1, not localhost"),
        ("[http://a]", "a/b", "must be a mapping, as in `key: value`, not a list"),
        (
            "http://a",
            "",
            "one URL serves the provider of `model`, and no model is set; name the models instead, like "
            '{"openai/x": URL, "anthropic/*": URL}',
        ),
    ],
)
def test_what_is_wrong_is_said(text: str, model: str, problem: str) -> None:
    value = given_of(text)
    api_bases(value, model)
    [found] = said(value)
    assert found.startswith(problem)


def test_a_problem_names_its_line_and_key() -> None:
    text = f'model: openai/x\napi_base:\n  openai/x: {ONE}\n  "anthropc/*": {ONE}\n  "openai/*": {ONE}\n'
    [warning] = parse(text, "workspace.yaml", TOOLS).warnings
    assert (
        str(warning) == "workspace.yaml:4: api_base.anthropc/*: matches no model that is named here; it may be openai/x"
    )


def test_a_name_that_is_nearly_a_models_is_a_slip() -> None:
    value = given_of(f"{{opnai/x: {ONE}}}")
    [warning] = unused(value, frozenset({"openai/x", "groq/y"}))
    assert warning.message == "matches no model that is named here; did you mean openai/x?"


def test_a_provider_is_for_models_without_a_prefix() -> None:
    assert not unused(given_of(f'{{"openai/*": {ONE}}}'), frozenset({"gpt-5"}))
    assert unused(given_of(f'{{"openai/*": {ONE}}}'), frozenset({"openrouter/openai/x"}))
