"""The key and the address of a request. Both belong to the provider of the model."""

from typing import Any

from adapters.models.failures import AskedModel, is_key, without_address
from harness.context.model import ModelUnavailable

NO_KEY = "no-key"
"""Sent by litellm where a provider has no key of its own. Otherwise litellm would send OPENAI_API_KEY."""
_OPENAI = frozenset({"openai", "text-completion-openai"})
_ASKED_LIKE_OPENAI = frozenset({"aiohttp_openai", "ai21", "ai21_chat", "custom_openai", "openai_like"})
"""Providers that litellm asks as it asks OpenAI, beside those in its lists (litellm/main.py, `completion`)."""
_LATER = frozenset({"cometapi"})
"""Providers whose address litellm looks up only when it asks them."""
_KEYED = frozenset({"azure_ai", "cohere_chat", "databricks"})
"""Providers that need a key, and whose address litellm tells only when it asks them."""
LOGINS = frozenset({"chatgpt", "github_copilot"})
"""Providers that litellm signs in to, with a code for a browser, as soon as it is asked about one of their models."""
_VENDORS = {
    "anthropic_text": "anthropic",
    "azure_text": "azure",
    "cohere_chat": "cohere",
    "ollama_chat": "ollama",
    "text-completion-openai": "openai",
    "vertex_ai_beta": "vertex_ai",
    "watsonx_text": "watsonx",
}
"""Providers by their second names: the same servers, with another API."""


def asked_as(model: str) -> str:
    """The name by which litellm asks a model. For `ollama/x` it would write tools and their calls into a prompt, at an
    API that knows none; Ollama's chat API serves the same models.
    """
    return f"ollama_chat/{model.removeprefix('ollama/')}" if model.startswith("ollama/") else model


def vendor(provider: str) -> str:
    """A provider's main name: `ollama` for `ollama_chat`."""
    return _VENDORS.get(provider, provider)


def provider_of(litellm: Any, model: str) -> str:
    """The provider of a model, by its prefix or by litellm's list; empty if neither has it.

    The prefix counts over litellm's routing, which sends azure/command-r with OpenAI's key.
    """
    prefix, slash, _ = model.partition("/")
    if prefix in LOGINS:
        return prefix
    try:
        routed = str(litellm.get_llm_provider(model)[1])
    except Exception:  # several kinds, for an unknown name
        return ""
    return prefix if slash and routed in _OPENAI and prefix not in _OPENAI else routed


def missing(litellm: Any, asked: AskedModel) -> tuple[str, ...]:
    """The environment variables that litellm would read for a model, and that aren't set. Its own list of them leaves
    out many providers, and further variables of others.
    """
    if asked.provider in {"", *LOGINS}:
        return ()
    from litellm.secret_managers.main import get_secret_str

    try:
        names = tuple(litellm.validate_environment(asked.model)["missing_keys"])
    except Exception:  # several kinds, for names that it routes and doesn't know
        names = ()
    if any(map(get_secret_str, asked.instead)):
        return tuple(name for name in names if not is_key(name))
    if asked.base or any(map(get_secret_str, asked.usual)):
        return names
    _, _, key, address = litellm.get_llm_provider(asked.model)
    hosted = asked.provider in _KEYED or str(address).startswith("https://")
    return tuple(dict.fromkeys((*names, *asked.usual))) if hosted and not key else names


def addressed(litellm: Any, asked: AskedModel) -> dict[str, Any]:
    """litellm's options `api_base` and `api_key`, wherever it must not choose them itself.

    Raises ModelUnavailable if there is no address: litellm would send the provider's key to OpenAI.
    """
    if asked.homeless:
        raise ModelUnavailable(without_address(asked))
    options = {"api_base": asked.base} if asked.base else {}
    if not _in_openais_way(litellm, asked.model, asked.provider):
        return options
    if litellm.get_llm_provider(asked.model, api_base=asked.base or None)[2]:
        return options
    from litellm.secret_managers.main import get_secret_str

    return {**options, "api_key": next(filter(None, map(get_secret_str, asked.usual)), NO_KEY)}


def homeless(litellm: Any, model: str, provider: str) -> bool:
    """True if litellm asks that provider as it asks OpenAI, and knows no address for it."""
    if provider in _LATER or not _in_openais_way(litellm, model, provider):
        return False
    return not litellm.get_llm_provider(model)[3]


def _in_openais_way(litellm: Any, model: str, provider: str) -> bool:
    """True if litellm falls back on OpenAI's key and address for a model of another provider."""
    if provider in {"", *_OPENAI, *LOGINS}:
        return False
    from litellm.llms.openai_like.json_loader import JSONProviderRegistry

    routed = litellm.get_llm_provider(model)[1]
    listed = routed in litellm.openai_compatible_providers or JSONProviderRegistry.exists(routed)
    return listed or routed in _OPENAI or routed in _ASKED_LIKE_OPENAI
