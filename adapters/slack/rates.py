"""How often each method may be called: Slack's numbers, and the count of what was called. Pure.

Slack docs, apis/web-api/rate-limits: limits are by method, workspace and app; each method's page names its tier.
"""

from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum

MINUTE = 60.0


class Priority(IntEnum):
    """Who goes first of those who wait for the same method."""

    ASK = 0
    """Asks, and what settles or stops something: somebody waits for it with a finger on a button."""
    TEXT = 1
    """What is said for good, and what has to be known before that."""
    LIVE = 2
    """What is shown while it is written."""
    STATUS = 3
    """That we work."""


_RESERVED = {Priority.ASK: 0.0, Priority.TEXT: 0.1, Priority.LIVE: 0.3, Priority.STATUS: 0.3}
"""The part of a quota that is kept for the classes above."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many calls in any time of so many `seconds`; `by_channel`: in each channel."""

    calls: int
    seconds: float = MINUTE
    by_channel: bool = False

    def open_to(self, priority: Priority) -> int:
        """How many of them a call of that class may be the last of."""
        return self.calls - int(self.calls * _RESERVED[priority])


TIER_2, TIER_3, TIER_4 = Limit(19), Limit(48), Limit(96)
"""Slack docs, rate limits: 20, 50 and 100 calls a minute "or more"; the rest is for the doctor, which calls too."""
SPECIAL = Limit(300)
"""Slack docs name no number for their special tier; auth.test: "hundreds of requests per minute"."""
POSTS = Limit(4, 4.0, by_channel=True)
"""Slack docs, rate limits: posting is "1 per second" in a channel, "short bursts >1 allowed"."""

LIMITS = {
    "agents.sessions.setStatus": TIER_3,  # slack-morphism 2.29, api/agent_sessions.rs: its page names no tier
    "assistant.threads.setStatus": SPECIAL,
    "auth.test": SPECIAL,
    "bots.info": TIER_3,
    "chat.appendStream": TIER_4,
    "chat.delete": TIER_3,
    "chat.postEphemeral": TIER_4,
    "chat.postMessage": POSTS,
    "chat.startStream": TIER_2,
    "chat.stopStream": TIER_2,
    "chat.update": TIER_3,
    "conversations.history": TIER_3,
    "conversations.info": TIER_3,
    "conversations.list": TIER_2,
    "conversations.members": TIER_4,
    "conversations.open": TIER_3,
    "conversations.replies": TIER_3,
    "files.completeUploadExternal": TIER_4,
    "files.getUploadURLExternal": TIER_4,
    "files.info": TIER_4,
    "reactions.add": TIER_3,
    "reactions.remove": TIER_2,
    "users.info": TIER_4,
    "users.list": TIER_2,
    "views.open": TIER_4,
    "views.publish": TIER_4,
}
"""Slack docs: the page of each method."""
ELSE = TIER_2
ALSO = {"chat.startStream": "chat.postMessage"}
"""What else a call counts as: the message that it makes is a post in its channel."""


@dataclass(slots=True)
class Quota:
    """The calls of one method, in one channel or in all. A call counts from being sent until so long after its answer
    came: when Slack counts it lies in between.

    `shares` are calls that will be made some time and have their place already, by name, each until it lapses.
    """

    limit: Limit
    answered: deque[float] = field(default_factory=deque)
    """When, in the order in which they were."""
    sent: int = 0
    """Without an answer yet."""
    held_until: float = 0.0
    shares: dict[str, float] = field(default_factory=dict)

    def room(self, priority: Priority, now: float) -> bool:
        self._forget(now)
        used = len(self.answered) + self.sent + len(self.shares)
        return self.held_until <= now and used < self.limit.open_to(priority)

    def opens(self, now: float) -> float | None:
        """When there may be more room than now; None if that does not depend on the clock."""
        self._forget(now)
        if self.held_until > now:
            return self.held_until
        ends = [self.answered[0] + self.limit.seconds] if self.answered else []
        return min([*ends, *self.shares.values()], default=None)

    def idle(self, now: float) -> bool:
        """Would an empty quota do as well?"""
        self._forget(now)
        return not (self.answered or self.sent or self.shares or self.held_until > now)

    def hold(self, until: float) -> None:
        """Slack takes no call before that."""
        self.held_until = max(self.held_until, until)

    def _forget(self, now: float) -> None:
        while self.answered and not self._counts(self.answered[0], now):
            self.answered.popleft()
        if self.shares and min(self.shares.values()) <= now:
            self.shares = {name: until for name, until in self.shares.items() if until > now}

    def _counts(self, answered: float, now: float) -> bool:
        """Does it still? Not if it lies ahead, either: then the clock was set back."""
        return answered <= now < answered + self.limit.seconds
