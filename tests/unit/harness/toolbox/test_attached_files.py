import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.files.folder import Folder
from harness.chat.people import Place
from harness.toolbox.attached_files import AttachedFiles, folder_of, kept_apart, saved_id
from harness.toolbox.edit_file import edit_file
from harness.toolbox.glob import glob
from harness.toolbox.grep import grep
from harness.toolbox.ls import ls
from harness.toolbox.read_file import read_file
from harness.toolbox.send_file import send_file
from harness.toolbox.write_file import write_file
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.previews import Unfeasible
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext
from tests.unit.harness.toolbox.attached import HERE, Attached

HOME = replace(HERE, thread="")
ELSEWHERE = Place("slack", "T1", "C2", "1.2")
PATH = f"{folder_of(HOME)}/F1-a.txt"


def used(make: AnyTool, place: Place | None, **arguments: object) -> ToolResult:
    tool = kept_apart(make, Attached())
    call = ToolCall("1.1.0", tool.name, json.dumps(arguments))
    result = asyncio.run(Runner({tool.name: tool}).run(call, ToolContext(call, "t", place=place)))
    assert isinstance(result, ToolResult)
    return result


def files(root: Path) -> Folder:
    folder = root / folder_of(HOME)[1:]
    folder.mkdir(parents=True)
    (folder / "F1-a.txt").write_text("the salary")
    (root / "open.txt").write_text("the weather")
    (root / "link").symlink_to(folder)
    return Folder(root)


@pytest.mark.parametrize("path", [PATH, PATH.replace("/F1", "//./F1"), "/link/F1-a.txt"])
def test_what_was_attached_is_read_where_it_was_and_nowhere_else(tmp_path: Path, path: str):
    tool = read_file(files(tmp_path))
    assert "the salary" in used(tool, replace(HERE, thread="9.9"), file_path=path).text
    for place in (ELSEWHERE, replace(HERE, team="T2"), None):
        assert not used(tool, place, file_path=path).ok
        assert used(tool, place, file_path="/open.txt").ok


def test_it_is_neither_found_nor_listed_elsewhere(tmp_path: Path):
    tree = files(tmp_path)
    for tool, arguments in (
        (glob(tree), {"pattern": "/attachments/**"}),
        (grep(tree), {"pattern": "the"}),
        (ls(tree), {"path": folder_of(HOME)}),
        (ls(tree), {"path": "/attachments"}),
    ):
        assert folder_of(HOME) in used(tool, HERE, **arguments).text
        assert folder_of(HOME) not in used(tool, ELSEWHERE, **arguments).text


def test_it_is_neither_changed_nor_sent_elsewhere_and_that_is_asked_of_nobody(tmp_path: Path):
    tree, sent = files(tmp_path), Attached()
    for tool, arguments in (
        (write_file(tree), {"file_path": PATH, "content": "x"}),
        (edit_file(tree), {"file_path": PATH, "old_string": "salary", "new_string": "x"}),
        (send_file(sent, tree), {"file_path": PATH}),
    ):
        assert not used(tool, ELSEWHERE, **arguments).ok
        apart = kept_apart(tool, Attached())
        call = ToolCall("1.1.0", tool.name, json.dumps(arguments))
        seen = Runner({tool.name: apart}).preview(call, ToolContext(call, "t", place=ELSEWHERE))
        assert isinstance(asyncio.run(seen), Unfeasible)
    assert not sent.sent
    assert (tmp_path / PATH[1:]).read_text() == "the salary"
    assert used(send_file(sent, tree), HERE, file_path=PATH).ok


def test_once_somebody_has_moved_it_it_is_everybodys(tmp_path: Path):
    tree = files(tmp_path)
    (tmp_path / PATH[1:]).rename(tmp_path / "moved.txt")
    assert "the salary" in used(read_file(tree), ELSEWHERE, file_path="/moved.txt").text


def test_no_two_places_share_a_folder():
    places = [HOME, replace(HOME, team="T2"), replace(HOME, channel="@C1"), HERE, replace(HOME, platform="discord")]
    assert len({folder_of(place) for place in places}) == len(places)


@pytest.mark.parametrize(
    ("make", "arguments"),
    [
        (read_file, {"file_path": PATH}),
        (read_file, {"file_path": "/link/F1-a.txt"}),
        (grep, {"pattern": "salary"}),
        (ls, {"path": folder_of(HOME)}),
    ],
)
def test_what_was_attached_comes_from_outside_whoever_saved_it(
    tmp_path: Path, make: Callable[[Folder], AnyTool], arguments: dict[str, object]
):
    assert used(make(files(tmp_path)), replace(HERE, thread="9.9"), **arguments).outside == "attachment"


def test_other_files_are_our_own(tmp_path: Path):
    tree = files(tmp_path)
    assert used(read_file(tree), HERE, file_path="/open.txt").outside is None
    assert used(grep(tree), HERE, pattern="weather").outside is None


def test_of_what_was_attached_what_a_conversation_has_saved_is_gone_with_it(tmp_path: Path) -> None:
    kept, folder = files(tmp_path), tmp_path / folder_of(HOME)[1:]
    for name in ("F1-a.txt", "F2-b.txt", "F11-c.txt"):
        (folder / name).write_text("x")
    attached = AttachedFiles()
    asyncio.run(attached.forget([HERE], ["F1"]))
    attached.kept_in(kept, Attached().home)
    asyncio.run(attached.forget([HERE, ELSEWHERE], []))
    assert len([*folder.iterdir()]) == 3
    asyncio.run(attached.forget([HERE, ELSEWHERE], ["F1", "F9"]))
    assert sorted(one.name for one in folder.iterdir()) == ["F11-c.txt", "F2-b.txt"]


@pytest.mark.parametrize(
    ("tool", "arguments", "id"),
    [
        ("save_attachment", '{"id": "F1"}', "F1"),
        ("save_attachment", '{"id": "../x"}', ""),
        ("save_attachment", "[]", ""),
        ("save_attachment", "{", ""),
        ("read_file", '{"id": "F1"}', ""),
    ],
)
def test_what_a_call_saves_is_known_by_its_id(tool: str, arguments: str, id: str) -> None:
    assert saved_id(ToolCall("1.1.0", tool, arguments)) == id
