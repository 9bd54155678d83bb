"""With what litellm hands out, as far as it is looked at; `test_providers` has the real ones over a socket."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from adapters.models.error_answers import ErrorAnswer
from adapters.models.failures import BrokenOff, ErrorAnswered, NotAnAnswer
from adapters.models.pieces import Piece
from adapters.models.stream import pieces


@dataclass
class Litellm:
    """It knows how to count."""

    counted: list[Any] = field(default_factory=list)

    def Usage(self, *counted: int, **named: Any) -> Any:
        self.counted.append(counted or named)
        return counted or named


@dataclass
class Response:
    come: list[bytes | Exception]
    read: int = 0
    closed: bool = False

    async def aiter_bytes(self) -> AsyncIterator[bytes]:
        for each in self.come:
            await asyncio.sleep(0)
            if isinstance(each, Exception):
                raise each
            self.read += 1
            yield each

    async def aclose(self) -> None:
        self.closed = True


@dataclass
class OpenAI:
    """The stream of OpenAI's client."""

    response: Response


class Parser:
    """A provider's parser, over lines: each says `text`, or that it has ended."""

    def __init__(self, lines: AsyncIterator[Any]) -> None:
        self.streaming_response, self.read = lines, list[Any]()

    def __aiter__(self) -> AsyncIterator[Any]:
        return self._chunks()

    async def _chunks(self) -> AsyncIterator[Any]:
        async for line in self.streaming_response:
            self.read.append(line)
            yield self.chunk_parser(json.loads(line[5:])) if line.startswith("data:") else None

    def chunk_parser(self, event: Any) -> Any:
        return {
            "text": event.get("text", ""),
            "is_finished": bool(event.get("stop")),
            "finish_reason": event.get("stop"),
        }


@dataclass
class Stream:
    """What `acompletion` returns."""

    completion_stream: Any
    chunks: list[Any] = field(default_factory=list)

    async def __aiter__(self) -> AsyncIterator[Any]:
        for chunk in self.chunks:
            yield chunk


async def taken(stream: Any, litellm: Any = None) -> list[list[Piece]]:
    return [together async for together in pieces(litellm or Litellm(), stream)]


def of_bytes(*come: bytes | Exception) -> Stream:
    return Stream(OpenAI(Response(list(come))))


async def one_by_one(*lines: Any) -> AsyncIterator[Any]:
    for line in lines:
        yield line


def data(value: Any) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()


def said(text: str = "", finish: str | None = None, **more: Any) -> dict[str, Any]:
    return {"choices": [{"delta": {"content": text} if text else {}, "finish_reason": finish}], **more}


DONE = b"data: [DONE]\n\n"


def test_what_came_together_is_given_together():
    come = asyncio.run(
        taken(
            of_bytes(
                data(said("I ")) + data(said("am ")),
                data(said("here."))[:9],
                data(said("here."))[9:],
                data(said("", "stop")),
            )
        )
    )

    assert come == [[Piece("I "), Piece("am ")], [Piece("here.")], [Piece(finish="stop")]]


def test_a_connection_is_read_to_its_end_so_that_it_can_be_used_again():
    stream = of_bytes(data(said("hi", "stop")), DONE, b": bye\n\n", b"")
    asyncio.run(taken(stream))

    assert stream.completion_stream.response.read == 4


def test_what_comes_after_the_end_is_waited_for_only_so_long():
    class Open(Response):
        async def aiter_bytes(self) -> AsyncIterator[bytes]:
            yield data(said("hi")) + DONE
            await asyncio.Event().wait()

    assert asyncio.run(taken(Stream(OpenAI(Open([]))))) == [[Piece("hi")]]


@pytest.mark.parametrize("late", [data({"error": {"message": "too late"}}), ConnectionError()])
def test_what_comes_after_the_end_changes_nothing(late: bytes | Exception):
    assert asyncio.run(taken(of_bytes(data(said("hi")) + DONE, late))) == [[Piece("hi")]]


