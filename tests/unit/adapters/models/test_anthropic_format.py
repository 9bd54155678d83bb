import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.models.anthropic_format import MIN_THINKING, address, body, headers
from harness.context.model import Request, RequestSettings
from harness.context.window import ModelMessage
from harness.tools.calls import At

SYSTEM = ModelMessage.of({"role": "system", "content": "You are Robin."})
LS = {"type": "function", "function": {"name": "ls", "description": "Lists.", "parameters": {"type": "object"}}}


def user(content: Any) -> ModelMessage:
    return ModelMessage.of({"role": "user", "content": content})


def said(text: str | None, *calls: str, arguments: str = "{}") -> ModelMessage:
    made = [{"id": id, "type": "function", "function": {"name": "ls", "arguments": arguments}} for id in calls]
    return ModelMessage.of({"role": "assistant", "content": text, **({"tool_calls": made} if made else {})})


def result(id: str) -> ModelMessage:
    return ModelMessage.of({"role": "tool", "tool_call_id": id, "content": "a.md"})


def sent(*messages: ModelMessage, tools: Any = (), name: str = "claude-opus-4-5", **settings: Any) -> dict[str, Any]:
    how = {name: RequestSettings(**settings)}
    request = Request(at=At(1, 1), model=name, system=SYSTEM, messages=messages, tools=tools, settings=how)
    made: dict[str, Any] = json.loads(body(request, name))
    return made


def text(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


def test_results_of_calls_and_words_after_them_are_one_message() -> None:
    made = sent(user("hi"), said("Let me see.", "a", "b"), result("a"), result("b"), user("and hurry"), tools=[LS])
    assert made["system"] == [text("You are Robin.")]
    assert made["tools"] == [{"name": "ls", "description": "Lists.", "input_schema": {"type": "object"}}]
    calls = [{"type": "tool_use", "id": id, "name": "ls", "input": {}} for id in "ab"]
    results = [{"type": "tool_result", "tool_use_id": id, "content": "a.md"} for id in "ab"]
    assert made["messages"] == [
        {"role": "user", "content": [text("hi")]},
        {"role": "assistant", "content": [text("Let me see."), *calls]},
        {"role": "user", "content": [*results, text("and hurry")]},
    ]


@given(st.lists(st.sampled_from([user("hi"), user(" "), said("ok"), said("")]), max_size=8))
def test_roles_alternate_from_a_user_on_and_nothing_is_empty(messages: list[ModelMessage]) -> None:
    made = sent(*messages)["messages"]
    roles = [message["role"] for message in made]
    assert roles == [("user", "assistant")[place % 2] for place in range(len(roles))]
    assert all(message["content"] for message in made)
    assert all(block["text"].strip() for message in made for block in message["content"])


def test_calls_whose_tools_are_gone_keep_a_definition_and_cannot_be_made_again() -> None:
    made = sent(user("hi"), said(None, "a"), result("a"))
    assert made["tools"] == [{"name": "ls", "input_schema": {"type": "object"}}]
    assert made["tool_choice"] == {"type": "none"}


def test_a_malformed_call_is_shown_without_arguments() -> None:
    for arguments in ('{"path": ', "[1]", ""):
        [block] = sent(user("hi"), said(None, "a:b", arguments=arguments), result("a:b"))["messages"][1]["content"]
        assert (block["input"], block["id"]) == ({}, "a_b")


def test_files_are_sent_as_their_bytes() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}
    document = {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,aGk="}}
    [message] = sent(user([text("look"), picture, document]))["messages"]
    source = {"type": "base64", "data": "aGk="}
    assert message["content"] == [
        text("look"),
        {"type": "image", "source": {**source, "media_type": "image/png"}},
        {"type": "document", "source": {**source, "media_type": "application/pdf"}},
    ]


@pytest.mark.parametrize(
    ("name", "thinking"),
    [
        ("claude-opus-4-5", {"type": "enabled", "budget_tokens": 2_048}),
        ("claude-opus-4-6", {"type": "adaptive", "display": "summarized"}),
    ],
)
def test_thinking_is_asked_for_as_the_model_takes_it(name: str, thinking: dict[str, object]) -> None:
    how: Any = {"effort": "medium", "returns_thinking": True}
    assert sent(user("hi"), name=name, **how)["thinking"] == thinking
    assert "thinking" not in sent(user("hi"), said(None, "a"), result("a"), name=name, **how)


def test_a_budget_for_thinking_leaves_room_for_the_reply() -> None:
    def thinks(longest: int) -> dict[str, Any]:
        return sent(user("hi"), effort="high", parameters={"max_tokens": longest})

    assert thinks(6_000)["thinking"]["budget_tokens"] == 3_000
    assert "thinking" not in thinks(2 * MIN_THINKING - 1)


def test_parameters_are_sent_by_anthropics_names() -> None:
    made = sent(user("hi"), parameters={"stop": "END", "max_tokens": 7, "temperature": 0.1})
    assert (made["stop_sequences"], made["max_tokens"], made["temperature"]) == (["END"], 7, 0.1)
    assert sent(user("hi"), name="claude-unheard-of")["max_tokens"] > 4_000


@pytest.mark.parametrize("base", ["http://h", "http://h/", "http://h/v1", "http://h/v1/messages"])
def test_each_way_to_write_the_base_leads_to_messages(base: str) -> None:
    assert address(base) == "http://h/v1/messages"


def test_a_key_goes_into_its_header() -> None:
    assert headers("k")["x-api-key"] == "k"
    assert "x-api-key" not in headers("")
