"""An allowing pattern covers one simple command and nothing more; a denying one is content with any part."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.patterns import allows, touches

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
        "(rm x)",
    ],
)
def test_a_denying_pattern_finds_its_part(command: str) -> None:
    assert touches("rm *", command, shell=True)


@pytest.mark.parametrize("command", ["ls", "echo form x", "firm x"])
def test_a_denying_pattern_leaves_other_commands_alone(command: str) -> None:
    assert not touches("rm *", command, shell=True)


def test_what_is_too_long_to_look_at_is_not_let_through() -> None:
    assert touches("rm *", "x " * 20_000, shell=True)


def test_what_is_no_command_is_matched_as_it_is() -> None:
    assert allows("docs/*", "docs/a;b", shell=False)
    assert not allows("docs/*", "src/a", shell=False)
    assert not touches("docs/*", "x docs/a", shell=False)
