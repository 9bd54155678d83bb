"""How fast each method may be called. Slack docs, rate limits: by method and workspace; posts also by channel."""

from dataclasses import dataclass

from harness.loop.clock import Now, Sleep

MOST_BUCKETS = 500


@dataclass(frozen=True, slots=True)
class Pace:
    """So many calls a minute once a first `burst` is used up; `by_channel`: in each channel."""

    a_minute: float
    burst: int
    by_channel: bool = False


TIER_2, TIER_3, TIER_4 = Pace(20, 18), Pace(50, 45), Pace(100, 90)

PACES = {
    "agents.sessions.setStatus": TIER_3,
    "assistant.threads.setStatus": Pace(300, 90),  # "special"
    "chat.appendStream": TIER_4,
    "chat.delete": TIER_3,
    "chat.postEphemeral": TIER_4,
    "chat.postMessage": Pace(60, 4, by_channel=True),  # about one a second, short bursts allowed
    "chat.startStream": TIER_2,
    "chat.stopStream": TIER_2,
    "chat.update": TIER_3,
    "conversations.history": TIER_3,
    "conversations.replies": TIER_3,
    "files.getUploadURLExternal": TIER_4,
    "files.completeUploadExternal": TIER_4,
    "reactions.add": TIER_3,
    "reactions.remove": TIER_2,
    "users.info": TIER_4,
    "views.open": TIER_4,
    "views.publish": TIER_4,
}
ALSO = {"chat.startStream": "chat.postMessage"}
"""What else a call counts as: the message that it makes is a post in its channel."""


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float
    held_until: float = 0.0


class Rates:
    """Turns to call. Below zero, a bucket's calls are in a queue: each has its time."""

    def __init__(self, now: Now, sleep: Sleep) -> None:
        self._now, self._sleep = now, sleep
        self._buckets: dict[tuple[str, str], _Bucket] = {}

    async def turn(self, method: str, channel: str, patience: float) -> bool:
        """Waits for the method's turn. False, at once, if that would take more than `patience` seconds."""
        methods = self._methods(method)
        wait = max(self._wait(each, channel) for each in methods)
        if wait > patience:
            return False
        for each in methods:
            self._bucket(each, channel).left -= 1
        if wait > 0:
            await self._sleep(wait)
        return True

    def spare(self, method: str, channel: str, reserve: float) -> bool:
        """Takes a turn if it is there at once and `reserve` more are left for what matters more."""
        buckets = [self._bucket(each, channel) for each in self._methods(method)]
        if any(bucket.held_until > self._now() or bucket.left < 1 + reserve for bucket in buckets):
            return False
        for bucket in buckets:
            bucket.left -= 1
        return True

    def hold(self, method: str, channel: str, seconds: float) -> None:
        """Slack asked us to wait (Retry-After)."""
        bucket = self._bucket(method, channel)
        bucket.held_until = max(bucket.held_until, self._now() + seconds)

    def _methods(self, method: str) -> tuple[str, ...]:
        return (method, ALSO[method]) if method in ALSO else (method,)

    def _wait(self, method: str, channel: str) -> float:
        pace, bucket = PACES.get(method), self._bucket(method, channel)
        wait = max(bucket.held_until - self._now(), 0.0)
        return max(wait, (1 - bucket.left) * 60 / pace.a_minute) if pace else wait

    def _bucket(self, method: str, channel: str) -> _Bucket:
        """As it is now."""
        pace, now = PACES.get(method), self._now()
        where = (method, channel if pace and pace.by_channel else "")
        if where not in self._buckets:
            self._forget(now)
            self._buckets[where] = _Bucket(float(pace.burst) if pace else 1.0, now)
        bucket = self._buckets[where]
        if pace:
            bucket.left = min(float(pace.burst), bucket.left + max(now - bucket.at, 0.0) * pace.a_minute / 60)
        bucket.at = now
        return bucket

    def _forget(self, now: float) -> None:
        """Buckets that have long been full again."""
        if len(self._buckets) >= MOST_BUCKETS:
            old = [where for where, bucket in self._buckets.items() if now - max(bucket.at, bucket.held_until) > 600]
            for where in old:
                del self._buckets[where]
