"""The words that are commands, and a typed line as one of them. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Command(NamedTuple):
    name: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """What it does, for people. `hint` says what may follow it; `takes` is what may follow it in a message, which is a
    message if something else does.
    """

    does: str
    hint: str = ""
    takes: str = ""


_NAME, _QUOTED = r"\S+", '["“”„].+["“”„]'

WORDS: Mapping[str, Word] = {
    "status": Word("what I am doing in this conversation, in which mode, with which model"),
    "approvals": Word("what waits for somebody to decide it"),
    "grants": Word("what is always allowed in this conversation"),
    "revoke": Word("ask again about what was always allowed", "NAME or all", _NAME),
    "mode": Word("the modes that there are, or go on in another one", "[NAME]", f"({_NAME})?"),
    "model": Word("the models that there are, or think with another one", "[NAME or default]", f"({_NAME})?"),
    "stop": Word("stop what I am doing"),
    "retry": Word("go on with what ended early"),
    "queue": Word("what was said and waits to be heard; take your own words back", "[drop NUMBER]", r"(drop \d+)?"),
    "usage": Word("what this conversation has used"),
    "threads": Word("the conversations of this channel"),
    "new": Word("begin a new conversation here"),
    "switch": Word("go on here with another conversation of this channel", "ID", "[0-9a-f]{4,}"),
    "rename": Word("give this conversation a name", "TITLE", _QUOTED),
    "pair": Word("vouch for somebody who was given that code (owners only)", "CODE", "[A-Za-z0-9]{8}"),
    "help": Word("these words"),
}


def parse(text: str) -> Command | None:
    """A message that is exactly a command; None if it is anything else. A title is in quotes: a request to rename
    something would be taken for one otherwise.
    """
    command = typed(text)
    word = WORDS.get(command.name) if text.strip() else None
    if word is None or not re.fullmatch(word.takes, command.argument):
        return None
    return command


def typed(text: str) -> Command:
    """What was typed where only commands are, whatever it is. Nothing at all asks for help."""
    name, _, argument = text.strip().partition(" ")
    return Command(name.casefold() or "help", " ".join(argument.split()))


def helped() -> str:
    """All of them, in Markdown."""
    lines = [f"- `{' '.join(filter(None, (name, word.hint)))}` – {word.does}" for name, word in WORDS.items()]
    return "\n".join(["What I understand as a command, alone in a message to me:", *lines])
