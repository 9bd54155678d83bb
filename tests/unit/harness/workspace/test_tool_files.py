"""A file of `tools/` is Python that is read, and not run."""

import pytest

from harness.workspace.problems import WorkspaceError
from harness.workspace.tool_files import ToolFile, tool_file


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
