import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.models import events
from adapters.models.events import NOTHING, Events, EventTooLong, Lines


def lines(*pieces: bytes) -> list[str]:
    taken = Lines()
    return [line for piece in pieces for line in taken.add(piece)] + taken.end()


def values(*come: str) -> list[Any]:
    taken = Events()
    made = [taken.add(line) for line in come]
    return [value for value in [*made, taken.end()] if value is not NOTHING]


def test_lines_end_in_any_of_three_ways_and_in_no_other():
    assert lines(b"a\nb\r\nc\rd\x0be\x85f", "g\u2028h\x1c\n".encode(), b"rest") == [
        "a",
        "b",
        "c",
        "d\x0be�fg\u2028h\x1c",
        "rest",
    ]


@given(st.lists(st.sampled_from([b"a", b"\n", b"\r", b"\r\n", "é".encode()])), st.data())
def test_lines_do_not_depend_on_how_the_bytes_are_cut(parts: list[bytes], data: st.DataObject):
    joined = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(joined)))))
    pieces = [joined[a:b] for a, b in zip([0, *cuts], [*cuts, len(joined)], strict=True)]

    assert lines(*pieces) == lines(joined) == [line.decode() for line in joined.splitlines()]


def test_a_line_that_never_ends_is_given_up_and_each_byte_was_taken_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(events, "LONGEST_LINE", 1_000)
    taken = Lines()
    for _ in range(1_000):
        assert taken.add(b"x") == []
    assert len(taken._begun) == 1_000, "nothing was put together before the line has ended"
    with pytest.raises(EventTooLong):
        taken.add(b"x")


def test_each_event_is_its_value():
    assert values(
        'data: {"a": 1}', "", ": a comment", 'data:{"b": 2}', "event: ping", "id: 3", "retry: 1", "data: [DONE]"
    ) == [
        {"a": 1},
        {"b": 2},
    ]


def test_the_end_of_a_stream_is_known():
    taken = Events()
    taken.add('data: {"a": 1}')
    assert not taken.done
    taken.add("data:  [DONE]  ")
    assert taken.done


def test_an_event_may_stand_on_several_lines():
    assert values('data: {"a":', "data: 1}", "", 'data: {"b": 2}') == [{"a": 1}, {"b": 2}]
    assert values('data: {"a":', "data: 1}") == [{"a": 1}], "the last one, too"


def test_nonsense_between_events_is_left_out():
    assert values("data: {nonsense", "", 'data: "text"', "data: 1", "what?", "data", 'data: {"a": 1}') == [{"a": 1}]


@pytest.mark.parametrize(
    "come",
    [
        ["event: error", 'data: {"message": "no"}'],
        ['error: {"message": "no"}'],
        ['data: {"choices": []}', 'error: {"message": "no"}'],
    ],
)
def test_an_event_that_is_called_an_error_is_one(come: list[str]):
    assert values(*come)[-1] == {"error": {"message": "no"}}


def test_an_error_that_says_so_itself_stays_as_it_is():
    assert values("event: error", 'data: {"type": "error", "error": {"a": 1}}') == [
        {"type": "error", "error": {"a": 1}}
    ]
    assert values("error: gone wrong") == [{"error": "gone wrong"}]


def test_a_value_a_line_is_a_stream_too():
    assert values('{"a": 1}', "", '{"b": 2}') == [{"a": 1}, {"b": 2}]
    assert values("data: {}", '{"error": "the proxy says"}') == [{}, {"error": "the proxy says"}]


@pytest.mark.parametrize("value", [{"a": [1, {"b": 2}]}, [{"error": 1}, {"c": 2}]])
def test_one_body_in_place_of_a_stream_is_its_value(value: Any):
    assert values(*json.dumps(value, indent=2).splitlines()) == [value]
    assert values("\ufeff", *json.dumps(value, indent=2).splitlines()) == [value]
    assert values(json.dumps(value)) == [value]


def test_a_page_in_place_of_a_stream_is_its_text():
    assert values("", "<html>", "", "data: {}", "</html>") == ["<html>\n\ndata: {}\n</html>"]


def test_where_nothing_came_there_is_nothing():
    assert values() == []
    assert values("", " ", "") == []


def test_a_body_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(events, "LONGEST_LINE", 1_000)
    for first, line in (("<html>", "x" * 10), ("data: {", "data: x23456789")):
        with pytest.raises(EventTooLong):
            values(first, *[line] * 200)


@pytest.mark.parametrize("bomb", ["[" * 100_000, '{"a":' * 100_000, '{"a": ' + "1" * 10_000 + "}"])
def test_what_python_does_not_read_is_nothing(bomb: str):
    assert values(f"data: {bomb}", "", 'data: {"a": 1}') == [{"a": 1}]


@given(st.lists(st.dictionaries(st.text(max_size=3), st.text(max_size=9), min_size=1), max_size=5))
def test_what_was_sent_comes(sent: list[dict[str, str]]):
    stream = "".join(f"data: {json.dumps(value)}\n\n" for value in sent).encode()

    assert values(*lines(stream)) == [({"error": v["error"], **v} if v.get("error") else v) for v in sent]
