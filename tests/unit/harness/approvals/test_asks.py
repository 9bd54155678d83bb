"""Questions know their answers, and settlements tell the truth in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.asks import Question, Respond
from harness.chat.cards import Option

COLOURS = (Option("red"), Option("dark blue"))
ONE, SEVERAL = Question("which?", COLOURS, free_text=False), Question("which?", COLOURS, multiple=True, free_text=False)
OPEN = Question("why?")


@pytest.mark.parametrize(
    ("question", "typed", "answer"),
    [
        (ONE, "Red", Respond("", ("red",))),
        (ONE, " DARK BLUE ", Respond("", ("dark blue",))),
        (ONE, "green", None),
        (ONE, "red, dark blue", None),
        (SEVERAL, "red,dark blue", Respond("", ("red", "dark blue"))),
        (SEVERAL, "red, red", None),
        (SEVERAL, "red, green", None),
        (OPEN, "because", Respond("because")),
        (OPEN, "   ", None),
        (Question("which?", COLOURS), "red", Respond("", ("red",))),
        (Question("which?", COLOURS), "neither of them", Respond("neither of them")),
    ],
)
def test_a_typed_line_is_read_as_the_answer_that_it_is(question: Question, typed: str, answer: Respond | None) -> None:
    assert question.read(typed) == answer


@given(
    st.builds(Question, st.just("?"), st.just(COLOURS), multiple=st.booleans(), free_text=st.booleans()),
    st.builds(
        Respond, st.text(max_size=5), st.lists(st.sampled_from(["red", "dark blue", "green"]), max_size=3).map(tuple)
    ),
)
def test_an_answer_fits_exactly_if_the_question_allows_all_of_it(question: Question, answer: Respond) -> None:
    if question.fits(answer):
        assert set(answer.selected) <= {"red", "dark blue"}
        assert question.multiple or len(answer.selected) <= 1
        assert question.free_text or not answer.text.strip()
        assert answer.words


@given(st.text(), st.booleans())
def test_whatever_is_read_fits(typed: str, multiple: bool) -> None:
    question = Question("?", COLOURS, multiple=multiple)
    answer = question.read(typed)
    assert answer is None or question.fits(answer)
