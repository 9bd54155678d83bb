"""Shell commands as a parser reads them: rules, masks and "Always" share this one reading.

`CommandReader` is the port; `adapters/shell_parser` implements it. See docs/decisions/0052.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

HOLE = "\0"
"""Stands in a word for each part that only a shell can expand. No command contains a NUL."""
HARMLESS_TARGETS = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr", "&1", "&2", "&-"})
"""Redirection targets that are neither files nor another program."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a command.

    Attributes:
        text: the characters that the program receives, with a HOLE for each expansion (`$X`, `$(…)`)
        loose: the same, with a HOLE also for each unquoted wildcard or brace expansion
        inline: True if the word is written on the command line, not in a here-document
    """

    text: str
    loose: str
    inline: bool = True

    @property
    def known(self) -> bool:
        """True if the program receives exactly `text`."""
        return self.text == self.loose and HOLE not in self.text


@dataclass(frozen=True, slots=True)
class Assignment:
    name: str
    value: Word


@dataclass(frozen=True, slots=True)
class Redirection:
    """`operator` is `>`, `<<`, `>&` …; `target` is the file or descriptor, or the text of a here-document."""

    operator: str
    target: Word

    @property
    def harmless(self) -> bool:
        """True if it neither reads nor writes a file: `2>/dev/null`, `2>&1`, `</dev/null`."""
        target = f"&{self.target.text}" if self.operator in (">&", "<&") else self.target.text
        return target in HARMLESS_TARGETS and self.target.known


@dataclass(frozen=True, slots=True)
class SimpleCommand:
    """A program with its words, assignments and redirections, wherever a command line contains one."""

    words: tuple[Word, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    redirections: tuple[Redirection, ...] = ()

    @property
    def program(self) -> str:
        """The program's name without its folder; empty if it has none."""
        return base(self.words[0].text) if self.words else ""

    def texts(self) -> Iterator[Word]:
        """All words, values and redirection targets."""
        yield from self.words
        yield from (assignment.value for assignment in self.assignments)
        yield from (redirection.target for redirection in self.redirections)


@dataclass(frozen=True, slots=True)
class Reading:
    """A command line as a shell would run it.

    Attributes:
        commands: all simple commands at any depth: in pipelines, substitutions, and functions
        quoted: those within quoted words and here-documents that a program runs (`sh -c "…"`)
        mentioned: those within other quoted words and here-documents: prose, or commands to come (`git commit -m "…"`)
        alone: the only command, if nothing else happens: no operator, assignment, expansion, or redirection that
            reads or writes a file
        problem: why rules can't judge the text, as a clause for people and models; empty if they can
    """

    commands: tuple[SimpleCommand, ...] = ()
    quoted: tuple[SimpleCommand, ...] = ()
    mentioned: tuple[SimpleCommand, ...] = ()
    alone: SimpleCommand | None = None
    problem: str = ""


class CommandReader(Protocol):
    """Reads command lines. Equal texts give equal readings."""

    def __call__(self, text: str) -> Reading:
        """Never raises: text that can't be read has a `problem`. The first call for a text blocks for milliseconds."""

    async def ahead(self, text: str) -> None:
        """Reads the text off the event loop, so that a later call returns at once."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A CommandReader without a parser: people decide on every command."""

    problem: str = "no shell parser is installed"

    def __call__(self, text: str) -> Reading:
        return Reading(problem=self.problem)

    async def ahead(self, text: str) -> None:
        return None


def base(word: str) -> str:
    """The name of a program without its folder: `rm` for `/bin/rm`."""
    return word.rpartition("/")[2] or word
