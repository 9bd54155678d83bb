"""A model has a provider, as far as that is known."""

from pathlib import Path

import pytest

from tests.unit.bot.workspaces.test_check import look


@pytest.mark.parametrize(
    ("settings", "where", "why"),
    [
        ("model: opnai/gpt-5", "2: model", "there is no provider opnai; did you mean openai/gpt-5?"),
        ("model: gpt5", "2: model", "gpt5 names no provider; did you mean openai/gpt-5?"),
        (
            "model: openai/x\nfallbacks: [openai/y, antropic/z]",
            "3: fallbacks[1]",
            "there is no provider antropic; did you mean anthropic/z?",
        ),
        (
            "model: openai/x\nmodes: {a: {model: qqqqqq/z}}",
            "3: modes.a.model",
            "there is no provider qqqqqq: write provider/model, like openai/gpt-5",
        ),
        ("model: openai/x\ntitles: {model: zzzzzz}", "3: titles.model", "zzzzzz names no provider: write provider/"),
    ],
)
def test_a_model_without_a_known_provider_is_wrong(tmp_path: Path, settings: str, where: str, why: str) -> None:
    found = look(tmp_path, **{"workspace.yaml": f"name: Robin\n{settings}\n"})
    [wrong] = [one for one in found if one.problem]
    assert wrong.level == "setting"
    assert wrong.text.startswith(f"{tmp_path}/workspace.yaml:{where}: {why}")


@pytest.mark.parametrize(
    "model",
    ["claude-sonnet-4-5", "ollama_chat/qwen3", "openrouter/x/y", "hosted_vllm/x", "openai/unheard-of", "rehearsal"],
)
def test_a_model_whose_provider_is_known_is_right(tmp_path: Path, model: str) -> None:
    found = look(tmp_path, **{"workspace.yaml": f"name: Robin\nmodel: {model}\n"})
    assert not [one for one in found if one.problem]
