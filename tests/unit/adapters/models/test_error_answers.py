import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.models.error_answers import LONGEST_BODY, LONGEST_WORDS, ErrorAnswer, answered, said, within


def test_codes_and_words_are_taken_from_wherever_they_stand():
    inner = {"error": {"message": "Too LONG.", "code": "context_length_exceeded"}}
    raw = {"error": {"code": 502, "message": "Provider returned error", "metadata": {"raw": json.dumps(inner)}}}

    answer = said(raw)

    assert answer.status == 502
    assert answer.codes == {"context_length_exceeded"}
    assert answer.words.startswith("provider returned error")
    assert answer.words.endswith("too long.")


@pytest.mark.parametrize(
    "echo", [{"input": "x"}, {"failed_generation": "x"}, {"messages": [{"message": "x"}]}, {"param": {"message": "x"}}]
)
def test_what_may_quote_the_request_says_nothing(echo: dict[str, Any]):
    assert said({"detail": [{"msg": "no", **echo}]}).words == "no"


@pytest.mark.parametrize("code", [429, "429"])
def test_a_code_that_is_a_status_is_the_status(code: Any):
    assert said({"error": {"code": code}}).status == 429
    assert said({"error": {"code": 1234, "limit": 429}}).status == 0


def test_the_status_of_the_answer_counts_before_that_within_it():
    assert answered(400, {}, b'{"error": {"code": 500}}', 0.0).status == 400


@pytest.mark.parametrize(
    ("headers", "after"),
    [
        ({}, None),
        ({"retry-after": "3"}, 3.0),
        ({"Retry-After": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "Thu, 01 Jan 1970 00:01:00 GMT"}, 50.0),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "-3"}, None),
    ],
)
def test_the_wait_that_a_provider_asks_for_is_read(headers: dict[str, str], after: float | None):
    assert answered(429, headers, b"{}", 10.0).after == after
    assert answered(503, headers, b"<html></html>", 10.0).after == after


@pytest.mark.parametrize(
    ("words", "after"),
    [("Please try again in 350ms.", 0.35), ("Retry after 2 minutes", 120.0), ("try again in 1h1m1s", 3_661.0)],
)
def test_a_wait_that_is_asked_for_in_words_is_read(words: str, after: float):
    assert said({"error": {"message": words}}).after == pytest.approx(after)
    assert answered(429, {"retry-after": "7"}, json.dumps({"message": words}), 0.0).after == 7.0, "the header counts"


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<html><head><title>502 Bad\n  Gateway</title>", "502 Bad Gateway"),
        ("\ufeff \n<!DOCTYPE html><title lang=en>A &lt;b&gt; &amp; c</title>", "A <b> & c"),
        ("<html><body>Hello</body></html>", ""),
        (f"<title>{'x' * 500}</title>", f"{'x' * 80}…"),
    ],
)
def test_a_page_has_a_title(page: str, title: str):
    assert answered(200, {}, page, 0.0) == ErrorAnswer(200, title=title)


def test_text_that_is_no_page_is_words():
    assert answered(413, {}, b"Payload  Too\nLarge", 0.0) == ErrorAnswer(413, words="payload too large")


@pytest.mark.parametrize(
    ("event", "is_error"),
    [
        ({"error": {"message": "no"}}, True),
        ({"error": "no"}, True),
        ([{"error": {"message": "no"}}], True),
        ({"type": "error", "error": {"type": "overloaded_error"}}, True),
        ({"object": "error", "message": "no"}, True),
        ({"id": "1", "choices": [], "x_groq": {"error": "no"}}, True),
        ({"type": "response.failed", "response": {"error": {"code": "server_error"}}}, True),
        ({"type": "response.failed", "response": None}, True),
        ({"type": "response.created", "response": {"error": None}}, False),
        ({"error": None, "choices": []}, False),
        ({"choices": [], "x_groq": {"id": "req"}}, False),
        ({"type": "ping"}, False),
        (["a"], False),
        ([[{"error": {"message": "no"}}]], False),
        ("error", False),
        (None, False),
    ],
)
def test_an_event_of_a_stream_is_an_error_or_none(event: Any, is_error: bool):
    assert (within(event) is not None) is is_error


anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["error", "message", "code", "status", "raw", "details", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(anything)
def test_whatever_comes_is_read(value: Any):
    assert said(value).words == said(value).words.lower()
    within(value)
    answered(500, {}, json.dumps(value), 0.0)


@pytest.mark.parametrize(
    "bomb",
    [
        b"[" * 1_000_000,
        b'{"error":' * 200_000,
        json.dumps({"error": {"message": "x" * 1_000_000}}).encode(),
        json.dumps([{"message": str(n)} for n in range(100_000)]).encode(),
        b"<title>" * 200_000,
        b"\xff" * 100_000,
        b'{"message": "retry in ' + b"1s " * 100_000 + b'"}',
    ],
)
def test_of_an_answer_of_any_size_only_so_much_is_looked_at(bomb: bytes):
    answer = answered(500, {}, bomb, 0.0)
    within(json.loads(bomb) if bomb[:1] == b"[" and bomb[-1:] == b"]" else [[[]] * 1_000])

    assert len(answer.words) <= LONGEST_WORDS
    assert len(answer.title or "") < LONGEST_BODY
