"""A window that is too large is made to fit: what is large is shortened before anything is dropped, and what the
present turn cannot do without stays.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from types import UnionType

from harness.chat.untrusted import in_line, within_marks
from harness.context.results import NEVER_SHORTENED, message_path, read_in
from harness.sessions.entries import Entry, Noted, Result, Said, Seen, Spoke, Summed, Talked, Told

WORDS = 32_000
"""Bytes of what people said in the open turn that stay word for word, if a request can hold so much: 8,000 tokens."""
SHORT = 1_500
"""Characters that are left of what is shortened, of its beginning and its end."""
PINNED = (24_000, 12_000, 6_000, 3_000, SHORT, 600, NEVER_SHORTENED // 2)
"""Characters that are left of what is pinned, tried in turn until all fits."""
Kinds = tuple[type[Entry] | UnionType, ...]
"""Kinds of entries that are shortened one after the other."""
_RESULTS, _WORDS, _REST = Result, Said | Talked | Told, Summed
_USUAL: Kinds = (_RESULTS, _REST | _WORDS)
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
    what was said after the row `heard`, which no reply has covered; all that people said in the present turn; and what
    stands for all that was summed up.
    First results of tools are shortened, the largest first, then what people said before. Then what is not pinned is
    dropped, the oldest first, calls together with their results; people's words about these calls stay. Then what is
    pinned is shortened, too: people's words in the present turn only if they are more than WORDS, or than `most`, and
    then it is said where all of them are.
    """
    state = _Fitting(list(entries), opening or range(0), opening is not None, heard, size)
    shortened = state.shorten(goal, pinned=False)
    dropped = state.drop(goal) if state.total > goal else False
    kinds = (_RESULTS, _REST) if state.spoken() <= min(WORDS, most) else _USUAL
    for left in PINNED:
        if state.total > most:
            shortened = state.shorten(most, pinned=True, left=left, kinds=kinds) or shortened
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

    def spoken(self) -> int:
        """The size in bytes of people's words in the present turn, and of earlier words that no reply has covered."""
        kept = self.pinned()
        words = (entry for i, entry in enumerate(self.entries) if isinstance(entry, _WORDS) and i in kept)
        about = "".join(entry.words for entry in self.entries[self.opening.start :] if isinstance(entry, Result))
        return sum(map(self._size, words)) + len(about.encode(errors="replace"))

    def pinned(self) -> set[int]:
        if not self._pins:
            return self.summed()
        last = max((i for i, entry in enumerate(self.entries) if isinstance(entry, Spoke)), default=-1)
        said_so = [i for i in (self.opening.stop,) if self.entries[i : i + 1] == [Noted(SKIPPED)]]
        unheard = {i for i, said in enumerate(self.entries) if isinstance(said, Said) and said.position > self._heard}
        begins = self.opening.start
        spoken = (i for i, one in enumerate(self.entries[begins:], begins) if isinstance(one, _WORDS | Noted))
        return {*self.summed(), *unheard, *self.opening, *spoken, *said_so, *range(max(0, last), len(self.entries))}

    def shorten(self, goal: int, pinned: bool, left: int = SHORT, kinds: Kinds = _USUAL) -> bool:
        """The largest first, those of one kind after the other, until that is its size: so many characters are left of
        each. True if anything was.
        """
        kept, changed = self.pinned(), False
        for kind in kinds:
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
        tail, known = without(self.entries, range(ends, count), gone), set(map(id, self.entries))
        self.total += sum(self._size(entry) for entry in tail if id(entry) not in known)
        if any(i >= ends for i in gone) and Noted(SKIPPED) not in tail[:1]:
            tail.insert(0, Noted(SKIPPED))
            self.total += self._size(tail[0])
        self.entries = [*head, *opening, *tail]
        self.opening = range(len(head), len(head) + len(opening))
        return True


def _length(entry: Entry) -> int:
    """Of what can be shortened in it at once."""
    match entry:
        case Told(row=0):  # a note with an approval: no file has it, and a form holds 4,000 characters at most
            return 0
        case Result(text=text) | Said(text=text) | Told(text=text) | Summed(text=text):
            return len(text)
        case Talked(said=said, answer=answer):
            return max(len(answer), *(len(one.text) for one in said), 0)
        case _:
            return 0


def _shorter(entry: Entry, left: int) -> Entry:
    match entry:
        case Result(text=text) | Summed(text=text):
            return replace(entry, text=shortened(text, left))
        case Said(text=text, position=row) | Told(text=text, row=row):
            return replace(entry, text=shortened(text, left, row))
        case Talked(said=said, answer=answer):
            words = tuple(replace(one, text=_short(one.text, left, one.position)) for one in said)
            return Talked(words, _short(answer, left))
        case _:
            return entry


def _short(text: str, left: int, row: int = 0) -> str:
    return shortened(text, left, row) if len(text) > 2 * left else text


def shortened(text: str, left: int = SHORT, row: int = 0) -> str:
    """The beginning and the end of a text. For people's words in that `row`, it names the file that has all of them."""
    left_out = len(text) - left
    head, tail = text[: left * 2 // 3], text[-(left // 3) :]
    where = f" {read_in(message_path(row))}." if row else ""
    return f"{head}\n[… {left_out:,} characters are left out here …{where}]\n{within_marks(head, text)}{tail}"


def without(entries: Sequence[Entry], span: range, gone: Collection[int]) -> list[Entry]:
    """The entries of that span without the `gone` ones. People's words about a call outlive it, in its place."""
    left, tools = list[Entry](), dict[str, str]()
    for i in span:
        entry = entries[i]
        if isinstance(entry, Spoke):
            tools |= {call.id: call.tool for call in entry.calls}
        if i not in gone:
            left.append(entry)
        elif isinstance(entry, Result) and entry.words:
            about = f"About an earlier call of {in_line(tools.get(entry.call, 'a tool'))}: "
            lead = f"{about}{entry.lead}" if entry.message else ""
            left.append(Told(f"{about}{entry.words.strip()}", row=entry.row, message=entry.message, lead=lead))
    return left


def groups(entries: Sequence[Entry]) -> list[list[int]]:
    """Each by itself, but for what the model said, which stays with the results of its calls."""
    groups = list[list[int]]()
    for i, entry in enumerate(entries):
        if groups and isinstance(entry, Result | Seen) and isinstance(entries[groups[-1][0]], Spoke):
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups
