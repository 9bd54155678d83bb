"""What is too large for a request is kept whole, where the tools of its thread read it: results, and messages. See
docs/decisions/0042.
"""

import asyncio
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, get_args

from harness.approvals.asks import Approve, Reject, Respond
from harness.sessions import facts as f
from harness.sessions.journal import Journal, pages
from harness.tools.calls import Quoted
from harness.tools.changes import CommandStarted

FOLDER = "/results"
LARGE_RESULT = 80_000
LARGE_MESSAGE = 200_000
"""Bytes of what a request holds whole, at most: some 23,000 and 57,000 tokens."""
NEVER_SHORTENED = 400
"""Characters of what people said that a request shows whole, however little room there is."""
END = 8_000
"""Characters that a request shows of its beginning, and of its end."""
LONGEST_LINE = 2_000
"""Characters of a line, where it is read: what is longer is broken, or nobody would see its end."""
_BEFORE = "before-"
"""How names begin of what files held before they were changed: tools do not find that."""
DELETED = "[deleted by its author]"
_PARTS = "read parts of it with read_file, or look for words in it with grep"
KeptPart = Literal[
    "All of it is", "What is kept of it is", "What it says is", "What it has said is", "what it says is kept"
]
"""What of something a file holds, as tools of ours say it, and nobody by chance: by these words another thread is told
that it is elsewhere (`unkept`).
"""
_IN = re.compile(rf"({'|'.join(get_args(KeptPart))}) in {FOLDER}/[0-9A-Za-z._-]{{1,200}}\.txt(?:: {_PARTS})?")
_MESSAGE = re.compile(r"message-([0-9]{1,15})\.txt")
_NAMED = re.compile(rf"{FOLDER}/+([0-9A-Za-z._-]{{1,200}}\.txt)")


def paths(text: str) -> tuple[str, ...]:
    """The paths of kept texts that a result or a message names."""
    return tuple(f"{FOLDER}/{name}" for name in _NAMED.findall(text))


class Results(Protocol):
    """Keeps the texts of results, by thread and name. All raise JournalUnavailable."""

    async def keep(self, thread: str, name: str, text: str) -> None:
        """In place of what was kept by that name. Nothing, for a thread that has no rows (any more)."""

    async def sizes(self, thread: str) -> Mapping[str, int]:
        """In bytes, by name."""

    async def text(self, thread: str, name: str) -> str | None:
        """None, if there is none of that name."""


def exceeds(text: str, most: int) -> bool:
    """Has it more bytes than that?"""
    return len(text) > most or (4 * len(text) > most and len(text.encode(errors="replace")) > most)


def abridged(text: str, where: str) -> str:
    """Its beginning and its end, and `where` all of it is. That comes first, since what is shortened later keeps its
    beginning.
    """
    left_out = len(text) - 2 * END
    return "\n".join(
        [
            f"[This is {len(text):,} characters long. {where}. Here are its beginning and its end.]",
            text[:END],
            f"[… {left_out:,} characters are left out here …]",
            text[-END:],
        ]
    )


def kept_in(path: str, what: KeptPart) -> str:
    """Where that is, for a model."""
    return f"{what} in {path}"


def read_in(path: str, what: KeptPart = "All of it is") -> str:
    """Where that is, and how it is read, for a model."""
    return f"{kept_in(path, what)}: {_PARTS}"


def unkept(text: str) -> str:
    """As it is told to another thread, where those files are not: of the same name there may be others."""
    return _IN.sub(rf"\1 in {ELSEWHERE}", text)


ELSEWHERE = "the conversation that this one is a branch of"
NOT_KEPT = "The rest was not kept"


def name_of(call: str) -> str:
    """That of the file which a result is, of the call with that id."""
    return f"{re.sub('[^0-9A-Za-z.-]', '_', call)}.txt"


def abridged_message(text: str, position: int) -> str:
    """As a request holds what was said at that row: whole, unless it is large."""
    return abridged(text, read_in(message_path(position))) if exceeds(text, LARGE_MESSAGE) else text


def message_path(position: int) -> str:
    """The path at which a model reads people's words of that row."""
    return f"{FOLDER}/message-{position}.txt"


def broken(text: str) -> str:
    """With line ends in lines that are longer than what is shown of one."""
    if len(text) <= LONGEST_LINE:
        return text
    return "\n".join(part for line in text.split("\n") for part in _parts(line))


def _parts(line: str) -> Sequence[str]:
    return [line[i : i + LONGEST_LINE] for i in range(0, len(line), LONGEST_LINE)] or [""]


