"""Commands are refused as Discord refuses them, and listed as it lists them."""

from itertools import count
from typing import Any

import pytest

from tests.fakes.discord.commands import Commands
from tests.fakes.discord.shape import Refused


def made() -> Commands:
    ids = count(1)
    return Commands(lambda: str(next(ids)), "app")


WORD = {"type": 1, "name": "status", "description": "d"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": 1, "name": "Upper", "description": "d"},
        {"type": 1, "name": "two words", "description": "d"},
        {"type": 1, "name": "x", "description": ""},
        {"type": 1, "name": "x", "description": "d" * 101},
        {"type": 3, "name": "x" * 33},
        {"type": 3, "name": "Ask", "description": "d"},
        {"type": 1, "name": "x", "description": "d", "options": [WORD, WORD]},
        {"type": 1, "name": "x", "description": "d", "options": [WORD, {**WORD, "type": 3, "name": "y"}]},
        {"type": 1, "name": "x", "description": "d",
         "options": [{**WORD, "name": f"n{n}"} for n in range(26)]},
        {"type": 1, "name": "x", "description": "d", "options": [
            {"type": 3, "name": "a", "description": "d"},
            {"type": 3, "name": "b", "description": "d", "required": True}]},
    ],
)  # fmt: skip
def test_what_discord_refuses_is_refused_and_changes_nothing(wrong: dict[str, Any]):
    commands = made()
    commands.overwrite([{"type": 3, "name": "Ask"}])
    with pytest.raises(Refused):
        commands.overwrite([wrong])
    assert [one["name"] for one in commands.listed()] == ["Ask"]
    assert commands.syncs == 1


def test_servers_have_commands_of_their_own():
    commands = made()
    commands.overwrite([{"type": 3, "name": "Ask"}])
    commands.overwrite([WORD], "7")
    assert [one["name"] for one in commands.listed()] == ["Ask"]
    assert [one["name"] for one in commands.listed("7")] == ["status"]
    assert commands.listed("8") == []
