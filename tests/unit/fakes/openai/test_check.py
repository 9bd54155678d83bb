"""What OpenAI refuses, the scripted model refuses."""

from typing import Any

import pytest

from tests.fakes.openai.check import refusal

Json = dict[str, Any]


def assistant(*ids: str, name: str = "ls", arguments: str = "{}") -> Json:
    calls = [{"id": one, "type": "function", "function": {"name": name, "arguments": arguments}} for one in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def result(call_id: str) -> Json:
    return {"role": "tool", "tool_call_id": call_id, "content": "done"}


def tool(name: str = "ls", **parameters: Any) -> Json:
    return {"type": "function", "function": {"name": name, "parameters": {"type": "object", **parameters}}}


USER: Json = {"role": "user", "content": "hello"}


@pytest.mark.parametrize(
    "body",
    [
        {"messages": [USER]},
        {"messages": [{"role": "system", "content": "s"}, USER, assistant("a", "b"), result("b"), result("a"), USER]},
        {"messages": [USER, assistant("a"), result("a"), assistant("a"), result("a")]},
        {"messages": [USER], "tools": [tool()], "stream": True, "stream_options": {"include_usage": True}},
        {"messages": [{"role": "user", "content": [{"type": "text", "text": "parts"}]}]},
    ],
)
def test_what_is_right_is_taken(body: Json) -> None:
    assert refusal({"model": "x", **body}) is None


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"messages": []}, "empty array"),
        ({"messages": [{"role": "robot", "content": "x"}]}, "messages[0].role"),
        ({"messages": [{"role": "user", "content": None}]}, "expected a string, got null"),
        ({"messages": [USER, assistant("a")]}, "must be followed by tool messages"),
        ({"messages": [USER, assistant("a", "b"), result("a"), USER]}, "did not have response messages: b"),
        ({"messages": [USER, result("a")]}, "must be a response to a preceding message"),
        ({"messages": [USER, assistant("a"), result("a"), result("a")]}, "must be a response to a preceding message"),
        ({"messages": [USER, assistant("a", "a"), result("a")]}, "Duplicate value"),
        ({"messages": [USER, assistant("x" * 41), result("x" * 41)]}, "maximum length 40"),
        ({"messages": [USER, assistant("a", name="two words"), result("a")]}, "does not match pattern"),
        ({"messages": [USER, assistant("a", arguments="{"), result("a")]}, "expected JSON"),
        ({"messages": [USER], "tools": []}, "'tools': empty array"),
        ({"messages": [USER], "tools": [tool(), tool()]}, "must be unique"),
        ({"messages": [USER], "tools": [tool("a.b")]}, "tools[0].function.name"),
        ({"messages": [USER], "tools": [tool(type="array")]}, "Invalid schema for function 'ls'"),
        ({"messages": [USER], "tools": [tool(f"t{n}") for n in range(129)]}, "array too long"),
        ({"messages": [USER], "stream_options": {"include_usage": True}}, "only allowed when 'stream' is enabled"),
    ],
)
def test_what_is_wrong_is_refused(body: Json, said: str) -> None:
    failure = refusal({"model": "x", **body})
    assert failure is not None
    assert failure.status == 400
    assert said in failure.message


@pytest.mark.parametrize("body", [None, [], {"messages": [USER]}])
def test_a_body_that_is_no_request_is_refused(body: Any) -> None:
    assert refusal(body) is not None
