"""`sandbox` of workspace.yaml: what is wrong says what would be right."""

import pytest

from harness.workspace.sandbox import USUAL, SandboxSettings, sandbox
from tests.unit.harness.workspace.reading import given_of, said

DIGEST = "sha256:" + "0123456789abcdef" * 4


def read(text: str) -> SandboxSettings:
    given = given_of(text)
    found = sandbox(given)
    assert not given.problems
    return found


def test_what_is_not_said_is_as_usual() -> None:
    assert read("{}") == USUAL == SandboxSettings("auto", False, (), 2 * 1024**3, 256, "")


def test_all_of_it_is_read() -> None:
    limits = "environment: [CI, A_B], memory: 512MB, processes: 64"
    text = f"{{backend: docker, network: true, {limits}, image: 'a/b:1@{DIGEST}'}}"
    assert read(text) == SandboxSettings("docker", True, ("CI", "A_B"), 512 * 1024**2, 64, f"a/b:1@{DIGEST}")
    assert read("{author: Desk Mate <desk@example.com>}").author == ("Desk Mate", "desk@example.com")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("none", "must be a mapping, as in `{backend: none}`, not none"),
        ("{backend: bwrap}", "there is no sandbox bwrap; did you mean bubblewrap?"),
        ("{network: maybe}", "must be true (all of the network)"),
        ("{network: [a.example]}", "must be true (all of the network) or false (none of it), not a list"),
        ("{environment: CI}", "must be a list"),
        ("{environment: ['A=1']}", "must be the name of a variable, not A=1"),
        (f"{{environment: [{', '.join(f'V{n}' for n in range(51))}]}}", "may name 50 variables at most"),
        ("{memory: 2}", "must be an amount from 64MB to 1024GB, like 512MB or 2GB, not 2"),
        ("{memory: 1MB}", "must be an amount from 64MB"),
        ("{processes: 3}", "must be a whole number from 8 to 100000, not 3"),
        ("{image: python}", "must be an image with its digest"),
        ("{backend: docker}", "docker needs an `image`, pinned by its digest"),
        ("{author: Deskmate}", "must be a name and an address, as in Deskmate <deskmate@example.com>"),
        ("{author: 3}", "must be text"),
        ("{limit: 3}", "there is no such key"),
    ],
)
def test_what_is_wrong_says_what_would_be_right(text: str, why: str) -> None:
    given = given_of(text)
    sandbox(given)
    assert why in "\n".join(said(given))
