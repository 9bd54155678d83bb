"""A line that people read, in parts. Who somebody is and what time it is stay values until a surface draws them: as a
mention, and on its reader's own clock.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from harness.chat.people import Person, Place
from harness.chat.secrets import concealed


@dataclass(frozen=True, slots=True)
class Code:
    """Text that people read letter by letter: a command, a pattern.

    Attributes:
        secrets: the values that a mask covers; None masks by looks
    """

    text: str
    secrets: tuple[str, ...] | None = None

    def __str__(self) -> str:
        return self.text


LATEST = datetime(9999, 12, 31, tzinfo=UTC).timestamp()


@dataclass(frozen=True, slots=True)
class Moment:
    """A time, in seconds since the epoch."""

    at: float

    def __str__(self) -> str:
        """Where it is not known in which zone it is read."""
        at = min(max(self.at, 0.0), LATEST)
        return datetime.fromtimestamp(at, UTC).strftime("%A, %Y-%m-%d %H:%M UTC")


@dataclass(frozen=True, slots=True)
class Where:
    """A place, by the name that its platform has for it."""

    place: Place

    def __str__(self) -> str:
        """Where no name can be looked up."""
        return "another conversation"


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to an address."""

    text: str
    address: str

    def __str__(self) -> str:
        return self.text


Part = str | Code | Person | Moment | Where | Link
Phrase = tuple[Part, ...]

BETWEEN = " · "


def plain(phrase: Phrase) -> str:
    """All of it as text, for where nothing else can be said."""
    return "".join(map(str, phrase))


def concealed_part(part: Part) -> str:
    """A part as text for surfaces that many people read, with hidden characters spelt out and secrets masked."""
    return concealed(str(part), part.secrets if isinstance(part, Code) else None)


def concealed_text(phrase: Phrase) -> str:
    """A phrase as text for such surfaces."""
    return "".join(map(concealed_part, phrase))


def joined(phrases: Iterable[Phrase], between: str = BETWEEN) -> Phrase:
    """As one line, without those that say nothing."""
    found = [phrase for phrase in phrases if phrase]
    return tuple(part for number, phrase in enumerate(found) for part in ((between, *phrase) if number else phrase))


def listed(phrases: Sequence[Phrase], last: str) -> Phrase:
    """`Ana, Bob or Carol`, if the `last` is set off by "or"."""
    *first, end = phrases or [()]
    return joined([joined(first, ", "), end], f" {last} ")


def capitalized(phrase: Phrase) -> Phrase:
    """Begun with a capital, if it begins with a word."""
    match phrase:
        case (str(first), *rest):
            return (first[:1].upper() + first[1:], *rest)
        case _:
            return phrase


def cut(phrase: Phrase, most: int) -> Phrase:
    """At most so many characters of it in plain; the last one an ellipsis if any are missing. People and moments are
    whole, or not there.
    """
    return tuple(_cut(phrase, most))


def _cut(phrase: Phrase, most: int) -> Iterator[Part]:
    for part in phrase:
        text = concealed_part(part) if isinstance(part, Code) and len(part.text) > most else str(part)
        if len(text) <= most:
            yield part
            most -= len(text)
            continue
        shown = text[: max(0, most - 1)] if isinstance(part, str | Code) else ""
        yield Code(f"{shown}…", ()) if isinstance(part, Code) and shown else f"{shown}…"
        return
