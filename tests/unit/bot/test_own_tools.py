"""A team's own tools: loaded when the process starts. What is wrong with one is told, and keeps nobody from work."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from bot.cli import WRONG
from bot.own_tools import with_own
from bot.wiring import tools_in, workspace
from harness.tools.registry import Registry
from tests.unit.bot.deskmate import deskmate
from tests.unit.bot.deskmate import workspace as settings_in

HEAD = "from deskmate.tools import Failed, Preview, Progress, tool\n"
RIGHT = (
    HEAD + '@tool(category="read")\ndef where_is(parcel: str) -> str:\n    "Where a parcel is."\n    return parcel\n'
)


def loaded(folder: Path, within: float = 20.0, **files: str) -> Registry:
    (folder / "tools").mkdir()
    (folder / "workspace.yaml").write_text("name: Robin\nmodel: rehearsal\n")
    for name, text in files.items():
        (folder / "tools" / f"{name}.py").write_text(text)
    return with_own(folder, Registry(tools_in(folder.parent / "nowhere", {}).values()), (), within)


def told(folder: Path, tools: Registry) -> list[str]:
    """What whoever has it checked is told."""
    return [str(one).removeprefix(f"{folder}/") for one in workspace(folder, tools).warnings]


def test_tools_of_all_files_are_there_beside_ours(tmp_path: Path) -> None:
    tools = loaded(tmp_path, parcels=RIGHT, orders=RIGHT.replace("where_is", "find"), _helper="raise SystemExit\n")
    assert {"where_is", "find", "read_file"} <= set(tools)
    assert tools["where_is"].category == "read"
    assert told(tmp_path, tools) == []
    assert list(workspace(tmp_path, tools).tool_files) == ["orders", "parcels"]


UNDOCUMENTED = HEAD + "\n@tool\ndef refund(order: str) -> str:\n    return order\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def find(:\n", "tools/bad.py:1: not valid Python: invalid syntax (left out)"),
        (HEAD + "import nothing_there\n", "tools/bad.py:2: raised ModuleNotFoundError when it was imported: No module"),
        (HEAD + "import os; os._exit(0)\n", "tools/bad.py ended the process that imported it (with status 0)"),
        (HEAD + "while True: pass\n", "tools/bad.py was not imported within 3 seconds"),
        (HEAD, "tools/bad.py has no tool: put @tool, of deskmate.tools, above a function (left out)"),
        ("def f(): ...\n", "tools/bad.py has no tool"),
        (UNDOCUMENTED, "tools/bad.py:3: refund: needs a docstring: it is what the model knows of the tool (left out)"),
        (RIGHT.replace('"read"', '"reed"'), "tools/bad.py:2: where_is: there is no category 'reed'; it may be edit"),
        (RIGHT.replace('"read"', '"mcp"'), "tools/bad.py:2: where_is: there is no category 'mcp'"),
        (RIGHT.replace(": str)", ")"), "tools/bad.py:2: where_is: parcel has no annotation: write parcel: str"),
        (RIGHT.replace("where_is", "execute"), "tools/bad.py:2: there is a tool execute already: call this one other"),
        (RIGHT + RIGHT, "tools/bad.py:8: there is a function where_is in line 3 already"),
        (RIGHT + "other = tool(where_is.function)\n", "tools/bad.py:2: two tools are called where_is"),
        (RIGHT + "where_is.__doc__ = 3\n", "tools/bad.py:2: a tool cannot be made of it: AttributeError: "),
        ("x" * 300_000, "tools/bad.py is larger than 262,144 bytes (left out)"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_line_and_harms_no_other(
    tmp_path: Path, text: str, why: str
) -> None:
    tools = loaded(tmp_path, 3.0, bad=text, good=RIGHT.replace("where_is", "fine"))
    [line] = told(tmp_path, tools)
    assert line.startswith(why)
    assert "fine" in tools
    assert "where_is" not in tools


def test_of_a_file_with_anything_wrong_in_it_no_tool_is_there(tmp_path: Path) -> None:
    tools = loaded(tmp_path, parcels=RIGHT + "1 / 0\n")
    assert "where_is" not in tools
    assert told(tmp_path, tools) == [
        "tools/parcels.py:6: raised ZeroDivisionError when it was imported: division by zero (left out)"
    ]


def test_of_two_files_with_a_tool_of_one_name_the_first_counts(tmp_path: Path) -> None:
    tools = loaded(tmp_path, a=RIGHT, b=RIGHT)
    assert told(tmp_path, tools) == [
        "tools/b.py:2: there is a tool where_is already: call this one otherwise (left out)"
    ]
    assert "where_is" in tools


def test_rules_on_the_tools_of_a_file_that_is_broken_keep_nobody_from_starting(tmp_path: Path) -> None:
    tools = loaded(tmp_path, parcels=f"{RIGHT}\ndef (:\n")
    (tmp_path / "workspace.yaml").write_text("name: Robin\npermissions: {tools: {where_is: deny}}\n")
    assert workspace(tmp_path, tools).name == "Robin"


def test_what_changes_counts_once_it_is_started_anew(tmp_path: Path) -> None:
    tools = loaded(tmp_path, parcels=RIGHT)
    (tmp_path / "tools" / "parcels.py").write_text(RIGHT.replace("where_is", "sought"))
    [line] = told(tmp_path, tools)
    assert line == "tools/parcels.py has changed since I started: it counts once I am restarted"
    assert "sought" not in tools
    assert "sought" in with_own(tmp_path, Registry(()), ())


def test_what_is_no_python_any_more_goes_on_as_it_was_loaded(tmp_path: Path) -> None:
    tools = loaded(tmp_path, parcels=RIGHT)
    (tmp_path / "tools" / "parcels.py").write_text("def where_is(:\n")
    assert told(tmp_path, tools) == [
        "tools/parcels.py has changed since I started: it counts once I am restarted",
        "tools/parcels.py:1: not valid Python: invalid syntax",
    ]
    assert "where_is" in tools


def test_what_is_installed_may_be_a_module_a_tool_or_a_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_house.py").write_text(RIGHT + "TOOLS = [where_is]\nOTHER = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    for value in ("own_house", "own_house:where_is", "own_house:TOOLS"):
        found = with_own(tmp_path, Registry(()), [EntryPoint("house", value, "deskmate.tools")])
        assert list(found) == ["where_is"]
    for value, why in (
        ("own_house:OTHER", "must stand for a module with tools in it"),
        ("nothing_there", "raised Mod"),
    ):
        [wrong] = with_own(tmp_path, Registry(()), [EntryPoint("house", value, "deskmate.tools")]).own.left_out
        assert wrong.source.startswith("entry point house of deskmate.tools")
        assert wrong.message.startswith(why)


def test_check_and_doctor_tell_of_a_broken_file_without_a_traceback(tmp_path: Path) -> None:
    settings_in(tmp_path, "name: Robin\nmodel: rehearsal\n")
    (tmp_path / "workspace" / "tools").mkdir()
    (tmp_path / "workspace" / "tools" / "orders.py").write_text(f"{HEAD}print('hello')\n1 / 0\n")
    for command in (("workspace", "check"), ("doctor",)):
        ended = deskmate(tmp_path, *command)
        assert ended.returncode == WRONG
        assert "WRONG" in ended.stdout
        assert "tools/orders.py:3: raised ZeroDivisionError when it was imported" in ended.stdout
        assert "Traceback" not in ended.stdout + ended.stderr
        assert "hello" not in ended.stdout
