"""litellm's own part. `test_providers` asks over sockets, in the ways of all its providers."""

import asyncio

import pytest

from adapters.models.litellm import LiteLLM
from adapters.models.ways import DEADLINES
from harness.workspace.api_bases import ApiBases


def test_it_is_asked_only_once_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    monkeypatch.delenv("GROQ_API_KEY", raising=False)

    async def story() -> None:
        way = LiteLLM(DEADLINES)
        await way.aclose()  # nothing was opened
        await way.load()
        asked = way.asked("groq/x", ApiBases())
        assert (asked.provider, asked.missing) == ("groq", ("GROQ_API_KEY",))
        assert way.takes("gemini/gemini-2.5-flash", "video/mp4")

    asyncio.run(story())
