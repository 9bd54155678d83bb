import asyncio
import json
from pathlib import Path

import pytest

from harness.toolbox import undoing
from harness.toolbox.delete import delete
from harness.tools.calls import ToolCall
from harness.tools.previews import FilesGone, Foreseen, Outdated, Preview
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext
from tests.unit.harness.toolbox.running import folder, run, subject, summary


def foreseen(tool: AnyTool, path: str, **context: object) -> FilesGone:
    call = ToolCall("1.1.0", tool.name, json.dumps({"file_path": path}))
    seen = asyncio.run(Runner({tool.name: tool}).preview(call, ToolContext(call, "thread", **context)))  # type: ignore[arg-type]
    assert isinstance(seen, Foreseen)
    assert isinstance(seen.preview, FilesGone)
    return seen.preview


def test_a_file_and_a_folder_go_and_it_is_told_how_much(tmp_path: Path):
    tool = delete(folder(tmp_path, a_md="one\n"))
    (tmp_path / "d" / "e").mkdir(parents=True)
    (tmp_path / "d" / "e" / "b").write_text("12345")

    assert run(tool, file_path="a.md").text == "Deleted /a.md (4 bytes)."
    assert run(tool, file_path="d").text == "Deleted /d (1 file, 5 bytes)."
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_deleted_is_an_error_in_words(tmp_path: Path):
    for path, words in [("../x", "no .. in it"), ("/", "all of the files"), ("none", "does not exist")]:
        result = run(delete(folder(tmp_path, a_md="kept")), file_path=path)
        assert not result.ok
        assert words in result.text
    assert (tmp_path / "a.md").read_text() == "kept"


def test_people_see_what_goes_before_they_decide(tmp_path: Path):
    tool = delete(folder(tmp_path, a_md="one\ntwo\n"))
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "b").write_bytes(b"\0\0")
    (tmp_path / "l").symlink_to("d")

    text = foreseen(tool, "a.md")
    shown = tool.doing(tool.parse('{"file_path": "a.md"}'), text)
    assert (text.removed, text.whole) == (2, True)
    assert [block.text for block in shown.blocks] == ["- 1  one\n- 2  two"]
    assert shown.line == "Delete a.md (8 bytes)"
    said = {path: tool.doing(tool.parse(json.dumps({"file_path": path})), foreseen(tool, path)) for path in "dl"}
    assert said["d"].line == "Delete d (1 file, 2 bytes)"
    assert said["l"].line == "Delete l (a link; what it leads to stays)"
    binary = tool.doing(tool.parse('{"file_path": "d/b"}'), foreseen(tool, "d/b"))
    assert binary.line == "Delete d/b (it is no text now; 2 bytes)"
    (tmp_path / "b.md").hardlink_to(tmp_path / "a.md")
    linked = tool.doing(tool.parse('{"file_path": "b.md"}'), foreseen(tool, "b.md"))
    assert linked.line == "Delete b.md (it has another name by a hard link, so I do not read it; 8 bytes)"
    assert shown.notes == ()
    assert {act.notes for act in (*said.values(), binary, linked)} == {("this cannot be undone",)}


def test_of_what_is_too_large_to_be_kept_it_is_said_before_that_it_cannot_be_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(undoing, "MOST", 3)
    tool = delete(folder(tmp_path, a_md="one", b_md="four"))
    acts = [tool.doing(tool.parse(json.dumps({"file_path": path})), foreseen(tool, path)) for path in ("a.md", "b.md")]
    assert [act.notes for act in acts] == [(), ("this cannot be undone",)]


def test_what_a_rule_keeps_from_being_read_is_not_shown(tmp_path: Path):
    seen = foreseen(delete(folder(tmp_path, a_md="secret")), "a.md", shows=lambda path: False)
    assert (seen.diff, seen.hidden, seen.size) == ("", "ruled", 6)


def test_what_was_shown_is_what_goes_or_nothing_does(tmp_path: Path):
    tool = delete(folder(tmp_path, a_md="one"))
    call = ToolCall("1.1.0", "delete", '{"file_path": "/a.md"}')

    def ran(preview: Preview) -> object:
        return asyncio.run(Runner({"delete": tool}).run(call, ToolContext(call, "thread", preview=preview)))

    seen = foreseen(tool, "a.md")
    (tmp_path / "a.md").write_text("of somebody else")
    assert isinstance(ran(seen.bare), Outdated)
    assert (tmp_path / "a.md").read_text() == "of somebody else"
    assert not isinstance(ran(foreseen(tool, "a.md").bare), Outdated)
    assert list(tmp_path.iterdir()) == []


def test_what_is_asked_about_each_time_does_not_go_with_a_folder_that_nobody_was_asked_about(tmp_path: Path):
    tool = delete(folder(tmp_path))
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "a").write_text("a")

    refused = run(tool, file_path="repo")
    assert not refused.ok
    assert refused.text.startswith("Nothing was deleted: /repo/.git is what other programs run commands from")
    assert (tmp_path / "repo" / "a").exists()
    assert run(tool, file_path="repo/.git").ok


def test_it_edits_and_is_not_run_twice_and_means_all_below(tmp_path: Path):
    tool = delete(folder(tmp_path))

    assert (tool.category, tool.repeatable) == ("edit", False)
    assert subject(tool, file_path="./a") == "/a"
    assert tool.below(tool.parse('{"file_path": "a"}')) == ("/a/**",)
    assert tool.careful("/repo/.git/config")
    assert summary(tool, file_path="a") == "Delete a"
