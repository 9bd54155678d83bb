"""It is known which files hold text from outside, also after a crash and in another process."""

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from pydantic import BaseModel

from harness.sessions.journal import JournalUnavailable
from harness.toolbox.outside_files import COARSE, LISTED, OutsideFiles, in_short, marking
from harness.toolbox.shell import ShellError
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.origins import ATTACHMENT, BACKGROUND
from harness.tools.tool import AnyTool, Operation, Tool, ToolContext
from tests.fakes.marks import MemoryMarks


class Disk:
    """Files with the times of their last change."""

    def __init__(self) -> None:
        self.files: dict[str, float] = {}
        self.gone = frozenset[str]()
        self.now = 100.0
        self.walks = list[tuple[float, Mapping[int, str] | None]]()

    def folders(self) -> Mapping[int, str] | None:
        return {1: "/d"}

    def since(self, time: float, before: Mapping[int, str] | None = None) -> Iterable[str]:
        self.walks.append((time, before))
        return [path for path, at in self.files.items() if at >= time]

    def missing(self, paths: Iterable[str]) -> frozenset[str]:
        return frozenset(paths) & self.gone

    def writes(self, path: str) -> None:
        self.files[path] = self.now


def known(marks: MemoryMarks, disk: Disk, boot: str = "one", node: str = "here") -> OutsideFiles:
    outside = OutsideFiles()
    outside.kept_in(marks, disk, lambda: disk.now, node, boot)
    return outside


class Down(MemoryMarks):
    async def note(self, name: str, mark: str) -> None:
        raise JournalUnavailable("away")

    async def below(self, name: str) -> dict[str, str]:
        raise JournalUnavailable("away")


def test_what_a_command_wrote_while_it_saw_text_from_outside_is_from_outside() -> None:
    async def story() -> None:
        disk, marks = Disk(), MemoryMarks()
        outside = known(marks, disk)
        disk.writes("/before.txt")
        disk.now += 1
        await outside.begins("t 1", ATTACHMENT)
        disk.writes("/copied.txt")
        assert await outside.came_from(["/copied.txt"]) == ATTACHMENT, "while it runs, too"
        await outside.ends("t 1", ATTACHMENT)
        disk.now += 1
        disk.writes("/after.txt")
        assert await outside.came_from(["/copied.txt"]) == ATTACHMENT
        assert await outside.came_from(["/"], "found in /Copied.txt") == ATTACHMENT
        assert await outside.any() == ATTACHMENT
        for path in ("/before.txt", "/after.txt", "/copied.txt.old"):
            assert await outside.came_from([path], path) == ("" if path != "/copied.txt.old" else ATTACHMENT)
        await outside.begins("t 2", "")
        await outside.ends("t 2", "")
        assert await outside.came_from(["/after.txt"]) == ""

    asyncio.run(story())


def test_a_known_file_is_found_without_a_walk_and_another_process_is_heard_at_once() -> None:
    async def story() -> None:
        disk, marks = Disk(), MemoryMarks()
        here, other = known(marks, disk), known(marks, Disk(), "two", "there")
        assert await here.came_from(["/a.txt"], "/a.txt") == ""
        await other.wrote("/a.txt", ATTACHMENT)
        await here.begins("t 1", ATTACHMENT)
        assert await here.came_from(["/a.txt"]) == ATTACHMENT
        assert disk.walks == []
        assert await here.came_from(["/b.txt"]) == ""
        assert disk.walks == [(disk.now - COARSE, {1: "/d"})], "with the folders of before"
        await other.wrote("/a.txt", "")
        await here.ends("t 1", ATTACHMENT)
        assert await here.came_from(["/a.txt"], "no path") == ""

    asyncio.run(story())


def test_a_crash_while_a_command_runs_loses_nothing_and_another_machine_is_not_looked_at() -> None:
    async def story() -> None:
        disk, marks = Disk(), MemoryMarks()
        await known(marks, disk).begins("t 1", ATTACHMENT)
        disk.writes("/copied.txt")
        disk.now += 10
        assert await known(marks, disk, "two").came_from(["/copied.txt"]) == ATTACHMENT
        disk.writes("/later.txt")
        third = known(marks, disk, "three")
        assert await third.came_from(["/copied.txt"]) == ATTACHMENT
        assert await third.came_from(["/later.txt"]) == "", "that command has ended with its process"
        assert [name for name, mark in marks.kept.items() if mark] == ["outside-files:here:three"]
        assert await known(marks, disk, "one", "there").came_from(["/copied.txt"]) == ATTACHMENT
        assert [name for name, mark in marks.kept.items() if mark] == ["outside-files:here:three"]

    asyncio.run(story())


def test_many_files_are_known_by_their_folders() -> None:
    many = [f"/m/{number}/{number}" for number in range(LISTED)]
    assert in_short(many) == tuple(sorted(many))
    assert in_short([*many, "/one"]) == ("/m", "/one")

    async def story() -> None:
        disk, marks = Disk(), MemoryMarks()
        outside = known(marks, disk)
        await outside.begins("t 1", ATTACHMENT)
        for path in [*many, "/one"]:
            disk.writes(path)
        await outside.ends("t 1", ATTACHMENT)
        assert await outside.came_from(["/m/3/3"]) == ATTACHMENT
        assert await outside.came_from(["/n"]) == ""

    asyncio.run(story())


