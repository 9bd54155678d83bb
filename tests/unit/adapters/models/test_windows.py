import pytest

from adapters.models.windows import windows


@pytest.mark.parametrize(
    "model", ["anthropic/claude-sonnet-4-5", "claude-sonnet-4-5", "openai/gpt-5", "gemini/gemini-2.5-pro"]
)
def test_what_the_table_knows_has_a_window(model: str) -> None:
    assert windows([model])[model] >= 100_000


@pytest.mark.parametrize("model", ["", "rehearsal", "other/gpt-5", "openai/no-such-model", "ollama_chat/qwen3"])
def test_of_what_it_does_not_know_or_of_another_provider_nothing_is_said(model: str) -> None:
    assert windows([model]) == {}
