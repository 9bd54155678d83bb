"""Application commands as Discord judges, keeps and lists them. Discord docs, application commands."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.fakes.discord.shape import Json, invalid

MOST, OPTIONS, NAME, DESCRIPTION, CHARACTERS = 100, 25, 32, 100, 8_000
SLASH, USER, MESSAGE = 1, 2, 3
_TYPED = re.compile(r"[-_'\w]{1,32}")
_SUBCOMMANDS = {1, 2}


class Commands:
    """`syncs` counts how often all of them were written anew."""

    def __init__(self, id: Callable[[], str], app: str) -> None:
        self._id, self._app = id, app
        self.everywhere: list[Json] = []
        self.of_guild: dict[str, list[Json]] = {}
        self.syncs = 0

    def listed(self, guild: str = "") -> list[Json]:
        return self.of_guild.get(guild, []) if guild else self.everywhere

    def overwrite(self, given: Sequence[Mapping[str, Any]], guild: str = "") -> list[Json]:
        """Raises Refused."""
        names = [(one.get("type", SLASH), one.get("name")) for one in given]
        if len(given) > MOST or len(set(names)) != len(names):
            raise invalid("too many commands, or two of one name")
        for one in given:
            _check(one)
        kept = [self._kept(one) for one in given]
        if guild:
            self.of_guild[guild] = [{**one, "guild_id": guild} for one in kept]
        else:
            self.everywhere = kept
        self.syncs += 1
        return kept

    def _kept(self, given: Mapping[str, Any]) -> Json:
        """With what Discord knows besides, and without what it takes for granted."""
        usual: Json = {"type": SLASH, "description": "", "default_member_permissions": None, "nsfw": False,
                       "dm_permission": True, "name_localizations": None,
                       "description_localizations": None}  # fmt: skip
        known = {"id": self._id(), "application_id": self._app, "version": self._id()}
        kept = {**usual, **_bare(given), **known}
        return kept if kept.get("options") else {name: value for name, value in kept.items() if name != "options"}


def _bare(given: Mapping[str, Any]) -> Json:
    bare = {name: value for name, value in given.items() if (name, value) != ("required", False)}
    if bare.get("options"):
        bare["options"] = [_bare(one) for one in bare["options"]]
    return bare


def _check(command: Mapping[str, Any]) -> None:
    """Raises Refused."""
    name, description = str(command.get("name") or ""), str(command.get("description") or "")
    if command.get("type", SLASH) != SLASH:
        if not 0 < len(name) <= NAME or description or command.get("options"):
            raise invalid("an entry of a menu has a name, and nothing else")
        return
    if _characters(command) > CHARACTERS:
        raise invalid("a command of too many characters")
    _check_named(command)
    _check_options(command)


def _check_named(one: Mapping[str, Any]) -> None:
    name, description = str(one.get("name") or ""), str(one.get("description") or "")
    if not _TYPED.fullmatch(name) or name != name.lower():
        raise invalid(f"the name {name!r}")
    if not 0 < len(description) <= DESCRIPTION:
        raise invalid(f"the description of {name}")


def _check_options(one: Mapping[str, Any]) -> None:
    options = one.get("options") or []
    names = [option.get("name") for option in options]
    if len(options) > OPTIONS or len(set(names)) != len(names):
        raise invalid("too many options, or two of one name")
    if len({option["type"] in _SUBCOMMANDS for option in options}) > 1:
        raise invalid("subcommands stand beside other options")
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        raise invalid("what is required comes first")
    for option in options:
        _check_named(option)
        _check_options(option)


def _characters(one: Mapping[str, Any]) -> int:
    return (
        len(str(one.get("name") or ""))
        + len(str(one.get("description") or ""))
        + sum(map(_characters, one.get("options") or []))
    )
