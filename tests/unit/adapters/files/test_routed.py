"""One tree over several: what the suite of the port does not say (tests/contracts/files)."""

import asyncio
from pathlib import Path

import pytest

from adapters.files.disk import Disk
from adapters.files.folder import Folder
from adapters.files.routed import Routed
from harness.files.errors import Forbidden, Missing, ReadOnly
from harness.files.port import FileEntry, Files
from tests.contracts.files import CONTEXT


def tree(root: Path) -> Files:
    for name in ("base", "one", "two"):
        (root / name).mkdir()
    (root / "base" / "skills").mkdir()
    (root / "base" / "skills" / "own.md").write_text("needle")
    (root / "base" / "skills-x.md").write_text("needle")
    (root / "base" / "link.md").symlink_to(root / "base" / "skills" / "own.md")
    (root / "one" / "a.md").write_text("needle")
    (root / "two" / "b.md").write_text("needle")
    routes = {f"/skills/{name}": Folder(Disk(root / name, f"/skills/{name}")) for name in ("one", "two")}
    base = Folder(Disk(root / "base", without=("/skills",)))
    deeper = {"/skills/one/deeper": Folder(Disk(root / "two", "/skills/one/deeper"))}
    return Routed(base, deeper, lambda _: routes, ["/skills"])


def test_the_longest_prefix_counts_and_a_name_that_only_begins_so_is_another(tmp_path: Path) -> None:
    async def story() -> None:
        files = tree(tmp_path).of(CONTEXT)
        assert await files.read("/skills/one/a.md") == "needle"
        assert await files.read("/skills/one/deeper/b.md") == "needle"
        assert await files.read("/skills-x.md") == "needle"
        assert [entry.path for entry in await files.list("/")] == ["/skills", "/skills-x.md"]
        assert [entry.path for entry in await files.list("/skills/")] == ["/skills/one", "/skills/two"]
        assert [entry.path for entry in await files.list("/skills/one")] == ["/skills/one/a.md", "/skills/one/deeper"]

    asyncio.run(story())


def test_what_the_base_has_below_a_folder_that_is_kept_is_not_found(tmp_path: Path) -> None:
    async def story() -> None:
        files = tree(tmp_path).of(CONTEXT)
        for path in ("/skills/own.md", "/skills/none/x.md"):
            with pytest.raises(Missing):
                await files.read(path)
        assert (await files.glob("*.md")).paths == (
            "/skills/one/a.md", "/skills/one/deeper/b.md", "/skills/two/b.md", "/skills-x.md",
        )  # fmt: skip
        assert (await files.glob("*.md", "/skills")).paths[0] == "/skills/one/a.md"
        assert [hit.path for hit in (await files.grep("needle", "/skills/two")).hits] == ["/skills/two/b.md"]
        with pytest.raises(ReadOnly):
            await files.write("/skills/own.md", "x")

    asyncio.run(story())


def test_for_whom_nothing_is_there_the_folder_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    files = Routed(Folder(Disk(tmp_path / "base", without=("/skills",))), kept=["/skills"])

    async def story() -> None:
        assert await files.list("/") == ()
        with pytest.raises(Missing, match=r"^/skills does not exist$"):
            await files.list("/skills")
        with pytest.raises(Missing):
            await files.glob("*", "/skills")
        assert (await files.glob("*")).paths == ()

    asyncio.run(story())


def test_a_base_that_fails_is_no_list_of_routes_alone(tmp_path: Path) -> None:
    class Failing(Folder):
        async def list(self, path: str) -> tuple[FileEntry, ...]:
            raise Forbidden(f"{path}: I may not open it")

    files = Routed(Failing(tmp_path), {"/skills": Folder(Disk(tmp_path, "/skills"))})
    with pytest.raises(Forbidden):
        asyncio.run(files.list("/"))


def test_nothing_is_deleted_that_has_files_of_another_tree_in_it(tmp_path: Path) -> None:
    async def story() -> None:
        files = tree(tmp_path).of(CONTEXT)
        for path in ("/skills/one", "/skills", "/"):
            with pytest.raises(ReadOnly, match="is kept elsewhere"):
                await files.delete(path)
        await files.delete("/skills/one/a.md")
        assert [entry.path for entry in await files.list("/skills/one")] == ["/skills/one/deeper"]

    asyncio.run(story())
