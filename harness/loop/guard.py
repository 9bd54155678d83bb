"""Keeps two bots from talking with each other for ever. Pure, but for what it remembers of the last minute."""

from collections import OrderedDict, deque
from dataclasses import dataclass, field

from harness.chat.people import Person, Place
from harness.loop.clock import Now

MOST = 20
"""Messages of bots in one channel within WITHIN that are taken."""
WITHIN = 60.0
"""Seconds."""
QUIET = 60.0
"""Seconds for which no bot is listened to there after that; a person's word ends them."""
CHANNELS = 1_000
"""That are remembered."""


@dataclass(slots=True)
class _Heard:
    """Of bots in one channel: the last messages by when they came, and until when none is taken."""

    at: deque[float] = field(default_factory=deque)
    ids: OrderedDict[str, None] = field(default_factory=OrderedDict)
    quiet: float = 0.0


class LoopGuard:
    """`now` is in seconds, of any clock that does not go back."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._heard: OrderedDict[tuple[str, str, str], _Heard] = OrderedDict()

    def takes(self, place: Place, by: Person, id: str) -> bool:
        """Is what `by` said there, in an event of that `id`, to be taken? Told again, it counts once. People always
        are listened to, and what they say lets bots be heard again.
        """
        channel = (place.platform, place.team, place.channel)
        if not by.bot:
            self._heard.pop(channel, None)
            return True
        heard, now = self._heard.setdefault(channel, _Heard()), self._now()
        self._heard.move_to_end(channel)
        while len(self._heard) > CHANNELS:
            self._heard.popitem(last=False)
        if id in heard.ids:
            return True
        if now < heard.quiet:
            return False
        while heard.at and now - heard.at[0] >= WITHIN:
            heard.at.popleft()
        if len(heard.at) >= MOST:
            heard.quiet = now + QUIET
            heard.at.clear()
            return False
        heard.at.append(now)
        heard.ids[id] = None
        while len(heard.ids) > MOST:
            heard.ids.popitem(last=False)
        return True
