import asyncio
import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from harness.files.port import FileEntry
from harness.toolbox.ls import ls
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.running import folder, run, subject, summary


def test_folders_and_files_are_told_apart(tmp_path: Path):
    (tmp_path / "docs").mkdir()
    files = folder(tmp_path, a_md="12345")
    for name in ("a.md", "docs"):
        os.utime(tmp_path / name, (0, 1_700_000_000))

    assert run(ls(files)).text == "/a.md (5 bytes, 2023-11-14 22:13 UTC)\n/docs/ (2023-11-14 22:13 UTC)"
    assert run(ls(folder(tmp_path)), path="docs").text == "/docs is empty."


def test_a_folder_that_holds_too_much_says_how_much_more(tmp_path: Path):
    for number in range(1003):
        (tmp_path / f"{number:04}").touch()

    lines = run(ls(folder(tmp_path))).text.split("\n")

    assert len(lines) == 1001
    assert lines[-1].startswith("[3 more entries")


def test_what_cannot_be_listed_is_an_error_in_words(tmp_path: Path):
    for path, words in [("/none", "/none does not exist"), ("../x", "no .. in it"), ("a.md", "is a file")]:
        result = run(ls(folder(tmp_path, a_md="")), path=path)
        assert not result.ok
        assert words in result.text
        assert str(tmp_path) not in result.text


def test_it_only_reads(tmp_path: Path):
    tool = ls(folder(tmp_path))

    assert (tool.category, tool.repeatable) == ("read", True)
    assert subject(tool, path="a//b/") == "/a/b"
    assert summary(tool, path="/docs") == "List docs"
    assert summary(tool) == "List all files"


def test_a_link_that_is_swapped_meanwhile_shows_nothing_of_what_a_rule_denies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A command swaps it between the look into the folder and the look at the rules."""
    for name in ("secret/pay", "open/a"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).touch()
    (tmp_path / "way").symlink_to("secret")
    files = folder(tmp_path)
    listed = files.list

    async def swapped(path: str) -> tuple[FileEntry, ...]:
        entries = await listed(path)
        (tmp_path / "way").unlink()
        (tmp_path / "way").symlink_to("open")
        return entries

    monkeypatch.setattr(files, "list", swapped)
    tool = replace(ls(files), permits=lambda arguments, context: lambda path: not path.startswith("/secret/"))
    assert run(tool, path="/way").text == "[1 entry left out: a rule keeps it from me]"
    assert run(tool, path="/way").text.startswith("/way/a (0 bytes")


def test_times_are_by_the_clocks_of_whoever_it_works_for(tmp_path: Path):
    files = folder(tmp_path, a_md="1")
    os.utime(tmp_path / "a.md", (0, 1_700_000_000))
    for zone, usual in (("Europe/Berlin", "Asia/Tokyo"), ("", "Europe/Berlin")):
        context = ToolContext(ToolCall("1.1.0", "ls", "{}"), "t", zone=zone, usual_zone=usual)
        listed = asyncio.run(Runner({"ls": ls(files)}).run(context.call, context))
        assert isinstance(listed, ToolResult)
        assert listed.text == "/a.md (1 byte, 2023-11-14 23:13)"


def test_what_a_rule_keeps_from_it_is_left_out_by_any_way_there(tmp_path: Path):
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").touch()
    (tmp_path / "way").symlink_to("secret")
    (tmp_path / "short").symlink_to("secret/key")
    context = ToolContext(
        ToolCall("1.1.0", "ls", "{}"), "t", permits=lambda path: not path.startswith(("/secret/", "/way/own"))
    )

    def listed(path: str) -> str:
        call = replace(context.call, arguments=json.dumps({"path": path}))
        result = asyncio.run(Runner({"ls": ls(folder(tmp_path))}).run(call, replace(context, call=call)))
        assert isinstance(result, ToolResult)
        return re.sub(r" \(.*\)", "", result.text)

    assert listed("/way") == listed("/secret") == "[1 entry left out: a rule keeps it from me]"
    assert listed("/") == "/secret/\n/way/\n[1 entry left out: a rule keeps it from me]"
