"""The ways in which providers stream, as events of one answer: for each, a model by whose name litellm speaks so."""

import json
import zlib
from dataclasses import dataclass
from typing import Any, Literal

from adapters.models.failures import AskedModel
from tests.fakes.openai.script import Verbatim

KINDS = {
    "events": "text/event-stream",
    "lines": "application/x-ndjson",
    "amazon": "application/vnd.amazon.eventstream",
}


@dataclass(frozen=True, slots=True)
class Dialect:
    """`one` is how an answer begins that says “One ”; `rest` is its end: thinking comes in none, `ls` is called with an
    empty path, and it has used 11 and 5 tokens. `cut` is its end at the longest that there may be. `frames`: whether it
    comes as server-sent events, a value a line, or in Amazon's frames.
    """

    model: str
    one: tuple[Any, ...]
    rest: tuple[Any, ...]
    cut: tuple[Any, ...]
    frames: Literal["events", "lines", "amazon"] = "events"

    def __str__(self) -> str:
        return self.model

    @property
    def asked(self) -> AskedModel:
        return AskedModel(self.model, self.model.partition("/")[0])

    def answer(self, *events: Any) -> Verbatim:
        """Bytes, gates and breaks are sent as they are."""
        body = tuple(self.event(each) if isinstance(each, dict | list) else each for each in events)
        return Verbatim(body, KINDS[self.frames])

    def event(self, value: Any) -> bytes:
        if self.frames == "amazon":
            [(name, content)] = value.items()
            return framed(name, content)
        if self.frames == "lines":
            return json.dumps(value).encode() + b"\n"
        name = f"event: {value['type']}\n" if "type" in value else ""
        return f"{name}data: {json.dumps(value)}\n\n".encode()


def framed(name: str, content: dict[str, Any], kind: str = "event") -> bytes:
    """As Amazon frames an event, or an exception: docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html."""
    named = {f":{kind}-type": name, ":content-type": "application/json", ":message-type": kind}
    fields = [bytes([len(k)]) + k.encode() + b"\x07" + len(v).to_bytes(2, "big") + v.encode() for k, v in named.items()]
    headers, payload = b"".join(fields), json.dumps(content).encode()
    prelude = (len(headers) + len(payload) + 16).to_bytes(4, "big") + len(headers).to_bytes(4, "big")
    message = prelude + zlib.crc32(prelude).to_bytes(4, "big") + headers + payload
    return message + zlib.crc32(message).to_bytes(4, "big")


def _chunk(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
    return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "x", "choices": choices}


_LS = {"name": "ls", "arguments": '{"path": ""}'}
_USED = {"prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16}
_OPENAI = (
    (_chunk(role="assistant", content=""), _chunk(content="One ")),
    (
        _chunk(content="two."),
        _chunk(tool_calls=[{"index": 0, "id": "a", "type": "function", "function": _LS}]),
        _chunk("tool_calls"),
        {**_chunk(), "choices": [], "usage": _USED},
        b"data: [DONE]\n\n",
    ),
    (_chunk("length"), b"data: [DONE]\n\n"),
)


def _block(index: int, **block: Any) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": block}


def _delta(index: int, **delta: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": delta}


def _stopped(reason: str) -> tuple[dict[str, Any], ...]:
    counted = {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 5}}
    return (counted, {"type": "message_stop"})


_CLAUDE: dict[str, Any] = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "model": "claude",
    "content": [],
    "stop_reason": None,
}


def _candidate(*parts: dict[str, Any], finish: str | None = None, **more: Any) -> dict[str, Any]:
    reason = {"finishReason": finish} if finish else {}
    return {"candidates": [{"content": {"role": "model", "parts": list(parts)}, "index": 0, **reason}], **more}


