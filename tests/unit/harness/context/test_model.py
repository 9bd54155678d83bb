"""What a request is, in both its forms."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.context import model as m
from harness.context.window import Window
from harness.sessions.entries import Said
from harness.sessions.usage import Usage
from harness.tools.calls import At
from tests.fakes.packages import SYSTEM


def test_a_request_encoded_is_its_values_as_json() -> None:
    window = Window([Said("Ana", "hi — “you”"), Said("Bob", "ho")])
    request = m.Request(at=At(1, 1), model="test", system=SYSTEM, messages=window.request)
    assert json.loads(request.encoded()) == request.values()
    assert [value["role"] for value in request.values()] == ["system", "user", "user"]


@pytest.mark.parametrize(
    "error",
    [m.AuthenticationFailed, m.RateLimited, m.Overflowed, m.RequestRefused, m.TimedOut, m.Cut, m.ModelUnavailable],
)
def test_whoever_catches_a_models_errors_catches_each_of_them(error: type[m.ModelError]) -> None:
    with pytest.raises(m.ModelError, match="why"):
        raise error("why")


@given(st.lists(st.text(max_size=3)))
def test_what_was_shown_stays_what_it_was_whatever_is_added(pieces: list[str]) -> None:
    written, shown = m.GrowingText(), [m.Shown()]
    for piece in pieces:
        written.add(piece)
        shown.append(m.Shown(written, "hm"))
    assert [each.text for each in shown] == ["".join(pieces[:end]) for end in range(len(pieces) + 1)]
    assert [each.lengths[0] for each in shown] == [len(each.text) for each in shown]


def test_a_text_is_put_together_when_it_is_read_and_not_before() -> None:
    written = m.GrowingText()
    for _ in range(1_000):
        written.add("word ")
        m.Shown(written).over(m.Shown("seen"), Usage())
    assert len(written._pieces) == 1_000
    assert m.Shown(written).text == "word " * 1_000
    assert len(written._pieces) == 1


def test_what_people_saw_is_not_taken_back() -> None:
    seen, now = m.Shown("a long beginning", "hm"), m.Shown("Short.", "hm hm", Usage(1))
    assert now.over(seen, Usage(2)) == m.Shown("a long beginning", "hm hm", Usage(2))
    assert m.Shown("Shorter.").over(m.Shown("An equal"), Usage()).text == "An equal", "what is as long stays"


def test_what_is_shown_is_equal_by_what_it_says() -> None:
    written = m.GrowingText("a")
    assert m.Shown(written) == m.Shown("a")
    assert hash(m.Shown(written)) == hash(m.Shown("a"))
    assert m.Shown("a") != m.Shown("b")
    assert m.Shown("a") != m.Shown("a", "b")
    assert m.Shown("a") != m.Shown("a", usage=Usage(1))
    assert m.Shown("a") != "a"
    assert repr(m.Shown("a")).startswith("Shown('a', '', Usage(")