@pytest.mark.parametrize(
    ("come", "words"),
    [
        ([data({"error": {"message": "no"}})], "no"),
        ([data(said("One ")), data({"error": {"message": "no"}})], "no"),
        ([b'{"error": {"message": "no"}}'], "no"),
        ([b'[{\n"error": {"message": "no"}\n}]'], "no"),
        ([b'{"detail": "no"}'], "no"),
        ([b'{"error":\n "no"}'], "no"),
        ([b"no\n"], "no"),
    ],
)
def test_an_error_is_one_in_whichever_way_it_comes(come: list[bytes | Exception], words: str):
    with pytest.raises(ErrorAnswered) as error:
        asyncio.run(taken(of_bytes(*come)))
    assert error.value.answer.words == words


def test_a_page_has_its_title():
    with pytest.raises(ErrorAnswered) as error:
        asyncio.run(taken(of_bytes(b"<html><title>Hello", b"</title>\n</html>")))
    assert error.value.answer == ErrorAnswer(title="Hello")


def test_a_reason_that_is_a_failure_is_one():
    with pytest.raises(ErrorAnswered) as error:
        asyncio.run(taken(of_bytes(data(said("One ", "error")))))
    assert error.value.answer == ErrorAnswer(codes=frozenset({"error"}))


@pytest.mark.parametrize(
    "come", [[], [b"\n\n"], [data(said("One "))], [data(said("One ")), b"data: {"], [b": ping\n\n"]]
)
def test_an_answer_that_ends_before_its_end_is_broken_off(come: list[bytes]):
    with pytest.raises(BrokenOff):
        asyncio.run(taken(of_bytes(*come)))


@pytest.mark.parametrize("come", [[data({"a": 1})], [b"data: nonsense\n\n"], [b'{"a": 1}']])
def test_what_is_no_answer_cannot_be_read(come: list[bytes]):
    with pytest.raises(NotAnAnswer):
        asyncio.run(taken(of_bytes(*come)))


def test_a_whole_completion_in_place_of_a_stream_is_taken():
    whole = {"choices": [{"message": {"content": "hi"}, "finish_reason": "stop"}]}
    for text in (json.dumps(whole), json.dumps(whole, indent=2)):
        assert asyncio.run(taken(of_bytes(text.encode()))) == [[Piece("hi", finish="stop")]]


def test_a_whole_message_of_anthropics_is_taken_with_what_it_used():
    whole = {"type": "message", "content": [{"type": "text", "text": "hi"}], "stop_reason": "end_turn"}
    litellm = Litellm()
    [[piece]] = asyncio.run(taken(of_bytes(json.dumps({**whole, "usage": {"input_tokens": 3}}).encode()), litellm))

    assert (piece.text, piece.finish) == ("hi", "end_turn")
    assert piece.usage is not None
    assert piece.usage() == (3, 0)


def test_what_is_counted_is_asked_for_at_the_end_alone():
    litellm = Litellm()
    [[first], [last]] = asyncio.run(
        taken(
            of_bytes(data(said("hi", usage={"prompt_tokens": 1})), data(said("", "stop", usage={"prompt_tokens": 2}))),
            litellm,
        )
    )

    assert not litellm.counted
    assert first.usage is not None
    assert last.usage is not None
    assert last.usage() == {"prompt_tokens": 2}
    assert litellm.counted == [{"prompt_tokens": 2}]


def test_lines_of_another_shape_are_parsed_by_who_knows_it():
    lines = ["event: x", 'data: {"text": "I "}', "", ": ping", 'data: {"text": "am."}', 'data: {"stop": "stop"}']
    parser = Parser(one_by_one(*lines))

    assert asyncio.run(taken(Stream(parser))) == [[Piece("I ")], [Piece("am.")], [Piece(finish="stop")]]
    assert parser.read == lines, "each once, in order"


def test_bytes_of_another_shape_are_parsed_by_who_knows_it():
    parser = Parser(one_by_one())
    parser.http_response = Response([b'data: {"text": "I "}\ndata: {"te', b'xt": "am.", "stop": "stop"}\n'])  # type: ignore[attr-defined]

    assert asyncio.run(taken(Stream(parser))) == [[Piece("I ")], [Piece("am.", finish="stop")]]


