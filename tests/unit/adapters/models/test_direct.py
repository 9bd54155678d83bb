import pytest

from adapters.models.direct import Direct, provider_of
from adapters.models.ways import DEADLINES
from harness.context.model import Request, RequestSettings
from harness.context.window import ModelMessage
from harness.tools.calls import At
from harness.workspace.api_bases import ApiBases

SYSTEM = ModelMessage.of({"role": "system", "content": "Hello."})


def direct(**environment: str) -> Direct:
    return Direct(environment, lambda: 0.0, DEADLINES.connect)


@pytest.mark.parametrize(
    ("model", "served"),
    [
        ("openai/gpt-5", True),
        ("openai/of-our-own", True),
        ("gpt-4o", True),
        ("claude-opus-4-6", True),
        ("anthropic/claude-unheard-of", True),
        ("hosted_vllm/qwen", True),
        ("openai/responses/gpt-5", False),
        ("openai/o1-pro", False),
        ("gemini/gemini-2.5-pro", False),
        ("bedrock/anthropic.claude-v2", False),
        ("nonsense", False),
    ],
)
def test_the_two_formats_are_served(model: str, served: bool) -> None:
    assert Direct.serves(model) is served


def test_a_model_is_of_the_provider_that_its_name_or_the_table_says() -> None:
    names = ("gpt-4o", "anthropic/x", "gemini/x", "nonsense")
    assert [provider_of(name) for name in names] == ["openai", "anthropic", "gemini", ""]


def test_a_key_is_missing_only_at_the_providers_own_address() -> None:
    own = ApiBases(named={"openai/*": "http://localhost/v1"})
    assert direct().asked("openai/x", ApiBases()).missing == ("OPENAI_API_KEY",)
    assert direct(OPENAI_API_KEY="k").asked("openai/x", ApiBases()).missing == ()
    assert direct().asked("openai/x", own).missing == ()


def test_the_address_is_the_workspaces_then_the_environments_then_the_providers() -> None:
    here = direct(OPENAI_BASE_URL="http://environment/v1")
    own = ApiBases(named={"openai/*": "http://localhost/v1"})
    assert here.asked("openai/x", own).base == "http://localhost/v1"
    assert here.asked("openai/x", ApiBases()).base == "http://environment/v1"
    assert direct().asked("openai/x", ApiBases()).base == ""
    assert direct().asked("hosted_vllm/x", ApiBases()).homeless
    assert not direct().asked("llamafile/x", ApiBases()).homeless


@pytest.mark.parametrize(
    ("model", "settings", "own_server", "taken"),
    [
        ("openai/gpt-4o", RequestSettings(parameters={"temperature": 1}), False, True),
        ("openai/gpt-5", RequestSettings(parameters={"temperature": 1}), False, False),
        ("openai/gpt-5", RequestSettings(effort="low"), False, False),
        ("openai/qwen", RequestSettings(effort="low", parameters={"top_k": 1}), True, True),
        ("openai/qwen", RequestSettings(parameters={"modalities": []}), True, False),
        ("claude-opus-4-6", RequestSettings(effort="low"), False, True),
        ("claude-opus-4-6", RequestSettings(effort="none"), False, False),
        ("anthropic/claude-unheard-of", RequestSettings(effort="low"), False, False),
        ("anthropic/x", RequestSettings(parameters={"service_tier": "auto"}), False, False),
        ("gemini/x", RequestSettings(), False, False),
    ],
)
def test_a_request_with_settings_that_need_knowledge_of_models_goes_through_litellm(
    model: str, settings: RequestSettings, own_server: bool, taken: bool
) -> None:
    request = Request(at=At(1, 1), model=model, system=SYSTEM, messages=(), settings={model: settings})
    assert Direct.takes_request(request, own_server) is taken


def test_what_models_can_look_at_is_in_the_table() -> None:
    assert direct().takes("gpt-4o", "image/png")
    assert direct().takes("anthropic/claude-opus-4-6", "application/pdf")
    assert not direct().takes("openai/of-our-own", "image/png")
    assert not direct().takes("gpt-4o", "image/heic")
