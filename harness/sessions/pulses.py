"""The heartbeats of a session, as they go on."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from harness.chat.people import Person, Place
from harness.sessions.reasons import EndReason, SkipReason
from harness.sessions.values import replace
from harness.tools.beats import Beat, Cadence

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


@dataclass(frozen=True, slots=True)
class Pulse:
    """A heartbeat of somebody, in its place. `cadence` is as it is now; `beat` is what was set. `since` then it is
    counted how long nobody has had a use for it.
    """

    beat: Beat
    cadence: Cadence
    by: Person
    place: Place
    since: float
    at: float | None = None
    """When it comes next; None until that is worked out."""
    skipped: int = 0
    """How often it was skipped, `why` for the last time."""
    why: SkipReason | None = None
    silent: int = 0
    """How often in a row it had nothing to say."""
    muted: bool = False
    """It says nothing, whatever it has to say."""
    told: tuple[Told, ...] = ()
    """What it said within the last day."""
    found: str = ""
    """The digest of what its check had found when it was looked at last."""
    post: int = 0
    """The turn of its last post, which has the buttons."""
    last: LookOutcome | None = None
    """What became of it the last time."""

    @property
    def id(self) -> str:
        return self.beat.id

    @property
    def limit(self) -> float:
        return min(self.cadence.every, LONGEST)

    @property
    def slowed(self) -> bool:
        """Does it come less often than was set?"""
        return self.cadence.every > self.beat.cadence.every

    def slower(self) -> "Pulse":
        """Half as often, but once before it would end; when next is to be worked out."""
        every = max(min(2 * self.cadence.every, SLOWEST), self.cadence.every)
        return replace(self, cadence=replace(self.cadence, every=every), at=None)

    def repeats(self, words: str, now: float) -> bool:
        """Has it said just that within a day?"""
        digest = digested(words)
        return any(told.digest == digest and told.lately(now) for told in self.told)

    def said(self, words: str, turn: int, now: float) -> "Pulse":
        """It has said that in that turn."""
        lately = [told for told in self.told if told.lately(now)]
        return replace(
            self, told=(*lately, Told(digested(words), now))[-KEPT:], post=turn, silent=0, last=LookOutcome("reported")
        )


Pulses = tuple[Pulse, ...]


def of(pulses: Pulses, id: str) -> Pulse | None:
    return next((pulse for pulse in pulses if pulse.id == id), None)


def without(pulses: Pulses, id: str) -> Pulses:
    return tuple(pulse for pulse in pulses if pulse.id != id)


def changed(pulses: Pulses, id: str, change: Callable[[Pulse], Pulse]) -> Pulses:
    """With the one of that id as `change` makes it."""
    return tuple(change(pulse) if pulse.id == id else pulse for pulse in pulses)


def digested(words: str) -> str:
    """Of words that read the same, whatever blanks are between them."""
    return blake2b(" ".join(words.split()).encode(errors="surrogatepass"), digest_size=8).hexdigest()