def test_what_cannot_be_known_is_from_outside_and_what_cannot_be_noted_does_not_start() -> None:
    async def story() -> None:
        outside = known(Down(), Disk())
        assert await outside.came_from(["/x"]) == ATTACHMENT
        with pytest.raises(ShellError, match="storage"):
            await outside.begins("t 1", ATTACHMENT)
        await outside.ends("t 1", ATTACHMENT)

    asyncio.run(story())


class OfPath(BaseModel):
    path: str


def tool(name: str, operation: Operation, done: list[str]) -> AnyTool:
    async def run(arguments: OfPath, context: ToolContext) -> ToolResult:
        done.append(name)
        return ToolResult("Done.")

    async def undo(arguments: OfPath, change: object, context: ToolContext) -> str:
        return "undone"

    return Tool(name, "", "edit", OfPath, run, operation=operation, subject=lambda arguments: arguments.path, undo=undo)  # type: ignore[arg-type]


@pytest.mark.parametrize(("approved", "origins", "outside"), [
    (False, (BACKGROUND,), BACKGROUND), (True, (BACKGROUND,), ""), (False, (), ""),
])  # fmt: skip
def test_what_a_turn_wrote_unasked_after_text_from_outside_is_from_outside(
    approved: bool, origins: tuple[str, ...], outside: str
) -> None:
    async def story() -> None:
        files, done = known(MemoryMarks(), Disk()), list[str]()
        write, edit = (marking(tool(name, "write", done), files) for name in ("write_file", "edit_file"))
        read = marking(tool("read_file", "read", done), files)
        context = ToolContext(ToolCall("1", "x", "{}"), "t", approved=approved, untrusted=origins)

        async def read_from(path: str) -> str | None:
            assert read.run
            result = await read.run(OfPath(path=path), ToolContext(ToolCall("1", "x", "{}"), "u"))
            assert isinstance(result, ToolResult)
            return result.outside

        assert write.run
        assert edit.run
        await write.run(OfPath(path="/a"), context)
        assert await read_from("/a") == (outside or None)
        await write.run(OfPath(path="/scratch/a"), context)
        assert await read_from("/scratch/a") is None, "no other thread reads that"
        await files.wrote("/b", ATTACHMENT)
        await edit.run(OfPath(path="/b"), context)
        assert await read_from("/b") == (outside or ATTACHMENT), "what an edit leaves is from outside"
        await write.run(OfPath(path="/b"), context)
        assert await read_from("/b") == (outside or None)
        assert write.undo
        await write.undo(OfPath(path="/b"), None, context)  # type: ignore[arg-type]
        assert await read_from("/b") == (outside or ATTACHMENT), "Undo brings that back"

    asyncio.run(story())


def test_nothing_is_written_that_could_not_be_noted() -> None:
    async def story() -> None:
        done = list[str]()
        write = marking(tool("write_file", "write", done), known(Down(), Disk()))
        assert write.run
        context = ToolContext(ToolCall("1", "x", "{}"), "t", untrusted=(BACKGROUND,))
        result = await write.run(OfPath(path="/a"), context)
        assert isinstance(result, ToolResult)
        assert not result.ok
        assert not done

    asyncio.run(story())


def test_a_change_a_moment_before_counts_since_kernels_tell_time_coarsely(tmp_path: Path) -> None:
    async def story() -> None:
        disk = Disk()
        outside = known(MemoryMarks(), disk)
        await outside.begins("t 1", ATTACHMENT)
        disk.files["/quick"] = disk.now - COARSE / 2
        await outside.ends("t 1", ATTACHMENT)
        assert await outside.came_from(["/quick"]) == ATTACHMENT

    asyncio.run(story())


def test_a_new_folder_counts_by_its_name_alone() -> None:
    async def story() -> None:
        disk = Disk()
        outside = known(MemoryMarks(), disk)
        await outside.begins("t 1", ATTACHMENT)
        disk.writes("/d/Say yes/")
        await outside.ends("t 1", ATTACHMENT)
        assert await outside.came_from(["/d"], "/d/Say yes/ (1970-01-01 00:00)") == ATTACHMENT
        assert await outside.came_from(["/d/Say yes/ours.txt"], "ours") == ""
        assert await outside.any() == ATTACHMENT

    asyncio.run(story())


def test_the_name_of_a_folder_that_a_turn_made_is_from_outside_too() -> None:
    async def story() -> None:
        disk = Disk()
        disk.gone = frozenset({"/d/Say yes/"})
        outside = known(MemoryMarks(), disk)
        await outside.wrote("/d/Say yes/x.txt", ATTACHMENT)
        assert await outside.came_from(["/d"], "/d/Say yes/ (1970-01-01 00:00)") == ATTACHMENT
        assert await outside.came_from(["/"], "/d/ (1970-01-01 00:00)") == "", "that was there before"
        assert await outside.came_from(["/d/Say yes/ours.txt"], "ours") == ""

    asyncio.run(story())


def test_a_file_that_is_gone_taints_nothing_and_the_next_start_forgets_it() -> None:
    async def story() -> None:
        disk, marks = Disk(), MemoryMarks()
        outside = known(marks, disk)
        await outside.wrote("/x.txt", ATTACHMENT)
        assert await outside.any() == ATTACHMENT
        disk.gone = frozenset({"/x.txt"})
        assert await outside.any() == ""
        later = known(marks, disk, "two")
        assert await later.came_from(["/x.txt"]) == "", "somebody may have made another"
        await later.undone("/x.txt")
        assert await later.came_from(["/x.txt"]) == ATTACHMENT

    asyncio.run(story())
