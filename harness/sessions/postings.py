"""What is to be posted, and what was posted and has a button: a part of the session."""

from collections.abc import Mapping
from dataclasses import dataclass

from harness.chat.people import Place
from harness.sessions.effects import Outgoing, Post, PostAsk
from harness.sessions.values import replace


@dataclass(frozen=True, slots=True)
class PostedAction:
    """A message of ours that has a button, by the platform's name for it."""

    post: Post
    message: str


PAUSES = (60.0, 300.0, 900.0, 1_800.0, 3_600.0)
"""Seconds until what is owed is tried again: after the first time, the second, and so on."""
LATE = 600.0
"""Seconds after which people are told that something comes late."""


@dataclass(frozen=True, slots=True)
class Delay:
    """Something that is owed, a post or the change of one, has not arrived.

    Attributes:
        id: of the post, or of the effect that changes one
        place: where it belongs
        since: when that was said first, in seconds since the epoch
        why: what was said of it last
        tries: how often
        until: when it is tried again; None while it is
    """

    id: str
    place: Place
    since: float
    why: str
    tries: int = 1
    until: float | None = None


@dataclass(frozen=True)
class Postings:
    outbox: tuple[Outgoing, ...] = ()
    """Posts until their outcome is known; first in, first out in each place."""
    actions: tuple[PostedAction, ...] = ()
    """Postings other than cards that have live buttons."""
    delays: tuple[Delay, ...] = ()

    def delayed(self, id: str) -> bool:
        """Is it not to be tried now?"""
        return any(delay.id == id and delay.until is not None for delay in self.delays)

    def delaying(self, id: str, place: Place, why: str, now: float) -> "Postings":
        """It has not arrived, and is tried again after a while."""
        known = next((delay for delay in self.delays if delay.id == id), None)
        tries = known.tries if known else 0
        until = now + PAUSES[min(tries, len(PAUSES) - 1)]
        delay = Delay(id, place, known.since if known else now, why, tries + 1, until)
        return replace(self, delays=(*(each for each in self.delays if each.id != id), delay))

    def retrying(self, id: str, place: Place | None, now: float) -> "Postings":
        """What was delayed is tried now: of that id, or all in the channel of that place, or all. The first that people
        read in a place says that it comes late.
        """
        due = [d for d in self.delays if d.until is not None and (d.id == id if id else _is_in(d.place, place))]
        if not due:
            return self
        tried = {delay.id for delay in due}
        delays = tuple(replace(d, until=None) if d.id in tried else d for d in self.delays)
        late = {delay.id: now - delay.since for delay in due if now - delay.since >= LATE}
        return replace(self, delays=delays, outbox=tuple(_late(item, late) for item in self.outbox))

    def without_delay(self, id: str) -> "Postings":
        """It has arrived, or is not owed any more."""
        delays = tuple(delay for delay in self.delays if delay.id != id)
        return self if len(delays) == len(self.delays) else replace(self, delays=delays)

    def find(self, id: str) -> Outgoing | None:
        """What is to be posted of that id."""
        return next((item for item in self.outbox if item.id == id), None)

    def posting(self, item: Outgoing) -> "Postings":
        """Into the outbox, unless it is there."""
        return self if self.find(item.id) else replace(self, outbox=(*self.outbox, item))

    def without(self, id: str) -> "Postings":
        return replace(self, outbox=tuple(item for item in self.outbox if item.id != id)).without_delay(id)

    def sent(self, id: str, message: str) -> "Postings":
        """It has arrived; what it has a button for is known by the platform's name for it."""
        post = self.find(id)
        sent = self.without(id)
        if not isinstance(post, Post) or post.action is None or not message:
            return sent
        return replace(sent, actions=(*sent.actions, PostedAction(post, message)))

    def card_sent(self, ask: str, place: Place) -> "Postings":
        """The card that begins with that ask has arrived there."""
        there = (ask, place)
        arrived = [i.id for i in self.outbox if isinstance(i, PostAsk) and (i.ask, i.place) == there]
        return self.without(arrived[0]) if arrived else self

    def withdrawn(self, id: str) -> "Postings":
        """It has no button any more."""
        kept = replace(self, actions=tuple(made for made in self.actions if made.post.id != id))
        return kept.without_delay(f"withdraw {id}")


def _is_in(there: Place, place: Place | None) -> bool:
    """Is it in the channel of that place? Everywhere, if that is None."""
    return place is None or replace(there, thread="") == replace(place, thread="")


def _late(item: Outgoing, late: Mapping[str, float]) -> Outgoing:
    if isinstance(item, Post) and item.id in late and not item.begun:
        return replace(item, late=late[item.id])
    return item
