"""What was said, as it is found again: its words, what each row adds to the index, and the port to that index. See
docs/decisions/0042.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Protocol
from unicodedata import normalize

from harness.chat.people import Place
from harness.chat.platforms import PLATFORMS
from harness.sessions import facts as f
from harness.sessions.effects import Post
from harness.sessions.session import Session

LONGEST = 100_000
"""Characters of one message that are found by: a database takes no more of them at once."""
LONGEST_WORD = 64
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31f0-\u31ff"
    "\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Scripts in which no spaces stand between words, or words grow at their ends: Thai, Burmese, Khmer, Chinese, Japanese,
Korean.
"""
_SIGNED = "\u0900-\u0963\u0966-\u0dff\u0f00-\u0fff"
"""Scripts of India and Tibet, in which signs belong to words that are no letters by themselves."""
_WORD = re.compile(f"(?P<run>[{_UNSPACED}]+)|(?:(?![{_UNSPACED}])(?:[^\\W_]|[{_SIGNED}]))+")
_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]")
"""What people leave out when they look for a word."""


def indexed_words(text: str) -> tuple[str, ...]:
    """By which a text is found, each once. Of a run of characters without spaces, each of them and each two."""
    return tuple(
        dict.fromkeys(word for word, run in _parts(text[:LONGEST]) for word in _pieces(word, run, single=True))
    )


def queried_words(text: str) -> tuple[str, ...]:
    """All of which have to be in what is found. None, if there is nothing in it that is a word."""
    return tuple(dict.fromkeys(word for word, run in _parts(text) for word in _pieces(word, run, len(word) == 1)))


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    for found in _WORD.finditer(folded(text)):
        yield found[0], found["run"] is not None


def _pieces(word: str, run: bool, single: bool) -> Iterator[str]:
    if not run:
        yield word[:LONGEST_WORD]
        return
    if single:
        yield from word
    yield from (word[i : i + 2] for i in range(len(word) - 1))


def folded(text: str) -> str:
    """As it is compared: whether large or small, with accents or without."""
    return normalize("NFC", _ACCENTS.sub("", normalize("NFKD", text)).casefold())


def excerpt(text: str, words: Collection[str], most: int) -> str:
    """In one line, the part of it in which the first of the words stands that is found there as it is written."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    compared = folded(line)
    places = [at for word in words if (at := compared.find(word)) >= 0]
    begin = max(0, min(min(places, default=0) - most // 4, len(line) - most))
    before, after = "…" if begin else "", "…" if begin + most < len(line) else ""
    return f"{before}{line[begin : begin + most].strip()}{after}"


@dataclass(frozen=True, slots=True)
class IndexedMessage:
    """Something that was said.

    Attributes:
        position: the row of the thread by which it was said, or corrected
        by, name: who said it, by id; empty for what we said
        message: the platform's name for it, if people said it
    """

    thread: str
    position: int
    at: float
    place: Place
    text: str
    _: KW_ONLY
    by: str = ""
    name: str = ""
    message: str = ""

    @property
    def room(self) -> Place:
        return room_of(self.place)


def room_of(place: Place) -> Place:
    """All of it is seen by the same people: a channel or, where a thread may be seen by fewer, that."""
    traits = PLATFORMS.get(place.platform)
    return place if traits and traits.private_threads else replace(place, thread="")


@dataclass(slots=True)
class IndexChange:
    """What some rows of a thread make of the index: what is found no more, by the platform's names for it, and then
    what is found from now on.
    """

    gone: set[str] = field(default_factory=set)
    added: list[IndexedMessage] = field(default_factory=list)

    def follow(self, thread: str, before: Session, row: f.Row, after: Session) -> None:
        """With one more row, as it takes the session from `before` to `after`."""
        match row.fact:
            case f.MessageReceived(by=by, place=place, text=text, message=message, pressed=None):
                self.add(
                    IndexedMessage(thread, row.position, row.at, place, text, by=by.id, name=str(by), message=message)
                )
            case f.MessageCorrected(by=by, place=place, text=text, message=message):
                self._drop(message)
                self.add(
                    IndexedMessage(thread, row.position, row.at, place, text, by=by.id, name=str(by), message=message)
                )
            case f.MessageDeleted(message=message):
                self._drop(message)
            case f.ModelReplied() | f.AsideReplied() | f.ToolReturned():
                for post in _posted(before, after):
                    self.add(IndexedMessage(thread, row.position, row.at, post.place, post.text))

    def add(self, said: IndexedMessage) -> None:
        text = _storable(said.text)
        if text.strip():
            self.added.append(replace(said, text=text, name=_storable(said.name)))

    def _drop(self, message: str) -> None:
        if message:
            self.gone.add(message)
            self.added[:] = [said for said in self.added if said.message != message]


def _posted(before: Session, after: Session) -> Iterator[Post]:
    """What the model said that people are shown from that row on: its replies, and what it reports."""
    known = {item.id for item in before.postings.outbox}
    for item in after.postings.outbox:
        if isinstance(item, Post) and item.id not in known and item.text and not item.to:
            yield item


def _storable(text: str) -> str:
    """Without what a database does not take."""
    return text[:LONGEST].encode(errors="replace").decode().replace("\0", "\ufffd")


@dataclass(frozen=True, slots=True)
class RoomFound:
    """Something was found in that room, the latest at that time."""

    room: Place
    at: float


class SaidIndex(Protocol):
    """It follows the journal: for each thread it is known up to which row. All raise JournalUnavailable. `team` is by
    what the threads of a colleague begin; empty for plain names.
    """

    async def indexed(self, thread: str) -> int:
        """Up to which row what was said there is in it."""

    async def take(self, thread: str, after: int, through: int, change: IndexChange) -> bool:
        """The change by the rows after `after`, up to `through`. False, and nothing is done, if another was faster, or
        if the thread has no such rows (any more).
        """

    async def behind(self, team: str, most: int) -> Sequence[str]:
        """Threads of which not all rows are in it yet, the latest first; not those that are set aside."""

    async def rooms(
        self, words: Sequence[str], team: str, most: int, thread: str = "", after: RoomFound | None = None
    ) -> Sequence[RoomFound]:
        """Where something was said with all of these words, that of the latest first; in threads whose names begin with
        `thread`. `after`: those that follow that one.
        """

    async def find(
        self, words: Sequence[str], room: Place, team: str, most: int, thread: str = ""
    ) -> Sequence[IndexedMessage]:
        """The messages with all of these words in that room, the latest first, `most` at most."""

    async def forget(self, threads: Collection[str] | None = None) -> None:
        """Nothing of these threads, or of any, is in it any more: it is made anew from the journal."""
