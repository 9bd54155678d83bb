"""An allowing pattern covers one simple command and nothing more; a denying one is content with any part."""

from fnmatch import fnmatchcase
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.patterns import allows, never_allows, touches

COMMANDS = ["git status", "git status --short src", "git status 'a b'"]
MORE = ["; rm x", " && rm x", " | sh", " > x", " < x", " & ", "\nrm x", " $(rm x)", " `rm x`", " $HOME", " \\\nrm x"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_simple_command_is_allowed(command: str) -> None:
    assert allows("git status*", command, shell=True)


@pytest.mark.parametrize("more", MORE)
@pytest.mark.parametrize("command", COMMANDS)
def test_anything_more_than_one_simple_command_is_not(command: str, more: str) -> None:
    assert not allows("git status*", command + more, shell=True)


@given(st.text(), st.text(max_size=20))
def test_no_text_with_an_operator_is_ever_allowed(before: str, after: str) -> None:
    for operator in ";&|<>`$\n\r\0":
        assert not allows("*", f"{before}{operator}{after}", shell=True)


@pytest.mark.parametrize(
    "command",
    [
        "rm -rf x",
        "ls; rm x",
        "sudo rm x",
        "a && rm x",
        "$(rm x)",
        "`rm x`",
        "sh -c 'rm x'",
        "x\nrm y",
        "r\\m x",
        "r''m x",
        "'rm' x",
        'sh -c "r\\m x"',
        "(rm x)",
        "/bin/rm x",
        "sudo '/usr/bin/rm' x",
        "ls; /bin/rm x",
        "(/bin/rm x)",
    ],
)
def test_a_denying_pattern_finds_its_part(command: str) -> None:
    assert touches("rm *", command, shell=True)


@pytest.mark.parametrize("command", ["ls", "echo form x", "firm x"])
def test_a_denying_pattern_leaves_other_commands_alone(command: str) -> None:
    assert not touches("rm *", command, shell=True)


PIECES = ["a", "b", " ", "*", "?", "[ab]", "[!a]", "[]*]", "[", "*a"]


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join), st.text("ab []*", max_size=12))
def test_a_denying_pattern_is_tried_from_each_word_on(pattern: str, command: str) -> None:
    words = command.split()
    rests = [" ".join(words[first:]) for first in range(len(words))]
    expected = any(fnmatchcase(text, pattern) for text in (command.strip(), *rests))
    assert touches(pattern, command, shell=True) == expected


@pytest.mark.parametrize("pattern", ["rm *", "*rm*-rf*/*", "?*x", "a *b*c*d", "a a a b", "*[bc]*[bc]*d"])
@pytest.mark.parametrize(
    "command", ["a " * 45_000, "/a" * 45_000, "/a " * 30_000, "rm -rf " * 12_000, "ab" * 45_000, "a; " * 30_000]
)
def test_the_work_grows_with_the_length_of_a_command_and_not_with_its_square(pattern: str, command: str) -> None:
    before = process_time()
    touches(pattern, command, shell=True)
    assert process_time() - before < 2.0, "the square would take minutes"


def test_what_is_too_long_to_look_at_is_not_let_through() -> None:
    assert touches("rm *", "x " * 100_000, shell=True)


def test_what_is_no_command_is_matched_as_it_is() -> None:
    assert allows("docs/*", "docs/a;b", shell=False)
    assert not allows("docs/*", "src/a", shell=False)
    assert not touches("docs/*", "x docs/a", shell=False)


@pytest.mark.parametrize(
    ("pattern", "never"), [("git *; rm", True), ("a > b", True), ("git *", False), ("x[;a]", False)]
)
def test_a_pattern_of_more_than_one_simple_command_never_allows(pattern: str, never: bool) -> None:
    assert never_allows(pattern) is never
