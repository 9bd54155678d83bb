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
    in quotes in a message; `takes` is what may follow it in a message. `tried` is what looks like that and is not, and
    is answered with what there is; anything else makes a message of it.
    """

    does: str
    hint: str = ""
    takes: str = ""
    tried: str = ""
    quoted: bool = False


_NAME = r"\S*[^\s.!]"
_WORD = r"(?!(?:it|this|that|these|those|them|up|please)\b)\S*[\w>]"
"""One alone, with which it is no sentence as yet."""
_CHANGES = "(cancel|pause|resume|run)"
QUOTES = '"“”„«»'
"""Any of them, since phones choose them for people."""
_BEFORE, _AFTER = "!/", " .!"
"""What people put before and after a word that does something."""
_QUOTED = f"[{QUOTES}][^{QUOTES}]+[{QUOTES}]"

ALONE = "Commands (mention me, nothing else in the message; in a direct message to me, the word alone):"
DECIDING = "While a card is open, `approve` or `deny: REASON`, alone in a message, decides it."
WORDS: Mapping[str, Word] = {
    "status": Word("what I'm doing here, the mode and the model"),
    "approvals": Word("decisions that are waiting"),
    "grants": Word("what is always allowed here"),
    "revoke": Word("ask again before something that was always allowed", "NAME or all", _NAME),
    "mode": Word("list modes, or switch", "[NAME]", f"({_NAME})?"),
    "model": Word("list models, or switch", "[NAME or default]", f"({_NAME})?"),
    "stop": Word("stop what I'm doing"),
    "retry": Word("continue what ended early"),
    "queue": Word(
        "messages I have not read yet; take your own back", "[drop NUMBER]", r"(drop \d+)?", rf"{_WORD}|drop \w+"
    ),
    "wakeups": Word(
        "what is scheduled here; cancel, pause, resume or run it",
        "[cancel|pause|resume|run ID]",
        rf"({_CHANGES} [\d.]*\d)?",
        rf"{_WORD}|{_CHANGES} {_WORD}",
    ),
    "heartbeat": Word(
        "show, set or stop my heartbeat here",
        "[every 2h [9-18 [ZONE]]|checklist LIST|mute|unmute|now|off]",
        f"(off|mute|unmute|now|every {_NAME}( {_NAME}){{0,2}}|checklist .+)?",
        _WORD,
    ),
    "skills": Word("what I can look up for certain tasks, and what is off or broken"),
    "branch": Word("go on from here in a new thread, and leave this one as it is"),
    "memory": Word("what I remember here; have me forget it"),
    "usage": Word(
        "tokens and cost of this thread; or of this place and you today, this week or this month",
        "[today|week|month] [by person|place|model]",
        "(today|week|month)?( ?by (person|place|model))?",
        rf"{_WORD}|({_WORD} )?by {_WORD}|(this|last) {_WORD}",
    ),
    "compact": Word("before my next step, sum up what was said here"),
    "search": Word("find what was said here, and elsewhere where you can see it", "WORDS", _QUOTED, quoted=True),
    "threads": Word("list threads{among}"),
    "new": Word("begin a new conversation here"),
    "switch": Word("continue another thread{among} here", "ID", "[0-9a-f]{4,}", _WORD),
    "rename": Word("name this thread", "TITLE", _QUOTED, quoted=True),
    "archive": Word("take this thread off the lists until somebody speaks here"),
    "delete": Word("delete this thread for good (owners, or whoever alone spoke here)"),
    "pair": Word("vouch for somebody by their code (owners only)", "CODE", "[A-Za-z0-9]{8}", r"\S*\d\w*"),
    "help": Word("this list"),
}


def parse(text: str) -> Command | None:
    """A message that is exactly a command, but for what may stand around it; None if it is anything else. A word alone
    is one, also where it needs more, which is said. A title is in quotes, and nothing else is: a request to rename
    something would be taken for one otherwise.
    """
    begun = text.strip().lstrip(_BEFORE)
    for said in (begun, begun.rstrip(_AFTER)):  # a list of what to look at may end in a full stop of its own
        command = _split(said)
        word = WORDS.get(command.name)
        if word and (not command.argument or re.fullmatch(f"{word.takes}|{word.tried}", command.argument)):
            return command
    return None


def typed(text: str) -> Command:
    """What was typed where only commands are, whatever it is. Nothing at all asks for help."""
    return parse(text) or _split(text if text.strip() else "help")


def _split(text: str) -> Command:
    name, *rest = text.split() or ("",)  # phones and copies bring blanks of other kinds along
    return Command(name.casefold(), " ".join(rest))


def helped(surface: Surface) -> str:
    """All of them as they are typed on that surface, in Markdown."""
    first = f"Commands (after “{surface.sign}”):" if surface.sign else ALONE
    return "\n".join([first, *(_line(name, word, surface) for name, word in WORDS.items()), "", DECIDING])


def _line(name: str, word: Word, surface: Surface) -> str:
    hint = f'"{word.hint}"' if word.quoted and not surface.sign else word.hint
    return f"- {surface.spelt(' '.join(filter(None, (name, hint))))} – {word.does.format(among=surface.among)}"
