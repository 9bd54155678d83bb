"""Prices agree with litellm's, which reads the same table."""

from typing import Any

import pytest

from adapters.models import library
from adapters.models.costs import Costs, Counted, Details
from adapters.models.table import table

USES = [
    Counted(1_000, 50),
    Counted(1_000, 50, Details(400, 100)),
    Counted(120_000, 1),
    Counted(300_000, 900, Details(1_000, 2_000)),
]


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_each_model_costs_what_litellm_says(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    litellm = library._load()
    models = [name for name, one in table().items() if one.get("litellm_provider") == provider]
    chat = [name for name in models if table()[name]["mode"] == "chat" and "/" not in name]
    assert len(chat) > 20
    for name in chat:
        for use in USES:
            theirs = litellm.cost_per_token(model=name, usage_object=_theirs(use), custom_llm_provider=provider)
            assert Costs.cost_per_token(name, usage_object=use) == pytest.approx(theirs), (name, use)


def _theirs(use: Counted) -> Any:
    from litellm.types.utils import PromptTokensDetailsWrapper, Usage

    parts = use.prompt_tokens_details
    details = PromptTokensDetailsWrapper(
        cached_tokens=parts.cached_tokens, cache_creation_tokens=parts.cache_creation_tokens
    )
    return Usage(use.prompt_tokens, use.completion_tokens, prompt_tokens_details=details)


def test_cached_tokens_are_part_of_those_sent() -> None:
    assert Costs.Usage(10, 3, {"cached_tokens": 4}) == Counted(10, 3, Details(4))
    claude = {"input_tokens": 10, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 2, "output_tokens": 3}
    assert Costs.of_claude(claude) == Counted(16, 3, Details(4, 2))


@pytest.mark.parametrize("odd", [None, "many", -1, [], {}])
def test_odd_counts_are_none(odd: object) -> None:
    assert Costs.Usage(odd, odd, odd) == Counted()
    assert Costs.of_claude({"input_tokens": odd, "output_tokens": odd}) == Counted()


def test_an_unknown_model_costs_nothing() -> None:
    assert Costs.cost_per_token("openai/of-our-own", 10, 10) == (0.0, 0.0)
