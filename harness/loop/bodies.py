"""A session's posts and asks as messages: the keys that they go by, and what stands in them."""

from dataclasses import replace
from typing import assert_never

from harness.approvals.tokens import Token
from harness.chat.cards import Button, Feedback, Text
from harness.sessions.effects import Offer, Post
from harness.tools.calls import At


def key(thread: str, id: str) -> str:
    """Of the post or ask `id`. Global: a place may be bound to another thread later."""
    return f"{thread}:{id}"


def text(thread: str, markdown: str, offer: Offer | None) -> Text:
    """Words, with the button of what they offer."""
    return Text(markdown, (_button(thread, offer),) if offer else ())


def posted(thread: str, post: Post) -> Text:
    body = text(thread, post.text, post.offer)
    return replace(body, feedback=_feedback(thread, post.answer)) if post.answer else body


def _feedback(thread: str, at: At) -> Feedback:
    return Feedback(str(Token(thread, str(at), "good")), str(Token(thread, str(at), "bad")))


def _button(thread: str, offer: Offer) -> Button:
    token = str(Token(thread, offer.ask or str(offer.number), offer.verb))
    match offer.verb:
        case "stop":
            return Button("Stop", token, "danger")
        case "allow":
            return Button("Allow", token, "primary")
        case "continue":
            return Button("Try again" if offer.again else "Continue", token, "primary")
        case "ask-again":
            return Button("Ask again", token)
        case "no-answer":
            return Button("Not an answer", token)
        case _:
            assert_never(offer.verb)
