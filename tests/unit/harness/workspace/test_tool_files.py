"""A file of `tools/` is Python that is read, and not run."""

import pytest

from harness.workspace.problems import WorkspaceError
from harness.workspace.tool_files import ToolFile, defined, digest_of, tool_file


def refused(text: str, name: str = "tickets") -> str:
    with pytest.raises(WorkspaceError) as caught:
        tool_file(name, text, f"tools/{name}.py")
    return str(caught.value)


def test_its_functions_are_known_and_nothing_of_it_is_run() -> None:
    text = (
        "raise SystemExit\n"
        "def find(id: str) -> str: ...\n"
        "async def close(id: str) -> None:\n    def inner(): ...\n"
        "def _within(): ...\n"
        "class Other: ...\n"
    )
    assert tool_file("tickets", text, "tools/tickets.py") == ToolFile("tickets", text, ("find", "close"))
    assert tool_file("empty", "", "tools/empty.py").functions == ()


@pytest.mark.parametrize(
    ("text", "declares"),
    [
        ("from deskmate.tools import tool\n", True),
        ("from deskmate import tools\n", True),
        ("import deskmate.tools as t\n", True),
        ("try:\n    from deskmate.tools import tool\nexcept ImportError:\n    pass\n", True),
        ("from .deskmate import tools\n", False),
        ("# from deskmate.tools import tool\n", False),
        ("import deskmate\n", False),
    ],
)
def test_it_is_known_whether_it_has_what_makes_a_function_a_tool(text: str, declares: bool) -> None:
    assert tool_file("tickets", text, "tools/tickets.py").declares is declares


def test_of_what_is_no_python_the_names_are_known_that_rules_may_be_on() -> None:
    assert defined("def find(id):\n    x = (\nasync  def close(:\n    def inner(): ...\n") == {"find", "close"}


def test_it_is_known_again_by_what_it_holds() -> None:
    assert tool_file("a", "x = 1\n", "tools/a.py").digest == digest_of("x = 1\n") != digest_of("x = 2\n")


def test_two_functions_of_one_name_are_told_with_both_lines() -> None:
    told = "tools/tickets.py:2: there is a function find in line 1 already: call one of them otherwise"
    assert refused("def find(): ...\nasync def find(): ...\n") == told


def test_what_it_would_warn_of_is_not_told_here() -> None:
    assert tool_file("tickets", "x = '\\d'\nx is 3\n", "tools/tickets.py").functions == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\ndef f(:\n", "tools/tickets.py:2: not valid Python: invalid syntax"),
        ("if x:\ny = 1\n", "tools/tickets.py:2: not valid Python: expected an indented block"),
        ("x = 1\ny = '\0'\n", "tools/tickets.py:2: not valid Python: it has a NUL"),
        ("# coding: nosuch\nx = 1\n", "tools/tickets.py:1: not valid Python: unknown encoding: nosuch"),
        ("# coding: base64\nx = 1\n", "tools/tickets.py:1: not valid Python: 'base64' is not a text encoding"),
        (f"x = {'(' * 300}1{')' * 300}\n", "not valid Python: too many nested parentheses"),
        (f"x = {'-' * 100_000}1\n", "not valid Python: "),
    ],
    ids=["syntax", "indentation", "NUL", "encoding", "no text", "parentheses", "depth"],
)
def test_what_is_no_python_is_told_with_its_line(text: str, said: str) -> None:
    assert said in refused(text)


def test_what_could_not_be_imported_is_no_module() -> None:
    assert refused("", "my-tools").startswith("tools/my-tools.py cannot be a module: my-tools is no name in Python")
