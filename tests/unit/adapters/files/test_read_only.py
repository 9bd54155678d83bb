"""What can only be read is not written, and nobody is asked about it."""

import asyncio
from pathlib import Path

import pytest

from adapters.files.folder import Folder
from adapters.files.read_only import NoFiles, ReadOnlyFiles
from harness.files.errors import Missing, ReadOnly
from harness.files.port import Files


@pytest.mark.parametrize("none", [True, False])
def test_nothing_is_written_and_what_would_be_is_not_looked_at(tmp_path: Path, none: bool) -> None:
    (tmp_path / "a.md").write_text("a")
    files: Files = NoFiles() if none else ReadOnlyFiles(Folder(tmp_path))

    async def refused() -> None:
        for work in (
            files.write("a.md", "b"),
            files.edit("a.md", "a", "b"),
            files.write_bytes("a.md", b"b"),
            files.state("a.md"),
            files.edit_state("a.md", "a", "b"),
            files.deletion("a.md"),
            files.delete("a.md"),
        ):
            with pytest.raises(ReadOnly, match=r"^/a\.md cannot be written: what lies there can only be read$"):
                await work

    asyncio.run(refused())
    assert (tmp_path / "a.md").read_text() == "a"


def test_where_there_is_nothing_nothing_is_found() -> None:
    files = NoFiles()

    async def missed() -> None:
        for work in (
            files.list("x"),
            files.read("x"),
            files.read_bytes("x"),
            files.glob("*", "x"),
            files.grep("a", "x"),
        ):
            with pytest.raises(Missing, match=r"^/x does not exist$"):
                await work

    asyncio.run(missed())
    assert files.lies("x") == "/x"
