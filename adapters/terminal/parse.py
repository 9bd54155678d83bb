"""A typed line as what it means. Pure."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from harness.commands.words import WORDS, Command
from harness.commands.words import typed as typed_alone

_LEAVING = ("exit", "quit")
_COMMAND = re.compile(r"/([a-z]+[.!]*)?(\s|$)", re.IGNORECASE)
"""A slash may also begin a path."""
_NUMBERS = re.compile(r"\d+(\.\d+)?(\s*,\s*\d+(\.\d+)?)*")
_LONGEST = 9
"""Digits of a number that may stand for something: Python refuses to read ever so many."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """What is chosen by typing its number, from 1 on in each message. `selected` is the option that it stands for, if
    it stands for one.
    """

    number: int
    label: str
    token: str
    form: bool
    selected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message."""

    text: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """An item by its number; or several options of one question, whose labels are joined."""

    item: MenuItem
    selected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoSuchNumber:
    """A number that stands for nothing, while something is to be chosen; or for nothing any more."""

    typed: str


@dataclass(frozen=True, slots=True)
class TooManyWords:
    """A command that stands alone, and something after it."""

    name: str


@dataclass(frozen=True, slots=True)
class Leaving:
    """What other programs have for Ctrl-D."""


Typed = Sentence | Chosen | NoSuchNumber | Command | TooManyWords | Leaving


def read(line: str, menu: Mapping[str, MenuItem], ever: Collection[str] = ()) -> Typed | None:
    """None for an empty line. `menu` is what may be chosen by what is typed: `2`, or `3.2` on an older card. Numbers
    choose as long as there is something to choose; otherwise they are words, but for those that `ever` stood for
    something here: they come too late. With a point they are words unless they ever did.
    """
    typed = line.strip()
    if not typed:
        return None
    if _COMMAND.match(typed):
        return _command(typed[1:])
    if not _NUMBERS.fullmatch(typed):
        return Sentence(typed)
    numbers = [_plain(number) for number in typed.split(",")]
    strange = [number for number in numbers if number not in ever and number not in menu]
    if strange and (not menu or any("." in number for number in strange)):
        return Sentence(typed)
    chosen = [menu.get(number) for number in numbers]
    known = [item for item in chosen if item]
    if len(known) < len(chosen):
        return NoSuchNumber(typed)
    if len(known) > 1 and (len({item.token for item in known}) > 1 or not all(item.selected for item in known)):
        return NoSuchNumber(typed)
    labels = tuple(dict.fromkeys(label for item in known for label in item.selected))
    return Chosen(known[0], labels)


def _plain(number: str) -> str:
    """In our digits, and without zeros before it."""
    parts = number.strip().split(".")
    return ".".join(str(int(part)) if len(part) <= _LONGEST else part for part in parts)


def _command(words: str) -> Command | TooManyWords | Leaving:
    """Whatever is typed, there is an answer to it: that there is no such command, for one."""
    command = typed_alone(words)
    if command.name in _LEAVING:
        return TooManyWords(command.name) if command.argument else Leaving()
    word = WORDS.get(command.name)
    return TooManyWords(command.name) if word and command.argument and not word.hint else command
