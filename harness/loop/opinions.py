"""What people think of an answer: a click counts, and a form asks what was wrong. Pure."""

import re

from harness.approvals.forms import FormErrors
from harness.approvals.tokens import Token
from harness.chat.cards import Field, Form
from harness.chat.events import ButtonClicked, FormSubmitted
from harness.chat.people import Person
from harness.loop.refusals import NotOpen
from harness.sessions.facts import FeedbackGiven
from harness.sessions.session import Session
from harness.tools.calls import At

WORDS = 1_000
"""Characters in which people say what was wrong."""
NO_ANSWER = "This is not an answer of mine."
_POINT = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})")


def opinion(event: ButtonClicked | FormSubmitted, token: Token, by: Person, words: str = "") -> FeedbackGiven | None:
    """None if that token names no answer."""
    at = _answer(token)
    if at is None:
        return None
    good = token.verb == "good"
    return FeedbackGiven(by=by, place=event.place, message=event.message, at=at, good=good, words=words)


def form(token: Token, session: Session) -> Form:
    """What is asked of somebody who did not like an answer. Raises NotOpen if that token is about none."""
    _expect_answer(token, session)
    hint = "I read this with the next message in this thread."
    words = Field("words", "What was wrong?", kind="text", required=False, hint=hint, most=WORDS)
    return Form("Your feedback", str(token), "Send", (words,))


def explained(event: FormSubmitted, token: Token, by: Person, session: Session) -> FeedbackGiven | None:
    """What was typed there, if anything. Raises FormErrors, and NotOpen if that token is about no answer."""
    _expect_answer(token, session)
    words = event.values.get("words", "").strip()
    if len(words) > WORDS:
        raise FormErrors({"words": f"at most {WORDS:,} characters, please"})
    return opinion(event, token, by, words)


def _expect_answer(token: Token, session: Session) -> None:
    at = _answer(token)
    if at is None or not 0 < at.turn <= session.turns:
        raise NotOpen(NO_ANSWER)


def _answer(token: Token) -> At | None:
    at = _POINT.fullmatch(token.about)
    return At(*map(int, at.groups())) if at else None
