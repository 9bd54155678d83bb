"""litellm's own part. `test_providers` asks over sockets, in the ways of all its providers."""

import asyncio

import pytest

from adapters.models.failures import AskedModel
from adapters.models.litellm import LiteLLM
from adapters.models.ways import DEADLINES
from harness.workspace.api_bases import ApiBases


def test_it_is_asked_only_once_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    monkeypatch.delenv("GROQ_API_KEY", raising=False)

    async def story() -> None:
        way = LiteLLM(DEADLINES.connect)
        await way.aclose()  # nothing was opened
        await way.load()
        asked = way.asked("groq/x", ApiBases())
        assert (asked.provider, asked.missing) == ("groq", ("GROQ_API_KEY",))
        assert way.takes("gemini/gemini-2.5-flash", "video/mp4")

    asyncio.run(story())


@pytest.mark.parametrize(
    ("model", "key", "missing"),
    [
        ("zai/x", "", ("ZAI_API_KEY",)),
        ("zai/x", "ZAI_API_KEY", ()),
        ("databricks/x", "", ("DATABRICKS_API_KEY",)),
        ("azure_ai/x", "", ("AZURE_AI_API_KEY",)),
        ("cohere_chat/x", "", ("COHERE_API_KEY",)),
        ("cohere_chat/x", "CO_API_KEY", ()),
        ("github/x", "", ("GITHUB_API_KEY",)),
        ("azure/x", "", ("AZURE_API_BASE", "AZURE_API_VERSION", "AZURE_API_KEY")),
        ("azure/x", "AZURE_OPENAI_API_KEY", ("AZURE_API_BASE", "AZURE_API_VERSION")),
        ("huggingface/x", "", ("HUGGINGFACE_API_KEY",)),
        ("huggingface/x", "HF_TOKEN", ()),
        ("together_ai/x", "TOGETHER_AI_API_KEY", ()),
        ("ollama_chat/x", "", ("OLLAMA_API_BASE",)),
        ("bedrock/x", "AWS_ACCESS_KEY_ID", ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")),
    ],
)
def test_a_key_that_litellm_would_read_is_missed_only_if_it_is_nowhere(
    model: str, key: str, missing: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    asked = AskedModel(model, model.partition("/")[0])
    for name in (*asked.read, *missing):
        monkeypatch.delenv(name, raising=False)
    if key:
        monkeypatch.setenv(key, "k")

    async def story() -> None:
        way = LiteLLM(DEADLINES.connect)
        await way.load()
        assert way.asked(model, ApiBases()).missing == missing

    asyncio.run(story())
