"""How sentences are made of parts."""

from collections.abc import Iterable
from datetime import UTC, datetime, tzinfo

from harness.chat.phrases import Moment
from harness.chat.port import ChatLine
from harness.chat.untrusted import in_line

NOW = "just now"
LONGEST = 1e10
"""Seconds, some three centuries: nothing that is said takes longer."""


def capitalized(text: str) -> str:
    """`text` begun with a capital, the rest as it is (`str.capitalize` makes that small)."""
    return text[:1].upper() + text[1:]


def as_sentence(text: str) -> str:
    """A clause as a sentence of its own."""
    return f"{capitalized(text)}{'' if text.endswith(('.', '!', '?')) else '.'}"


def shortened(text: str, most: int) -> str:
    """At most so many characters of it, the last an ellipsis if any are missing."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def units(text: str) -> int:
    """Its length in units of UTF-16, as chats' clients count: never less than its characters."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def ago(seconds: float) -> str:
    """How long ago it was, roughly."""
    age = aged(seconds)
    return age if age == NOW else f"{age} ago"


def aged(seconds: float) -> str:
    """For how long it has been so, roughly: `5 min`."""
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return NOW


def counted(number: int, noun: str, nouns: str = "") -> str:
    """`1 turn`, `2,000 turns`; `nouns` are several of it, where an s is not enough."""
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"


def duration(seconds: float) -> str:
    """`2 h 5 min`: the two largest units of it, rounded down; of what is for ever, a very long time."""
    parts, left = list[str](), int(max(0.0, min(seconds, LONGEST)))
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")):
        count, left = divmod(left, size)
        if count or (parts and len(parts) < 2):
            parts.append(f"{count} {unit}")
    return " ".join(part for part in parts[:2] if not part.startswith("0 ")) or "0 s"


def day(when: float, zone: tzinfo = UTC) -> str:
    """The day of a time in seconds since the epoch: `Monday, 2026-11-30`."""
    return datetime.fromtimestamp(when, zone).strftime("%A, %Y-%m-%d")


def moment(when: float) -> str:
    """A time in seconds since the epoch, where it is not known in which zone it is read."""
    return str(Moment(when))


def quoted(lines: Iterable[ChatLine]) -> str:
    """What others said, for a model: each line quoted, so that nothing in it looks like the rest of a request."""
    return "\n".join(f"> {part}" for line in lines for part in _told(line).splitlines())


def _told(line: ChatLine) -> str:
    return f"{'you' if line.ours else in_line(line.by)}: {line.text}"