_COUNTED = {"usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 5, "totalTokenCount": 16}}


def _ollama(content: str = "", done: str = "", **more: Any) -> dict[str, Any]:
    ended = {"done_reason": done, "prompt_eval_count": 11, "eval_count": 5} if done else {}
    message = {"role": "assistant", "content": content, **more}
    return {"model": "x", "created_at": "2026-01-01T00:00:00Z", "message": message, "done": bool(done), **ended}


def _cohere(type: str, index: int, **message: Any) -> dict[str, Any]:
    return {"type": type, "index": index, "delta": {"message": message}}


def _cohere_end(reason: str) -> tuple[dict[str, Any], ...]:
    usage = {
        "billed_units": {"input_tokens": 3, "output_tokens": 5},
        "tokens": {"input_tokens": 11, "output_tokens": 5},
    }
    return ({"type": "message-end", "delta": {"finish_reason": reason, "usage": usage}},)


def _bedrock(index: int, **delta: Any) -> dict[str, Any]:
    return {"contentBlockDelta": {"delta": delta, "contentBlockIndex": index}}


def _said(reason: str) -> tuple[dict[str, Any], ...]:
    usage = {"inputTokens": 11, "outputTokens": 5, "totalTokens": 16}
    return {"messageStop": {"stopReason": reason}}, {"metadata": {"usage": usage, "metrics": {"latencyMs": 1}}}


_RESPONSE = {"id": "r", "object": "response", "created_at": 1, "model": "x", "tools": [], "tool_choice": "auto"}
_MESSAGE: dict[str, Any] = {"id": "m", "type": "message", "role": "assistant", "content": []}
_CALLED = {"id": "f", "type": "function_call", "call_id": "a", **_LS}


def response(type: str, status: str, **more: Any) -> dict[str, Any]:
    details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    usage = {"input_tokens": 11, "output_tokens": 5, "total_tokens": 16, **details}
    used = {} if status == "in_progress" else {"usage": usage}
    response = {**_RESPONSE, "status": status, "output": [], "parallel_tool_calls": True, **used, **more}
    return {"type": type, "response": response, "sequence_number": 1}


def _item(event: str, index: int, item: dict[str, Any], status: str) -> dict[str, Any]:
    return {"type": event, "output_index": index, "item": {**item, "status": status}, "sequence_number": 1}


def _of_item(type: str, index: int, id: str, delta: str) -> dict[str, Any]:
    of = {"item_id": id, "output_index": index, "content_index": 0, "logprobs": []}
    return {"type": type, **of, "delta": delta, "sequence_number": 1}


DIALECTS = {
    "openai": Dialect("openai/x", *_OPENAI),
    "groq": Dialect("groq/x", *_OPENAI),
    "openrouter": Dialect("openrouter/x/y", *_OPENAI),
    "anthropic": Dialect(
        "anthropic/claude-sonnet-4-5",
        (
            {"type": "message_start", "message": {**_CLAUDE, "usage": {"input_tokens": 11, "output_tokens": 1}}},
            _block(0, type="text", text=""),
            {"type": "ping"},
            _delta(0, type="text_delta", text="One "),
        ),
        (
            _delta(0, type="text_delta", text="two."),
            {"type": "content_block_stop", "index": 0},
            _block(1, type="tool_use", id="a", name="ls", input={}),
            _delta(1, type="input_json_delta", partial_json='{"path"'),
            _delta(1, type="input_json_delta", partial_json=': ""}'),
            {"type": "content_block_stop", "index": 1},
            *_stopped("tool_use"),
        ),
        _stopped("max_tokens"),
    ),
    "gemini": Dialect(
        "gemini/gemini-2.5-pro",
        (_candidate({"text": "One "}),),
        (
            _candidate({"text": "two."}),
            _candidate({"functionCall": {"name": "ls", "args": {"path": ""}}}, finish="STOP", **_COUNTED),
        ),
        (_candidate({"text": ""}, finish="MAX_TOKENS", **_COUNTED),),
    ),
    "ollama": Dialect(
        "ollama_chat/x",
        (_ollama("One "),),
        (_ollama("two.", tool_calls=[{"function": {"name": "ls", "arguments": {"path": ""}}}]), _ollama(done="stop")),
        (_ollama(done="length"),),
        frames="lines",
    ),
    "responses": Dialect(
        "openai/responses/gpt-5",
        (
            response("response.created", "in_progress"),
            _item("response.output_item.added", 0, _MESSAGE, "in_progress"),
            _of_item("response.output_text.delta", 0, "m", "One "),
        ),
        (
            _of_item("response.output_text.delta", 0, "m", "two."),
            _item("response.output_item.done", 0, _MESSAGE, "completed"),
            _item("response.output_item.added", 1, {**_CALLED, "arguments": ""}, "in_progress"),
            _of_item("response.function_call_arguments.delta", 1, "f", _LS["arguments"]),
            _item("response.output_item.done", 1, _CALLED, "completed"),
            response("response.completed", "completed", output=[{**_CALLED, "status": "completed"}]),
        ),
        (response("response.incomplete", "incomplete", incomplete_details={"reason": "max_output_tokens"}),),
    ),
    "cohere": Dialect(  # docs.cohere.com/v2/docs/streaming
        "cohere_chat/command-a-03-2025",
        (
            {"type": "message-start", "id": "m", "delta": {"message": {"role": "assistant", "content": []}}},
            _cohere("content-start", 0, content={"type": "text", "text": ""}),
            _cohere("content-delta", 0, content={"text": "One "}),
        ),
        (
            _cohere("content-delta", 0, content={"text": "two."}),
            {"type": "content-end", "index": 0},
            _cohere(
                "tool-call-start", 0, tool_calls={"id": "a", "type": "function", "function": {**_LS, "arguments": ""}}
            ),
            _cohere("tool-call-delta", 0, tool_calls={"function": {"arguments": _LS["arguments"]}}),
            {"type": "tool-call-end", "index": 0},
            *_cohere_end("TOOL_CALL"),
        ),
        _cohere_end("MAX_TOKENS"),
    ),
    "bedrock": Dialect(
        "bedrock/amazon.nova-pro-v1:0",
        ({"messageStart": {"role": "assistant"}}, _bedrock(0, text="One ")),
        (
            _bedrock(0, text="two."),
            {"contentBlockStop": {"contentBlockIndex": 0}},
            {"contentBlockStart": {"start": {"toolUse": {"toolUseId": "a", "name": "ls"}}, "contentBlockIndex": 1}},
            _bedrock(1, toolUse={"input": '{"path": ""}'}),
            {"contentBlockStop": {"contentBlockIndex": 1}},
            *_said("tool_use"),
        ),
        _said("max_tokens"),
        frames="amazon",
    ),
}
