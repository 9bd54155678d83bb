"""What people are told of an ask whose card they do not have before them: elsewhere, or much later."""

from collections.abc import Sequence

from harness.chat.cards import Card
from harness.chat.people import Person
from harness.chat.phrases import Code, Link, Part, Phrase, Where, capitalized, joined, plain
from harness.chat.secrets import concealed
from harness.chat.untrusted import unmarked
from harness.chat.wording import shortened
from harness.sessions.turn import OpenAsk
from harness.wording.ask_cards import deciders

REASON = 200
"""Characters of why something is asked: its card says all of it."""


def origin(ask: OpenAsk, address: str) -> Phrase:
    """Who asks, and where, above a card that stands elsewhere. `address` leads there; empty if there is none."""
    link = (Link("Open thread", address),) if address else ()
    return joined([(ask.requester, " asks in ", Where(ask.place)), link])


def still_waiting(ask: OpenAsk, card: Card, address: str, known: Sequence[Person] = ()) -> str:
    """Below the card, in Markdown: for whom, what, why, and who can decide, by the names of those who are `known`.
    `address` leads to the card.
    """
    lines = (
        f"{ask.requester}'s request is still waiting: {''.join(map(_marked, card.title))}",
        shortened(concealed(" ".join(card.reason.split())), REASON),
        f"{plain(capitalized(deciders(ask, known)))}.{f' [Open card]({address})' if address else ''}",
    )
    return "\n".join(filter(None, lines))


def _marked(part: Part) -> str:
    """In a line of Markdown, of which nothing but code is marked."""
    text = concealed(str(part))
    if isinstance(part, Code) and "`" not in text:
        return f"`{text}`"
    return unmarked(text.replace("\n", " ")).replace("](", "] (")
