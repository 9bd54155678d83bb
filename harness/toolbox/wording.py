"""Words that the tools have in common: of summaries, for people on a phone, and of subjects, for rules."""

import re
from collections.abc import Iterable, Mapping

from harness.chat.phrases import Phrase
from harness.chat.wording import shortened
from harness.files.errors import AccessRefused, FilesError
from harness.files.paths import joined, normal, shows
from harness.files.port import Files, NotSearched, Why
from harness.tools.previews import Hidden

_WHY: Mapping[Why, str] = {
    "binary": "binary, or not in UTF-8",
    "large": "too large",
    "linked": "with another name by a hard link, which may lie outside of the files",
    "forbidden": "that I may not open",
    "ruled": "that a rule keeps from me",
    "failed": "that cannot be read just now",
    "hidden": "hidden, so ** skips it: name it in the pattern, as in .github/**",
}

HIDDEN: Mapping[Hidden, str] = {
    "binary": "it is no text now; ",
    "large": "it is too large to show; ",
    "ruled": "a rule keeps what it holds from being shown; ",
    "linked": "it has another name by a hard link, so I do not read it; ",
    "forbidden": "I cannot read it; ",
}
"""Why people are not shown what a file holds, before its size."""


def one_line(text: str, longest: int = 160) -> str:
    """`text` as one plain line that says if it is not all; what would not show, or hide the rest, is spelt out."""
    lines = text.strip().splitlines() or [""]
    shown = "".join(_spelt_out(character) for character in lines[0])
    cut = shortened(shown, longest)
    more = len(lines) - 1
    return f"{cut} (and {counted(more, 'more line')})" if more else cut


def spaced(duration: str) -> str:
    """`2 h` and `30 min`, of what a model wrote as `2h` and `30m`."""
    written = re.fullmatch(r"([0-9]+)([a-z]+)", duration.strip())
    return f"{written[1]} {'min' if written[2] == 'm' else written[2]}" if written else duration


def counted(number: int, noun: str) -> str:
    """`1 line`, `2 lines`, `1,000 entries`."""
    plural = f"{noun[:-1]}ies" if noun.endswith("ry") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def lines_of(text: str) -> int:
    """How many lines a text has; one that does not end counts too."""
    return text.count("\n") + (not text.endswith("\n") and text != "")


def becoming(before: int, after: int) -> str:
    """`1 line → 2`, `200 lines → 1`."""
    return f"{counted(before, 'line')} → {after:,}"


def cut(line: str, longest: int) -> str:
    """A line of a file, which says how much of it is left out if it is longer."""
    if len(line) <= longest:
        return line
    return f"{line[:longest]} [… {counted(len(line) - longest, 'more character')} of this line]"


def cut_around(line: str, part: str, longest: int) -> str:
    """A line of a file as `cut` has it, but with the first place of that part in the middle of what is left."""
    at = line.find(part) + len(part) // 2 - longest // 2
    begin = min(at, len(line) - longest)
    if begin <= 0 or part not in line:
        return cut(line, longest)
    return f"[… {counted(begin, 'character')}] {cut(line[begin:], longest)}"


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


def path_leads(files: Files, path: str) -> tuple[str, ...]:
    """Where a path really lies, if links lead elsewhere."""
    try:
        lies = files.lies(path)
    except FilesError:
        return ()  # the tool will say what is wrong with it
    return () if lies == path_subject(path) else (lies,)


def path_named(path: str, lies: str = "") -> Phrase:
    """The path as people name it, whole: from the folder of the files, without the slash in front; and where it really
    lies, if that is known, and somewhere else.
    """
    subject = path_subject(path)
    led = f" (which is {lies.removeprefix('/')})" if lies and lies != subject else ""
    return (f"{subject.removeprefix('/') or 'all files'}{led}",)


def all_below(path: str) -> str:
    """What stands for all that is in a folder."""
    return joined(path, "**")


def left_out(found: Iterable[NotSearched]) -> list[str]:
    """What a search did not look at, as a note; none, if that is nothing."""
    said = [f"{counted(one.number, 'folder' if one.folders else 'file')} ({_WHY[one.why]})" for one in found]
    return [f"[not searched: {', '.join(said)}]"] if said else []


def _spelt_out(character: str) -> str:
    if character == "\t":
        return " "
    if shows(character):
        return character
    return character.encode("unicode_escape", "surrogatepass").decode()
