"""What Files promises, of reading: where the same files lie below `/docs`, whoever has them."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from harness.files.errors import AccessRefused, Changed, FilesError, Missing, Ruled, UnreadableFile, WrongKind
from harness.files.port import Files
from harness.tools.calls import ToolCall
from harness.tools.tool import ToolContext

T = TypeVar("T")
CONTEXT = ToolContext(ToolCall("1.1.0", "read_file", "{}"), "t")


def filled(root: Path) -> Path:
    """A folder `tree/docs` of what there is to be read; some of it must not be."""
    folder = root / "tree" / "docs"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "notes.md").write_text("one\ntwo needle\n")
    (folder / "deep" / "run.py").write_text("needle\n")
    (folder / "deep" / "er" / "strange.xyz").write_text("no\n")
    (folder / "pic.bin").write_bytes(b"\0\1needle")
    (root / "secret").write_text("needle")
    (folder / "out.md").symlink_to(root / "secret")
    (folder / "round").symlink_to(folder / "round")
    (folder / "in.md").symlink_to(folder / "notes.md")
    return folder


def ripgrep() -> str:
    """The program, or the test is not run: where it is not installed nothing goes by it."""
    found = shutil.which("rg")
    if found is None:
        pytest.skip("ripgrep (rg) is not installed here")
    return found


class ReadingContract:
    """Runs on Files of which `/docs` is what `filled` makes."""

    @pytest.fixture
    def files(self, tmp_path: Path) -> Files:
        raise NotImplementedError

    def does(self, files: Files, work: Callable[[Files], Awaitable[T]]) -> T:
        async def main() -> T:
            return await work(files.of(CONTEXT))

        return asyncio.run(main())

    def refused(self, files: Files, work: Callable[[Files], Awaitable[object]]) -> FilesError:
        with pytest.raises(FilesError) as caught:
            self.does(files, work)
        return caught.value

    def test_paths_come_back_whole(self, files: Files) -> None:
        names = [entry.path for entry in self.does(files, lambda it: it.list("docs/"))]
        assert names == ["/docs/deep", "/docs/in.md", "/docs/notes.md", "/docs/pic.bin"]
        assert self.does(files, lambda it: it.list("/docs/deep/er"))[0].path == "/docs/deep/er/strange.xyz"

    def test_folders_lead_to_them(self, files: Files) -> None:
        assert "/docs" in [entry.path for entry in self.does(files, lambda it: it.list("/")) if entry.folder]

    def test_a_text_is_read_whatever_it_is_called(self, files: Files) -> None:
        assert self.does(files, lambda it: it.read("/docs/notes.md")) == "one\ntwo needle\n"
        assert self.does(files, lambda it: it.read("/docs/deep/er/strange.xyz")) == "no\n"
        assert self.does(files, lambda it: it.read_bytes("/docs/pic.bin")) == b"\0\1needle"

    def test_what_is_no_text_or_is_not_there_is_refused_by_its_path(self, files: Files, tmp_path: Path) -> None:
        for path, kind in [
            ("/docs/pic.bin", UnreadableFile),
            ("/docs/none", Missing),
            ("/docsx", Missing),
            ("/docs/deep", WrongKind),
            ("/docs/out.md", AccessRefused),
            ("/docs/../docs/notes.md", AccessRefused),
            ("~/notes.md", AccessRefused),
        ]:
            error = self.refused(files, lambda it, path=path: it.read(path))  # type: ignore[misc]
            assert isinstance(error, kind), path
            assert str(tmp_path) not in str(error)

    def test_what_leads_out_is_not_seen_by_listing_or_searching(self, files: Files) -> None:
        assert "/docs/out.md" not in [entry.path for entry in self.does(files, lambda it: it.list("/docs"))]
        assert "/docs/out.md" not in self.does(files, lambda it: it.glob("*", "/docs")).paths
        assert "/docs/out.md" not in [hit.path for hit in self.does(files, lambda it: it.grep("needle")).hits]

    @pytest.mark.parametrize(
        ("pattern", "path", "found"),
        [
            ("*.py", "/", ["/docs/deep/run.py"]),
            ("*.py", "/docs/deep", ["/docs/deep/run.py"]),
            ("docs/*.md", "/", ["/docs/in.md", "/docs/notes.md"]),
            ("deep/*", "/docs", ["/docs/deep/run.py"]),
            ("/docs/**/run.py", "/docs", ["/docs/deep/run.py"]),
            ("/docs/*.md", "/", ["/docs/in.md", "/docs/notes.md"]),
            ("er/**", "/docs/deep", ["/docs/deep/er/strange.xyz"]),
            ("/*.py", "/docs", []),
        ],
    )
    def test_patterns_count_from_where_is_searched_or_from_the_root(
        self, files: Files, pattern: str, path: str, found: list[str]
    ) -> None:
        assert [*self.does(files, lambda it: it.glob(pattern, path)).paths] == found

    def test_so_many_are_found_and_it_is_said_if_there_are_more(self, files: Files) -> None:
        some = self.does(files, lambda it: it.glob("*", "/docs", 2))
        assert (some.paths, some.complete) == (("/docs/deep/er/strange.xyz", "/docs/deep/run.py"), False)
        assert self.does(files, lambda it: it.glob("*.py", "/", 1)).complete

    def test_a_text_is_found_in_order_and_what_is_no_text_is_counted(self, files: Files) -> None:
        for path in ("/", "/docs"):
            found = self.does(files, lambda it, path=path: it.grep("needle", path))  # type: ignore[misc]
            assert [(hit.path, hit.count) for hit in found.hits] == [
                ("/docs/deep/run.py", 1),
                ("/docs/in.md", 1),
                ("/docs/notes.md", 1),
            ]
            assert [(one.why, one.number) for one in found.left_out] == [("binary", 1)]
        cut = self.does(files, lambda it: it.grep("needle", "/", "", 1))
        assert (sum(len(hit.lines) for hit in cut.hits), len(cut.hits), cut.complete) == (1, 3, False)

    def test_lines_come_with_those_around_them(self, files: Files) -> None:
        found = self.does(files, lambda it: it.grep("needle", "/docs/notes.md", around=1))
        [hit] = found.hits
        lines = [(line.number, line.text, line.match) for line in hit.lines]
        assert (hit.count, lines) == (1, [(1, "one", False), (2, "two needle", True)])
        cut = self.does(files, lambda it: it.grep("needle", "/", "", 1, around=1))
        assert (sum(line.match for hit in cut.hits for line in hit.lines), cut.complete) == (1, False)

    def test_what_rules_do_not_permit_is_not_read_and_not_found(self, files: Files) -> None:
        def permits(path: str) -> bool:
            return path != "/docs/notes.md"

        assert isinstance(self.refused(files, lambda it: it.read("/docs/notes.md", permits)), Ruled)
        assert isinstance(self.refused(files, lambda it: it.read("/docs/in.md", permits)), Ruled)
        found = self.does(files, lambda it: it.grep("needle", permits=permits))
        assert [hit.path for hit in found.hits] == ["/docs/deep/run.py"]
        assert ("ruled", 2) in [(one.why, one.number) for one in found.left_out]

    def test_where_a_link_leads_is_known(self, files: Files) -> None:
        assert files.of(CONTEXT).lies("docs/in.md") == "/docs/notes.md"


class WritingContract(ReadingContract):
    """Of those that are written, too."""

    def test_what_is_written_is_there(self, files: Files) -> None:
        assert self.does(files, lambda it: it.write("/docs/new/a.md", "a\n"))
        assert self.does(files, lambda it: it.edit("/docs/new/a.md", "a", "b")) == 1
        assert self.does(files, lambda it: it.read("/docs/new/a.md")) == "b\n"
        assert not self.does(files, lambda it: it.write_bytes("/docs/new/a.md", b"c"))
        seen = self.does(files, lambda it: it.state("/docs/new/a.md"))
        assert seen.text == "c"
        assert not self.does(files, lambda it: it.write_bytes("/docs/new/a.md", b"d", version=seen.version))
        for path in ("/docs/new/a.md", "/docs/new/none.md"):
            work = lambda it, path=path: it.write_bytes(path, b"e", version=seen.version)  # noqa: E731
            assert isinstance(self.refused(files, work), Changed)

    def test_a_file_is_deleted_and_it_is_known_before_what_goes(self, files: Files) -> None:
        seen = self.does(files, lambda it: it.deletion("/docs/notes.md"))
        assert (seen.folder, seen.files, seen.size, seen.text) == (False, 1, 15, "one\ntwo needle\n")
        assert self.does(files, lambda it: it.delete("/docs/notes.md", version=seen.version)) == seen
        self.does(files, lambda it: it.write_bytes("/docs/notes.md", b"again", mode=0o751))
        assert self.does(files, lambda it: it.delete("/docs/notes.md")).mode == 0o751
        assert isinstance(self.refused(files, lambda it: it.read("/docs/notes.md")), Missing)
        assert isinstance(self.refused(files, lambda it: it.delete("/docs/notes.md")), Missing)

    def test_a_folder_is_deleted_with_all_in_it(self, files: Files) -> None:
        seen = self.does(files, lambda it: it.deletion("/docs/deep"))
        assert (seen.folder, seen.files, seen.size, seen.text) == (True, 2, 10, None)
        assert self.does(files, lambda it: it.delete("docs/deep/", version=seen.version)).files == 2
        names = [entry.path for entry in self.does(files, lambda it: it.list("/docs"))]
        assert names == ["/docs/in.md", "/docs/notes.md", "/docs/pic.bin"]

    def test_of_a_link_only_that_goes(self, files: Files) -> None:
        assert self.does(files, lambda it: it.delete("/docs/in.md")).link
        assert self.does(files, lambda it: it.read("/docs/notes.md"))
        assert isinstance(self.refused(files, lambda it: it.read("/docs/in.md")), Missing)

    def test_what_is_another_by_then_stays(self, files: Files) -> None:
        for path, other in (("/docs/notes.md", "/docs/notes.md"), ("/docs/deep", "/docs/deep/er/more")):
            seen = self.does(files, lambda it, path=path: it.deletion(path))  # type: ignore[misc]
            self.does(files, lambda it, other=other: it.write(other, "another"))  # type: ignore[misc]
            work = lambda it, path=path, seen=seen: it.delete(path, version=seen.version)  # noqa: E731
            assert isinstance(self.refused(files, work), Changed)
            assert self.does(files, lambda it, other=other: it.read(other)) == "another"  # type: ignore[misc]

    def test_what_rules_keep_anywhere_below_keeps_all_of_it(self, files: Files) -> None:
        def permits(path: str) -> bool:
            return path != "/docs/deep/er/strange.xyz"

        for work in (
            lambda it: it.delete("/docs/deep", permits),
            lambda it: it.deletion("/docs/deep/er", permits),
            lambda it: it.delete("/docs/deep/er/strange.xyz", permits),
        ):
            assert isinstance(self.refused(files, work), Ruled)
        assert self.does(files, lambda it: it.read("/docs/deep/run.py"))
        assert self.does(files, lambda it: it.delete("/docs/deep/run.py", permits)).files == 1

    def test_what_cannot_be_deleted_is_refused_by_its_path(self, files: Files, tmp_path: Path) -> None:
        for path, kind in [
            ("/", FilesError),
            ("/docs/none", Missing),
            ("/docs/out.md", AccessRefused),
            ("/docs/round", FilesError),
            ("/docs/../docs", AccessRefused),
        ]:
            error = self.refused(files, lambda it, path=path: it.delete(path))  # type: ignore[misc]
            assert isinstance(error, kind), path
            assert str(tmp_path) not in str(error)
        assert (tmp_path / "secret").read_text() == "needle"
