"""Of which messages may a text be made? Of those that share a word with it that is not everybody's."""

from collections.abc import Iterable, Iterator

from harness.context.said import indexed_words
from harness.context.transcript import messages_of
from harness.sessions.entries import Entry, Result, Said, Summed, Talked, Told
from harness.tools.calls import Quoted

SHORT = 4
"""Letters of words that say little, where words are of letters."""


def alike(thread: str, entries: Iterable[Entry], text: str) -> Iterator[Quoted]:
    """Those that these entries of a thread show."""
    for entry in entries:
        if any(words_alike(words, text) for words in _texts(entry)):
            quoted = entry.quotes if isinstance(entry, Result) else ()
            others = {one.message for one in quoted}
            yield from (Quoted(thread, message) for message in messages_of(entry) if message not in others)
            yield from (one if one.thread else Quoted(thread, one.message) for one in quoted)


def words_alike(one: str, other: str) -> bool:
    return not _telling(one).isdisjoint(_telling(other))


def _telling(text: str) -> set[str]:
    words = indexed_words(text)
    return {word for word in words if len(word) > SHORT or any(map(str.isdigit, word)) or not word.isascii()}


def _texts(entry: Entry) -> Iterator[str]:
    match entry:
        case Result(text=text, words=words):
            yield f"{words}{text}"
        case Said(text=text) | Told(text=text) | Summed(text=text):
            yield text
        case Talked(said=said):
            yield from (one.text for one in said)
        case _:
            pass
