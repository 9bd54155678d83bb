"""What is on the wire for each profile: the real litellm, over sockets, against a server that keeps what it is sent."""

import asyncio
import os
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from adapters.models.providers import Providers
from harness.context.model import ModelError, Request, RequestSettings
from harness.context.profiles import ROOM, profile_of, request_settings
from harness.context.window import ModelMessage
from harness.tools.calls import At
from harness.workspace.profiles import Profile
from tests.fakes.openai.script import body
from tests.fakes.openai.server import ScriptedModel
from tests.unit.adapters.models.made import everywhere

LS = {"type": "function", "function": {"name": "ls", "description": "Lists.", "parameters": {"type": "object"}}}
CALL = {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
SYSTEM = ModelMessage.of({"role": "system", "content": "You are Robin."})
HELLO = ModelMessage.of({"role": "user", "content": "bob: hello"})
CALLED = ModelMessage.of({"role": "assistant", "content": None, "tool_calls": [CALL]})
RESULT = ModelMessage.of({"role": "tool", "tool_call_id": "c1", "content": "a.md"})
ANSWERED = ModelMessage.of({"role": "assistant", "content": "There is a.md."})
AFTER = (HELLO, CALLED, RESULT)
CLAUDE, GEMINI, OLLAMA = "anthropic/claude-sonnet-4-5", "gemini/gemini-3-pro-preview", "ollama_chat/qwen3"
WINDOW = 20_000


@pytest.fixture(scope="module", autouse=True)
def environment() -> Iterator[None]:
    """litellm reads them from the environment: that is its interface."""
    names = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY")
    with pytest.MonkeyPatch.context() as process:
        process.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        for name in names:
            process.setenv(name, "k")
        yield


def sent(
    model: str, *messages: ModelMessage, profile: Mapping[str, Profile] | None = None, tools: Any = (LS,)
) -> dict[str, Any]:
    """The body of the request that a model of that name is sent, with what is shipped and that profile."""
    how = request_settings(profile_of(model, [profile or {}]), WINDOW)

    async def story() -> dict[str, Any]:
        async with ScriptedModel() as server:
            server.will(body({"error": {"message": "no", "type": "invalid_request_error"}}, 400))
            asked = Providers(everywhere(server.base_url), environment=os.environ, now=lambda: 0.0, random=Random(7))
            request = Request(
                at=At(1, 1),
                model=model,
                system=SYSTEM,
                messages=messages or (HELLO,),
                tools=tools,
                settings={model: how} if how != RequestSettings() else {},
            )
            with pytest.raises(ModelError):
                await asked.reply(request, lambda shown: None)
            await asked.aclose()
            return server.requests[0].body

    return asyncio.run(story())


def marked(value: object) -> list[object]:
    """What a provider is told that it may keep up to there."""
    if isinstance(value, dict):
        own = [value.get("text", value.get("content"))] if "cache_control" in value else []
        return own + [one for each in value.values() for one in marked(each)]
    return [one for each in value for one in marked(each)] if isinstance(value, list) else []


def test_claude_is_told_what_it_may_keep_of_the_prompt_and_of_the_conversation() -> None:
    assert marked(sent(CLAUDE)["system"]) == ["You are Robin."]
    assert marked(sent(CLAUDE)["messages"]) == ["bob: hello"]
    assert marked(sent(CLAUDE, *AFTER)["messages"]) == ["a.md"]
    assert marked(sent("openrouter/anthropic/claude-sonnet-4.5")["messages"]) == ["You are Robin.", "bob: hello"]


@pytest.mark.parametrize("model", ["openai/gpt-5", GEMINI, OLLAMA, "hosted_vllm/qwen", "lm_studio/qwen"])
def test_others_keep_it_by_themselves_and_are_told_nothing(model: str) -> None:
    assert marked(sent(model, *AFTER)) == []


def test_who_wants_claude_to_keep_nothing_says_so() -> None:
    nothing = Profile(parameters={"cache_control_injection_points": []})
    assert marked(sent(CLAUDE, profile={"anthropic/*": nothing})) == []


LOW = {"*": Profile(effort="low")}


def test_claude_thinks_where_no_result_of_a_call_is_and_not_where_it_would_want_its_thoughts_back() -> None:
    assert sent(CLAUDE, profile=LOW)["thinking"]["type"] == "enabled"
    assert "thinking" not in sent(CLAUDE, *AFTER, profile=LOW)
    guided = ModelMessage.of({"role": "user", "content": "ana: and mind the tests"})
    assert "thinking" not in sent(CLAUDE, *AFTER, guided, profile=LOW), "the guidance is sent with the result"
    assert "thinking" in sent(CLAUDE, *AFTER, ANSWERED, HELLO, profile=LOW), "that was another turn"


def test_a_claude_that_thinks_may_write_as_much_as_one_that_does_not() -> None:
    assert sent(CLAUDE, profile=LOW)["max_tokens"] == sent(CLAUDE)["max_tokens"] > 50_000
    short = {"*": Profile(effort="low", parameters={"max_tokens": 9_000})}
    assert sent(CLAUDE, profile=short)["max_tokens"] == 9_000
    assert sent("anthropic/claude-unheard-of", profile=LOW)["max_tokens"], "though nobody knows how much it may"


def test_others_think_as_they_are_told_also_where_results_are() -> None:
    assert sent("openai/gpt-5", *AFTER, profile=LOW)["reasoning_effort"] == "low"
    assert sent("hosted_vllm/qwen", *AFTER, profile=LOW)["reasoning_effort"] == "low"
    assert sent(GEMINI, *AFTER, profile=LOW)["generationConfig"]["thinkingConfig"]["thinkingLevel"] == "low"
    assert sent(OLLAMA, *AFTER, profile=LOW)["think"] is True
    none = {"*": Profile(effort="none")}
    assert "thinking" not in sent(CLAUDE, profile=none)
    thinking = sent("gemini/gemini-2.5-flash", profile=none)["generationConfig"]["thinkingConfig"]
    assert thinking["thinkingBudget"] == 0


def test_ollama_is_told_how_much_a_request_may_hold() -> None:
    assert sent(OLLAMA)["options"]["num_ctx"] == WINDOW + ROOM
    less = {OLLAMA: Profile(parameters={"num_ctx": 8_192})}
    assert sent(OLLAMA, profile=less)["options"]["num_ctx"] == 8_192


def test_gemini_gets_with_each_call_what_it_wants_of_its_thinking() -> None:
    said = next(content for content in sent(GEMINI, *AFTER)["contents"] if content["role"] == "model")
    call = next(part for part in said["parts"] if "function_call" in part)
    assert call["thoughtSignature"]


def test_a_model_that_has_made_calls_is_sent_them_also_where_it_has_no_tools_any_more() -> None:
    blocks = [block for message in sent(CLAUDE, *AFTER, tools=())["messages"] for block in message["content"]]
    assert [block["type"] for block in blocks] == ["text", "tool_use", "tool_result"]
    assert "tools" not in sent("openai/gpt-5", *AFTER, tools=())


@pytest.mark.parametrize("model", [CLAUDE, "openai/gpt-5", GEMINI, OLLAMA, "lm_studio/qwen"])
def test_no_call_is_forced_and_none_is_kept_from_coming_with_others(model: str) -> None:
    said = sent(model)
    assert not {"tool_choice", "toolConfig", "parallel_tool_calls"} & said.keys()


def test_parameters_are_sent_as_they_are_said_and_none_takes_the_place_of_ours() -> None:
    said = sent("openai/x", profile={"openai/*": Profile(parameters={"temperature": 0.3, "top_k": 4, "seed": None})})
    assert (said["temperature"], said["top_k"], said["model"]) == (0.3, 4, "x")
    over = sent("openai/x", profile={"openai/*": Profile(parameters={"model": "other", "messages": [], "tools": []})})
    assert (over["model"], len(over["messages"]), len(over["tools"])) == ("x", 2, 1)


def test_pictures_are_in_a_message_of_the_users() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}
    seen = ModelMessage.of({"role": "user", "content": [{"type": "text", "text": "[a.png:]"}, picture]})
    [*_, last] = sent(CLAUDE, *AFTER, seen)["messages"]
    assert [block["type"] for block in last["content"]] == ["tool_result", "text", "image"]
    [*_, last] = sent("openai/gpt-5", *AFTER, seen)["messages"]
    assert last == {"role": "user", "content": [{"type": "text", "text": "[a.png:]"}, picture]}
