import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from harness.toolbox.write_file import write_file
from harness.tools.arguments import MalformedArguments
from harness.tools.calls import ToolCall
from harness.tools.previews import FileChange, Foreseen
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.running import (
    folder,
    linked_scratch,
    run,
    run_after,
    seen_in,
    seen_of,
    subject,
    summary,
)


def test_a_new_file_is_created_and_an_old_one_replaced_and_each_is_told(tmp_path: Path):
    tool = write_file(folder(tmp_path))

    assert run(tool, file_path="docs/a.md", content="one\ntwo\n").text == "Created /docs/a.md (2 lines)."
    seen = seen_of("/docs/a.md")
    assert run_after(tool, seen, file_path="docs/a.md", content="one").text == "Replaced all of /docs/a.md (1 line)."
    assert (tmp_path / "docs/a.md").read_text() == "one"


def test_what_cannot_be_written_is_an_error_in_words(tmp_path: Path):
    for path, words in [("../x", "no .. in it"), ("C:\\x", "drive letters"), ("/", "folder"), ("a.md/b", "is a file")]:
        result = run(write_file(folder(tmp_path, a_md="kept")), file_path=path, content="x")
        assert not result.ok
        assert words in result.text
        assert str(tmp_path) not in result.text

    assert [entry.name for entry in tmp_path.iterdir()] == ["a.md"]
    assert (tmp_path / "a.md").read_text() == "kept"


def test_it_edits_and_is_not_run_twice(tmp_path: Path):
    tool = write_file(folder(tmp_path))

    assert (tool.category, tool.repeatable) == ("edit", False)
    assert subject(tool, file_path="a.md", content="") == "/a.md"
    assert summary(tool, file_path="/notes.md", content="x\n" * 34) == "Write notes.md (34 lines)"
    assert summary(tool, file_path="/notes.md", content="") == "Write notes.md (0 lines)"
    assert summary(tool, file_path="/notes.md", content="x\r\ny") == "Write notes.md (2 lines)"


def test_a_mask_is_written_over_nothing(tmp_path: Path):
    tool = write_file(folder(tmp_path))
    with pytest.raises(MalformedArguments, match="stands for something that you are not shown"):
        tool.parse('{"file_path": "/.env", "content": "TOKEN=[masked: GitHub token]"}')


def test_what_was_not_read_in_this_thread_is_not_replaced(tmp_path: Path):
    tool = write_file(folder(tmp_path, a_md="kept", b_md=""))
    (tmp_path / "l.md").symlink_to("a.md")

    for path in ("a.md", "l.md"):
        refused = run(tool, file_path=path, content="x")
        assert not refused.ok
        assert "you have not read it in this conversation: read it first" in refused.text
    assert (tmp_path / "a.md").read_text() == "kept"
    assert run(tool, file_path="b.md", content="there is nothing to lose").ok
    assert run_after(tool, seen_of("/a.md"), file_path="l.md", content="x").ok


def test_what_a_rule_keeps_is_not_shown_by_a_link_of_the_threads_own(tmp_path: Path):
    tool = replace(write_file(linked_scratch(tmp_path)), shows=lambda context: lambda path: "/kept/" not in path)
    call = ToolCall("1.1.0", "write_file", '{"file_path": "/scratch/way.md", "content": "x"}')
    seen = asyncio.run(Runner({"write_file": tool}).preview(call, ToolContext(call, "thread")))
    assert isinstance(seen, Foreseen)
    assert isinstance(seen.preview, FileChange)
    assert (seen.preview.hidden, seen.preview.diff, seen.preview.lies) == ("ruled", "", "/scratch/kept/plan.md")


def test_what_it_writes_it_knows(tmp_path: Path):
    assert seen_in(run(write_file(folder(tmp_path)), file_path="a.md", content="x")) == seen_of("/a.md")
