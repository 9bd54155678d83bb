"""Markdown with a header of YAML between two lines of `---`, as skills and subagents are written."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from harness.workspace.compose import compose
from harness.workspace.given import Given
from harness.workspace.problems import WorkspaceError

FENCE = "---"
_VALUE = re.compile(r"([A-Za-z][\w-]*):[ \t]+(?![|>][-+0-9]*[ \t]*$)(\S.*)")
"""A key at the left edge with a value in its line, but for one that begins a block of text."""
_WHOLE = re.compile(r"'([^']|'')*'|\"([^\"\\]|\\.)*\"|\[.*\]|\{.*\}")
"""Text in quotes, a list, a mapping: no plain text."""


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """What stands in the header, each with its line in the file; and what comes after it."""

    header: Given
    body: str


def frontmatter(text: str, source: str, lenient: bool = False) -> Frontmatter:
    """`source` is the file's name in messages. `lenient`: a header that is no YAML is read as what its author most
    likely meant, if it is YAML once the values of its keys are in quotes. Pure. Raises WorkspaceError if there is no
    header, or it is not YAML.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    fences = [number for number, line in enumerate(lines) if line.rstrip() == FENCE]
    if not fences or fences[0] != 0:
        raise WorkspaceError.of(source, f"must begin with a line of {FENCE}, as Markdown with a header does", 1)
    if len(fences) == 1:
        raise WorkspaceError.of(source, f"the header has no end: put a line of {FENCE} after it", 1)
    end = fences[1]
    header = compose(_text_of(lines[1:end]), source, (lambda: _text_of(_in_quotes(lines[1:end]))) if lenient else None)
    if header is None:
        raise WorkspaceError.of(source, "nothing stands in the header", 1)
    return Frontmatter(header, "\n".join(lines[end + 1 :]).strip())


def _text_of(lines: Iterable[str]) -> str:
    """The empty first line stands for the fence, so that lines are counted as in the file."""
    return "\n".join(("", *lines))


def _in_quotes(lines: Sequence[str]) -> Iterator[str]:
    """With each value in quotes that is none yet, and may be plain text with what YAML takes for more: `use: when it
    rains`. As many lines as before.
    """
    for first, *more in _by_key(lines):
        found = _VALUE.fullmatch(first)
        if found is None or _WHOLE.fullmatch(found[2].rstrip()):
            yield from (first, *more)
        else:
            text = " ".join(line.strip() for line in (found[2], *more)).replace("'", "''")
            yield from (f"{found[1]}: '{text}'", *("" for _ in more))


def _by_key(lines: Iterable[str]) -> Iterator[list[str]]:
    """Each line with the indented ones below it."""
    together = list[str]()
    for line in lines:
        if together and not line.startswith((" ", "\t")):
            yield together
            together = []
        together.append(line)
    if together:
        yield together
