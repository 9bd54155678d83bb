"""A session's posts and asks as messages: the keys that they go by, and what stands in them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal, assert_never

from harness.approvals.tokens import Token, Verb
from harness.chat.cards import Button, Feedback, Text
from harness.sessions.effects import Offer, Post
from harness.tools.calls import At

_OF_BEATS: Mapping[str, Verb] = {
    "Less often": "beat-slower",
    "Mute here": "beat-mute",
    "Stop": "beat-end",
    "Useful": "beat-useful",
}
"""The buttons below what a heartbeat posts."""


def key(thread: str, id: str) -> str:
    """Of the post or ask `id`. Global: a place may be bound to another thread later."""
    return f"{thread}:{id}"


def text(thread: str, markdown: str, offer: Offer | None) -> Text:
    """Words, with the buttons of what they offer."""
    return Text(markdown, tuple(_buttons(thread, offer)) if offer else ())


def posted(thread: str, post: Post) -> Text:
    body = text(thread, post.text, post.offer)
    return replace(body, feedback=_feedback(thread, post.answer)) if post.answer else body


def _feedback(thread: str, at: At) -> Feedback:
    return Feedback(str(Token(thread, str(at), "good")), str(Token(thread, str(at), "bad")))


def _buttons(thread: str, offer: Offer) -> Iterator[Button]:
    if offer.verb != "beat":
        yield _button(thread, offer, offer.verb)
        return
    for label, verb in _OF_BEATS.items():
        yield Button(label, str(Token(thread, offer.beat, verb)))


def _button(thread: str, offer: Offer, verb: Literal["stop", "continue", "allow", "ask-again", "no-answer"]) -> Button:
    token = str(Token(thread, offer.ask or str(offer.number), verb))
    match verb:
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
            assert_never(verb)
