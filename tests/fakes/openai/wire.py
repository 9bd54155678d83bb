"""Replies as OpenAI writes them: one JSON object, or chunks of server-sent events."""

import json
from collections.abc import Iterator
from typing import Any

from tests.fakes.openai.script import Call, Failure, Reply, Thinking

Json = dict[str, Any]

_ARGUMENT_PIECE = 12  # characters of arguments in one chunk
_CREATED = 1_700_000_000


def failure(one: Failure) -> Json:
    return {"error": {"message": one.message, "type": one.type, "param": None, "code": one.code}}


def call_id(one: Call, index: int) -> str:
    return one.id or f"call_{index}"


def usage(one: Reply, body: Json) -> Json:
    """As scripted, or about four characters a token."""
    said = sum(len(str(message.get("content") or "")) for message in body["messages"])
    written = sum(len(part) for part in one.parts if isinstance(part, str))
    prompt, completion = one.usage or (said // 4 + 1, written // 4 + 1)
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def finish_reason(one: Reply) -> str:
    called = any(isinstance(part, Call) for part in one.parts)
    return one.finish_reason or ("tool_calls" if called else "stop")


def whole(one: Reply, body: Json) -> Json:
    """The answer to a request without `stream`."""
    calls = [part for part in one.parts if isinstance(part, Call)]
    text = "".join(part for part in one.parts if isinstance(part, str))
    thinking = "".join(part.text for part in one.parts if isinstance(part, Thinking))
    message: Json = {"role": "assistant", "content": text or (None if calls else "")}
    if thinking:
        message["reasoning_content"] = thinking
    if calls:
        message["tool_calls"] = [
            {
                "id": call_id(call, index),
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for index, call in enumerate(calls)
        ]
    return {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": _CREATED,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": finish_reason(one)}],
        "usage": usage(one, body),
    }


def chunk(body: Json, delta: Json | None, finish: str | None = None, counted: Json | None = None) -> bytes:
    """One event. Without a delta it is the last one, with the usage and no choices."""
    choices = [] if delta is None else [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]
    event: Json = {
        "id": "chatcmpl-scripted",
        "object": "chat.completion.chunk",
        "created": _CREATED,
        "model": body["model"],
        "choices": choices,
    }
    if (body.get("stream_options") or {}).get("include_usage"):
        event["usage"] = counted
    return b"data: " + json.dumps(event).encode() + b"\n\n"


def call_deltas(one: Call, index: int) -> Iterator[Json]:
    """A call comes as its name first, then its arguments in pieces."""
    head = {"index": index, "id": call_id(one, index), "type": "function"}
    yield {"tool_calls": [{**head, "function": {"name": one.name, "arguments": ""}}]}
    for start in range(0, len(one.arguments), _ARGUMENT_PIECE):
        piece = one.arguments[start : start + _ARGUMENT_PIECE]
        yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}
