"""A window that is too large is made to fit: what is large is shortened before anything is dropped, and what the
present turn cannot do without stays.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from harness.chat.untrusted import within_marks
from harness.sessions.entries import Entry, Noted, Result, Said, Seen, Spoke, Summed, Talked

SHORT = 1_500
"""Characters that are left of what is shortened, of its beginning and its end."""
PINNED = (24_000, 12_000, 6_000, 3_000, SHORT, 600, 200)
"""Characters that are left of what is pinned, tried in turn until all fits."""
SKIPPED = "Some earlier steps of this turn are not shown."


@dataclass(frozen=True, slots=True)
class Fitted:
    """The entries that are left; `cut`: some of the conversation before the turn was dropped."""

    entries: list[Entry]
    opening: range
    cut: bool


def fitted(
    entries: Sequence[Entry], opening: range | None, heard: int, goal: int, most: int, size: Callable[[Entry], int]
) -> Fitted | None:
    """What is left if it is to have `goal` as its size, and `most` if that cannot be; None if nothing can be done. At
    `opening` are the entries that opened the present turn; None, if no turn is open, and nothing is pinned.

    They are pinned, as is what the model has not seen: what comes after its last words, and these with their results;
    what was said after the row `heard`, which no reply has covered; and what stands for all that was summed up.
    First results of tools are shortened, the largest first, then what people said. Then what is not pinned is dropped,
    the oldest first, calls together with their results. Then what is pinned is shortened, too.
    """
    state = _Fitting(list(entries), opening or range(0), opening is not None, heard, size)
    shortened = state.shorten(goal, pinned=False)
    dropped = state.drop(goal) if state.total > goal else False
    for left in PINNED:
        if state.total > most:
            shortened = state.shorten(most, pinned=True, left=left) or shortened
    return Fitted(state.entries, state.opening, state.cut) if shortened or dropped else None


def to_sum_up(
    entries: Sequence[Entry], opening: range | None, heard: int, most: int, size: Callable[[Entry], int]
) -> tuple[int, ...]:
    """What a summary is to stand for, by index, in requests of `most` as their size: all that is not pinned, with what
    was summed up before, but for the newest of it, up to an eighth of `most`.
    """
    state = _Fitting(list(entries), opening or range(0), opening is not None, heard, size)
    pinned = state.pinned() - state.summed()
    part, room = list[int](), most // 8
    for group in reversed(groups(entries)):
        if pinned.isdisjoint(group):
            room -= sum(size(entries[i]) for i in group)
            if room < 0:
                part += group
    return tuple(sorted(part)) if any(not isinstance(entries[i], Summed) for i in part) else ()


class _Fitting:
    def __init__(
        self, entries: list[Entry], opening: range, pins: bool, heard: int, size: Callable[[Entry], int]
    ) -> None:
        self.entries, self.opening, self._pins, self._heard, self._size = entries, opening, pins, heard, size
        self.total = sum(map(size, entries))
        self.cut = False

    def summed(self) -> set[int]:
        return {i for i, entry in enumerate(self.entries) if isinstance(entry, Summed)}

    def pinned(self) -> set[int]:
        if not self._pins:
            return self.summed()
        last = max((i for i, entry in enumerate(self.entries) if isinstance(entry, Spoke)), default=-1)
        said_so = [i for i in (self.opening.stop,) if self.entries[i : i + 1] == [Noted(SKIPPED)]]
        unheard = {i for i, said in enumerate(self.entries) if isinstance(said, Said) and said.position > self._heard}
        return {*self.summed(), *unheard, *self.opening, *said_so, *range(max(0, last), len(self.entries))}

    def shorten(self, goal: int, pinned: bool, left: int = SHORT) -> bool:
        """The largest first, results before what was said, until that is its size: so many characters are left of each.
        True if anything was.
        """
        kept, changed = self.pinned(), False
        for kind in (Result, Said | Talked | Summed):
            found = [(i, entry) for i, entry in enumerate(self.entries) if isinstance(entry, kind)]
            large = [(i, entry) for i, entry in found if (i in kept) is pinned and _length(entry) > 2 * left]
            for i, entry in sorted(large, key=lambda each: -_length(each[1])):
                if self.total <= goal:
                    return changed
                short = _shorter(entry, left)
                self.total += self._size(short) - self._size(entry)
                self.entries[i], changed = short, True
        return changed

    def drop(self, goal: int) -> bool:
        """The oldest first, until that is its size. True if anything was."""
        kept, gone = self.pinned(), set[int]()
        for group in groups(self.entries)[:-1]:
            if self.total <= goal:
                break
            if kept.isdisjoint(group):
                gone.update(group)
                self.total -= sum(self._size(self.entries[i]) for i in group)
        if not gone:
            return False
        count = len(self.entries)
        begins, ends = (self.opening.start, self.opening.stop) if self.opening else (count, count)
        self.cut = any(i < begins for i in gone)
        head = [entry for i, entry in enumerate(self.entries[:begins]) if i not in gone]
        opening = self.entries[begins:ends]
        tail = [entry for i, entry in enumerate(self.entries[ends:], ends) if i not in gone]
        if any(i >= ends for i in gone) and Noted(SKIPPED) not in tail[:1]:
            tail.insert(0, Noted(SKIPPED))
            self.total += self._size(tail[0])
        self.entries = [*head, *opening, *tail]
        self.opening = range(len(head), len(head) + len(opening))
        return True


def _length(entry: Entry) -> int:
    """Of what can be shortened in it at once."""
    match entry:
        case Result(text=text) | Said(text=text) | Summed(text=text):
            return len(text)
        case Talked(said=said, answer=answer):
            return max(len(answer), *(len(one.text) for one in said), 0)
        case _:
            return 0


def _shorter(entry: Entry, left: int) -> Entry:
    match entry:
        case Result(text=text) | Said(text=text) | Summed(text=text):
            return replace(entry, text=shortened(text, left))
        case Talked(said=said, answer=answer):
            words = tuple(replace(one, text=_short(one.text, left)) for one in said)
            return Talked(words, _short(answer, left))
        case _:
            return entry


def _short(text: str, left: int) -> str:
    return shortened(text, left) if len(text) > 2 * left else text


def shortened(text: str, left: int = SHORT) -> str:
    """Its beginning and its end."""
    left_out = len(text) - left
    head, tail = text[: left * 2 // 3], text[-(left // 3) :]
    return f"{head}\n[… {left_out:,} characters are left out here …]\n{within_marks(head, text)}{tail}"


def groups(entries: Sequence[Entry]) -> list[list[int]]:
    """Each by itself, but for what the model said, which stays with the results of its calls."""
    groups = list[list[int]]()
    for i, entry in enumerate(entries):
        if groups and isinstance(entry, Result | Seen) and isinstance(entries[groups[-1][0]], Spoke):
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups
