"""Files: what is read, and how much that costs."""

import asyncio
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from adapters.files.folder import Folder
from harness.files.errors import FilesError
from harness.toolbox.grep import grep
from harness.toolbox.read_file import read_file
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext

CONTEXT = ToolContext(ToolCall("1.1.0", "read_file", "{}"), "t")
MANY = 500_000
"""Lines, of two bytes each."""
SECRET = "outside of the files"


def peak(tool: AnyTool, arguments: str) -> tuple[int, str]:
    """The most bytes that it held at once, and what it says."""
    tracemalloc.start()
    try:
        result = asyncio.run(_ran(tool, arguments))
        return tracemalloc.get_traced_memory()[1], result.text
    finally:
        tracemalloc.stop()


async def _ran(tool: AnyTool, arguments: str) -> ToolResult:
    result = await Runner({tool.name: tool}).run(ToolCall("1.1.0", tool.name, arguments), CONTEXT)
    assert isinstance(result, ToolResult)
    return result


B22 = "B22: of a file with many short lines each line is kept as an object of its own, though a page is shown"


@pytest.mark.xfail(strict=True, raises=AssertionError, reason=f"{B22}.")
def test_searching_many_lines_holds_little_more_than_the_file(tmp_path: Path):
    (tmp_path / "a.txt").write_text("a\n" * MANY)
    held, said = peak(grep(Folder(tmp_path)), '{"pattern": "a", "output_mode": "content"}')
    assert "/a.txt:1:a" in said
    assert f"{MANY:,}" in said
    assert held < 5 * 2 * MANY


@pytest.mark.xfail(strict=True, raises=AssertionError, reason=f"{B22}.")
def test_reading_a_page_of_many_lines_holds_little_more_than_the_file(tmp_path: Path):
    (tmp_path / "a.txt").write_text("a\n" * MANY)
    held, said = peak(read_file(Folder(tmp_path)), '{"file_path": "/a.txt", "limit": 10}')
    assert "10\ta" in said
    assert f"{MANY:,}" in said
    assert held < 5 * 2 * MANY


# What lies outside
@pytest.mark.xfail(
    strict=True,
    raises=pytest.fail.Exception,
    reason="C24: a hard link to a file outside of the files is read like one of them.",
)
def test_a_hard_link_out_of_the_files_is_not_read(tmp_path: Path):
    files, outside = tmp_path / "files", tmp_path / "secret.txt"
    files.mkdir()
    outside.write_text(SECRET)
    os.link(outside, files / "mine.txt")

    with pytest.raises(FilesError):
        asyncio.run(Folder(files).read("/mine.txt"))


@pytest.mark.xfail(
    strict=True,
    raises=AssertionError,
    reason="C24: a folder that becomes a link out of the files while a file in it is read leads the reading there.",
)
def test_a_folder_that_is_swapped_for_a_link_leads_nobody_out_of_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """At the worst moment: when the file is about to be opened."""
    files, outside = tmp_path / "files", tmp_path / "outside"
    for folder, text in ((files / "inner", "inside"), (outside, SECRET)):
        folder.mkdir(parents=True)
        (folder / "a.txt").write_text(text)
    opens, inner = os.open, files / "inner"

    def swapped(path: Any, *arguments: Any, **more: Any) -> int:
        if os.fspath(path).endswith("a.txt") and not inner.is_symlink():
            inner.rename(files / "spare")
            inner.symlink_to(outside)
        return opens(path, *arguments, **more)

    monkeypatch.setattr(os, "open", swapped)
    try:
        said = asyncio.run(Folder(files).read("/inner/a.txt"))
    except FilesError:
        said = ""
    assert inner.is_symlink(), "it was swapped"
    assert said in ("inside", "")
