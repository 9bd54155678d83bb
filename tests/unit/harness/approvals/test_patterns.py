"""Patterns of rules on subjects that are no commands, and what can be told of a pattern alone."""

import pytest

from harness.approvals.patterns import allows, composed, means, means_all, never_allows, proposed, touches


def test_what_is_no_command_is_matched_as_it_is() -> None:
    assert allows("docs/*", "docs/a;b")
    assert not allows("docs/*", "src/a")
    assert not touches("docs/*", "x docs/a")


@pytest.mark.parametrize(
    ("subject", "pattern"), [("/docs/a.md", "/docs/*"), ("/a.md", "/a.md"), ("#ops", "#ops"), ('{"to":"live"}', "")]
)
def test_what_is_no_command_is_proposed_by_its_folder_or_as_it_is(subject: str, pattern: str) -> None:
    assert proposed(subject) == pattern


@pytest.mark.parametrize(
    ("pattern", "never"),
    [
        ("git *; rm", True),
        ("a > b", True),
        ("git *", False),
        ("x[;a]", False),
        ("git commit -m 'a; b'", False),
        ("echo $HOME", True),
    ],
)
def test_a_pattern_of_more_than_one_simple_command_never_allows(pattern: str, never: bool) -> None:
    assert never_allows(pattern) is never


@pytest.mark.parametrize(
    ("pattern", "all_of_it"), [("*", True), ("**", True), ("[!a]*", True), ("a*", False), ("", True)]
)
def test_a_pattern_without_a_letter_of_its_own_means_everything(pattern: str, all_of_it: bool) -> None:
    assert means_all(pattern) is all_of_it


def test_both_spellings_of_an_accent_are_one_name() -> None:
    assert composed("e\u0301") == composed("\u00e9") == "\u00e9"
    assert touches("/caf\u00e9/*", "/cafe\u0301/a.md")
    assert means("/docs/*", "/docs/a.md")
