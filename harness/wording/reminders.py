"""What people are told of an ask whose card they do not have before them: elsewhere, or much later."""

from collections.abc import Sequence
from dataclasses import replace

from harness.chat.cards import Card
from harness.chat.people import Person
from harness.chat.phrases import Link, Phrase, Where, capitalized, joined
from harness.chat.platforms import direct
from harness.chat.secrets import concealed
from harness.chat.wording import shortened
from harness.sessions.ask_status import Settled
from harness.sessions.turn import OpenAsk
from harness.wording.ask_cards import deciders

REASON = 200
"""Characters of why something is asked: its card says all of it."""


def origin(ask: OpenAsk, address: str) -> Phrase:
    """Who asks, and where, above a card that stands elsewhere. `address` leads there; empty if there is none. None
    leads others into a private place.
    """
    link = (Link("Open thread", address),) if address and not private(ask) else ()
    return joined([(ask.requester, " asks in ", *located(ask)), link])


def located(ask: OpenAsk) -> Phrase:
    """Where it was asked, for who reads it elsewhere."""
    return ("a direct message",) if direct(ask.place) else (Where(ask.place),)


def private(ask: OpenAsk) -> bool:
    """True if others can't read where it was asked, or if that isn't known of a direct message."""
    return ask.private or direct(ask.place) is not False


def led_there(viewer: Person, ask: OpenAsk) -> bool:
    """Can the viewer open where it was asked, as far as we know?"""
    return not private(ask) or any(viewer.same(one) for one in (ask.requester, *ask.authors))


def apart(ask: OpenAsk) -> OpenAsk:
    """As it stands elsewhere than where it was asked: what was said in private is not told there, but what is to be
    decided, and what people said who have decided.
    """
    if not private(ask):
        return ask
    replaced = ask.replaces and replace(ask.replaces, reason="")
    status = ask.status
    if isinstance(status, Settled) and status.settlement.outcome in ("withdrawn", "replaced"):
        status = replace(status, settlement=replace(status.settlement, detail=""))
    return replace(ask, reason="", replaces=replaced, status=status)


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
