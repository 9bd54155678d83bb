"""What a tool has changed of a file is had back whole, and only as long as nothing came after it."""

import asyncio
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapters.files.folder import Folder
from harness.context.results import LargeTexts
from harness.sessions.journal import JournalUnavailable
from harness.toolbox import undoing as module
from harness.toolbox.delete import delete
from harness.toolbox.edit_file import edit_file
from harness.toolbox.undoing import Undoing
from harness.toolbox.write_file import write_file
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.changes import FileChanged, UndoOutcome
from harness.tools.previews import Foreseen
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext
from tests.fakes.journal import MemoryJournal
from tests.fakes.results import MemoryResults
from tests.unit.harness.toolbox.running import seen_of

WINDOWS = b"\xef\xbb\xbfone\r\ntwo\nthree\r\n"
WRITE = {"file_path": "/a.md", "content": "other\n"}
EDIT = {"file_path": "/a.md", "old_string": "two", "new_string": "2"}
DELETE = {"file_path": "/a.md"}


class House:
    """Tools on a folder, as people are asked about them."""

    def __init__(self, root: Path, results: MemoryResults | None = None) -> None:
        files, large = Folder(root), LargeTexts()
        large.kept_in(results or MemoryResults(), MemoryJournal(lambda: 0.0))
        undoing = Undoing(files, large)
        tools: list[AnyTool] = [write_file(files, undoing), edit_file(files, undoing), delete(files, undoing)]
        self.tools, self.large = {tool.name: tool for tool in tools}, large
        self.runner = Runner(self.tools)

    def does(self, tool: str, arguments: dict[str, Any], asked: bool = True) -> tuple[ToolCall, FileChanged | None]:
        call = ToolCall("1.1.0", tool, json.dumps(arguments))
        context = ToolContext(call, "thread", seen=seen_of("/a.md"))

        async def whole() -> ToolResult:
            seen = await self.runner.preview(call, context)
            assert isinstance(seen, Foreseen), seen
            result = await self.runner.run(call, replace(context, preview=seen.preview if asked else None))
            assert isinstance(result, ToolResult)
            return result

        result = asyncio.run(whole())
        assert result.ok, result.text
        return call, next((one for one in result.changes if isinstance(one, FileChanged)), None)

    def undoes(self, call: ToolCall, change: FileChanged | None, **context: Any) -> UndoOutcome:
        assert change
        outcome, _ = asyncio.run(self.runner.undo(call, change, ToolContext(call, "thread", **context)))
        return outcome


@pytest.mark.parametrize(("tool", "arguments"), [("write_file", WRITE), ("edit_file", EDIT), ("delete", DELETE)])
def test_it_is_what_it_was_to_the_last_byte_however_often_it_is_tried(
    tmp_path: Path, tool: str, arguments: dict[str, Any]
) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(WINDOWS)
    house = House(tmp_path)
    done = house.does(tool, arguments)
    assert not file.exists() or file.read_bytes() != WINDOWS
    assert [house.undoes(*done), file.read_bytes()] == ["undone", WINDOWS]
    assert [house.undoes(*done), file.read_bytes()] == ["undone", WINDOWS], "we were stopped right after it"


def test_a_script_that_was_deleted_runs_again(tmp_path: Path) -> None:
    script = tmp_path / "a.md"
    script.write_text("two")
    script.chmod(0o750)
    house = House(tmp_path)
    assert house.undoes(*house.does("delete", DELETE)) == "undone"
    assert script.stat().st_mode & 0o7777 == 0o750


def test_a_new_file_goes(tmp_path: Path) -> None:
    house = House(tmp_path)
    done = house.does("write_file", WRITE)
    assert [house.undoes(*done), house.undoes(*done), list(tmp_path.iterdir())] == ["undone", "undone", []]


@pytest.mark.parametrize(("tool", "arguments"), [("write_file", WRITE), ("edit_file", EDIT), ("delete", DELETE)])
def test_what_came_after_it_stays(tmp_path: Path, tool: str, arguments: dict[str, Any]) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(WINDOWS)
    house = House(tmp_path)
    done = house.does(tool, arguments)
    file.write_text("somebody's")
    assert [house.undoes(*done), file.read_text()] == ["changed", "somebody's"]


def test_a_new_file_that_was_changed_stays(tmp_path: Path) -> None:
    house = House(tmp_path)
    done = house.does("write_file", WRITE)
    (tmp_path / "a.md").write_text("somebody's")
    assert [house.undoes(*done), (tmp_path / "a.md").read_text()] == ["changed", "somebody's"]


@pytest.mark.parametrize(("tool", "arguments"), [("write_file", WRITE), ("edit_file", EDIT), ("delete", DELETE)])
@pytest.mark.parametrize("becomes", ["link out", "link in", "nowhere", "loop", "folder", "hard link", "pipe", "large"])
def test_a_path_that_is_something_else_by_now_is_left_as_it_is(
    tmp_path: Path, tool: str, arguments: dict[str, Any], becomes: str
) -> None:
    """\"Please try again\" would be untrue: it never helps."""
    root, file = tmp_path / "files", tmp_path / "files" / "a.md"
    root.mkdir()
    file.write_bytes(WINDOWS)
    (tmp_path / "out.md").write_text("theirs")
    (root / "b.md").write_text("theirs")
    house = House(root)
    done = house.does(tool, arguments)
    file.unlink(missing_ok=True)
    match becomes:
        case "link out" | "link in" | "nowhere" | "loop":
            file.symlink_to({"link out": "../out.md", "link in": "b.md", "nowhere": "none", "loop": "a.md"}[becomes])
        case "folder":
            file.mkdir()
        case "hard link":
            os.link(tmp_path / "out.md", file)
        case "pipe":
            os.mkfifo(file)
        case "large":
            with file.open("wb") as large:
                large.truncate(30_000_000)
    before = file.lstat()
    assert house.undoes(*done) == "changed"
    assert file.lstat() == before
    assert [(tmp_path / "out.md").read_text(), (root / "b.md").read_text()] == ["theirs"] * 2