class LargeTexts:
    """Those of each thread, for tools, which are there before what keeps them is."""

    def __init__(self) -> None:
        self._kept: tuple[Results, Journal] | None = None

    def kept_in(self, results: Results, journal: Journal) -> None:
        self._kept = results, journal

    async def keep(self, thread: str, call: str, text: str) -> str:
        """The result of that call; returns its path, empty where nothing is kept. Raises JournalUnavailable."""
        if self._kept is None:
            return ""
        await self._kept[0].keep(thread, name_of(call), text)
        return f"{FOLDER}/{name_of(call)}"

    async def keep_before(self, thread: str, file: str, text: str) -> bool:
        """What a file held that is known by that digest, before its last change; False where nothing is kept. Raises
        JournalUnavailable.
        """
        if self._kept is None:
            return False
        await self._kept[0].keep(thread, f"{_BEFORE}{file}", text)
        return True

    async def before(self, thread: str, file: str) -> str | None:
        """None, if nothing is kept of it. Raises JournalUnavailable."""
        return await self._kept[0].text(thread, f"{_BEFORE}{file}") if self._kept else None

    async def sizes(self, thread: str) -> Mapping[str, int]:
        """By name, in bytes. Raises JournalError."""
        if self._kept is None:
            return {}
        messages = await _messages(self._kept[1], thread)
        said = {f"message-{position}.txt": _size(text) for position, text in messages.items()}
        return {**await self.of_calls(thread), **said}

    async def of_calls(self, thread: str) -> Mapping[str, int]:
        """The same, of results alone, and of nothing that people said: they may take that back."""
        kept = await self._kept[0].sizes(thread) if self._kept else {}
        return {name: size for name, size in kept.items() if not name.startswith(_BEFORE)}

    async def messages(self, thread: str, text: str) -> tuple[Quoted, ...]:
        """The messages of that thread whose files are named in the text. Raises JournalError."""
        rows = {int(row) for row in _MESSAGE.findall(text)}
        if self._kept is None or not rows:
            return ()
        found = list[Quoted]()
        async for page in pages(self._kept[1], thread, min(rows) - 1):
            found += [
                Quoted(thread, row.fact.message)
                for row in page
                if row.position in rows and isinstance(row.fact, f.MessageReceived | f.MessageCorrected)
            ]
            if page and page[-1].position >= max(rows):
                break
        return tuple(found)

    async def came_from(self, thread: str, text: str) -> str:
        """The origin of the first result whose file is named in the text and that comes from outside; empty, if none
        does. Raises JournalError.
        """
        names = set(_NAMED.findall(text))
        if self._kept is None or not names:
            return ""
        async for page in pages(self._kept[1], thread):
            for row in page:
                if isinstance(row.fact, f.ToolReturned) and name_of(row.fact.call) in names:
                    begun = (one.outside for one in row.fact.result.changes if isinstance(one, CommandStarted))
                    if outside := row.fact.result.outside or next(begun, ""):
                        return outside
        return ""

    async def text(self, thread: str, name: str) -> str | None:
        """None, if there is none. Raises JournalError."""
        if self._kept is None or name.startswith(_BEFORE):
            return None
        if said := _MESSAGE.fullmatch(name):
            position = int(said[1])
            found = (await _messages(self._kept[1], thread, position - 1, position)).get(position)
        else:
            found = await self._kept[0].text(thread, name)
        return None if found is None else await asyncio.to_thread(broken, found)


async def _messages(journal: Journal, thread: str, after: int = 0, wanted: int = 0) -> dict[int, str]:
    """The large ones by their rows, and what was said at the row `wanted`, as they read by now: a view of the journal,
    in which they are whole.
    """
    texts, rows_of = dict[int, str](), defaultdict[str, list[int]](list)
    async for rows in pages(journal, thread, after):
        for row in rows:
            match row.fact:
                case f.MessageReceived(message=message, text=text) | f.MessageCorrected(message=message, text=text):
                    texts |= dict.fromkeys(rows_of[message] if message else (), text)
                    asked = row.position == wanted and len(text) > NEVER_SHORTENED
                    if asked or exceeds(text, LARGE_MESSAGE):
                        texts[row.position] = text
                        rows_of[message].append(row.position)
                case f.AskAnswered(choice=Respond(words=words) | Reject(reason=words) | Approve(note=words)):
                    if row.position == wanted:
                        texts[row.position] = words
                case f.MessageDeleted(message=message) if message:
                    texts |= dict.fromkeys(rows_of[message], DELETED)
    return texts


def _size(text: str) -> int:
    return len(text.encode(errors="replace"))
