"""What is to be posted, and what was posted and has a button: a part of the session."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from harness.chat.people import Place
from harness.sessions.effects import MessageAction, Outgoing, Post, PostAsk
from harness.sessions.notices import Notice
from harness.sessions.post_status import TRANSITIONS, Delayed, Gone, Pending, Retried
from harness.sessions.transitions import moved
from harness.tools.values import replace


@dataclass(frozen=True, slots=True)
class PostedAction:
    """A message of ours that has a button, by the platform's name for it."""

    post: Post
    message: str


@dataclass(frozen=True, slots=True)
class Closed:
    """What a message that is on its way has a button for is over, and the message says so, with that notice."""

    action: MessageAction
    notice: Notice


PAUSES = (60.0, 300.0, 900.0, 1_800.0, 3_600.0)
"""Seconds until what is owed is tried again: after the first time, the second, and so on."""
LATE = 600.0
"""Seconds after which people are told that something comes late."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What has not arrived at once, and belongs in that place: a post, or the effect that changes one, by its id."""

    id: str
    place: Place
    status: Delayed | Retried


@dataclass(frozen=True)
class Postings:
    outbox: tuple[Outgoing, ...] = ()
    """Posts until their outcome is known; first in, first out in each place."""
    actions: tuple[PostedAction, ...] = ()
    """Postings other than cards that have live buttons."""
    owed: tuple[Owed, ...] = ()
    """What of them, and of changes to what was posted, has not arrived at once."""
    closed: tuple[Closed, ...] = ()
    """Of posts in the outbox: these are not changed there, since another value would be another post."""

    def delayed(self, id: str) -> bool:
        """Is it not to be tried now?"""
        return any(one.id == id and isinstance(one.status, Delayed) for one in self.owed)

    def delaying(self, id: str, place: Place, why: str, now: float) -> "Postings":
        """It has not arrived, and is tried again after a while."""
        before = next((one.status for one in self.owed if one.id == id), Pending())
        since, tries = (now, 0) if isinstance(before, Pending) else (before.since, before.tries)
        until = now + PAUSES[min(tries, len(PAUSES) - 1)]
        status = moved(TRANSITIONS, before, "delayed", Delayed(since, why, tries + 1, until))
        return replace(self, owed=(*(one for one in self.owed if one.id != id), Owed(id, place, status)))

    def retrying(self, id: str, place: Place | None, now: float) -> "Postings":
        """What was delayed is tried now: of that id, or all in the channel of that place, or all. The first that people
        read in a place says that it comes late.
        """
        due = {
            one.id: _retried(one, one.status)
            for one in self.owed
            if isinstance(one.status, Delayed) and (one.id == id if id else _is_in(one.place, place))
        }
        if not due:
            return self
        late = {one.id: now - one.status.since for one in due.values() if now - one.status.since >= LATE}
        return replace(
            self,
            owed=tuple(due.get(one.id, one) for one in self.owed),
            outbox=tuple(_late(item, late) for item in self.outbox),
        )

    def settled(self, id: str, event: Literal["arrived", "refused"] = "arrived") -> "Postings":
        """It is not owed any more."""
        for one in self.owed:
            if one.id == id:
                moved(TRANSITIONS, one.status, event, Gone())
                return replace(self, owed=tuple(other for other in self.owed if other is not one))
        return self

    def find(self, id: str) -> Outgoing | None:
        """What is to be posted of that id."""
        return next((item for item in self.outbox if item.id == id), None)

    def posting(self, item: Outgoing) -> "Postings":
        """Into the outbox, unless it is there."""
        return self if self.find(item.id) else replace(self, outbox=(*self.outbox, item))

    def without(self, id: str, event: Literal["arrived", "refused"] = "arrived") -> "Postings":
        outbox = tuple(item for item in self.outbox if item.id != id)
        closed = tuple(one for one in self.closed if any(_has(item, one.action) for item in outbox))
        return replace(self, outbox=outbox, closed=closed).settled(id, event)

    def sent(self, id: str, message: str) -> "Postings":
        """It has arrived; what it has a button for is known by the platform's name for it."""
        post = self.find(id)
        sent = self.without(id)
        if not isinstance(post, Post) or post.action is None or not message:
            return sent
        if over := self.over(post):
            post = replace(post, notice=over)
        return replace(sent, actions=(*sent.actions, PostedAction(post, message)))

    def closing(self, action: MessageAction, notice: Notice) -> "Postings":
        """That action is over: the message that has a button for it is to say so."""
        actions = tuple(
            replace(made, post=replace(made.post, notice=notice)) if made.post.action == action else made
            for made in self.actions
        )
        closed = tuple(one for one in self.closed if one.action != action)
        if any(_has(item, action) for item in self.outbox):
            closed += (Closed(action, notice),)
        return replace(self, actions=actions, closed=closed)

    def over(self, post: Post) -> Notice | None:
        """What a post in the outbox says by now, if what it has a button for is over."""
        return next((one.notice for one in self.closed if one.action == post.action), None)

    def card_sent(self, ask: str, place: Place) -> "Postings":
        """The card that begins with that ask has arrived there."""
        there = (ask, place)
        arrived = [i.id for i in self.outbox if isinstance(i, PostAsk) and (i.ask, i.place) == there]
        return self.without(arrived[0]) if arrived else self

    def withdrawn(self, id: str) -> "Postings":
        """It has no button any more."""
        kept = replace(self, actions=tuple(made for made in self.actions if made.post.id != id))
        return kept.settled(f"withdraw {id}")


def _has(item: Outgoing, action: MessageAction) -> bool:
    return isinstance(item, Post) and item.action == action


def _retried(owed: Owed, before: Delayed) -> Owed:
    status = moved(TRANSITIONS, before, "due", Retried(before.since, before.why, before.tries))
    return replace(owed, status=status)


def _is_in(there: Place, place: Place | None) -> bool:
    """Is it in the channel of that place? Everywhere, if that is None."""
    return place is None or replace(there, thread="") == replace(place, thread="")


def _late(item: Outgoing, late: Mapping[str, float]) -> Outgoing:
    if isinstance(item, Post) and item.id in late and not item.begun:
        return replace(item, late=late[item.id])
    return item
