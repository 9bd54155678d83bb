"""What people think of an answer, and what was wrong with it."""

import pytest

from harness.approvals.forms import FormErrors
from harness.approvals.tokens import Token, Verb
from harness.chat.events import ButtonClicked, FormSubmitted
from harness.loop import opinions
from harness.loop.refusals import NotOpen
from harness.sessions.facts import FeedbackGiven
from harness.tools.calls import At
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

ANSWERED = Script().says(BOB).replies(text="12 desks.").session
BAD = Token("t", "1.1", "bad")


def typed(words: str) -> FormSubmitted:
    return FormSubmitted("s", CHANNEL, ANA, str(BAD), "m9", values={"words": words})


@pytest.mark.parametrize(("verb", "good"), [("good", True), ("bad", False)])
def test_a_click_says_whether_it_was_good(verb: Verb, good: bool) -> None:
    token = Token("t", "3.2", verb)
    given = opinions.opinion(ButtonClicked("c", CHANNEL, ANA, str(token), "m9"), token, ANA)
    assert given == FeedbackGiven(by=ANA, place=CHANNEL, message="m9", at=At(3, 2), good=good)


def test_what_was_wrong_is_asked_and_need_not_be_said() -> None:
    form = opinions.form(BAD, ANSWERED)
    [field] = form.fields
    assert (form.token, field.label, field.required, field.most) == (str(BAD), "What was wrong?", False, 1_000)
    for words, said in (("  it is 14 \n", "it is 14"), (" ", "")):
        given = opinions.explained(typed(words), BAD, ANA, ANSWERED)
        assert given == FeedbackGiven(by=ANA, place=CHANNEL, message="m9", at=At(1, 1), good=False, words=said)


def test_more_than_a_note_is_not_taken() -> None:
    with pytest.raises(FormErrors, match="at most 1,000 characters"):
        opinions.explained(typed("x" * 1_001), BAD, ANA, ANSWERED)


@pytest.mark.parametrize("about", ["", "own", "0.1", "2.1", "1.1.0#1"])
def test_of_what_is_no_answer_nothing_is_asked_or_taken(about: str) -> None:
    token = Token("t", about, "bad")
    with pytest.raises(NotOpen, match="not an answer of mine"):
        opinions.form(token, ANSWERED)
    with pytest.raises(NotOpen, match="not an answer of mine"):
        opinions.explained(typed("wrong"), token, ANA, ANSWERED)
