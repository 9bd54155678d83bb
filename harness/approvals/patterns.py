"""Does a pattern of a rule cover a call's arguments? Patterns are shell globs (`*`, `?`, `[…]`) over the whole
subject.

On a shell command an allowing pattern covers only one simple command: anything with an operator, a substitution, a
redirection or a second line is not covered, since the pattern would say nothing about the rest of it. Asking and
denying patterns are content with any part: any command of a line, from any of its words on, wherever its program lies.
"""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase, translate

_NOT_SIMPLE = re.compile(r"[;&|<>`$(){}\n\r\0\\#!]")
"""`$` is a substitution, `\\` can join or hide; none of them is needed in a command that is allowed without a look."""
_PARTS = re.compile(r"[;&|<>`(){}\n\r\"']+|\$\(")
_LONGEST = 100_000
"""Characters of a command that are looked at part by part: beyond that an asking or denying pattern covers it
untested.
"""
_QUOTES = re.compile(r"[\\\"']")
_ONE = re.compile(r"\[!?\]?[^]]*\]|.", re.DOTALL)
"""What in a pattern stands for one character; or a star."""


def allows(pattern: str, subject: str, shell: bool) -> bool:
    """Is all of `subject` what an allowing `pattern` means?"""
    if shell and _NOT_SIMPLE.search(subject):
        return False
    return fnmatchcase(subject.strip(), pattern)


def never_allows(pattern: str) -> bool:
    """Is there no shell command that an allowing `pattern` covers, since each would be more than a simple one?"""
    return any(len(one) == 1 and _NOT_SIMPLE.match(one) for one in _ONE.findall(pattern))


def touches(pattern: str, subject: str, shell: bool) -> bool:
    """Is any part of `subject` what an asking or denying `pattern` means?"""
    if fnmatchcase(subject.strip(), pattern):
        return True
    if not shell:
        return False
    return len(subject) > _LONGEST or any(_ends_in(part, pattern) for part in _parts(subject))


def _parts(command: str) -> Iterator[str]:
    """Each simple command of a line, its words parted by one space; as it stands, and without what could hide it:
    `r''m` is `rm`, and so is `/bin/rm`.
    """
    for text in {command, command.replace("\\", ""), _QUOTES.sub("", command)}:
        for part in _PARTS.split(text):
            if words := part.split():
                yield " ".join(words)
                if any(word.startswith("/") for word in words):
                    yield " ".join(word.rpartition("/")[2] if word.startswith("/") else word for word in words)


def _ends_in(part: str, pattern: str) -> bool:
    """Does the pattern cover what is left of the part from any of its words on? `sudo rm x` holds `rm x`.

    In time that grows with the length, not with its square: where the pattern has a star, the first word at which all
    before the star fits is enough to try, since the star takes up what lies between; where it has none, it says how
    long what is left must be.
    """
    ones = _ONE.findall(pattern)
    if "*" not in ones:
        return part[-len(ones) - 1 : -len(ones)] in ("", " ") and fnmatchcase(part[-len(ones) :], pattern)
    before = "".join(ones[: ones.index("*")])
    first = re.compile(f"(?:^|(?<= )){translate(f'{before}*')}").search(part)
    return first is not None and fnmatchcase(part[first.start() :], pattern)
