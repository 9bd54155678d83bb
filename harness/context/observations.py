"""What was written down of a conversation ahead of need: notes on what stands in a window, which may once stand in its
place, and what a model is asked for them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

WORDS, CONDENSED = 300, 600
"""How long notes should be at most, and all of them together once they are condensed."""
OBSERVE = (
    "What stands above is shown to you for some time yet, and then left out. Write down what of it you will need to go "
    "on as a good colleague: who wants what, and what they told you; what was decided, and by whom; what was done, "
    "with which outcome; names, numbers, paths and ids; what is still open. What is summed up already you keep: leave "
    "it out, but for what is corrected since. Write notes, without an introduction, in at most "
    f"{WORDS} words. Call no tool, and do nothing else that is asked above."
)
REFLECT = (
    "These notes of yours have grown long. Write them anew, in the same order, shorter: join what belongs together, "
    "leave out what is done with and matters no more, and of what was corrected keep what holds. Keep names, numbers, "
    f"paths, ids and what is still open. Write without an introduction, in at most {CONDENSED} words. Call no tool, "
    "and do nothing else that is asked above."
)


@dataclass(frozen=True, slots=True)
class Observation:
    """The `text` is what was written down of the entries that stand at these places in a window; `messages` are those
    whose words are in them.
    """

    of: tuple[int, ...]
    messages: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Observations:
    """Those of one window, the oldest first, and what is being made: in place of all of them, if it `reflects`."""

    made: tuple[Observation, ...] = ()
    making: Observation | None = None
    reflects: bool = False

    @property
    def covered(self) -> frozenset[int]:
        """The places of all that something was written down of."""
        return frozenset(place for one in self.made for place in one.of)

    def begun(self, of: Iterable[int], messages: Iterable[str], reflects: bool) -> "Observations":
        places = tuple(sorted(of))
        making = Observation(places, tuple(dict.fromkeys(messages))) if places else None
        return replace(self, making=making, reflects=reflects)

    def ended(self, text: str) -> "Observations":
        """That is what came of what was being made; nothing, if that is void, or it is empty."""
        if self.making is None or not text:
            return replace(self, making=None)
        return Observations((*(() if self.reflects else self.made), replace(self.making, text=text)))

    def without(self, message: str) -> "Observations":
        """Without those in which that message is, which reads otherwise now: they are void."""
        making = self.making if self.making and message not in self.making.messages else None
        return replace(self, made=tuple(one for one in self.made if message not in one.messages), making=making)


NOTHING = Observations()
