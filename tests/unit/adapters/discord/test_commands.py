"""The commands are the words, Discord takes them, and knows them again."""

import copy
from typing import Any

import pytest

from adapters.discord.commands import MESSAGE, ROOT, SLASH, WHAT, commands, same
from adapters.discord.limits import COMMAND, COMMAND_HINT, COMMANDS
from harness.commands.words import WORDS
from tests.fakes.discord.commands import Commands


def kept(given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """As Discord lists them, once it has taken them."""
    ids = iter(map(str, range(1_000)))
    there = Commands(lambda: next(ids), "app")
    there.overwrite(given)
    return copy.deepcopy(there.listed())


def test_every_word_is_a_subcommand_that_says_what_it_does_and_what_it_takes():
    slash, *menu = commands("Robin")
    assert (slash["type"], slash["name"]) == (SLASH, ROOT)
    assert [one["name"] for one in slash["options"]] == list(WORDS)
    assert len(WORDS) <= COMMANDS
    assert not [word.does for word in WORDS.values() if len(word.does) > COMMAND_HINT], "it would be cut"
    taking = {one["name"]: one["options"] for one in slash["options"] if one.get("options")}
    assert set(taking) == {name for name, word in WORDS.items() if word.hint}
    assert taking["rename"] == [{"type": 3, "name": WHAT, "description": "TITLE", "required": True}]
    assert "required" not in taking["mode"][0]
    assert [(one["type"], one["name"]) for one in menu] == [(MESSAGE, "Ask Robin"), (MESSAGE, "Branch from here")]


@pytest.mark.parametrize("name", ["Deskmate", "R", "x" * 100, "— 日本 —"])
def test_discord_takes_them_and_lists_the_same(name: str):
    ours = commands(name)
    assert same(kept(ours), ours)
    assert len(ours[1]["name"]) <= COMMAND


def test_whatever_has_changed_makes_them_others():
    ours = commands()
    assert not same([], ours)
    assert not same(kept(ours[:1]), ours)
    assert not same([*kept(ours), {"type": 2, "name": "old"}], ours)
    assert not same(kept(commands("Robin")), ours)
    for change in (_worded, _optional, _fewer, _more, _elsewhere):
        there = kept(ours)
        change(there[0])
        assert not same(there, ours), change


def _worded(slash: dict[str, Any]) -> None:
    slash["options"][0]["description"] = "another"


def _optional(slash: dict[str, Any]) -> None:
    mode = next(one for one in slash["options"] if one["name"] == "mode")
    mode["options"][0]["required"] = True


def _fewer(slash: dict[str, Any]) -> None:
    slash["options"].pop()


def _more(slash: dict[str, Any]) -> None:
    slash["options"][0]["options"] = [{"type": 3, "name": "old", "description": "old"}]


def _elsewhere(slash: dict[str, Any]) -> None:
    slash["contexts"] = [0]
