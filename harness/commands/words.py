"""The words that are commands, and a typed line as one of them. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from harness.chat.events import Surface


class Command(NamedTuple):
    name: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """What it does, for people; `{among}` in it is the surface's. `hint` says what may follow it, `quoted` if that is
    in quotes in a message; `takes` is what may follow it in a message, which is a message if something else does.
    """

    does: str
    hint: str = ""
    takes: str = ""
    quoted: bool = False


_NAME = r"\S+"
QUOTES = '"“”„«»'
"""Any of them, since phones choose them for people."""
_QUOTED = f"[{QUOTES}][^{QUOTES}]+[{QUOTES}]"

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
    "wakeups": Word(
        "when I wake by myself, and for what; keep me from it, or have me do it now",
        "[cancel|pause|resume|run ID]",
        r"((cancel|pause|resume|run) [\d.]+)?",
    ),
    "heartbeat": Word(
        "whether I look here by myself, and how often; have me look, or keep me from it",
        "[every 2h [9-18 [ZONE]]|checklist LIST|mute|unmute|now|off]",
        f"(off|mute|unmute|now|every {_NAME}( {_NAME}){{0,2}}|checklist .+)?",
    ),
    "usage": Word("what this conversation has used"),
    "threads": Word("the conversations{among}"),
    "new": Word("begin a new conversation here"),
    "switch": Word("go on here with another of the conversations{among}", "ID", "[0-9a-f]{4,}"),
    "rename": Word("give this conversation a name", "TITLE", _QUOTED, quoted=True),
    "pair": Word("vouch for somebody who was given that code (owners only)", "CODE", "[A-Za-z0-9]{8}"),
    "help": Word("these words"),
}


def parse(text: str) -> Command | None:
    """A message that is exactly a command; None if it is anything else. A title is in quotes, and nothing else is: a
    request to rename something would be taken for one otherwise.
    """
    command = typed(text)
    word = WORDS.get(command.name) if text.strip() else None
    if word is None or not re.fullmatch(word.takes, command.argument):
        return None
    return command


def typed(text: str) -> Command:
    """What was typed where only commands are, whatever it is. Nothing at all asks for help."""
    name, *rest = text.split() or ("help",)  # phones and copies bring blanks of other kinds along
    return Command(name.casefold(), " ".join(rest))


def helped(surface: Surface) -> str:
    """All of them as they are typed on that surface, in Markdown."""
    typed_alone = f"What I understand as a command, typed with “{surface.sign}”:"
    first = typed_alone if surface.sign else "What I understand as a command, alone in a message that mentions me:"
    return "\n".join([first, *(_line(name, word, surface) for name, word in WORDS.items())])


def _line(name: str, word: Word, surface: Surface) -> str:
    hint = f'"{word.hint}"' if word.quoted and not surface.sign else word.hint
    return f"- {surface.spelt(' '.join(filter(None, (name, hint))))} – {word.does.format(among=surface.among)}"
