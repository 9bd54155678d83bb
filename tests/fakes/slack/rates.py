"""Slack's rate limits, as token buckets by the emulator's clock (docs.slack.dev/apis/web-api/rate-limits)."""

import math
from dataclasses import dataclass

from tests.fakes.slack.clock import Clock
from tests.fakes.slack.records import Json

TIER_1, TIER_2, TIER_3, TIER_4 = 1, 20, 50, 100  # calls a minute, each method and workspace
POSTS_PER_MINUTE, POST_BURST = 60, 5  # chat.postMessage: about one a second and channel, "short bursts" allowed

TIERS = {
    "agents.sessions.rename": TIER_3,
    "agents.sessions.setStatus": TIER_3,
    "apps.connections.open": TIER_1,
    "assistant.threads.setSuggestedPrompts": TIER_4,
    "auth.test": TIER_4 * 6,  # "special": hundreds a minute
    "assistant.threads.setStatus": TIER_4 * 6,  # "special"
    "chat.appendStream": TIER_4,
    "chat.delete": TIER_3,
    "chat.getPermalink": TIER_4 * 6,  # "special"
    "chat.postEphemeral": TIER_4,
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
    "views.push": TIER_4,
    "views.update": TIER_4,
}


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Rates:
    """One bucket for each method, workspace and (for posts) channel."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: dict[tuple[str, str, str], _Bucket] = {}

    def take(self, method: str, token: str, args: Json) -> int | None:
        """Seconds to wait (for Retry-After) when there have been too many; else None and the call is counted."""
        if method == "chat.postMessage":
            channel, a_minute, burst = str(args.get("channel", "")), POSTS_PER_MINUTE, POST_BURST
        elif method in TIERS:
            channel, a_minute, burst = "", TIERS[method], TIERS[method]
        else:
            return None
        now = self._clock()
        bucket = self._buckets.setdefault((method, token, channel), _Bucket(burst, now))
        bucket.left = min(float(burst), bucket.left + (now - bucket.at) * a_minute / 60)
        bucket.at = now
        if bucket.left < 1:
            return math.ceil((1 - bucket.left) * 60 / a_minute)
        bucket.left -= 1
        return None
