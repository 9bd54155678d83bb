"""What came of an answer, piece by piece: from events in the shape of OpenAI's chat completions, which most providers
share, and from what litellm makes of all others. Pure.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

_CUT = frozenset({"length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded"})
"""OpenAI: length; Anthropic, Cohere: max_tokens; Anthropic: model_context_window_exceeded; Mistral: model_length."""
_WITHHELD = frozenset({"content_filter", "content_filtered", "refusal", "safety", "sensitive", "guardrail_intervened"})
"""OpenAI: content_filter; Anthropic: refusal; Gemini: SAFETY; Z.AI: sensitive; Bedrock: the last."""
_FAILED = frozenset({"abort", "error", "insufficient_system_resource", "malformed_function_call", "network_error"})
"""vLLM, SGLang: abort; OpenRouter, Mistral: error; DeepSeek: insufficient_system_resource; Z.AI: network_error."""


@dataclass(frozen=True, slots=True)
class CallPiece:
    """A part of a call: by its index, if the provider counts them. Arguments are added to those that came before."""

    index: int | None = None
    id: str = ""
    tool: str = ""
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """`finish` says why the answer ended, in the provider's word. `usage` tells what it has counted so far, as litellm
    has it: asked for once, at the end.
    """

    text: str = ""
    thinking: str = ""
    calls: tuple[CallPiece, ...] = ()
    finish: str = ""
    usage: Callable[[], Any] | None = None


def is_cut(finish: str) -> bool:
    """Did the reply reach the longest that there may be?"""
    return finish.lower() in _CUT


def is_withheld(finish: str) -> bool:
    return finish.lower() in _WITHHELD


def has_failed(finish: str) -> bool:
    return finish.lower() in _FAILED


def is_ours(event: Any) -> bool:
    """Is it in the shape of OpenAI's chat completions: a chunk, or a whole one?"""
    return isinstance(event, dict) and isinstance(event.get("choices"), list)


def of_event(event: Mapping[str, Any], usage: Callable[[], Any] | None = None) -> Piece:
    """`event` is one of ours; `usage` reads what it has counted."""
    text, thinking, calls, finish = "", "", list[CallPiece](), ""
    for choice in event["choices"]:
        if not isinstance(choice, dict):
            continue
        finish = _text(choice.get("finish_reason")) or finish
        delta = choice.get("delta") or choice.get("message")  # the second, if it came whole
        if not isinstance(delta, dict):
            text += _text(choice.get("text"))  # of the older completions
            continue
        said, thought = _content(delta.get("content"))
        text += said
        thinking += thought or _thought(delta)
        calls += _calls(delta.get("tool_calls"))
    return Piece(text, thinking, tuple(calls), finish, usage if counted(event) else None)


