"""A typed line as what it means. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from harness.commands.words import Command, parse
from harness.commands.words import typed as typed_alone

_NUMBERS = re.compile(r"\d+(\s*,\s*\d+)*")
_LONGEST = 9
"""Digits of a number that may stand for something: Python refuses to read ever so many."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """What is chosen by typing its number. `selected` is the option that it stands for, if it stands for one."""

    number: int
    label: str
    token: str
    form: bool
    selected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """A message."""

    text: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """An item by its number; or several options of one question, whose labels are joined."""

    item: MenuItem
    selected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoSuchNumber:
    """A number that stands for nothing, while something is to be chosen."""

    typed: str


def read(line: str, menu: Mapping[int, MenuItem]) -> Said | Chosen | NoSuchNumber | Command | None:
    """None for an empty line. Numbers choose as long as there is something to choose; otherwise they are words."""
    typed = line.strip()
    if not typed:
        return None
    if typed.startswith("/") and (command := _command(typed[1:])):
        return command
    if not menu or not _NUMBERS.fullmatch(typed):
        return Said(typed)
    numbers = [number.strip() for number in typed.split(",")]
    chosen = [menu.get(int(number)) if len(number) <= _LONGEST else None for number in numbers]
    known = [item for item in chosen if item]
    if len(known) < len(chosen):
        return NoSuchNumber(typed)
    if len(known) > 1 and (len({item.token for item in known}) > 1 or not all(item.selected for item in known)):
        return NoSuchNumber(typed)
    labels = tuple(dict.fromkeys(label for item in known for label in item.selected))
    return Chosen(known[0], labels)


def _command(words: str) -> Command | None:
    """A slash may also begin a path. A title needs no quotes here."""
    command = typed_alone(words)
    return command if command.name == "rename" and command.argument else parse(words)
