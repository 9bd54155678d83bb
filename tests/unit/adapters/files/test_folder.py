import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event
from typing import TypeVar

import pytest

from adapters.files.disk import Disk
from adapters.files.folder import MOST_SEARCHES, Folder
from adapters.files.walk import Walk
from harness.files.errors import (
    AccessRefused,
    Busy,
    Changed,
    FilesError,
    Looped,
    Missing,
    NotReplaced,
    TookTooLong,
    UnreadableFile,
)
from harness.files.port import FileEntry

T = TypeVar("T")


def on(root: Path, does: Callable[[Folder], Awaitable[T]]) -> T:
    async def main() -> T:
        return await does(Folder(root))

    return asyncio.run(main())


def test_what_was_written_is_read_and_listed(tmp_path: Path):
    assert on(tmp_path, lambda files: files.write("notes/a.md", "one\ntwo\n")) is True
    assert on(tmp_path, lambda files: files.read("/notes/a.md")) == "one\ntwo\n"
    assert on(tmp_path, lambda files: files.write("/notes/a.md", "")) is False
    assert on(tmp_path, lambda files: files.list("/notes")) == (FileEntry("/notes/a.md", False, 0),)


def test_a_file_is_edited_where_it_differs_and_nowhere_else(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\nthree")

    assert on(tmp_path, lambda files: files.read("a.txt")) == "one\ntwo\nthree"
    assert on(tmp_path, lambda files: files.edit("a.txt", "one\ntwo", "1\n2")) == 1
    assert (tmp_path / "a.txt").read_bytes() == b"\xef\xbb\xbf1\r\n2\r\nthree"


def test_a_file_that_is_written_keeps_its_byte_order_mark_and_its_line_ends(tmp_path: Path):
    for text in ("1\n2\n", "\ufeff1\n2\n"):
        (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfone\r\n")
        on(tmp_path, lambda files, text=text: files.write("a.txt", text))  # type: ignore[misc]
        assert (tmp_path / "a.txt").read_bytes() == b"\xef\xbb\xbf1\r\n2\r\n"


def test_an_edit_that_is_refused_changes_nothing(tmp_path: Path):
    (tmp_path / "a.txt").write_text("aa")

    with pytest.raises(NotReplaced):
        on(tmp_path, lambda files: files.edit("a.txt", "a", "b"))
    assert (tmp_path / "a.txt").read_text() == "aa"
    assert on(tmp_path, lambda files: files.edit("a.txt", "a", "b", True)) == 2


def test_a_file_is_written_only_as_it_was_when_it_was_looked_at(tmp_path: Path):
    async def story(files: Folder) -> None:
        absent = await files.state("a.txt")
        assert not absent.exists
        (tmp_path / "a.txt").write_text("of somebody else")
        with pytest.raises(Changed):
            await files.write("a.txt", "mine", version=absent.version)
        seen = await files.state("a.txt")
        assert (seen.exists, seen.text) == (True, "of somebody else")
        assert await files.write("a.txt", "mine", version=seen.version) is False
        with pytest.raises(Changed):
            await files.write("a.txt", "once more", version=seen.version)
        assert await files.write("b.txt", "new", version=(await files.state("b.txt")).version) is True

    on(tmp_path, story)
    assert (tmp_path / "a.txt").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt"]


def test_a_version_is_of_a_place_and_of_whatever_it_holds(tmp_path: Path):
    (tmp_path / "a").write_text("x")
    (tmp_path / "b").write_text("x")
    (tmp_path / "binary").write_bytes(b"\0")
    (tmp_path / "linked").hardlink_to(tmp_path / "a")
    (tmp_path / "link").symlink_to("b")

    async def story(files: Folder) -> None:
        states = {name: await files.state(name) for name in ("a", "b", "binary", "none", "none/below", "link")}
        assert states["binary"].why == "binary"
        assert states["a"].why == "linked", "it has another name, and is not read"
        assert states["link"] == states["b"]
        assert len({state.version for state in states.values()}) == len(states) - 1
        (tmp_path / "link").unlink()
        (tmp_path / "link").symlink_to("binary")
        with pytest.raises(Changed):
            await files.write("link", "y", version=states["link"].version)

    on(tmp_path, story)


class Meddling(Disk):
    """Somebody else writes each file just before we do."""

    def write_bytes(
        self,
        path: str,
        real: str,
        data: bytes,
        check: Callable[[], None] = lambda: None,
        new: bool = False,
        mode: int | None = None,
    ) -> None:
        Path(real).write_text("of somebody else, blue")
        super().write_bytes(path, real, data, check, new, mode)


@pytest.mark.parametrize("before", [None, "blue"])
def test_what_somebody_else_writes_at_just_this_moment_is_not_lost(tmp_path: Path, before: str | None):
    if before:
        (tmp_path / "a.txt").write_text(before)

    async def story(files: Folder) -> None:
        version = (await files.state("a.txt")).version
        files._disk = Meddling(tmp_path)
        with pytest.raises(Changed):
            await files.write("a.txt", "mine", version=version)
        if before:
            (tmp_path / "a.txt").write_text(before)
            with pytest.raises(Changed):
                await files.edit("a.txt", "blue", "red")

    on(tmp_path, story)
    assert (tmp_path / "a.txt").read_text() == "of somebody else, blue"


def test_a_new_file_takes_the_place_of_none_that_came_at_just_this_moment(tmp_path: Path):
    disk = Disk(tmp_path)

    def comes() -> None:
        (tmp_path / "a").write_text("of somebody else")

    with pytest.raises(Changed):
        disk.write_bytes("/a", disk.real("/a"), b"mine", comes, new=True)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a", "of somebody else")]


def test_an_edit_is_of_the_lines_that_were_looked_at(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo 2\r\nthree")

    async def story(files: Folder) -> None:
        seen = await files.edit_state("a.txt", "two", "2")
        assert seen.hunks == (("two 2\n", "2 2\n", 2, "one\n", "three"),)
        (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfONE\r\ntwo 2\r\nthree")
        assert await files.edit("a.txt", "two", "2", version=seen.version) == 1
        (tmp_path / "a.txt").write_bytes(b"two 3")
        with pytest.raises(Changed):
            await files.edit("a.txt", "two", "2", version=seen.version)

    on(tmp_path, story)


def test_a_file_in_crlf_stays_so_when_it_is_written_anew(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes(b"a\r\n")

    on(tmp_path, lambda files: files.write("a.txt", "b\nc\n"))

    assert (tmp_path / "a.txt").read_bytes() == b"b\r\nc\r\n"


def test_a_binary_file_can_be_written_over_but_not_read(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"\0")

    with pytest.raises(UnreadableFile):
        on(tmp_path, lambda files: files.read("a"))
    assert on(tmp_path, lambda files: files.write("a", "text")) is False
    assert (tmp_path / "a").read_text() == "text"


def test_every_method_refuses_what_leaves_the_tree_and_says_nothing_of_its_place(tmp_path: Path):
    root = tmp_path / "files"
    root.mkdir()
    (root / "out").symlink_to(tmp_path)
    (root / "loop").symlink_to("loop")
    methods: list[Callable[[Folder, str], Awaitable[object]]] = [
        lambda files, path: files.list(path),
        lambda files, path: files.read(path),
        lambda files, path: files.write(path, "x"),
        lambda files, path: files.edit(path, "a", "b"),
        lambda files, path: files.glob("*", path),
        lambda files, path: files.grep("x", path),
    ]

    for path, kind in [
        ("../x", AccessRefused),
        ("~/x", AccessRefused),
        ("C:\\x", AccessRefused),
        ("out/x", AccessRefused),
        ("loop", Looped),
    ]:
        for method in methods:
            with pytest.raises(kind) as error:
                on(root, lambda files, method=method, path=path: method(files, path))  # type: ignore[misc]
            assert str(tmp_path) not in str(error.value)

    assert os.listdir(tmp_path) == ["files"]


def test_edits_of_one_file_at_once_all_count(tmp_path: Path):
    (tmp_path / "a.txt").write_text("".join(f"<{n}>" for n in range(40)))
    (tmp_path / "link.txt").symlink_to("a.txt")

    async def main() -> None:
        files = Folder(tmp_path)
        await asyncio.gather(
            *(files.edit(("a.txt", "./link.txt")[n % 2], f"<{n}>", f"[{n}]") for n in range(40)),
        )

    asyncio.run(main())

    assert (tmp_path / "a.txt").read_text() == "".join(f"[{n}]" for n in range(40))


def test_an_edit_waits_for_a_write_whose_task_was_cancelled(tmp_path: Path):
    async def main() -> None:
        files = Folder(tmp_path)
        writing = asyncio.create_task(files.write("a.txt", "x" * 1_000_000))
        await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        try:
            await files.edit("a.txt", "x" * 1_000_000, "done")
        except Missing:
            return  # it had not begun: then it never will
        assert (tmp_path / "a.txt").read_text() == "done"

    asyncio.run(main())


def test_files_are_found_and_searched(tmp_path: Path):
    (tmp_path / "a.md").write_text("needle")

    assert on(tmp_path, lambda files: files.glob("*.md")).paths == ("/a.md",)
    assert [hit.path for hit in on(tmp_path, lambda files: files.grep("needle")).hits] == ["/a.md"]
    with pytest.raises(FilesError):
        on(tmp_path, lambda files: files.glob(""))


class Stuck(Folder):
    """Its searches are held up until `free` is set, as by a disk that does not answer."""

    def __init__(self, root: Path, free: Event, deadline: float) -> None:
        super().__init__(root, deadline)
        self.free = free

    async def glob_stuck(self) -> None:
        def held_up(walk: Walk) -> None:
            assert isinstance(walk.disk, Disk)
            self.free.wait(30)

        await self._search("glob", held_up)


def test_a_search_without_end_is_told_and_does_not_hold_up_the_next(tmp_path: Path):
    free = Event()

    async def main() -> None:
        files = Stuck(tmp_path, free, deadline=0.05)
        try:
            with pytest.raises(TookTooLong, match="glob did not end in 0"):
                await files.glob_stuck()
            assert (await files.glob("*")).complete
        finally:
            free.set()

    asyncio.run(main())


def test_searches_that_are_held_up_do_not_take_all_threads(tmp_path: Path):
    free = Event()
    files = Stuck(tmp_path, free, deadline=0.2)

    async def main() -> None:
        try:
            stuck = await asyncio.gather(*(files.glob_stuck() for _ in range(MOST_SEARCHES)), return_exceptions=True)
            assert [type(error) for error in stuck] == [TookTooLong] * MOST_SEARCHES
            with pytest.raises(Busy):
                await files.glob("*")
            assert await files.list("/") == ()
        finally:
            free.set()

    asyncio.run(main())  # which waits for its threads

    assert asyncio.run(files.glob("*")).complete


def test_a_search_that_is_cancelled_stops_walking(tmp_path: Path):
    stopped = Event()

    async def main() -> None:
        files = Folder(tmp_path)
        walking = Event()

        def endless(walk: Walk) -> None:
            walking.set()
            while not walk.stopped():
                pass
            stopped.set()

        search = asyncio.create_task(files._search("glob", endless))
        await asyncio.to_thread(walking.wait, 10)
        search.cancel()
        await asyncio.gather(search, return_exceptions=True)

    asyncio.run(main())

    assert stopped.wait(10)


def test_bytes_are_kept_as_they_are(tmp_path: Path):
    folder, data = Folder(tmp_path), b"\xef\xbb\xbfa\r\nb\x00"

    assert asyncio.run(folder.write_bytes("/new/x.bin", data))
    assert not asyncio.run(folder.write_bytes("/new/x.bin", data))
    assert asyncio.run(folder.read_bytes("/new/x.bin")) == data
    with pytest.raises(FilesError):
        asyncio.run(folder.write_bytes("/../x.bin", data))


def test_what_is_removed_is_gone_with_all_in_it_and_what_links_lead_to_is_not(tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("kept")
    root = tmp_path / "root"
    (root / "a" / "b").mkdir(parents=True)
    (root / "a" / "b" / "c").write_text("c")
    (root / "a" / "link").symlink_to(outside)
    (root / "d").write_text("d")
    on(root, lambda files: files.remove("/a"))
    on(root, lambda files: files.remove("/d"))
    on(root, lambda files: files.remove("/never"))
    assert list(root.iterdir()) == []
    assert (outside / "kept").read_text() == "kept"
    with pytest.raises(FilesError, match="all of the files"):
        on(root, lambda files: files.remove("/"))
