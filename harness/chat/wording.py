"""How sentences are made of parts."""

from collections.abc import Iterable

from harness.chat.port import Line


def capitalized(text: str) -> str:
    """`text` begun with a capital, the rest as it is (`str.capitalize` makes that small)."""
    return text[:1].upper() + text[1:]


def ago(seconds: float) -> str:
    """How long ago it was, roughly."""
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit} ago"
    return "just now"


def counted(number: int, noun: str) -> str:
    """`1 turn`, `2,000 turns`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def quoted(lines: Iterable[Line]) -> str:
    """What others said, for a model: each line quoted, so that nothing in it looks like the rest of a request."""
    return "\n".join(f"> {part}" for line in lines for part in _told(line).splitlines())


def _told(line: Line) -> str:
    return f"{'you' if line.ours else ' '.join(line.by.split())}: {line.text}"
