"""What a call does is said by its tool, and all arguments that it does not say are shown."""

import json
from pathlib import Path

import pytest

from adapters.files.folder import Folder
from harness.chat.cards import Block
from harness.chat.phrases import plain
from harness.toolbox.edit_file import edit_file
from harness.toolbox.write_file import write_file
from harness.tools.calls import ToolCall
from harness.tools.previews import FileChange
from harness.wording.acts import act, blocks, line
from tests.laws.colleague import TOOLS

CALL = ToolCall("1.1.0", "deploy", '{"what": "staging", "times": 2, "script": "a\\n  b"}')
WRITE = ToolCall("1.1.0", "write_file", json.dumps({"file_path": "/a.md", "content": "blue"}))


def test_of_a_tool_that_says_nothing_of_itself_every_argument_is_readable() -> None:
    doing = act(CALL, TOOLS["deploy"])
    assert line(CALL, TOOLS["deploy"]) == "Use deploy"
    assert blocks(CALL, doing) == (Block("what: staging\ntimes: 2\nscript:\n  a\n    b", name="arguments"),)


@pytest.mark.parametrize("arguments", ["not json", "[1]", "[" * 100_000])
def test_malformed_arguments_are_shown_as_they_are(arguments: str) -> None:
    odd = ToolCall("1.1.0", "deploy", arguments)
    assert blocks(odd, act(odd, TOOLS["deploy"])) == (Block(arguments, name="arguments"),)


def test_where_there_is_nothing_to_show_there_is_no_block() -> None:
    bare = ToolCall("1.1.0", "deploy", "")
    assert blocks(bare, act(bare, None)) == ()


def test_an_edit_of_a_file_is_read_as_a_change(tmp_path: Path) -> None:
    tool = edit_file(Folder(tmp_path))
    call = ToolCall("1.1.0", "edit_file", json.dumps({"file_path": "/a.md", "old_string": "red", "new_string": "blue"}))
    doing = act(call, tool)
    assert plain(doing.title) == "Edit a.md?"
    assert blocks(call, doing) == (Block("- red\n+ blue", "diff", name="change"),)


@pytest.mark.parametrize(
    ("seen", "title", "extent", "names"),
    [
        (FileChange("v", None, 1), "Create a.md?", "new file, 1 line", ["content"]),
        (FileChange("v", 200, 1, diff="- red\n+ blue"), "Replace a.md?", "200 lines → 1", ["change"]),
        (FileChange("v", 9, 1, diff="- r", whole=False), "Replace a.md?", "9 lines → 1", ["change", "content"]),
        (FileChange("v", None, 1, hidden="binary"), "Replace a.md?", "it is no text now; 1 line", ["content"]),
        (
            FileChange("v", 9, 1, diff="- r", lies="/b.md"),
            "Replace a.md (which is b.md)?",
            "9 lines → 1",
            ["change"],
        ),
    ],
)
def test_what_a_call_would_do_is_said(tmp_path: Path, seen: FileChange, title: str, extent: str, names: list[str]):
    doing = act(WRITE, write_file(Folder(tmp_path)), seen)
    assert (plain(doing.title), doing.extent, [block.name for block in blocks(WRITE, doing)]) == (title, extent, names)


def test_an_object_that_a_title_has_no_room_for_is_shown_below() -> None:
    path = "/a" * 40
    call = ToolCall("1.1.0", "write_file", json.dumps({"file_path": path, "content": ""}))
    doing = act(call, write_file(Folder(Path())))
    assert plain(doing.title) == "Write this file?"
    assert blocks(call, doing)[1] == Block(f"file_path: {path}", name="arguments")
