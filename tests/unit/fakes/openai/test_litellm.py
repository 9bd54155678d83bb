"""The scripted model through the real litellm (the only module here that pays for importing it)."""

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from tests.fakes.openai.script import (
    CUT,
    HANG,
    Thinking,
    call,
    content_policy,
    context_length_exceeded,
    rate_limited,
    reply,
    safety_system,
    server_error,
    unauthorized,
)
from tests.fakes.openai.server import ScriptedModel

Complete = Callable[..., Coroutine[Any, Any, Any]]


@pytest.fixture(scope="module")
def litellm() -> Iterator[Any]:
    """litellm, imported without looking for its price list on the internet."""
    before = os.environ.get("LITELLM_LOCAL_MODEL_COST_MAP")
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    try:
        import litellm

        yield litellm
    finally:
        if before is None:
            del os.environ["LITELLM_LOCAL_MODEL_COST_MAP"]
        else:
            os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = before


def run(litellm: Any, test: Callable[[ScriptedModel, Complete], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        async with ScriptedModel() as model:

            async def complete(**more: Any) -> Any:
                return await litellm.acompletion(
                    model="openai/x",
                    api_base=model.base_url,
                    api_key="k",
                    messages=[{"role": "user", "content": "hello"}],
                    max_retries=0,
                    timeout=5,
                    **more,
                )

            await test(model, complete)
            await litellm.close_litellm_async_clients()

    asyncio.run(main())


def test_text_calls_and_usage_arrive(litellm: Any) -> None:
    async def test(model: ScriptedModel, complete: Complete) -> None:
        model.will(reply(Thinking("hm"), "I ", "look.", call("ls", path="/"), call("read", path="/x"), usage=(11, 5)))
        chunks = [
            chunk
            async for chunk in await complete(
                stream=True,
                stream_options={"include_usage": True},
                tools=[{"type": "function", "function": {"name": "ls", "parameters": {"type": "object"}}}],
            )
        ]
        whole = litellm.stream_chunk_builder(chunks)
        message = whole.choices[0].message
        assert message.content == "I look."
        assert message.reasoning_content == "hm"
        assert [(one.id, one.function.name) for one in message.tool_calls] == [("call_0", "ls"), ("call_1", "read")]
        assert whole.choices[0].finish_reason == "tool_calls"
        assert (whole.usage.prompt_tokens, whole.usage.completion_tokens) == (11, 5)
        assert model.requests[0].tools == ["ls"]
        model.will(reply("whole"))
        assert (await complete()).choices[0].message.content == "whole"

    run(litellm, test)


def test_errors_become_litellms_own(litellm: Any) -> None:
    async def test(model: ScriptedModel, complete: Complete) -> None:
        for failure, error in (
            (unauthorized(), litellm.AuthenticationError),
            (rate_limited(3), litellm.RateLimitError),
            (server_error(), litellm.InternalServerError),
            (context_length_exceeded(), litellm.ContextWindowExceededError),
            (content_policy(), litellm.ContentPolicyViolationError),
            (safety_system(), litellm.BadRequestError),
        ):
            model.will(failure)
            with pytest.raises(error):
                await complete(stream=True)

    run(litellm, test)


def test_a_cut_stream_and_a_client_that_gives_up_are_told_apart(litellm: Any) -> None:
    async def test(model: ScriptedModel, complete: Complete) -> None:
        model.will(reply("half", CUT), reply("half", HANG))
        seen: list[str] = []

        async def read() -> None:
            async for chunk in await complete(stream=True):
                seen.append(chunk.choices[0].delta.content or "")

        with pytest.raises(litellm.exceptions.MidStreamFallbackError) as broken:
            await read()
        assert ("".join(seen), broken.value.generated_content) == ("half", "half")

        listening = asyncio.ensure_future(read())
        request = await model.asked(2)
        listening.cancel()
        assert await model.outcome(request) == "abandoned"

    run(litellm, test)