def test_a_rule_that_has_come_since_holds(tmp_path: Path) -> None:
    house = House(tmp_path)
    done = house.does("write_file", WRITE)
    assert house.undoes(*done, permits=lambda path: path != "/a.md") == "denied"
    assert (tmp_path / "a.md").exists()


def test_of_two_changes_the_last_is_had_back(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("two")
    house = House(tmp_path)
    first, last = house.does("edit_file", EDIT), house.does("write_file", WRITE)
    assert [house.undoes(*first), house.undoes(*last), file.read_text()] == ["changed", "undone", "2"]
    assert [house.undoes(*first), file.read_text()] == ["changed", "2"], "only what the last had changed is kept"


def test_where_the_path_leads_elsewhere_by_then_nothing_is_undone_there(tmp_path: Path) -> None:
    for name in "xy":
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text("two")
    (tmp_path / "way").symlink_to("x")
    house = House(tmp_path)
    done = house.does("edit_file", {**EDIT, "file_path": "/way/a.md"})
    (tmp_path / "way").unlink()
    (tmp_path / "way").symlink_to("y")
    assert house.undoes(*done) == "changed", "it is as it was there, but that is another file"
    assert [(tmp_path / name / "a.md").read_text() for name in "xy"] == ["2", "two"]


def test_of_edits_side_by_side_the_last_is_had_back(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("one\n\n\n\n\ntwo\n")
    house = House(tmp_path)
    calls = [
        ToolCall(f"1.1.{number}", "edit_file", json.dumps({"file_path": "/a.md", "old_string": old, "new_string": "x"}))
        for number, old in enumerate(("one", "two"))
    ]

    async def story() -> list[ToolResult]:
        contexts = [ToolContext(call, "thread", seen=seen_of("/a.md")) for call in calls]
        seen = [await house.runner.preview(*each) for each in zip(calls, contexts, strict=True)]
        runs = [
            house.runner.run(call, replace(context, preview=one.preview))
            for call, context, one in zip(calls, contexts, seen, strict=True)
            if isinstance(one, Foreseen)
        ]
        return [each for each in await asyncio.gather(*runs) if isinstance(each, ToolResult)]

    changes = [next(one for one in result.changes if isinstance(one, FileChanged)) for result in asyncio.run(story())]
    assert file.read_text() == "x\n\n\n\n\nx\n"
    assert sorted(map(house.undoes, calls, changes)) == ["changed", "undone"]
    assert file.read_text() in ("one\n\n\n\n\nx\n", "x\n\n\n\n\ntwo\n")


def test_where_nobody_was_asked_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("two")
    house = House(tmp_path)
    assert house.does("edit_file", EDIT, asked=False)[1] is None
    assert asyncio.run(house.large.before("thread", seen_of("/a.md")[0])) is None


def test_what_is_too_large_or_no_text_is_said_not_to_be_had_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST", 8)
    for data, why in ((b"two and more", "large"), (b"two\0", "binary")):
        (tmp_path / "a.md").write_bytes(data)
        for tool, arguments in (("write_file", WRITE), ("delete", DELETE)):
            (tmp_path / "a.md").write_bytes(data)
            change = House(tmp_path).does(tool, arguments)[1]
            assert change
            assert (change.why, change.before) == (why, "")


def test_of_what_has_another_name_it_is_said_that_it_cannot_be_had_back(tmp_path: Path) -> None:
    for tool, arguments in (("write_file", WRITE), ("delete", DELETE)):
        (tmp_path / "a.md").write_text("two")
        (tmp_path / tool).hardlink_to(tmp_path / "a.md")
        change = House(tmp_path).does(tool, arguments)[1]
        assert change
        assert (change.why, change.before, (tmp_path / tool).read_text()) == ("linked", "", "two")


def test_a_folder_and_a_link_are_not_had_back(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a").touch()
    (tmp_path / "a.md").symlink_to("d/a")
    house = House(tmp_path)
    assert [house.does("delete", {"file_path": path})[1] for path in ("/a.md", "/d")] == [None, None]


def test_where_it_cannot_be_kept_the_change_is_made_all_the_same(tmp_path: Path) -> None:
    class Broken(MemoryResults):
        async def keep(self, thread: str, name: str, text: str) -> None:
            raise JournalUnavailable("full")

    (tmp_path / "a.md").write_text("two")
    assert House(tmp_path, Broken()).does("edit_file", EDIT)[1] is None
    assert (tmp_path / "a.md").read_text() == "2"


def test_tools_do_not_find_what_is_kept(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("two")
    house = House(tmp_path)
    _, change = house.does("edit_file", EDIT)
    assert change

    async def story() -> None:
        assert await house.large.before("thread", change.file) == "two"
        assert await house.large.text("thread", f"before-{change.file}") is None
        assert await house.large.before("other", change.file) is None

    asyncio.run(story())