def test_errors_among_lines_of_another_shape_are_ours():
    lines = ['data: {"text": "I "}', "event: error", 'data: {"type": "error", "error": {"type": "overloaded_error"}}']

    with pytest.raises(ErrorAnswered) as error:
        asyncio.run(taken(Stream(Parser(one_by_one(*lines)))))
    assert "overloaded_error" in error.value.answer.codes


def test_events_in_place_of_lines_are_handed_over_as_they_are():
    class Given(Parser):
        async def _chunks(self) -> AsyncIterator[Any]:
            async for event in self.streaming_response:
                yield self.chunk_parser(event)

    events = [{"text": "hi"}, {"stop": "stop"}]
    assert asyncio.run(taken(Stream(Given(one_by_one(*events))))) == [[Piece("hi")], [Piece(finish="stop")]]


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ({"type": "message_start"}, {"type": "message_stop"}),
        ({"candidates": [{}]}, {"candidates": [{"finishReason": "STOP"}]}),
        ({"done": False}, {"done": True}),
    ],
)
def test_whoever_always_says_that_an_answer_has_ended_and_does_not_has_broken_off(
    first: dict[str, Any], last: dict[str, Any]
):
    one, end = (data(value).decode().strip() for value in ({**first, "text": "One ", "stop": "stop"}, last))

    with pytest.raises(BrokenOff):
        asyncio.run(taken(Stream(Parser(one_by_one(one)))))
    assert len(asyncio.run(taken(Stream(Parser(one_by_one(one, end)))))) == 2


def test_whoever_never_says_why_it_ended_has_ended_unless_nothing_came():
    assert asyncio.run(taken(Stream(Parser(one_by_one('data: {"text": "hi"}'))))) == [[Piece("hi")]]
    with pytest.raises(BrokenOff):
        asyncio.run(taken(Stream(Parser(one_by_one('data: {"a": "b"}')))))


def test_a_list_in_place_of_a_stream_is_what_would_have_been_its_events():
    lines = json.dumps([{"text": "hi"}, {"stop": "stop"}], indent=1).splitlines()

    assert asyncio.run(taken(Stream(Parser(one_by_one(*lines))))) == [[Piece("hi"), Piece(finish="stop")]]


def test_where_there_are_neither_bytes_nor_lines_the_chunks_of_litellm_are_taken():
    chunks = [{"text": "hi"}, {"text": "", "is_finished": True, "finish_reason": "stop"}]

    assert asyncio.run(taken(Stream(object(), chunks))) == [[Piece("hi")], [Piece(finish="stop")]]


def test_what_breaks_while_it_is_read_is_raised_and_the_response_is_closed():
    stream = of_bytes(data(said("One ")), ConnectionError())
    with pytest.raises(ConnectionError):
        asyncio.run(taken(stream))
    assert stream.completion_stream.response.closed


def test_the_bytes_behind_a_stream_of_events_are_read():
    """As litellm holds those of OpenAI's Responses API: its parser takes no lines."""

    @dataclass
    class Events:
        response: Response

        def __aiter__(self) -> AsyncIterator[Any]:
            raise AssertionError("the bytes are read")

    come = [{"type": "response.created"}, {"type": "response.output_text.delta", "delta": "hi"}]
    usage = {"input_tokens": 3, "output_tokens": 5, "input_tokens_details": {"cached_tokens": 1}}
    end = {"type": "response.completed", "response": {"usage": usage}}
    parser = Parser(Events(Response([*map(data, come), data(end)])))  # type: ignore[arg-type]
    [[created], [text], [last]] = asyncio.run(taken(Stream(parser)))

    assert (created, text, last.finish) == (Piece(), Piece("hi"), "stop")
    assert last.usage is not None
    assert last.usage() == (3, 5)
    with pytest.raises(NotAnAnswer):
        asyncio.run(taken(Stream(Parser(Events(Response([data({"text": "hi"})]))))))  # type: ignore[arg-type]
