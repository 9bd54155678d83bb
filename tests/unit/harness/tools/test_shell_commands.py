"""Values that a command is read into."""

import asyncio

import pytest

from harness.tools.shell_commands import HOLE, Redirection, SimpleCommand, Unreadable, Word, base


def word(text: str) -> Word:
    return Word(text, text)


@pytest.mark.parametrize(
    ("operator", "target", "harmless"),
    [
        (">", "/dev/null", True),
        ("<", "/dev/null", True),
        (">&", "1", True),
        (">&", "-", True),
        (">", "1", False),
        (">&", "out", False),
        (">", "/dev/sda", False),
    ],
)
def test_a_redirection_is_harmless_if_no_file_is_read_or_written(operator: str, target: str, harmless: bool) -> None:
    assert Redirection(operator, word(target)).harmless is harmless


def test_a_word_is_known_if_no_shell_changes_it() -> None:
    assert word("a").known
    assert not Word(f"a{HOLE}", f"a{HOLE}").known
    assert not Word("*.md", f"{HOLE}.md").known


def test_a_program_has_a_name_without_its_folder() -> None:
    assert SimpleCommand((word("/usr/bin/git"), word("push"))).program == "git"
    assert SimpleCommand().program == ""
    assert base("bin/") == "bin/"


def test_without_a_parser_every_command_has_a_problem() -> None:
    reader = Unreadable()
    asyncio.run(reader.ahead("ls"))
    assert reader("ls").problem == "no shell parser is installed"
    assert reader("ls").alone is None
