"""One answer, as litellm hands it out, read to its end.

litellm finds the provider, makes the request and knows the prices. What comes is read by us where it can be had: its
own way costs 0.3 to 1 ms of CPU a chunk, takes an error within a stream for a break, a body in place of a stream for an
empty answer, and rebuilds all chunks at the end. So the lines are read here; those in the shape of OpenAI's chat
completions, which most providers share, of its Responses API, of Ollama's and of Cohere's are understood here, and
others are handed to the parser that litellm has for that provider. Where it gives us neither bytes nor lines (Bedrock),
its own chunks are taken.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence
from contextlib import aclosing, suppress
from functools import partial
from typing import Any

from adapters.models.error_answers import ErrorAnswer, answered, within
from adapters.models.events import NOTHING, Events, Lines
from adapters.models.failures import BrokenOff, ErrorAnswered, NotAnAnswer
from adapters.models.pieces import (
    Piece,
    claude_usage,
    counted,
    has_failed,
    is_claude_event,
    is_cohere,
    is_ollama,
    is_ours,
    is_response,
    of_chunk,
    of_claude,
    of_claude_event,
    of_cohere,
    of_event,
    of_ollama,
    of_response,
)

Come = AsyncGenerator[list[Any]]
"""Lines, together with those that came with them. Some of litellm's streams give events in place of lines."""
TOGETHER = 50
"""Pieces that are taken at once at most: others get their turn in between."""
_PREFACE = 1_000
"""Lines before the first event. More are no stream that a parser would wait for."""
_LAST_BYTES = 0.2
"""Seconds for what comes after the end: a connection that was read to its end can be used again."""


async def pieces(litellm: Any, stream: Any) -> AsyncGenerator[list[Piece]]:
    """What has come together, each time something has. `stream` is what `litellm.acompletion` returns. Raises
    ErrorAnswered, BrokenOff, NotAnAnswer, and what litellm and its HTTP clients raise.
    """
    inner = stream.completion_stream
    given: Any = getattr(inner, "streaming_response", None)
    if (response := _response(inner) or _response(given)) is not None:
        lines, theirs = _of_bytes(response), given is not None and _response(given) is None
    elif hasattr(given, "__aiter__"):
        lines, theirs = _one_by_one(given), True
    else:
        async for chunk in stream:
            yield [_checked(of_chunk(chunk))]
        return
    async with aclosing(_Reading(litellm, inner, theirs).pieces(lines)) as reading:
        async for come in reading:
            yield come


async def read(costs: Any, content: AsyncIterator[bytes]) -> AsyncGenerator[list[Piece]]:
    """The same of an answer over HTTP whose bytes are at hand. `costs` counts, as `adapters.models.costs.Costs`."""
    async with aclosing(_Reading(costs, None, theirs=False).pieces(_lines(content))) as reading:
        async for come in reading:
            yield come


