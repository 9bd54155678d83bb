"""What a skill leaves to be used, by whatever names it was written down."""

import pytest

from harness.tools.skills import AllowedTool
from harness.workspace.allowed_tools import ALIASES, allowed_tools
from tests.unit.harness.workspace.reading import given_of, said

TOOLS = ("read_file", "write_file", "execute", "grep", "tickets__create")


def read(text: str) -> list[str] | None:
    found = allowed_tools(given_of(text), TOOLS)
    return None if found is None else list(map(str, found))


@pytest.mark.parametrize("text", ["Read Grep", "Read, Grep", "'Read,Grep'", "[Read, Grep]", "[Read, 3, yes, Grep]"])
def test_names_are_apart_by_blanks_or_commas_or_a_list(text: str) -> None:
    assert read(text) == ["read_file", "grep"]


@pytest.mark.parametrize("text", ["42", "3.5", "true", "[1, 2]", "''", "{a: b}", "Read *", "'*'"])
def test_what_names_nothing_or_everything_narrows_nothing(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize("text", ["42", "true", "[1, 2]", "''", "{a: b}"])
def test_what_names_nothing_is_doubted(text: str) -> None:
    given = given_of(text)
    assert allowed_tools(given, TOOLS) is None
    assert said(given) == ["names no tool, as in `Read Grep`: I take it that all are left"]


@pytest.mark.parametrize("text", ["'*'", "Read *", "~"])
def test_what_is_left_open_is_not(text: str) -> None:
    given = given_of(text)
    assert allowed_tools(given, TOOLS) is None
    assert not given.problems


def test_a_name_beside_others_that_is_nobodys_is_doubted() -> None:
    given = given_of("Reed Grep WebFetch mcp__jira__get jira__find Zzz Reed(a)")
    assert allowed_tools(given, TOOLS)
    assert said(given) == ["there is no tool Reed; did you mean read?", "there is no tool Zzz"]


def test_our_names_are_what_they_are_and_those_of_others_are_known() -> None:
    assert read("read_file grep Read read READ WRITE mcp__tickets__create") == [
        "read_file", "grep", "write_file", "tickets__create",
    ]  # fmt: skip


def test_commands_and_paths_are_patterns() -> None:
    assert read("Bash(git:*), Bash(git add:*) Bash(uv run *) Bash(*) Bash Read(./docs/**) Read(src/*) Read(~/x)") == [
        "execute git*", "execute git add*", "execute uv run *", "execute",
        "read_file /docs/**", "read_file /src/*", "read_file ~/x",
    ]  # fmt: skip


def test_what_there_is_not_is_kept_and_where_nothing_is_there_that_is_said() -> None:
    assert read("Read WebFetch") == ["read_file", "web_fetch"]
    given = given_of("WebFetch, mcp__jira__get(x)")
    assert allowed_tools(given, TOOLS) == (AllowedTool("web_fetch"), AllowedTool("jira__get", "/x"))
    assert said(given) == [
        "names no tool that there is here (web_fetch, jira__get): once I have read it I use none in that turn"
    ]


def test_known_names_are_in_lower_case() -> None:
    assert all(name == name.casefold() for name in ALIASES)
