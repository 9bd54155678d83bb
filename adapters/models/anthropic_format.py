"""A request in the format of Anthropic's messages (platform.claude.com/docs/en/api/messages). Pure."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from adapters.models.table import entry
from harness.context.model import Request

Json = dict[str, Any]

VERSION = "2023-06-01"
"""The only version of the API (platform.claude.com/docs/en/api/versioning)."""
PARAMETERS = frozenset({"cache_control_injection_points", "max_tokens", "stop", "temperature", "top_k", "top_p"})
THINKING_TOKENS = {"low": 1_024, "medium": 2_048, "high": 4_096}
"""Tokens of thinking by effort, for models that take a budget. litellm uses the same."""
MIN_THINKING = 1_024
"""Tokens (platform.claude.com/docs/en/build-with-claude/extended-thinking)."""
MAX_TOKENS = 8_192
"""Tokens of a reply of a model that the table doesn't know. The API requires a number."""
_MARK = {"type": "ephemeral"}
_ODD_ID = re.compile(r"[^a-zA-Z0-9_-]")
"""Letters that `tool_use.id` refuses."""


def address(base: str) -> str:
    """`base` with or without `/v1` at its end: Anthropic's own clients and litellm differ."""
    return f"{base.rstrip('/').removesuffix('/messages').removesuffix('/v1')}/v1/messages"


def headers(key: str) -> Mapping[str, str]:
    return {"anthropic-version": VERSION} | ({"x-api-key": key} if key else {})


def body(request: Request, name: str) -> bytes:
    """`name`: the model, as the provider knows it."""
    parameters = dict(request.own_settings.parameters)
    marks = parameters.pop("cache_control_injection_points", ())
    if stop := parameters.pop("stop", None):
        parameters["stop_sequences"] = [stop] if isinstance(stop, str) else stop
    messages = list(_merged(message.value for message in request.messages))
    system = _texts(request.system.value["content"])
    for mark in marks:
        _marked(system if mark.get("role") == "system" else messages[-1]["content"] if messages else [])
    longest = parameters.pop("max_tokens", None) or _max_tokens(name)
    whole = {
        "max_tokens": longest,
        **parameters,
        **_thinking(request, name, longest),
        "model": name,
        "system": system,
        "messages": messages,
        "stream": True,
        **_tools(request),
    }
    return json.dumps(whole).encode()


def can_think(name: str) -> bool:
    """True if the table says how that model is asked to think."""
    return bool(entry(f"anthropic/{name}").get("supports_reasoning"))


def _max_tokens(name: str) -> int:
    known = entry(f"anthropic/{name}").get("max_output_tokens")
    return known if isinstance(known, int) else MAX_TOKENS


def _thinking(request: Request, name: str, longest: int) -> Json:
    """Thinking is off after calls: the API would want the thinking before a call back with its result. A budget is at
    least MIN_THINKING, and less than `max_tokens`.
    """
    effort = request.own_settings.effort
    if not effort or (request.own_settings.returns_thinking and request.after_calls):
        return {}
    if entry(f"anthropic/{name}").get("supports_adaptive_thinking"):
        # without `display`, thinking stays empty (platform.claude.com/docs/en/build-with-claude/adaptive-thinking)
        return {"thinking": {"type": "adaptive", "display": "summarized"}, "output_config": {"effort": effort}}
    budget = min(THINKING_TOKENS[effort], longest // 2)
    return {"thinking": {"type": "enabled", "budget_tokens": budget}} if budget >= MIN_THINKING else {}


def _tools(request: Request) -> Json:
    """The tools. A request that shows calls needs definitions of their tools, even where it offers none."""
    if request.tools:
        return {"tools": [_tool(tool["function"]) for tool in request.tools]}
    called = {
        str(call["function"]["name"]): None
        for message in request.messages
        for call in message.value.get("tool_calls") or ()
    }
    gone = [{"name": name, "input_schema": {"type": "object"}} for name in called]
    return {"tools": gone, "tool_choice": {"type": "none"}} if gone else {}


def _tool(function: Mapping[str, Any]) -> Json:
    schema = function.get("parameters") or {"type": "object"}
    return {"name": function["name"], "description": function.get("description", ""), "input_schema": schema}


def _merged(messages: Iterable[Mapping[str, Any]]) -> Iterator[Json]:
    """Messages of users and assistants in turn, as the API wants them; results of calls come first in a user's."""
    by_role = ((message.get("role") == "assistant", block) for message in messages for block in _blocks(message))
    for number, (assistant, grouped) in enumerate(groupby(by_role, itemgetter(0))):
        if not number and assistant:
            yield {"role": "user", "content": _texts(".")}  # a conversation begins with a user
        yield {"role": "assistant" if assistant else "user", "content": [block for _, block in grouped]}


def _blocks(message: Mapping[str, Any]) -> Iterator[Json]:
    if message.get("role") == "tool":
        yield {"type": "tool_result", "tool_use_id": _id(message["tool_call_id"]), "content": message["content"]}
        return
    yield from _texts(message.get("content"))
    for call in message.get("tool_calls") or ():
        function = call["function"]
        yield {"type": "tool_use", "id": _id(call["id"]), "name": function["name"], "input": _input(function)}


def _id(id: object) -> str:
    return _ODD_ID.sub("_", str(id))


def _input(function: Mapping[str, Any]) -> Json:
    """Arguments as an object. A malformed call was answered with its fault; it is shown without arguments."""
    try:
        arguments = json.loads(function.get("arguments") or "{}")
    except ValueError:
        return {}
    return arguments if isinstance(arguments, dict) else {}


def _texts(content: object) -> list[Json]:
    """Content as blocks; empty texts, which the API refuses, are left out."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content.strip() else []
    parts = map(_part, content) if isinstance(content, Sequence) else ()
    return [part for part in parts if part.get("type") != "text" or str(part.get("text")).strip()]


def _part(part: Mapping[str, Any]) -> Json:
    """Files come as data URLs (`adapters.models.seeing`)."""
    match part:
        case {"type": "image_url", "image_url": {"url": str(url)}}:
            return {"type": "image", "source": _source(url)}
        case {"type": "file", "file": {"file_data": str(url)}}:
            return {"type": "document", "source": _source(url)}
    return dict(part)


def _source(url: str) -> Json:
    kind, _, data = url.removeprefix("data:").partition(";base64,")
    return {"type": "base64", "media_type": kind, "data": data}


def _marked(blocks: list[Json]) -> None:
    """Let the provider cache the request up to the last of these blocks."""
    if blocks:
        blocks[-1] = {**blocks[-1], "cache_control": _MARK}
