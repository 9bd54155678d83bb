"""Words that the tools have in common: of summaries, for people on a phone, and of subjects, for rules."""

from harness.files.errors import AccessRefused
from harness.files.paths import normal, shows


def one_line(text: str, longest: int = 160) -> str:
    """`text` as one plain line that says if it is not all; what would not show, or hide the rest, is spelt out."""
    lines = text.strip().splitlines() or [""]
    shown = "".join(_spelt_out(character) for character in lines[0])
    cut = f"{shown[: longest - 1]}…" if len(shown) > longest else shown
    more = len(lines) - 1
    return f"{cut} (and {counted(more, 'more line')})" if more else cut


def counted(number: int, noun: str) -> str:
    """`1 line`, `2 lines`, `1,000 entries`."""
    plural = f"{noun[:-1]}ies" if noun.endswith("ry") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def cut(line: str, longest: int) -> str:
    """A line of a file, which says how much of it is left out if it is longer."""
    if len(line) <= longest:
        return line
    return f"{line[:longest]} [… {counted(len(line) - longest, 'more character')} of this line]"


def path_subject(path: str) -> str:
    """The normal path or, for one that the tool will refuse, what was written."""
    try:
        return normal(path)
    except AccessRefused:
        return path


def path_shown(path: str) -> str:
    """The path as people name it: from the folder of the files, without the slash in front."""
    subject = path_subject(path)
    return one_line(subject.removeprefix("/") or "all files")


def _spelt_out(character: str) -> str:
    if character == "\t":
        return " "
    if shows(character):
        return character
    return character.encode("unicode_escape", "surrogatepass").decode()
