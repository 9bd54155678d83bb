"""A heartbeat of a session, as it goes on."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from harness.sessions.reasons import EndReason
from harness.sessions.timer import Timer
from harness.tools.heartbeats import HeartbeatConfig
from harness.tools.schedules import Interval
from harness.tools.values import replace

MOST = 5
"""Heartbeats that the workspace may name for one thread, which may besides have one of its own."""
SILENT = 5
"""Times in a row that one has nothing to say before it comes half as often."""
REPEATED = 86_400.0
"""Seconds within which the same words are not posted twice."""
KEPT = 64
"""Posts whose words are remembered for that."""
IDLE = 7 * 86_400.0
"""Seconds without a word of a person after which one ends."""
SLOWEST = IDLE / 2
"""Seconds between two times, however often it was to come less often."""
LONGEST = 600.0
"""Seconds that the turn of one may work; less, if it comes more often."""


@dataclass(frozen=True, slots=True)
class Told:
    """Words that were posted, by their digest, and when."""

    digest: str
    at: float

    def lately(self, now: float) -> bool:
        """Within a day, also of clocks that were set meanwhile: what is said to be long to come was long ago."""
        return abs(now - self.at) < REPEATED


@dataclass(frozen=True, slots=True)
class LookOutcome:
    """What became of it once: it said something, or nothing for a reason. `detail` is why its list could not be read;
    `ended` is why its turn broke off.
    """

    how: Literal["reported", "nothing-new", "empty", "unreadable", "silent", "muted", "repeated", "broken-off"]
    detail: str = ""
    ended: EndReason | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heartbeat(Timer):
    """How it goes on. Its schedule is that of its config, or has become slower.

    Attributes:
        config: what was set
        since: from then on it is counted how long nobody has had a use for it
        silent: how often in a row it had nothing to say
        muted: it says nothing, whatever it has to say
        told: what it said within the last day
        found: the digest of what its check had found when it was looked at last
        post: the turn of its last post, which has the buttons
        last: what became of it the last time
    """

    config: HeartbeatConfig
    schedule: Interval
    since: float
    silent: int = 0
    muted: bool = False
    told: tuple[Told, ...] = ()
    found: str = ""
    post: int = 0
    last: LookOutcome | None = None

    @property
    def limit(self) -> float:
        """Seconds that a turn of it may work."""
        return min(self.schedule.every, LONGEST)

    @property
    def slowed(self) -> bool:
        """Does it come less often than was set?"""
        return self.schedule.every > self.config.schedule.every

    def slower(self) -> "Heartbeat":
        """Half as often, but once before it would end; when next is to be worked out."""
        every = max(min(2 * self.schedule.every, SLOWEST), self.schedule.every)
        return replace(self, schedule=replace(self.schedule, every=every), at=None)

    def repeats(self, words: str, now: float) -> bool:
        """Has it said just that within a day?"""
        digest = digested(words)
        return any(told.digest == digest and told.lately(now) for told in self.told)

    def said(self, words: str, turn: int, now: float) -> "Heartbeat":
        """It has said that in that turn."""
        lately = [told for told in self.told if told.lately(now)]
        return replace(
            self, told=(*lately, Told(digested(words), now))[-KEPT:], post=turn, silent=0, last=LookOutcome("reported")
        )


def digested(words: str) -> str:
    """Of words that read the same, whatever blanks are between them."""
    return blake2b(" ".join(words.split()).encode(errors="surrogatepass"), digest_size=8).hexdigest()
