"""What OpenAI refuses in a request (platform.openai.com/docs/api-reference/chat), as the failure it answers with."""

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.fakes.openai.script import Failure

Json = dict[str, Any]

TOOLS = 128
CALL_ID = 40  # "string too long. Expected a string with maximum length 40"
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ROLES = {"developer", "system", "user", "assistant", "tool", "function"}


def refusal(body: Any) -> Failure | None:
    """The first thing wrong with it, or None."""
    for message in _wrong(body):
        return Failure(400, message, "invalid_request_error")
    return None


def _wrong(body: Any) -> Iterator[str]:
    if not isinstance(body, dict):
        yield "We could not parse the JSON body of your request."
        return
    if not isinstance(body.get("model"), str):
        yield "you must provide a model parameter"
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        yield "Invalid 'messages': empty array. Expected an array with minimum length 1."
        return
    if body.get("stream_options") and not body.get("stream"):
        yield "The 'stream_options' parameter is only allowed when 'stream' is enabled."
    yield from _wrong_tools(body.get("tools"))
    yield from _wrong_messages(messages)


def _wrong_tools(tools: Any) -> Iterator[str]:
    if tools is None:
        return
    if not isinstance(tools, list) or not tools:
        yield "Invalid 'tools': empty array. Expected an array with minimum length 1."
        return
    if len(tools) > TOOLS:
        yield f"Invalid 'tools': array too long. Expected an array with maximum length {TOOLS}."
    names = [tool.get("function", {}).get("name") for tool in tools]
    for index, name in enumerate(names):
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            yield f"Invalid 'tools[{index}].function.name': string does not match pattern."
    if len(set(names)) < len(names):
        yield "Tool names must be unique."
    for index, tool in enumerate(tools):
        schema = tool.get("function", {}).get("parameters", {"type": "object"})
        if not isinstance(schema, dict) or schema.get("type") != "object":
            yield f"Invalid schema for function '{names[index]}': schema must be a JSON Schema of 'type: \"object\"'."


def _wrong_messages(messages: list[Any]) -> Iterator[str]:
    open_ids: set[str] = set()
    for index, message in enumerate(messages):
        where = f"messages[{index}]"
        if not isinstance(message, dict) or message.get("role") not in _ROLES:
            yield f"Invalid value for '{where}.role'."
            return
        if message["role"] == "tool":
            if message.get("tool_call_id") not in open_ids:
                yield "messages with role 'tool' must be a response to a preceding message with 'tool_calls'."
            open_ids.discard(message.get("tool_call_id", ""))
        elif open_ids:
            yield _dangling(open_ids)
        if message["role"] == "assistant":
            calls = message.get("tool_calls") or []
            yield from _wrong_calls(calls, where)
            open_ids = {call.get("id", "") for call in calls}
        if message.get("content") is None and not (message["role"] == "assistant" and message.get("tool_calls")):
            yield f"Invalid value for '{where}.content': expected a string, got null."
    if open_ids:
        yield _dangling(open_ids)


def _wrong_calls(calls: list[Json], where: str) -> Iterator[str]:
    for index, call in enumerate(calls):
        at = f"{where}.tool_calls[{index}]"
        if not call.get("id"):
            yield f"Missing required parameter: '{at}.id'."
        elif len(call["id"]) > CALL_ID:
            yield f"Invalid '{at}.id': string too long. Expected a string with maximum length {CALL_ID}."
        function = call.get("function", {})
        if not _NAME.fullmatch(str(function.get("name", ""))):
            yield f"Invalid '{at}.function.name': string does not match pattern."
        try:
            json.loads(function.get("arguments", ""))
        except (TypeError, ValueError):
            yield f"Invalid '{at}.function.arguments': expected JSON."
    ids = [call.get("id") for call in calls]
    if len(set(ids)) < len(ids):
        yield f"Duplicate value for 'tool_call_id' in '{where}'."


def _dangling(ids: set[str]) -> str:
    return (
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
        f"The following tool_call_ids did not have response messages: {', '.join(sorted(ids))}"
    )
