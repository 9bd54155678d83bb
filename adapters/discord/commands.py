"""The application commands that we answer: as Discord takes them, and whether it has them so. Pure.

Each word is a subcommand of `/deskmate`, so that Discord shows them all. What is sent says nothing that Discord would
take for granted, since it leaves that out when it is asked.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.discord.limits import COMMAND, COMMAND_HINT
from adapters.discord.text import cut
from harness.chat.events import Surface
from harness.commands.words import WORDS, Word

Json = Mapping[str, Any]

NAME = "Deskmate"
ROOT = "deskmate"
"""The slash command."""
BRANCH = "Branch from here"
"""The entry in a message's menu that branches a conversation from it."""
WHAT = "what"
"""The option of a word that takes more."""
SLASH, MESSAGE = 1, 3
"""Discord docs, application command types."""
_WORD, _TEXT = 1, 3
_IN_SERVERS, _CHANNELS, _DIRECT = 0, 0, 1


def commands(name: str = NAME) -> list[dict[str, Any]]:
    """All of them; `name` is how the app is called."""
    where = {"integration_types": [_IN_SERVERS], "contexts": [_CHANNELS, _DIRECT]}
    slash = {
        "type": SLASH,
        "name": ROOT,
        "description": "What I am doing, modes, models, grants, conversations",
        "options": [_subcommand(name, word) for name, word in WORDS.items()],
    }
    menu = [{"type": MESSAGE, "name": entry, **where} for entry in (cut(f"Ask {name}", COMMAND), BRANCH)]
    return [{**slash, **where}, *menu]


def same(there: Sequence[Json], ours: Sequence[Json]) -> bool:
    """Has Discord these commands, as it lists them, and no others?"""
    known = {(one.get("type", SLASH), one.get("name")): one for one in there}
    return len(there) == len(ours) and all(_alike(known.get((one["type"], one["name"]), {}), one) for one in ours)


def _alike(there: Json, ours: Json) -> bool:
    """Discord adds what it knows besides: ids, versions, defaults."""
    options, wanted = there.get("options") or [], ours.get("options") or []
    return (
        all(there.get(key) == value for key, value in ours.items() if key != "options")
        and (not there.get("required") or bool(ours.get("required")))
        and len(options) == len(wanted)
        and all(map(_alike, options, wanted))
    )


def _subcommand(name: str, word: Word) -> dict[str, Any]:
    does = cut(word.does.format(among=Surface().among), COMMAND_HINT)
    made: dict[str, Any] = {"type": _WORD, "name": name, "description": does}
    if not word.hint:
        return made
    what: dict[str, Any] = {"type": _TEXT, "name": WHAT, "description": cut(word.hint, COMMAND_HINT)}
    return {**made, "options": [what if word.hint.startswith("[") else {**what, "required": True}]}
