from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.models.pieces import (
    CallPiece,
    Piece,
    counted,
    has_failed,
    is_cohere,
    is_cut,
    is_ollama,
    is_ours,
    is_response,
    is_withheld,
    of_chunk,
    of_claude,
    of_cohere,
    of_event,
    of_ollama,
    of_response,
)


def event(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


@pytest.mark.parametrize(
    ("delta", "text", "thinking"),
    [
        ({"content": "hi"}, "hi", ""),
        ({"content": None, "reasoning_content": "hm"}, "", "hm"),
        ({"reasoning": "hm"}, "", "hm"),
        ({"reasoning_content": "hm", "reasoning": "hm"}, "", "hm"),
        ({"content": [{"type": "text", "text": "hi"}, {"type": "reference"}, "?"]}, "hi", ""),
        ({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]}, "", "hm"),
        ({"content": [{"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]}]}, "", "hm"),
        ({"content": [{"type": "thinking", "thinking": "hm"}]}, "", "hm"),
        ({"content": 7, "reasoning": {}}, "", ""),
    ],
)
def test_text_and_thinking_are_read_as_providers_write_them(delta: dict[str, Any], text: str, thinking: str):
    assert of_event(event(**delta)) == Piece(text, thinking)


@pytest.mark.parametrize(
    ("call", "piece"),
    [
        ({"index": 1, "id": "a", "function": {"name": "ls", "arguments": "{"}}, CallPiece(1, "a", "ls", "{")),
        ({"index": 1, "function": {"arguments": "}"}}, CallPiece(1, "", "", "}")),
        ({"id": "", "function": {"name": "ls", "arguments": None}}, CallPiece(None, "", "ls", "")),
        (
            {"index": "0", "id": 7, "function": {"name": "ls", "arguments": {"a": "é"}}},
            CallPiece(None, "", "ls", '{"a": "é"}'),
        ),
    ],
)
def test_calls_are_read_as_providers_write_them(call: dict[str, Any], piece: CallPiece):
    assert of_event(event(tool_calls=[call])).calls == (piece,)


def test_a_whole_completion_is_one_piece():
    message = {
        "role": "assistant",
        "content": "hi",
        "tool_calls": [{"id": "a", "function": {"name": "ls", "arguments": ""}}],
    }

    assert of_event({"choices": [{"message": message, "finish_reason": "stop"}]}) == Piece(
        "hi", "", (CallPiece(None, "a", "ls", ""),), "stop"
    )
    assert of_event({"choices": [{"text": "hi", "finish_reason": "length"}]}) == Piece("hi", finish="length")


@pytest.mark.parametrize("choices", [[], [None], [{}], [{"delta": None}], [{"delta": {"tool_calls": None}}]])
def test_what_a_provider_leaves_out_is_nothing(choices: list[Any]):
    assert of_event({"choices": choices}) == Piece()


@pytest.mark.parametrize(
    "said", [{"usage": {"prompt_tokens": 1}}, {"usage": None, "x_groq": {"usage": {"prompt_tokens": 1}}}]
)
def test_what_a_provider_counts_is_asked_for_later(said: dict[str, Any]):
    assert counted(said) == {"prompt_tokens": 1}
    piece = of_event({"choices": [], **said}, lambda: "counted")
    assert piece.usage is not None
    assert piece.usage() == "counted"
    assert of_event({"choices": [], "usage": {}}, lambda: "counted").usage is None


def test_a_whole_message_of_anthropics_is_one_piece():
    content = [
        {"type": "thinking", "thinking": "hm", "signature": "x"},
        {"type": "text", "text": "hi"},
        {"type": "tool_use", "id": "a", "name": "ls", "input": {"path": "/"}},
        {"type": "server_tool_use"},
    ]
    piece = of_claude({"content": content, "stop_reason": "tool_use"}, lambda: "counted")

    assert (piece.text, piece.thinking, piece.finish) == ("hi", "hm", "tool_use")
    assert piece.calls == (CallPiece(0, "a", "ls", '{"path": "/"}'),)


@pytest.mark.parametrize(
    ("event", "piece"),
    [
        ({"type": "response.output_text.delta", "delta": "hi"}, Piece("hi")),
        ({"type": "response.refusal.delta", "delta": "no"}, Piece("no")),
        ({"type": "response.reasoning_summary_text.delta", "delta": "hm"}, Piece(thinking="hm")),
        (
            {
                "type": "response.output_item.added",
                "output_index": 2,
                "item": {"type": "function_call", "id": "fc", "call_id": "a", "name": "ls", "arguments": ""},
            },
            Piece(calls=(CallPiece(2, "a", "ls"),)),
        ),
        ({"type": "response.output_item.added", "output_index": 0, "item": {"type": "message"}}, Piece()),
        (
            {"type": "response.function_call_arguments.delta", "output_index": 2, "delta": "{}"},
            Piece(calls=(CallPiece(2, arguments="{}"),)),
        ),
        ({"type": "response.created"}, Piece()),
    ],
)
def test_events_of_the_responses_api_are_pieces(event: dict[str, Any], piece: Piece):
    assert is_response(event)
    assert of_response(event, lambda: None) == piece


@pytest.mark.parametrize(
    ("event", "finish"),
    [
        ({"type": "response.completed"}, "stop"),
        (
            {"type": "response.incomplete", "response": {"incomplete_details": {"reason": "content_filter"}}},
            "content_filter",
        ),
        ({"type": "response.incomplete", "response": None}, "length"),
    ],
)
def test_the_end_of_the_responses_api_says_why(event: dict[str, Any], finish: str):
    piece = of_response(event, lambda: "counted")
    assert piece.finish == finish
    assert piece.usage is not None
    assert piece.usage() == "counted"
    assert not is_response({"type": "message_start"})


def test_lines_of_ollama_are_pieces():
    call = {"function": {"index": 0, "name": "ls", "arguments": {"path": "/"}}}
    message = {"role": "assistant", "content": "hi", "thinking": "hm", "tool_calls": [call, call]}

    assert is_ollama({"message": message, "done": False})
    piece = of_ollama({"message": message, "done": False}, lambda: "counted")
    assert piece == Piece("hi", "hm", (CallPiece(None, "", "ls", '{"path": "/"}'),) * 2)
    ended = of_ollama({"message": {"content": ""}, "done": True, "done_reason": "length"}, lambda: "counted")
    assert ended.finish == "length"
    assert ended.usage is not None
    assert ended.usage() == "counted"
    assert of_ollama({"message": {}, "done": True}, lambda: None).finish == "stop"


@pytest.mark.parametrize("value", [{"message": "no", "done": True}, {"message": {}}, {"done": True}, {}, [], None])
def test_what_is_no_line_of_ollama_is_none(value: Any):
    assert not is_ollama(value)


@dataclass
class Function:
    name: str | None = None
    arguments: str | None = None


@dataclass
class CallDelta:
    index: int | None
    id: str | None
    function: Function


@dataclass
class Delta:
    content: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[CallDelta] | None = None


@dataclass
class Choice:
    delta: Delta | None
    finish_reason: str | None = None


@dataclass
class Chunk:
    choices: list[Choice] = field(default_factory=list)
    usage: Any = None


def test_chunks_of_litellm_are_pieces():
    calls = [CallDelta(0, "a", Function("ls", "{")), CallDelta(None, None, Function(None, None))]
    piece = of_chunk(Chunk([Choice(Delta("hi", "hm", calls), "stop")], "counted"))

    assert (piece.text, piece.thinking, piece.finish) == ("hi", "hm", "stop")
    assert piece.calls == (CallPiece(0, "a", "ls", "{"), CallPiece(None, "", "", ""))
    assert piece.usage is not None
    assert piece.usage() == "counted"
    assert of_chunk(Chunk([Choice(None)])) == of_chunk(Chunk()) == Piece()


def test_plain_chunks_of_litellm_are_pieces():
    call = {"id": "a", "type": "function", "function": {"name": "ls", "arguments": "{}"}, "index": 0}
    plain = {"text": "hi", "tool_use": call, "is_finished": False, "finish_reason": "", "usage": None, "index": 0}

    assert of_chunk(plain) == Piece("hi", "", (CallPiece(0, "a", "ls", "{}"),))
    ended = of_chunk({"text": "", "is_finished": True, "finish_reason": "length", "usage": {"prompt_tokens": 1}})
    assert ended.finish == "length"
    assert ended.usage is not None
    assert ended.usage() == {"prompt_tokens": 1}


@pytest.mark.parametrize(
    ("finish", "cut", "withheld", "failed"),
    [
        ("stop", False, False, False),
        ("tool_calls", False, False, False),
        ("", False, False, False),
        ("length", True, False, False),
        ("MAX_TOKENS", True, False, False),
        ("model_length", True, False, False),
        ("content_filter", False, True, False),
        ("refusal", False, True, False),
        ("SAFETY", False, True, False),
        ("error", False, False, True),
        ("insufficient_system_resource", False, False, True),
    ],
)
def test_why_an_answer_ended_is_known_by_any_providers_word(finish: str, cut: bool, withheld: bool, failed: bool):
    assert (is_cut(finish), is_withheld(finish), has_failed(finish)) == (cut, withheld, failed)


@pytest.mark.parametrize(
    ("value", "ours"),
    [({"choices": []}, True), ({"choices": None}, False), ({"candidates": []}, False), ([], False), (None, False)],
)
def test_the_shape_that_most_share_is_known(value: Any, ours: bool):
    assert is_ours(value) is ours


anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "delta",
                    "message",
                    "content",
                    "tool_calls",
                    "function",
                    "name",
                    "arguments",
                    "type",
                    "text",
                    "thinking",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=15,
)


@given(st.lists(anything, max_size=3))
def test_whatever_stands_in_an_event_it_is_read(choices: list[Any]):
    piece = of_event({"choices": choices})

    assert isinstance(piece.text, str)
    assert all(isinstance(each, CallPiece) for each in piece.calls)
    assert isinstance(of_claude({"content": choices}, lambda: None).text, str)


@pytest.mark.parametrize(
    ("event", "piece"),
    [
        ({"type": "content-delta", "delta": {"message": {"content": {"thinking": "hm"}}}}, Piece(thinking="hm")),
        ({"type": "tool-plan-delta", "delta": {"message": {"tool_plan": "I look."}}}, Piece(thinking="I look.")),
        ({"type": "message-end", "delta": {"finish_reason": "COMPLETE"}}, Piece(finish="COMPLETE")),
        ({"type": "content-end", "index": 0}, Piece()),
        ({"type": "content-delta", "delta": None}, Piece()),
    ],
)
def test_an_event_of_cohere_is_read_as_it_documents_it(event: dict[str, Any], piece: Piece):
    assert is_cohere(event)
    assert of_cohere(event, lambda: None) == piece
