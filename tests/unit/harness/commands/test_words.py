"""The words that are commands, and a typed line as one of them."""

import re
from pathlib import Path

import pytest

from harness.chat.events import Surface
from harness.commands.words import WORDS, Command, helped, parse, typed


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("status", ("status", "")),
        (" Mode  plan ", ("mode", "plan")),
        ("mode", ("mode", "")),
        ("queue drop 12", ("queue", "drop 12")),
        ("revoke all", ("revoke", "all")),
        ('rename "the red build"', ("rename", '"the red build"')),
        ("rename «the red build»", ("rename", "«the red build»")),
        ("pair ABCD2345", ("pair", "ABCD2345")),
    ],
)
def test_exactly_a_command_is_one(text: str, command: tuple[str, str]) -> None:
    assert parse(text) == Command(*command)


@pytest.mark.parametrize(
    "text",
    ["", "status of the build?", "mode of transport", "help me", "new feature", "rename foo.py to bar.py", "queue it",
     "rename Foo", 'rename "foo" to "bar"', "rename it",
     "switch to French", "status\nplease", "usage of x", "usage it", "usage?", "usage year?", "usage by the way is up",
     "memory is a strange thing", "memory leak", "wakeups are nice", "heartbeat this", "queue up",
     "heartbeat every day at nine o'clock", "wakeups cancel the first one", "pair programming", "search that"],
)  # fmt: skip
def test_words_that_begin_like_one_are_words(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Skills.", ("skills", "")),
        ("status!", ("status", "")),
        ("/skills", ("skills", "")),
        ("!mode plan", ("mode", "plan")),
        ("mode plan.", ("mode", "plan")),
        ("model openai/gpt-4.1.", ("model", "openai/gpt-4.1")),
        ("wakeups cancel 3.1 .", ("wakeups", "cancel 3.1")),
        ("heartbeat every 2h 9-18 Europe/Berlin.", ("heartbeat", "every 2h 9-18 Europe/Berlin")),
        ("heartbeat checklist Is the build red? Say so.", ("heartbeat", "checklist Is the build red? Say so.")),
        ('rename "It is red!".', ("rename", '"It is red!"')),
    ],
)
def test_what_stands_around_one_does_not_matter(text: str, command: tuple[str, str]) -> None:
    """As docs/words.md says of all words that do something."""
    assert parse(text) == typed(text) == Command(*command)


@pytest.mark.parametrize("name", WORDS)
def test_each_alone_is_a_command_also_with_a_slash_and_a_full_stop(name: str) -> None:
    assert parse(name) == parse(f"/{name.capitalize()}.") == Command(name)


@pytest.mark.parametrize(
    "text",
    ["usage year", "usage by channel", "usage week by team", "usage last month", "usage by", "wakeups all",
     "wakeups cancel", "wakeups cancel all", "queue drop", "queue drop all", "queue drop it", "heartbeat hourly",
     "heartbeat every", "heartbeat checklist", "switch build", "switch 3f", "mode plna", "pair ABCD-234"],
)  # fmt: skip
def test_what_one_takes_may_be_unknown_as_long_as_it_is_no_sentence(text: str) -> None:
    """It is answered with what there is, as an unknown mode is."""
    assert parse(text) == parse(f"{text}.") == typed(text)


@pytest.mark.parametrize("text", ["status?", "status…", "...", "!", "/", "/ !.", "new, please.", "/usr/bin", "-status"])
def test_what_stands_around_other_words_makes_no_command_of_them(text: str) -> None:
    assert parse(text) is None


def test_where_only_commands_are_typed_nothing_asks_for_help_and_anything_is_one() -> None:
    assert typed("  ") == Command("help")
    assert typed("Rename  the red build") == Command("rename", "the red build")
    assert typed("make tea") == Command("make", "tea")
    assert typed("rename It is red!") == Command("rename", "It is red!")
    assert typed("mode\u00a0plan\n") == typed("mode\nplan") == Command("mode", "plan")


def test_the_help_names_them_all() -> None:
    assert all(f"`{name}" in helped(Surface()) for name in WORDS)
    assert all(f"`/{name}" in helped(Surface("/")) for name in WORDS)


def test_the_page_of_words_names_them_all() -> None:
    """As people read them in docs/words.md."""
    page = (Path(__file__).parents[4] / "docs" / "words.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    named = {command.split()[0] for row in rows for command in re.findall("`([^`]+)`", row)}
    assert set(WORDS) <= named


def test_the_help_is_true_where_it_is_given() -> None:
    chat, terminal = helped(Surface()), helped(Surface("/", " in this terminal"))
    assert "mention me, nothing else in the message" in chat
    assert '`rename "TITLE"`' in chat
    assert parse('rename "TITLE"')
    assert "after “/”" in terminal
    assert "`/rename TITLE`" in terminal
    assert "list threads of this channel" in chat
    assert "channel" not in terminal
