import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.toolbox.edit_file import edit_file
from harness.tools.arguments import MalformedArguments
from harness.tools.calls import ToolCall
from harness.tools.previews import FileChange, Foreseen
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.running import folder, linked_scratch, run, subject, summary


def test_an_edit_changes_the_file_and_says_how_often(tmp_path: Path):
    tool = edit_file(folder(tmp_path, a_md="x y x"))

    assert run(tool, file_path="a.md", old_string="y", new_string="z").text == "Replaced 1 occurrence in /a.md."
    done = run(tool, file_path="a.md", old_string="x", new_string="w", replace_all=True)
    assert done.text == "Replaced 2 occurrences in /a.md."
    assert (tmp_path / "a.md").read_text() == "w z w"


def test_each_reason_not_to_edit_has_its_own_text_and_changes_nothing(tmp_path: Path):
    tool = edit_file(folder(tmp_path, a_md="x y x"))

    refusals = [
        run(tool, file_path=path, old_string=old, new_string="new")
        for path, old in [("a.md", ""), ("a.md", "q"), ("a.md", "x"), ("a.md", "y x\n"), ("b.md", "x"), ("../b", "x")]
    ]

    assert not any(refusal.ok for refusal in refusals)
    assert len({refusal.text for refusal in refusals}) == len(refusals)
    assert "leave off the last newline" in refusals[3].text
    assert (tmp_path / "a.md").read_text() == "x y x"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.text(alphabet="ab\n", max_size=8), st.text(alphabet="ab\n", max_size=8), st.sampled_from(["\n", "\r\n"]))
def test_an_edit_and_its_opposite_leave_the_file_as_it_was(tmp_path: Path, before: str, after: str, end: str):
    was = f"{before}<old>{after}".replace("\n", end).encode()
    (tmp_path / "a.md").write_bytes(was)
    tool = edit_file(folder(tmp_path))

    there = run(tool, file_path="a.md", old_string="<old>", new_string="<new\ner>")
    changed = (tmp_path / "a.md").read_bytes()
    back = run(tool, file_path="a.md", old_string="<new\ner>", new_string="<old>")

    assert there.ok
    assert back.ok
    assert b"<old>" not in changed
    assert (tmp_path / "a.md").read_bytes() == was


def test_it_edits_and_is_not_run_twice(tmp_path: Path):
    tool = edit_file(folder(tmp_path))
    arguments = {"file_path": "./a.md", "old_string": "x\ny", "new_string": "z"}

    assert (tool.category, tool.repeatable) == ("edit", False)
    assert subject(tool, **arguments) == "/a.md"
    assert summary(tool, **arguments) == "Edit a.md (+1 −2)"
    assert summary(tool, **{**arguments, "old_string": "x"}) == "Edit a.md (+1 −1)"
    assert summary(tool, **arguments, replace_all=True) == "Edit a.md (+1 −2, everywhere)"


def test_a_mask_is_written_over_nothing(tmp_path: Path):
    tool = edit_file(folder(tmp_path))
    with pytest.raises(MalformedArguments, match="stands for something that you are not shown"):
        tool.parse('{"file_path": "/.env", "old_string": "[masked: GitHub token]", "new_string": "x"}')


def test_what_a_rule_keeps_is_not_shown_by_a_link_of_the_threads_own(tmp_path: Path):
    tool = replace(edit_file(linked_scratch(tmp_path)), shows=lambda context: lambda path: "/kept/" not in path)
    edit = {"file_path": "/scratch/way.md", "old_string": "plan", "new_string": "x"}
    call = ToolCall("1.1.0", "edit_file", json.dumps(edit))
    seen = asyncio.run(Runner({"edit_file": tool}).preview(call, ToolContext(call, "thread")))
    assert isinstance(seen, Foreseen)
    assert isinstance(seen.preview, FileChange)
    assert (seen.preview.hidden, seen.preview.diff, seen.preview.lies) == ("ruled", "", "/scratch/kept/plan.md")
    said = run(tool, **{**edit, "old_string": "none"}).text
    assert said == "nothing was replaced in /scratch/way.md, and a rule keeps me from saying why"


def test_nothing_is_told_of_a_file_that_a_rule_keeps_from_being_read(tmp_path: Path):
    tool = replace(edit_file(folder(tmp_path, a_md="key = 1\n")), shows=lambda context: lambda path: False)
    said = run(tool, file_path="a.md", old_string="key=1", new_string="x").text
    assert said == "nothing was replaced in /a.md, and a rule keeps me from saying why"
