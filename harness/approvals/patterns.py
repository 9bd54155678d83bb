"""Does a pattern of a rule cover a call's arguments? Patterns are shell globs (`*`, `?`, `[…]`) over the whole
subject.

On a shell command an allowing pattern covers only one simple command: anything with an operator, a substitution, a
redirection or a second line is not covered, since the pattern would say nothing about the rest of it. Asking and
denying patterns are content with any part: any command of a line, from any of its words on.
"""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

_NOT_SIMPLE = re.compile(r"[;&|<>`$(){}\n\r\0\\#!]")
"""`$` is a substitution, `\\` can join or hide; none of them is needed in a command that is allowed without a look."""
_PARTS = re.compile(r"[;&|<>`(){}\n\r\"']+|\$\(")
_LONGEST = 20_000
"""Characters of a command that are looked at word by word: beyond that an asking or denying pattern covers it
untested.
"""


def allows(pattern: str, subject: str, shell: bool) -> bool:
    """Is all of `subject` what an allowing `pattern` means?"""
    if shell and _NOT_SIMPLE.search(subject):
        return False
    return fnmatchcase(subject.strip(), pattern)


def touches(pattern: str, subject: str, shell: bool) -> bool:
    """Is any part of `subject` what an asking or denying `pattern` means?"""
    if fnmatchcase(subject.strip(), pattern):
        return True
    if not shell:
        return False
    return len(subject) > _LONGEST or any(fnmatchcase(part, pattern) for part in _parts(subject))


def _parts(command: str) -> Iterator[str]:
    """Each simple command, and what is left of it from each word on: `sudo rm x` holds `rm x`."""
    for text in {command, command.replace("\\", "")}:
        for part in _PARTS.split(text):
            words = part.split()
            for first in range(len(words)):
                yield " ".join(words[first:])
