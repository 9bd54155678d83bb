"""Each thread has a folder of its own, which goes with it."""

import asyncio
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.files.folder import Folder
from adapters.files.routed import Routed
from adapters.files.scratch_files import ScratchFiles, size_of
from harness.files.errors import Missing, ReadOnly, TooLarge
from harness.files.port import Files
from tests.contracts.files import CONTEXT
from tests.unit.adapters.files.nesting import nested


def kept(root: Path, most: int = 1_000) -> ScratchFiles:
    scratch = ScratchFiles(most)
    scratch.kept_in(root / "data" / "scratch")
    return scratch


def of(scratch: ScratchFiles, root: Path, thread: str = "t") -> Files:
    files = Routed(Folder(root / "files"), more=scratch.routes, kept=("/scratch",), quiet=("/scratch",))
    return files.of(replace(CONTEXT, thread=thread))


def test_what_a_thread_has_there_no_other_sees(tmp_path: Path) -> None:
    async def story() -> None:
        scratch = kept(tmp_path)
        mine, theirs = of(scratch, tmp_path), of(scratch, tmp_path, "u")
        await mine.write("/scratch/a/b.md", "mine")
        assert await mine.read("/scratch/a/b.md") == "mine"
        assert await theirs.list("/scratch") == ()
        with pytest.raises(Missing):
            await theirs.read("/scratch/a/b.md")
        assert (await theirs.grep("mine", "/scratch")).hits == ()

    asyncio.run(story())


@pytest.mark.parametrize("earlier", [False, True])
@pytest.mark.parametrize("by", ["tool", "command", "results"])
def test_nobody_else_on_the_machine_gets_in(tmp_path: Path, earlier: bool, by: str) -> None:
    """Whatever makes it first, and where an earlier release had made it."""
    folder, before = tmp_path / "data/scratch", os.umask(0o022)
    try:
        if earlier:
            folder.mkdir(parents=True)
        scratch = kept(tmp_path)
        if by == "tool":
            asyncio.run(of(scratch, tmp_path).write("/scratch/a.md", "x"))
        else:
            place = scratch.of("t") if by == "command" else scratch.results_of("t")
            assert place
            assert stat.S_IMODE(place.stat().st_mode) == 0o700
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_it_is_found_only_by_whoever_names_it_and_none_of_the_workspaces_files(tmp_path: Path) -> None:
    async def story() -> None:
        mine = of(kept(tmp_path), tmp_path)
        await mine.write("/scratch/a.md", "word")
        assert await mine.list("/") == ()
        assert (await mine.grep("word")).hits == ()
        assert [hit.path for hit in (await mine.grep("word", "/scratch")).hits] == ["/scratch/a.md"]
        assert not (tmp_path / "files" / "scratch").exists()

    asyncio.run(story())


def test_where_it_is_not_known_where_there_is_none(tmp_path: Path) -> None:
    scratch = ScratchFiles()
    with pytest.raises(ReadOnly):
        asyncio.run(of(scratch, tmp_path).write("/scratch/a.md", "x"))
    assert scratch.of("t") is None
    assert scratch.results_of("t") is None
    assert not scratch.full("t")
    asyncio.run(scratch.forget("t"))


def test_nobody_else_on_the_machine_reads_it(tmp_path: Path) -> None:
    folder = kept(tmp_path).of("slack:T1:C1:1.0")
    assert folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert "slack" not in folder.name


def test_it_holds_so_much_and_says_so(tmp_path: Path) -> None:
    async def story() -> None:
        scratch = kept(tmp_path)
        mine = of(scratch, tmp_path)
        await mine.write("/scratch/a.md", "x" * 900)
        with pytest.raises(TooLarge, match="/scratch may hold 1,000 bytes, which this would exceed"):
            await mine.write_bytes("/scratch/b.md", b"x" * 101)
        assert not scratch.full("t")
        await mine.write("/scratch/b.md", "x" * 100)
        assert scratch.full("t")
        await mine.delete("/scratch/a.md")
        await mine.write("/scratch/a.md", "x")

    asyncio.run(story())


def test_all_of_it_goes_whatever_a_command_has_made_of_it(tmp_path: Path) -> None:
    scratch = kept(tmp_path)
    folder, results, other = scratch.of("t"), scratch.results_of("t"), scratch.of("u")
    assert folder
    assert results
    assert other
    (tmp_path / "outside").mkdir(mode=0o500)
    (folder / "shut" / "deep").mkdir(parents=True)
    (folder / "shut" / "deep" / "a").write_text("4711")
    (folder / "way").symlink_to(tmp_path / "outside")
    (folder / "shut").chmod(0)
    asyncio.run(scratch.forget("t"))
    assert [each.exists() for each in (folder, results, other)] == [False, False, True]
    assert stat.S_IMODE((tmp_path / "outside").stat().st_mode) == 0o500
    asyncio.run(scratch.forget("t"))


def test_counting_ends_where_it_says_enough(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x").write_bytes(b"x" * 10)
    os.symlink("nowhere", tmp_path / "link")
    assert size_of(str(tmp_path), 1_000) == 20 + len("nowhere")
    assert size_of(str(tmp_path / "none"), 1_000) == 0
    with nested(tmp_path / "a", holds=b"x" * 500):
        assert size_of(str(tmp_path), 1_000) == 520 + len("nowhere")


def test_what_cannot_be_counted_since_it_is_moved_is_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    monkeypatch.setattr("os.path.samestat", lambda one, other: False)
    assert size_of(str(tmp_path), 1_000) > 1_000


def test_however_deep_a_command_has_made_it_all_of_it_goes_and_nothing_that_it_leads_to(tmp_path: Path) -> None:
    scratch = kept(tmp_path)
    folder = scratch.of("t")
    assert folder
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "a").write_text("stays")
    (folder / "way").symlink_to(tmp_path / "theirs")
    (folder / "1" / "2").mkdir(parents=True)
    (folder / "1" / "2" / "shut").mkdir(mode=0)
    with nested(folder):
        asyncio.run(scratch.forget("t"))
        assert not folder.exists()
    assert (tmp_path / "theirs" / "a").read_text() == "stays"
    asyncio.run(scratch.forget("t"))
