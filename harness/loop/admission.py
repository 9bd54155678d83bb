"""Whose turn may be at work: so many at once in the whole process, and no person has all of them.

Whoever has to wait costs nothing but their place in the queue. In memory: who was at work when a process ended asks
the next one anew.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from harness.sessions.limits import Limits


@dataclass(frozen=True, slots=True)
class _Waiting:
    person: str
    wake: Callable[[], None]


class Admission:
    """Turns are known by their threads. A place that is left goes to whoever of those that wait has the fewest turns at
    work, and among these to who has waited longest.
    """

    def __init__(self, most: int = Limits().turns) -> None:
        self.allow(most)
        self._at_work: dict[str, str] = {}
        self._waiting: dict[str, _Waiting] = {}
        self._busy = Counter[str]()

    def allow(self, most: int) -> None:
        """So many at once from now on; who is at work stays."""
        self._most = most
        self._of_one = max(1, most // 2)
        """What one person may have, so that another is never kept out by them alone."""

    def admit(self, thread: str, person: str, wake: Callable[[], None], going: bool = False) -> bool:
        """May the turn of that thread, for that person, be at work? What is `going` on already may, however many there
        are. If not, `wake` is called once it may. Asking again keeps its place.
        """
        if self._at_work.get(thread) == person:
            return True
        waits = self._waiting.get(thread)
        if waits and waits.person == person and not going:
            return False
        self.leave(thread)  # what was there was another turn of it
        if going or self._free(person):
            self._enter(thread, person)
            return True
        self._waiting[thread] = _Waiting(person, wake)
        return False

    def leave(self, thread: str) -> None:
        """Its turn has ended, or waits for people; or nobody works on it any more."""
        self._waiting.pop(thread, None)
        person = self._at_work.pop(thread, None)
        if person is None:
            return
        self._busy[person] -= 1
        if not self._busy[person]:
            del self._busy[person]
        self._let_in()

    def _free(self, person: str) -> bool:
        return len(self._at_work) < self._most and self._busy[person] < self._of_one

    def _enter(self, thread: str, person: str) -> None:
        self._at_work[thread] = person
        self._busy[person] += 1

    def _let_in(self) -> None:
        """Their places are theirs at once, so that nobody who comes now is before them."""
        while may := [thread for thread, one in self._waiting.items() if self._free(one.person)]:
            thread = min(may, key=lambda each: self._busy[self._waiting[each].person])
            one = self._waiting.pop(thread)
            self._enter(thread, one.person)
            one.wake()
