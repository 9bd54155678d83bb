import json
from pathlib import Path

import pytest

from harness.files.errors import Overtaken
from harness.toolbox.one_write import check
from harness.tools.calls import ToolCall
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.running import folder


def in_step(tool: str, *earlier: tuple[str, str]) -> ToolContext:
    before = tuple(
        ToolCall(f"1.1.{at}", name, json.dumps({"file_path": path})) for at, (name, path) in enumerate(earlier)
    )
    return ToolContext(ToolCall("1.1.9", tool, "{}"), "t", earlier=before)


@pytest.mark.parametrize(
    ("tool", "path", "earlier"),
    [
        ("write_file", "/a.md", ("write_file", "a.md")),
        ("write_file", "/a.md", ("edit_file", "./a.md")),
        ("edit_file", "/a.md", ("delete", "/a.md")),
        ("delete", "/a.md", ("edit_file", "/a.md")),
        ("delete", "/d", ("write_file", "/d/new.md")),
        ("write_file", "/d/new.md", ("delete", "/d")),
        ("write_file", "/l.md", ("write_file", "/a.md")),
    ],
)
def test_what_a_call_before_it_changes_it_does_not(tmp_path: Path, tool: str, path: str, earlier: tuple[str, str]):
    files = folder(tmp_path, a_md="a")
    (tmp_path / "l.md").symlink_to("a.md")
    with pytest.raises(Overtaken, match="make it in the next step"):
        check(files, path, in_step(tool, ("read_file", "/a.md"), earlier))


def test_other_paths_and_several_edits_of_one_are_changed_side_by_side(tmp_path: Path):
    files = folder(tmp_path)
    check(files, "/a.md", in_step("write_file", ("write_file", "/a.mdx"), ("delete", "/b"), ("read_file", "/a.md")))
    check(files, "/a.md", in_step("edit_file", ("edit_file", "/a.md")))
    broken = tuple(ToolCall("1.1.0", "write_file", text) for text in ("{", "[]", '{"file_path": 1}'))
    check(files, "/a.md", ToolContext(ToolCall("1.1.9", "write_file", "{}"), "t", earlier=broken))