def counted(event: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What an event says of usage, as the provider has it."""
    groq = event.get("x_groq")  # console.groq.com/docs/api-reference: in the last chunk
    for usage in (event.get("usage"), groq.get("usage") if isinstance(groq, dict) else None):
        if isinstance(usage, dict) and usage:
            return usage
    return None


def of_claude(message: Mapping[str, Any], usage: Callable[[], Any]) -> Piece:
    """A whole message of Anthropic's messages API."""
    text, thinking, calls = "", "", list[CallPiece]()
    for block in message.get("content") or ():
        match block:
            case {"type": "text", "text": str(said)}:
                text += said
            case {"type": "thinking", "thinking": str(thought)}:
                thinking += thought
            case {"type": "tool_use", "id": id, "name": tool, "input": arguments}:
                calls.append(CallPiece(len(calls), _text(id), _text(tool), json.dumps(arguments, ensure_ascii=False)))
    return Piece(text, thinking, tuple(calls), _text(message.get("stop_reason")), usage)


_CLAUDE = frozenset(
    {"message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta"}
    | {"message_stop", "ping"}
)


def is_claude_event(value: Any) -> bool:
    return isinstance(value, dict) and value.get("type") in _CLAUDE


def of_claude_event(event: Mapping[str, Any], usage: Callable[[], Any]) -> Piece:
    """An event of Anthropic's messages API (platform.claude.com/docs/en/build-with-claude/streaming). A call's index is
    that of its block.
    """
    match event:
        case {"type": "content_block_start", "index": int(index), "content_block": {"type": "tool_use", **block}}:
            arguments = json.dumps(block["input"], ensure_ascii=False) if block.get("input") else ""
            return Piece(calls=(CallPiece(index, _text(block.get("id")), _text(block.get("name")), arguments),))
        case {"content_block": {"type": "text", "text": str(text)}} | {
            "delta": {"type": "text_delta", "text": str(text)}
        }:
            return Piece(text)
        case {"content_block": {"type": "thinking", "thinking": str(thought)}} | {
            "delta": {"type": "thinking_delta", "thinking": str(thought)}
        }:
            return Piece(thinking=thought)
        case {"index": int(index), "delta": {"type": "input_json_delta", "partial_json": str(arguments)}}:
            return Piece(calls=(CallPiece(index, arguments=arguments),))
        case {"type": "message_start"}:
            return Piece(usage=usage)
        case {"type": "message_delta"}:
            delta = event.get("delta")
            return Piece(finish=_text(delta.get("stop_reason")) if isinstance(delta, dict) else "", usage=usage)
    return Piece()


def claude_usage(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """The counts in an event. Those of a later event replace earlier ones of the same name."""
    message = event.get("message")
    usage = message.get("usage") if isinstance(message, dict) else event.get("usage")
    return {name: value for name, value in usage.items() if value is not None} if isinstance(usage, dict) else {}


def is_response(value: Any) -> bool:
    return isinstance(value, dict) and _text(value.get("type")).startswith("response.")


def of_response(event: Mapping[str, Any], usage: Callable[[], Any]) -> Piece:
    """An event of OpenAI's Responses API (platform.openai.com/docs/api-reference/responses-streaming)."""
    index, delta = event.get("output_index"), _text(event.get("delta"))
    match event["type"]:
        case "response.output_text.delta" | "response.refusal.delta":
            return Piece(delta)
        case "response.reasoning_text.delta" | "response.reasoning_summary_text.delta":
            return Piece(thinking=delta)
        case "response.function_call_arguments.delta":
            return Piece(calls=(CallPiece(index, arguments=delta),))
        case "response.output_item.added":
            match event.get("item"):
                case {"type": "function_call", "call_id": str(id), "name": str(tool)}:
                    return Piece(calls=(CallPiece(index, id, tool),))
        case "response.completed":
            return Piece(finish="stop", usage=usage)
        case "response.incomplete":
            match event.get("response"):
                case {"incomplete_details": {"reason": str(reason)}}:
                    return Piece(finish=reason, usage=usage)
            return Piece(finish="length", usage=usage)
    return Piece()


_COHERE = frozenset(
    {"message-start", "content-start", "content-delta", "content-end", "message-end", "citation-start", "citation-end"}
    | {"tool-plan-delta", "tool-call-start", "tool-call-delta", "tool-call-end"}
)


def is_cohere(value: Any) -> bool:
    return isinstance(value, dict) and value.get("type") in _COHERE


def of_cohere(event: Mapping[str, Any], usage: Callable[[], Any]) -> Piece:
    """An event of Cohere's chat API (docs.cohere.com/v2/docs/streaming). litellm's parser doesn't know how it ends."""
    match event:
        case {"type": "message-end", "delta": {"finish_reason": str(reason), **more}}:
            return Piece(finish=reason, usage=usage if more.get("usage") else None)
        case {"delta": {"message": {"content": {"thinking": str(thought)}}}}:
            return Piece(thinking=thought)
        case {"delta": {"message": {"content": {"text": str(text)}}}}:
            return Piece(text)
        case {"delta": {"message": {"tool_plan": str(plan)}}}:
            return Piece(thinking=plan)
        case {"index": int(index), "delta": {"message": {"tool_calls": dict() as call}}}:
            return Piece(calls=tuple(_calls([{**call, "index": index}])))
    return Piece()


def is_ollama(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("message"), dict) and isinstance(value.get("done"), bool)


def of_ollama(event: Mapping[str, Any], usage: Callable[[], Any]) -> Piece:
    """A line, or all, of an answer of Ollama's chat API (github.com/ollama/ollama docs/api.md). litellm's parser takes
    tags out of it wherever they stand, and shows what stood between those that came together.
    """
    message, done = event["message"], event["done"]
    calls = tuple(replace(call, index=None) for call in _calls(message.get("tool_calls")))
    finish = (_text(event.get("done_reason")) or "stop") if done else ""
    return Piece(_text(message.get("content")), _text(message.get("thinking")), calls, finish, usage if done else None)


def of_chunk(chunk: Any) -> Piece:
    """A chunk as litellm makes it: its own of a stream, or the plain one of older providers (a dict)."""
    if isinstance(chunk, dict):
        usage = chunk.get("usage")
        calls = tuple(_calls([chunk["tool_use"]] if chunk.get("tool_use") else None))
        finish = _text(chunk.get("finish_reason")) if chunk.get("is_finished") else ""
        return Piece(_text(chunk.get("text")), "", calls, finish, (lambda: usage) if usage else None)
    text, thinking, calls, finish = "", "", (), ""
    for choice in getattr(chunk, "choices", None) or ():
        finish = _text(choice.finish_reason) or finish
        delta = getattr(choice, "delta", None) or getattr(choice, "message", None)
        if delta is None:
            continue
        text += _text(getattr(delta, "content", None))
        thinking += _text(getattr(delta, "reasoning_content", None))
        calls += tuple(map(_made, getattr(delta, "tool_calls", None) or ()))
    usage = getattr(chunk, "usage", None)
    return Piece(text, thinking, calls, finish, (lambda: usage) if usage else None)


def _content(content: Any) -> tuple[str, str]:
    """Text and thinking. Mistral and Databricks give a list of parts where there is both."""
    if not isinstance(content, list):
        return _text(content), ""
    text, thinking = "", ""
    for part in content:
        match part:
            case {"type": "text", "text": str(said)}:
                text += said
            case {"type": "thinking", "thinking": list(parts)} | {"type": "reasoning", "summary": list(parts)}:
                thinking += "".join(_text(each.get("text")) for each in parts if isinstance(each, dict))
            case {"type": "thinking", "thinking": str(thought)}:
                thinking += thought
    return text, thinking


def _thought(delta: Mapping[str, Any]) -> str:
    """DeepSeek, vLLM and llama.cpp: reasoning_content; OpenRouter, Groq and newer vLLM: reasoning."""
    return _text(delta.get("reasoning_content")) or _text(delta.get("reasoning"))


def _calls(calls: Any) -> Iterator[CallPiece]:
    for call in calls if isinstance(calls, list) else ():
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict):
            index, arguments = call.get("index"), function.get("arguments")
            if isinstance(arguments, dict):  # some local servers do not encode them
                arguments = json.dumps(arguments, ensure_ascii=False)
            yield CallPiece(
                index if isinstance(index, int) else None,
                _text(call.get("id")),
                _text(function.get("name")),
                _text(arguments),
            )


def _made(call: Any) -> CallPiece:
    index = getattr(call, "index", None)
    return CallPiece(
        index if isinstance(index, int) else None,
        _text(getattr(call, "id", None)),
        _text(call.function.name),
        _text(call.function.arguments),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
