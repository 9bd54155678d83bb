"""A session's posts and asks as messages: the keys that they go by, and what stands in them."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from harness.approvals.cards import GONE, card, shared
from harness.approvals.tokens import Token
from harness.chat.cards import Button, Card, Text
from harness.sessions.effects import Offer, Post
from harness.sessions.turn import OpenAsk
from harness.tools.tool import AnyTool


def key(thread: str, id: str) -> str:
    """Of the post or ask `id`. Global: a place may be bound to another thread later."""
    return f"{thread}:{id}"


def text(thread: str, markdown: str, offer: Offer | None) -> Text:
    """Words, with the button of what they offer."""
    return Text(markdown, (_button(thread, offer),) if offer else ())


def posted(thread: str, post: Post) -> Text:
    return text(thread, post.text, post.offer)


def asked(thread: str, asks: Sequence[OpenAsk], tools: Mapping[str, AnyTool]) -> Card:
    """The card on which these asks stand, open or settled."""
    drawn = [
        card(thread, ask.id, ask.ask, ask.call, tools.get(ask.call.tool), ask.category, ask.requester, ask.settled)
        for ask in asks
    ]
    if not drawn:
        return GONE
    return drawn[0] if len(drawn) == 1 else shared(thread, asks[0].id, drawn)


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
