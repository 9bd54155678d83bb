"""Files: what is read, and how much that costs."""

import asyncio
import errno
import json
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from adapters.files.folder import Folder
from harness.chat.cards import Card
from harness.context.model import Reply
from harness.files.errors import FilesError
from harness.toolbox.grep import grep
from harness.toolbox.read_file import read_file
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext
from tests.cases.colleague import Colleague, Scripted, calls, play

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


def test_searching_many_lines_holds_little_more_than_the_file(tmp_path: Path):
    (tmp_path / "a.txt").write_text("a\n" * MANY)
    held, said = peak(grep(Folder(tmp_path)), '{"pattern": "a", "output_mode": "content"}')
    assert "/a.txt:1:a" in said
    assert f"{MANY:,}" in said
    assert held < 5 * 2 * MANY


def test_reading_a_page_of_many_lines_holds_little_more_than_the_file(tmp_path: Path):
    (tmp_path / "a.txt").write_text("a\n" * MANY)
    held, said = peak(read_file(Folder(tmp_path)), '{"file_path": "/a.txt", "limit": 10}')
    assert "10\ta" in said
    assert f"{MANY:,}" in said
    assert held < 5 * 2 * MANY


# What lies outside
def test_a_hard_link_out_of_the_files_is_not_read(tmp_path: Path):
    files, outside = tmp_path / "files", tmp_path / "secret.txt"
    files.mkdir()
    outside.write_text(SECRET)
    os.link(outside, files / "mine.txt")

    with pytest.raises(FilesError):
        asyncio.run(Folder(files).read("/mine.txt"))


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


# Rules are on what is touched, whatever the arguments say
SEALED = """
permissions:
  rules:
    - {category: read, match: "/secret*", verdict: deny}
    - {category: read, match: "/hr/*", verdict: ask}
"""


def tree(folder: Path) -> None:
    for name, text in {
        "secret/key.txt": f"PASSWORD={SECRET}",
        "hr/pay.txt": f"PASSWORD={SECRET}",
        "open/a.txt": "PASSWORD=hunter2",
        "workspace/a.txt": "x",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "open" / "link").symlink_to("../secret")
    (folder / "open" / "key.txt").symlink_to("../secret/key.txt")
    (folder / "workspace" / "link").symlink_to("../open")


def told(tmp_path: Path, settings: str, *steps: tuple[str, dict[str, object]]) -> tuple[str, list[Card]]:
    """What the model is told of those calls, each of which is a step; and the cards that wait for somebody."""
    tree(tmp_path)
    model = Scripted(*(calls((name, json.dumps(arguments))) for name, arguments in steps), Reply("Done."))
    waiting: list[Card] = []

    async def story() -> None:
        bob = Colleague(tmp_path, model, settings)
        await bob.says("look")
        waiting.extend(card for card in bob.chat.cards() if card.buttons)
        await bob.ends()

    play(story)
    return model.said(), waiting


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        *(("grep", {"pattern": "PASSWORD", "output_mode": "content", **where}) for where in (
            {}, {"path": "."}, {"path": ""}, {"path": "./"}, {"path": "/"}, {"path": "/open"}, {"glob": "*.txt"},
        )),
        *(("glob", {"pattern": pattern}) for pattern in ("**", "*.txt", "*/*.txt")),
        ("ls", {}),
        ("ls", {"path": "/open"}),
    ],
)  # fmt: skip
def test_searches_and_listings_leave_out_what_a_rule_keeps_from_being_read(
    tmp_path: Path, tool: str, arguments: dict[str, object]
):
    said, asked = told(tmp_path, SEALED, (tool, arguments))
    assert not asked
    assert "/open" in said
    for hidden in (SECRET, "/secret", "/hr/pay", "/open/key.txt"):
        assert hidden not in said
    assert "from me" in said


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("read_file", {"file_path": "/open/link/key.txt"}),
        ("read_file", {"file_path": "open/key.txt"}),
        ("ls", {"path": "/open/link"}),
        ("grep", {"pattern": "PASSWORD", "path": "/open/link", "output_mode": "content"}),
        ("grep", {"pattern": "PASSWORD", "path": "/open/key.txt", "output_mode": "content"}),
        ("glob", {"pattern": "*", "path": "/open/link"}),
    ],
)
def test_a_link_leads_nobody_to_what_is_denied(tmp_path: Path, tool: str, arguments: dict[str, object]):
    said, asked = told(tmp_path, SEALED, (tool, arguments))
    assert not asked
    assert "denied by the rule on read /secret*" in said
    assert SECRET not in said


def test_a_search_of_what_is_asked_about_is_asked_and_then_finds_it(tmp_path: Path):
    tree(tmp_path)
    search = ("grep", json.dumps({"pattern": "PASSWORD", "path": "/hr", "output_mode": "content"}))
    model = Scripted(calls(search), Reply("Done."))

    async def story() -> None:
        bob = Colleague(tmp_path, model, SEALED)
        await bob.says("look")
        await bob.clicks("Approve")
        await bob.ends()

    play(story)
    assert f"/hr/pay.txt:1:PASSWORD={SECRET}" in model.said()


def test_what_may_not_be_read_is_not_sent_either(tmp_path: Path):
    rules = f"{SEALED}    - {{tool: send_file, match: '*', verdict: allow}}\n"
    said, _ = told(tmp_path, rules, ("send_file", {"file_path": "/secret/key.txt"}))
    assert "Not sent: a rule keeps me from touching /secret/key.txt" in said


@pytest.mark.parametrize(("path", "asked"), [("/workspace/b.txt", False), ("/workspace/link/a.txt", True)])
@pytest.mark.parametrize("tool", ["write_file", "edit_file"])
def test_what_is_allowed_in_a_folder_is_not_allowed_through_a_link_out_of_it(
    tmp_path: Path, tool: str, path: str, asked: bool
):
    rules = "permissions: {rules: [{category: edit, match: '/workspace/*', verdict: allow}]}\n"
    change: dict[str, object] = {"file_path": path}
    change |= {"content": "new"} if tool == "write_file" else {"old_string": "PASSWORD", "new_string": "x"}
    _, cards = told(tmp_path, rules, ("read_file", {"file_path": path}), (tool, change))
    assert bool(cards) is asked
    assert not asked or "(which is open/a.txt)" in str(cards)
    assert (tmp_path / "open" / "a.txt").read_text() == "PASSWORD=hunter2"


@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_cannot_be_opened_is_said_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str):
    closed = {"folder": "hr", "file": "pay.txt"}[what]
    opens = os.open

    def refused(path: Any, *arguments: Any, **more: Any) -> int:
        if os.fspath(path) == closed:
            raise PermissionError(errno.EACCES, "Permission denied")
        return opens(path, *arguments, **more)

    monkeypatch.setattr(os, "open", refused)
    said, _ = told(tmp_path, "", ("grep", {"pattern": "PASSWORD"}), ("read_file", {"file_path": "/hr/pay.txt"}))
    assert f"[not searched: 1 {what} (that I may not open)" in said
    assert "I may not open or change it" in said


# Line ends
def test_a_file_in_crlf_keeps_its_line_ends_whatever_its_encoding(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes(b"caf\xe9\r\nb\r\n")
    asyncio.run(Folder(tmp_path).write("/a.txt", "tea\nb\n"))
    assert (tmp_path / "a.txt").read_bytes() == b"tea\r\nb\r\n"
