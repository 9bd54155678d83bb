"""The parser reads a command as dash and bash do; text that it cannot judge has a problem."""

import asyncio
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.shell_parser.shfmt import MAX_CHARS, MAX_NESTED_TEXTS, Shfmt, installed
from harness.tools.shell_commands import HOLE, Reading
from tests.reading import READER

PIECES = [
    "a", "b c", "-x", "=", "'", '"', "\\", "\n", ";", "&", "|", "<", ">", "$x", "${x}", "$(a)", "`a`", "(", ")", "{",
    "}", "#", "!", "*", "?", "[a]", "~", " ", "2>", "/dev/null", "<<E\n", "E\n", "if ", "then ", "fi", "$'a'",
]  # fmt: skip
_PRINT = "\nprintf '%s\\0' \"$@\""


def words(shell: str, command: str) -> list[str] | None:
    """The words that a real shell makes of a command, without wildcards; None if it refuses the text."""
    done = subprocess.run(
        [shell, "-f", "-c", f"set -- {command}{_PRINT}"], capture_output=True, check=False, env={"HOME": "~"}, timeout=5
    )
    return done.stdout.decode().split("\0")[:-1] if done.returncode == 0 else None


@pytest.mark.parametrize("shell", ["dash", "bash"])
@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_a_command_that_is_alone_has_the_words_that_a_real_shell_gives_its_program(shell: str, command: str) -> None:
    command = re.sub(r"\A(?:\s|\\\n)+", "", command)  # the oracle puts it behind `set --`, in the same line
    alone = READER(command).alone
    comparable = alone and all(word.known for word in alone.words) and not alone.redirections
    if alone and comparable and not command.startswith("#"):
        assert words(shell, command) == [word.text for word in alone.words]


def commands(text: str) -> list[list[str]]:
    reading = READER(text)
    return [
        [word.text for word in command.words] for command in (*reading.commands, *reading.quoted, *reading.mentioned)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a; b && c | d", [["a"], ["b"], ["c"], ["d"]]),
        ("(a) || { b; }", [["a"], ["b"]]),
        ("for x in 1; do a; done", [["a"]]),
        ("f() { a; }; f", [["a"], ["f"]]),
        ("a $(b `c`)", [["a", HOLE], ["b", HOLE], ["c"]]),
        ('a "${x:-$(b)}"', [["a", HOLE], ["b"]]),
        ("case $(a) in b) c;; esac", [["a"], ["c"]]),
        ("sh -c 'a; b'", [["sh", "-c", "a; b"], ["a"], ["b"]]),
        ("sh -c \"sh -c 'a b'\"", [["sh", "-c", "sh -c 'a b'"], ["sh", "-c", "a b"], ["a", "b"]]),
        ("bash <<E\na b\nE", [["bash"], ["a", "b"]]),
        ("export A=b", [["export", "A=b"]]),
        ("a\\\nb c\\ d", [["ab", "c d"], ["c", "d"]]),
        ("cat <<E\n\\\n$x\nE", [["cat"]]),
    ],
)
def test_every_simple_command_is_found_at_any_depth(text: str, found: list[list[str]]) -> None:
    assert commands(text) == found


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("git status", True),
        ("git status # comment", True),
        ("git status 2>/dev/null", True),
        ("git status 2>&1", True),
        ("git status > out", False),
        ("git status < in", False),
        ("git status >&3", False),
        ("git status &", False),
        ("! git status", False),
        ("A=1 git status", False),
        ("git status $X", False),
        ("git status | cat", False),
        ("(git status)", False),
        ("", False),
        ("A=1", False),
    ],
)
def test_a_command_is_alone_if_nothing_else_happens(text: str, alone: bool) -> None:
    assert (READER(text).alone is not None) is alone


def test_assignments_and_redirections_belong_to_their_command() -> None:
    [first, second] = READER("A=1 B=$x cmd 2>err; >out").commands
    assert [(one.name, one.value.text) for one in first.assignments] == [("A", "1"), ("B", HOLE)]
    assert [(one.operator, one.target.text) for one in first.redirections] == [(">", "err")]
    assert [one.target.text for one in second.redirections] == ["out"]


def test_wildcards_and_braces_are_known_to_expand_only_outside_of_quotes() -> None:
    [command] = READER("echo *.md '*.md' {a,b} '{a,b}' \\*").commands
    assert [word.known for word in command.words] == [True, False, True, False, True, True]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("if", "its syntax is wrong"),
        ("[[ a ]]", "sh and bash read it differently"),
        ("x" * (MAX_CHARS + 1), "it has more than 20,000 characters"),
        ("a\\", "it ends with a backslash"),
        ("a\rb", "it contains a control character"),
        ("a\udcff", "it contains a control character"),
        ("sh -c 'if'", ""),
        ("sh -c 'if x'", "a command that it quotes has wrong syntax"),
        ("sh -c '[[ a ]]'", "sh and bash read it differently"),
        (" ".join(["'a b'"] * 9), "it quotes too many commands"),
    ],
)
def test_text_that_cannot_be_judged_has_a_problem(text: str, problem: str) -> None:
    assert READER(text).problem == problem


def test_a_parser_that_does_not_run_leaves_the_command_to_people(tmp_path: Path) -> None:
    assert Shfmt(str(tmp_path / "missing"))("ls") == Reading(problem="the shell parser didn't run")


def test_the_parser_of_the_installation_is_found_and_reads_ahead() -> None:
    reader = installed()
    asyncio.run(reader.ahead("ls -l"))
    assert reader("ls -l") is reader("ls -l")
    assert isinstance(reader, Shfmt)


def test_people_decide_on_a_command_with_too_many_parts() -> None:
    assert READER("cat <<E\n" + "$x\n" * 4_000 + "E\n").problem == "it has too many parts"
    assert not READER("ls -la foo.txt bar\n" * 500).problem


def test_quoted_texts_are_counted_at_all_depths_together() -> None:
    inner = "; ".join(["sh -c 'a b'"] * 3)
    quoted = f'sh -c "{inner}"'
    assert not READER(quoted).problem
    assert READER("; ".join([quoted] * (MAX_NESTED_TEXTS // 4))).problem == ""
    assert READER("; ".join([quoted] * (MAX_NESTED_TEXTS // 4 + 1))).problem == "it quotes too many commands"
