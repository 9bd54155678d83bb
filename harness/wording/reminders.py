"""What people are told of an ask whose card they do not have before them: elsewhere, or much later."""

from collections.abc import Sequence

from harness.chat.cards import Card
from harness.chat.people import Person
from harness.chat.phrases import Link, Phrase, Where, capitalized, joined
from harness.chat.secrets import concealed
from harness.chat.wording import shortened
from harness.sessions.turn import OpenAsk
from harness.wording.ask_cards import deciders

REASON = 200
"""Characters of why something is asked: its card says all of it."""


def origin(ask: OpenAsk, address: str) -> Phrase:
    """Who asks, and where, above a card that stands elsewhere. `address` leads there; empty if there is none."""
    link = (Link("Open thread", address),) if address else ()
    return joined([(ask.requester, " asks in ", Where(ask.place)), link])


def still_waiting(ask: OpenAsk, card: Card, address: str, known: Sequence[Person] = ()) -> Phrase:
    """Below the card: for whom, what, why, and who can decide, by the names of those who are `known`. Who is asked is
    mentioned, whoever waits is named. `address` leads to the card.
    """
    why = shortened(concealed(" ".join(card.reason.split())), REASON)
    way = (" ", Link("Open card", address)) if address else ()
    lines: list[Phrase] = [
        (f"{ask.requester}'s request is still waiting: ", *card.title),
        (why,) if why else (),
        (*capitalized(deciders(ask, known)), ".", *way),
    ]
    return joined(lines, "\n")
