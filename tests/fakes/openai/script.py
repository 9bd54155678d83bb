"""What the scripted model may be told to do, as values."""

import asyncio
import enum
import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call. `arguments` is the JSON text as the model writes it, so it may be malformed."""

    name: str
    arguments: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Thinking:
    """A piece of reasoning (`reasoning_content`, as OpenAI-compatible servers name it)."""

    text: str


class Break(enum.Enum):
    """How a reply may end before its end."""

    CUT = "the connection is closed"
    HANG = "nothing comes any more, until the client gives up"


CUT, HANG = Break.CUT, Break.HANG

Part = str | Call | Thinking | asyncio.Event | Break


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply, sent part by part: each text is one chunk, an event is a gate that holds the stream until it is set.

    `finish_reason` is "tool_calls" or "stop" unless given ("length", "content_filter"). `usage`: prompt and completion
    tokens, estimated when not given.
    """

    parts: tuple[Part, ...]
    finish_reason: str | None = None
    usage: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """An error answer. `retry_after`: seconds, as the header of that name."""

    status: int
    message: str
    type: str
    code: str | None = None
    retry_after: float | None = None


@dataclass(frozen=True, slots=True)
class Verbatim:
    """An answer byte by byte, whatever the request: for what providers, and what stands between, say in their own way.
    `body` is sent part by part; where it begins with CUT, the connection is closed before anything is answered. `kind`
    is the content type.
    """

    body: tuple[bytes | asyncio.Event | Break, ...]
    kind: str
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()


Step = Reply | Failure | Verbatim


def reply(*parts: Part, finish_reason: str | None = None, usage: tuple[int, int] | None = None) -> Reply:
    """`reply("I look. ", call("ls", path="/"), gate, CUT)`."""
    return Reply(parts, finish_reason, usage)


def pieces(text: str, size: int = 8) -> tuple[str, ...]:
    """A text in chunks: `reply(*pieces(text))`."""
    return tuple(text[start : start + size] for start in range(0, len(text), size))


def call(name: str, /, **arguments: Any) -> Call:
    """A call whose id is "call_<its place in the reply>": the same ids come again in the next reply, as with some
    providers. Build a `Call` for another id or malformed arguments."""
    return Call(name, json.dumps(arguments))


def events(*values: Any, done: bool = True) -> Verbatim:
    """A stream of server-sent events with these values as JSON; bytes are sent as they are, gates and breaks do what
    they do.
    """
    last = (b"data: [DONE]\n\n",) if done else ()
    return Verbatim((*map(_event, values), *last), "text/event-stream")


def body(value: Any, status: int = 200, **headers: str) -> Verbatim:
    """A JSON body in place of a stream."""
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Verbatim((json.dumps(value).encode(),), "application/json", status, named)


def page(title: str, status: int = 200) -> Verbatim:
    """A page for browsers in place of a stream, as proxies and portals give it."""
    html = f"<!DOCTYPE html>\n<html><head><title>{title}</title></head>\n<body><h1>{title}</h1></body></html>\n"
    return Verbatim((html.encode(),), "text/html", status)


def _event(value: Any) -> bytes | asyncio.Event | Break:
    if isinstance(value, bytes | asyncio.Event | Break):
        return value
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def unauthorized() -> Failure:
    return Failure(401, "Incorrect API key provided.", "invalid_request_error", "invalid_api_key")


def rate_limited(retry_after: float | None = None) -> Failure:
    return Failure(429, "Rate limit reached.", "requests", "rate_limit_exceeded", retry_after)


def server_error(status: int = 500) -> Failure:
    return Failure(status, "The server had an error while processing your request.", "server_error")


def context_length_exceeded(limit: int = 128_000) -> Failure:
    message = f"This model's maximum context length is {limit} tokens. However, your messages resulted in more tokens."
    return Failure(400, message, "invalid_request_error", "context_length_exceeded")


def content_policy() -> Failure:
    """The prompt is refused for what it says, in the words of the chat API."""
    message = "Invalid prompt: your prompt was flagged as potentially violating our usage policy."
    return Failure(400, message, "invalid_request_error", "invalid_prompt")


def safety_system() -> Failure:
    """The same by another code, of which litellm 1.110 makes a plain BadRequestError (its `code` tells)."""
    message = "Your request was rejected as a result of our safety system."
    return Failure(400, message, "invalid_request_error", "content_policy_violation")
