"""What is wrong with a workspace, and where."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Literal, Self

from harness.chat.secrets import masked

_LONGEST = 60

Outcome = Literal["", "left out", "used", "replaced"]
"""What becomes of the thing that a problem is about, where all else holds: it is left out, it is used all the same, or
something else is used as it should be. Empty, if that is for others to say.
"""
_SAID = {"left out": " (left out)", "used": " (used all the same)"}


@dataclass(frozen=True, slots=True)
class Problem:
    """`line` is from 1, and 0 for the file itself; `key` is the way to the value, like `permissions.rules[0].tool`, if
    there is one.
    """

    source: str
    line: int
    key: str
    message: str
    outcome: Outcome = ""

    @property
    def harmless(self) -> bool:
        """Is all used that was meant to be?"""
        return self.outcome in ("used", "replaced")

    def __str__(self) -> str:
        """One line: `workspace.yaml:12: permissions.rules[0].tool: there is no tool exceute; did you mean execute?`"""
        message = f"{self.message}{_SAID.get(self.outcome, '')}"
        if not self.line and not self.key:
            return f"{self.source} {message}"
        return ": ".join(filter(None, (self.where, self.key, message)))

    @property
    def where(self) -> str:
        """The file, and the line in it if it is known. The whole begins with it."""
        return f"{self.source}:{self.line}" if self.line else self.source


class WorkspaceError(Exception):
    """It cannot be taken. `problems` is all that is wrong with it, file by file, by their lines, those of a whole file
    first; the message has a line for each.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: (problem.source, problem.line)))
        super().__init__("\n".join(map(str, self.problems)))

    @classmethod
    def of(cls, source: str, message: str, line: int = 0, key: str = "") -> Self:
        """That alone is wrong."""
        return cls([Problem(source, line, key, message)])


def ending(problems: Iterable[Problem], outcome: Outcome) -> list[Problem]:
    """Them, with what becomes of it."""
    return [replace(problem, outcome=outcome) for problem in problems]


def shown(text: str) -> str:
    """What the file says, as part of a line that owners and the log are told: not too long, without what looks like a
    secret, and with what does not print spelt out.
    """
    text = masked(text)
    cut = f"{text[:_LONGEST]}…" if len(text) > _LONGEST else text
    if cut.isprintable():
        return cut or "''"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)


def meant(word: str, known: Collection[str]) -> str:
    """What somebody who wrote `word` may write, for the end of a message: the likeliest, or all of them."""
    if close := closest(word, known):
        return f"; did you mean {close}?"
    return f"; it may be {', '.join(sorted(known))}" if known else ""


def closest(word: str, known: Collection[str]) -> str:
    """Which of the `known` somebody who wrote `word` has meant; empty if it is like none."""
    names = {name.casefold(): name for name in known}
    word = word[:_LONGEST].casefold()
    close = get_close_matches(word, names, n=3, cutoff=0.6)
    swapped = [name for name in close if sorted(name) == sorted(word)]  # the commonest slip, and a poor ratio
    return names[(swapped or close)[0]] if close else ""
