"""Glob patterns, matched without looking at any disk.

*.py           in any folder, hidden ones too: a pattern without / is about the name alone
src/*.py       in the folder src, not below it
**/*.py        at any depth; ** enters no folder whose name begins with a dot
/*.py          at the root of the files only, wherever the search begins
[!a]?.{py,md}  sets, single characters and alternatives
"""

import re
from collections import deque
from collections.abc import Callable, Sequence
from fnmatch import translate

from harness.approvals.names import ANY, Look, Names, look_of
from harness.files.errors import BadPattern
from harness.files.paths import printable

LONGEST = 1_000
"""Characters of a pattern."""
_MOST_ALTERNATIVES = 64
_DEEP = Look(re.compile(r"[^.].*", re.DOTALL), repeats=True)
"""Folders that ** enters."""


class Pattern:
    """`anchored`: to be matched with parts that count from the root; otherwise from where a search begins."""

    def __init__(self, pattern: str) -> None:
        """Raises BadPattern."""
        if len(pattern) > LONGEST:
            raise BadPattern(f"a pattern has at most {LONGEST:,} characters, and this has {len(pattern):,}")
        if not pattern.strip("/"):
            raise BadPattern("the pattern is empty; *.md finds all Markdown files, ** finds all files")
        if printable(pattern) != pattern or "\\" in pattern:
            raise BadPattern(f"{printable(pattern)}: a pattern has no backslashes, control or invisible characters")
        self.anchored = pattern.startswith("/")
        alternatives = spelt_out(pattern)
        self._alternatives = [_names(spelt) for spelt in alternatives]
        names = [spelt for spelt in alternatives if "/" not in spelt and spelt not in (".", "..", "**")]
        name = re.compile("|".join(map(translate, names))) if len(names) == len(alternatives) else None
        self.named: Callable[[str], object] | None = name and name.match
        """Does a name look as it must? None, if that is not all there is to look at, as it mostly is: this is quick."""

    def matches(self, parts: Sequence[str]) -> bool:
        """Is the file with these path parts meant?"""
        if self.named is not None:
            return bool(parts) and self.named(parts[-1]) is not None
        return any(alternative.match(parts) for alternative in self._alternatives)

    def enters(self, parts: Sequence[str]) -> bool:
        """Can a file that is meant lie in or below the folder with these path parts?"""
        return self.named is not None or any(alternative.may_go_on(parts) for alternative in self._alternatives)


def _names(pattern: str) -> Names:
    """Of a pattern without alternatives."""
    spelt = [part for part in pattern.split("/") if part not in ("", ".")]
    if ".." in spelt:
        raise BadPattern(f"{pattern}: a pattern has no .. in it")
    if not spelt:
        raise BadPattern(f"{pattern}: names nothing")
    if spelt[-1] == "**":
        spelt.append("*")  # all files below, not the folders themselves
    looks = [_DEEP if part == "**" else look_of(part) for part in spelt]
    return Names([ANY, *looks] if "/" not in pattern and len(spelt) == 1 else looks)


def spelt_out(pattern: str) -> list[str]:
    """`a.{b,c}` as `a.b` and `a.c`. A brace that is never closed, or has one alternative, stands for itself."""
    done: list[str] = []
    waiting = deque([pattern])
    while waiting:
        if len(done) + len(waiting) > _MOST_ALTERNATIVES:
            raise BadPattern(f"{pattern}: more than {_MOST_ALTERNATIVES} alternatives")
        spelt = waiting.popleft()
        found = _alternatives(spelt)
        if found is None:
            done.append(spelt)
        else:
            begin, end = found
            choices = spelt[begin + 1 : end].split(",")
            if len(choices) > _MOST_ALTERNATIVES:
                raise BadPattern(f"{pattern}: more than {_MOST_ALTERNATIVES} alternatives")
            waiting += [spelt[:begin] + choice + spelt[end + 1 :] for choice in choices]
    return done


def _alternatives(pattern: str) -> tuple[int, int] | None:
    """Where the first braces stand that hold a comma and no braces, in one pass."""
    begin, commas = -1, False
    for at, character in enumerate(pattern):
        if character == "{":
            begin, commas = at, False
        elif character == "," and begin >= 0:
            commas = True
        elif character == "}":
            if commas:
                return begin, at
            begin = -1
    return None
