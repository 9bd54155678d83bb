"""Which key goes with a request, and where to. What arrives there is in tests/cases/test_keys."""

from typing import Any

import litellm as library
import pytest

from adapters.models.addresses import NO_KEY, addressed, homeless, provider_of, vendor
from adapters.models.failures import AskedModel
from harness.context.model import ModelUnavailable

litellm: Any = library
BASE = "http://localhost:1/v1"


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ZAI_API_KEY", "CUSTOM_OPENAI_API_KEY", "LM_STUDIO_API_BASE", "LITELLM_PROXY_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "k")


@pytest.mark.parametrize(
    ("model", "provider"),
    [
        ("openai/x", "openai"),
        ("gpt-4o-mini", "openai"),
        ("azure/command-r-plus", "azure"),
        ("ollama_chat/x", "ollama_chat"),
        ("github_copilot/x", "github_copilot"),
        ("nonsense", ""),
    ],
)
def test_a_prefix_says_whose_a_model_is(model: str, provider: str) -> None:
    assert provider_of(litellm, model) == provider


def test_second_names_are_the_same_provider() -> None:
    assert [vendor(one) for one in ("ollama_chat", "ollama", "openai", "")] == ["ollama", "ollama", "openai", ""]


@pytest.mark.parametrize(
    ("model", "without"),
    [("lm_studio/x", True), ("litellm_proxy/x", True), ("zai/x", False), ("cometapi/x", False), ("openai/x", False)],
)
def test_some_are_wherever_a_team_has_put_them(model: str, without: bool) -> None:
    assert homeless(litellm, model, model.partition("/")[0]) is without


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        (AskedModel("openai/x", "openai"), {}),
        (AskedModel("openai/x", "openai", base=BASE), {"api_base": BASE}),
        (AskedModel("anthropic/x", "anthropic", base=BASE), {"api_base": BASE}),
        (AskedModel("zai/x", "zai"), {"api_key": NO_KEY}),
        (AskedModel("custom_openai/x", "custom_openai", base=BASE), {"api_base": BASE, "api_key": NO_KEY}),
        (AskedModel("github_copilot/x", "github_copilot"), {}),
        (AskedModel("nonsense", base=BASE), {"api_base": BASE}),
    ],
)
def test_nobody_is_sent_openais_key_in_place_of_their_own(asked: AskedModel, options: dict[str, Any]) -> None:
    assert addressed(litellm, asked) == options


def test_a_key_of_their_own_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUSTOM_OPENAI_API_KEY", "mine")
    monkeypatch.setenv("ZAI_API_KEY", "mine")
    assert addressed(litellm, AskedModel("custom_openai/x", "custom_openai", base=BASE))["api_key"] == "mine"
    assert addressed(litellm, AskedModel("zai/x", "zai")) == {}, "litellm finds it by itself"


def test_nobody_is_asked_who_is_nowhere() -> None:
    with pytest.raises(ModelUnavailable, match=r'api_base: \{"lm_studio/\*": "http://localhost:8000/v1"\}'):
        addressed(litellm, AskedModel("lm_studio/x", "lm_studio", homeless=True))
