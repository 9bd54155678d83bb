"""What an edit would change of a text, and digests by which it is known again."""

import re
from hashlib import sha256
from typing import NamedTuple

from harness.files.editing import replace, unix


class Hunk(NamedTuple):
    """Whole lines of a text, and what becomes of them."""

    before: str
    after: str


def hunks(path: str, text: str, old: str, new: str, every: bool = False) -> tuple[Hunk, ...]:
    """The lines that an edit touches of `text`, which the file at `path` holds. Raises NotReplaced, as the edit would.

    What a model is not shown does not count: all texts are taken with `\\n` as their line end.
    """
    text, old, new = unix(text), unix(old), unix(new)
    replace(path, text, old, new, every)
    found: list[Hunk] = []
    begin = end = done = 0
    after = ""
    for match in re.finditer(re.escape(old), text):
        if not found or match.start() >= end:
            begin = done = text.rfind("\n", 0, match.start()) + 1
            after = ""
            found.append(Hunk("", ""))
        after += text[done : match.start()] + new
        done, end = match.end(), _line_end(text, match, after)
        found[-1] = Hunk(text[begin:end], after + text[done:end])
    return tuple(found)


def _line_end(text: str, match: "re.Match[str]", after: str) -> int:
    """Where the last line ends that it touches: the next one too, if what takes its place runs into that."""
    if match[0].endswith("\n") and (not after or after.endswith("\n")):
        return match.end()
    return text.find("\n", match.end()) + 1 or len(text)


def digest(*parts: bytes | str) -> str:
    """The same for the same parts alone."""
    hashed = sha256()
    for part in parts:
        data = part.encode(errors="surrogatepass") if isinstance(part, str) else part
        hashed.update(b"%d:" % len(data))
        hashed.update(data)
    return hashed.hexdigest()[:32]