class _Reading:
    def __init__(self, litellm: Any, inner: Any, theirs: bool) -> None:
        """`theirs`: is `inner` a parser that the lines may be handed over to?"""
        self._litellm, self._inner, self._theirs = litellm, inner, theirs
        self._events = Events()
        self._seen: list[Any] = []
        """The lines until it is clear whose they are."""
        self._clear = self._ended = self._strange = False
        """`_strange`: was there anything that says nothing?"""
        self._tells = False
        """Do the events say by themselves that the answer has ended?"""
        self._claude_counts = dict[str, Any]()

    async def pieces(self, lines: Come) -> AsyncGenerator[list[Piece]]:
        async with aclosing(lines):
            async for come in lines:
                made = list[Piece]()
                for place, line in enumerate(come):
                    try:
                        value = self._value(line)
                        if not self._clear and self._is_theirs(value):
                            async with aclosing(self._handed_over(come[place + 1 :], lines)) as pieces:
                                async for piece in pieces:
                                    yield [piece]
                            return
                        made += self._understood(value)
                    except ErrorAnswered:
                        if made:
                            yield made
                        raise
                    if self._events.done:
                        break
                    if len(made) >= TOGETHER:
                        yield made
                        made = []
                if made:
                    yield made
                if self._events.done:
                    await _drained(lines)
                    break
        if made := self._left():
            yield made

    def _value(self, line: Any) -> Any:
        """The value that the line completes, unless it is an error."""
        if not self._clear:
            self._strange = self._strange or not isinstance(line, str) or (bool(line) and line[0] != ":")
            if self._theirs and len(self._seen) < _PREFACE:
                self._seen.append(line)
        value = self._events.add(line) if isinstance(line, str) else line
        if value is not NOTHING and (error := within(value)):
            raise ErrorAnswered(error)
        self._tells = self._tells or _tells_its_end(value)
        self._ended = self._ended or (self._tells and _is_end(value))
        return value

    def _is_theirs(self, value: Any) -> bool:
        """Is it an event of another shape, for litellm to parse?"""
        shapes = (is_ours, is_ollama, is_response, is_cohere, _is_claude)
        known = isinstance(value, list) or any(is_shape(value) for is_shape in shapes)
        return self._theirs and value is not NOTHING and not known

    def _understood(self, value: Any) -> Iterator[Piece]:
        if is_ours(value):
            self._clear, self._seen = True, []
            yield self._checked(of_event(value, partial(self._usage, value)))
        elif is_response(value):
            self._clear, self._seen = True, []
            yield self._checked(of_response(value, partial(self._responses, value)))
        elif is_ollama(value):
            self._clear, self._seen = True, []
            yield self._checked(of_ollama(value, partial(self._ollama, value)))
        elif is_cohere(value):
            self._clear, self._seen = True, []
            yield self._checked(of_cohere(value, partial(self._cohere, value)))
        elif is_claude_event(value):
            self._clear = True
            self._claude_counts |= claude_usage(value)
            yield self._checked(of_claude_event(value, partial(self._of_claude, dict(self._claude_counts))))
        elif _is_claude(value):
            self._clear = True
            yield self._checked(of_claude(value, partial(self._claude, value)))
        elif isinstance(value, list) and hasattr(self._inner, "chunk_parser"):  # Gemini, in place of a stream
            chunks = map(self._inner.chunk_parser, value)
            yield from (self._checked(of_chunk(chunk)) for chunk in chunks if chunk is not None)

    def _left(self) -> list[Piece]:
        """What came in place of a stream, if it was none."""
        value = self._events.end()
        if isinstance(value, str):
            raise ErrorAnswered(answered(0, {}, value, 0.0))
        if value is not NOTHING and (error := within(value)):
            raise ErrorAnswered(error)
        made = list(self._understood(value))
        if self._ended or self._events.done:
            return made
        raise BrokenOff if self._clear or not self._strange else NotAnAnswer

    async def _handed_over(self, rest: Sequence[Any], lines: Come) -> AsyncGenerator[Piece]:
        """The provider's parser reads the same lines, from the first on; errors among them are still ours."""

        async def again() -> AsyncGenerator[Any]:
            for line in self._seen:
                yield line
            for line in rest:
                self._value(line)
                yield line
            async for come in lines:
                for line in come:
                    self._value(line)
                    yield line

        self._clear, came = True, False
        async with aclosing(again()) as self._inner.streaming_response:
            async for chunk in self._inner:
                if chunk is not None:
                    piece = self._checked(of_chunk(chunk))
                    came = came or piece != Piece()
                    yield piece
        if not self._ended and (self._tells or not came):
            raise BrokenOff

    def _checked(self, piece: Piece) -> Piece:
        self._ended = self._ended or (bool(piece.finish) and not self._tells)
        return _checked(piece)

    def _usage(self, event: Any) -> Any:
        """As litellm has it: the provider's parser knows how that provider counts."""
        if parser := getattr(self._inner, "chunk_parser", None):
            with suppress(Exception):  # it raises several kinds for what a provider leaves out
                if usage := getattr(parser(event), "usage", None):
                    return usage
        return self._litellm.Usage(**(counted(event) or {}))

    def _claude(self, message: Any) -> Any:
        return self._of_claude(message.get("usage") or {})

    def _of_claude(self, usage: Mapping[str, Any]) -> Any:
        if of_claude := getattr(self._litellm, "of_claude", None):
            return of_claude(usage)
        return self._litellm.Usage(usage.get("input_tokens") or 0, usage.get("output_tokens") or 0)

    def _responses(self, event: Any) -> Any:
        usage = event["response"]["usage"]
        return self._litellm.Usage(
            usage["input_tokens"],
            usage["output_tokens"],
            prompt_tokens_details=usage.get("input_tokens_details"),
            completion_tokens_details=usage.get("output_tokens_details"),
        )

    def _cohere(self, event: Any) -> Any:
        tokens = event["delta"]["usage"].get("tokens") or {}
        return self._litellm.Usage(tokens.get("input_tokens") or 0, tokens.get("output_tokens") or 0)

    def _ollama(self, event: Any) -> Any:
        return self._litellm.Usage(event.get("prompt_eval_count") or 0, event.get("eval_count") or 0)


def _response(holder: Any) -> Any:
    """The response over HTTP that it holds, if it is one."""
    held = (getattr(holder, name, None) for name in ("http_response", "response"))
    return next((each for each in held if hasattr(each, "aiter_bytes")), None)


async def _of_bytes(response: Any) -> Come:
    try:
        async with aclosing(_lines(response.aiter_bytes())) as lines:
            async for come in lines:
                yield come
    finally:
        await response.aclose()


async def _lines(content: AsyncIterator[bytes]) -> Come:
    lines = Lines()
    async for piece in content:
        if come := lines.add(piece):
            yield come
    if come := lines.end():
        yield come


async def _one_by_one(source: AsyncIterator[Any]) -> Come:
    async for line in source:
        yield [line.rstrip("\r\n") if isinstance(line, str) else line]


async def _drained(lines: Come) -> None:
    with suppress(Exception):
        async with asyncio.timeout(_LAST_BYTES):
            async for _ in lines:
                pass


def _checked(piece: Piece) -> Piece:
    """Raises ErrorAnswered if it ended for a fault of the provider's."""
    if has_failed(piece.finish):
        raise ErrorAnswered(ErrorAnswer(codes=frozenset({piece.finish.lower()})))
    return piece


def _tells_its_end(value: Any) -> bool:
    """Is it an event of those who always say why they end: Anthropic, Gemini, Ollama? litellm says so for them with
    each event, or not at all.
    """
    return isinstance(value, dict) and (
        "candidates" in value or "done" in value or value.get("type") == "message_start"
    )


def _is_end(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    candidates = value.get("candidates")
    reasons = [each.get("finishReason") for each in candidates or () if isinstance(each, dict)]
    return any(reasons) or value.get("done") is True or value.get("type") == "message_stop"


def _is_claude(value: Any) -> bool:
    return isinstance(value, dict) and value.get("type") == "message" and isinstance(value.get("content"), list)
