"""What is to be posted, and what was posted and has a button: a part of the session."""

from dataclasses import dataclass

from harness.chat.people import Place
from harness.sessions.effects import Outgoing, Post, PostAsk
from harness.sessions.values import replace


@dataclass(frozen=True, slots=True)
class PostedAction:
    """A message of ours that has a button, by the platform's name for it."""

    post: Post
    message: str


@dataclass(frozen=True)
class Postings:
    outbox: tuple[Outgoing, ...] = ()
    """Posts until their outcome is known; first in, first out in each place."""
    actions: tuple[PostedAction, ...] = ()
    """Postings other than cards that have live buttons."""

    def find(self, id: str) -> Outgoing | None:
        """What is to be posted of that id."""
        return next((item for item in self.outbox if item.id == id), None)

    def posting(self, item: Outgoing) -> "Postings":
        """Into the outbox, unless it is there."""
        return self if self.find(item.id) else replace(self, outbox=(*self.outbox, item))

    def without(self, id: str) -> "Postings":
        return replace(self, outbox=tuple(item for item in self.outbox if item.id != id))

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
        outbox = tuple(i for i in self.outbox if not (isinstance(i, PostAsk) and (i.ask, i.place) == there))
        return replace(self, outbox=outbox)

    def withdrawn(self, id: str) -> "Postings":
        """It has no button any more."""
        return replace(self, actions=tuple(made for made in self.actions if made.post.id != id))
