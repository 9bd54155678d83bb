"""With ripgrep a search finds, counts and leaves out what it does without."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adapters.files import walk as walking
from adapters.files.disk import Disk
from adapters.files.ripgrep import LONGEST, holding
from adapters.files.walk import Stopped, Walk
from harness.files.port import Hits
from harness.tools.tool import Permits, everything
from tests.contracts.files import ripgrep


def never() -> bool:
    return False


def both(root: Path, text: str, path: str = "/", pattern: str = "", permits: Permits = everything) -> Hits:
    """What is found, which is the same either way."""
    programs = ("", ripgrep())
    found, other = (Walk(Disk(root), never, permits, ripgrep=one).grep(text, path, pattern, 100, 1) for one in programs)
    assert found == other
    return found


PIECES = [b"needle", b"a.b", b"a", b"\n", b"\r\n", b"\r", b"\0", b"\xff", "\u00e9".encode(), b"\xef\xbb\xbf"]
CONTENT = st.lists(st.sampled_from(PIECES), max_size=6).map(b"".join)
TEXTS = st.sampled_from(["needle", "a.b", "a", "\u00e9", "$(x)", "-a", "\ud800", "\ufeff"])


@settings(max_examples=25, deadline=None)
@given(st.lists(CONTENT, max_size=4), TEXTS)
@example([b"needle\xff\nneedle"], "needle")
@example([b"\xff\xfen\0e\0"], "n")
def test_whatever_is_in_files_it_is_the_same(contents: list[bytes], text: str) -> None:
    with TemporaryDirectory() as folder:
        for number, content in enumerate(contents):
            (Path(folder) / f"{number}.md").write_bytes(content)
        both(Path(folder), text)


@pytest.mark.parametrize("text", list("\\.+*?()|[]{}^$#&-~<>/ :,'\"%@!=_`"))
def test_nothing_is_special_in_a_text(tmp_path: Path, text: str) -> None:
    (tmp_path / "a").write_text(f"x{text}y")
    (tmp_path / "b").write_text("xy")
    found = holding(ripgrep(), str(tmp_path), f"x{text}y", 100, frozenset(), never)
    assert found == frozenset([str(tmp_path / "a")])


def test_hidden_ignored_and_linked_files_and_folders_that_are_left_out_are_as_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "files"
    for name in (".gitignore", "a.md", ".hidden/b.md", ".git/c.md", "d/.git", "build/e.md", "odd name\n/f.md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("build\nneedle\n")
    (tmp_path / "out.md").write_text("needle")
    (root / "out").symlink_to(tmp_path / "out.md")
    (root / "in").symlink_to("a.md")
    (root / "folder").symlink_to("build")
    (root / "one").write_text("needle")
    os.link(root / "one", root / "two")
    (root / "large").write_text("needle" * 100)
    (root / "pic").write_bytes(b"needle\0")
    monkeypatch.setattr(walking, "LARGEST", 500)
    monkeypatch.setattr("adapters.files.disk.LARGEST", 500)

    found = both(root, "needle")
    names = ["/.gitignore", "/.hidden/b.md", "/a.md", "/build/e.md", "/d/.git", "/in", "/odd name?/f.md"]
    assert [hit.path for hit in found.hits] == names
    assert [(one.why, one.number) for one in found.left_out] == [("binary", 1), ("large", 1), ("linked", 2)]
    assert [hit.path for hit in both(root, "needle", "/.git").hits] == ["/.git/c.md"]
    ruled = both(root, "needle", "/", "*.md", lambda path: path != "/a.md")
    assert [hit.path for hit in ruled.hits] == ["/.hidden/b.md", "/build/e.md", "/odd name?/f.md"]
    assert both(root, "nowhere").hits == ()


def test_what_it_cannot_tell_it_says_nothing_of(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a")
    program = ripgrep()
    for text in ("\0", "a" * (LONGEST + 1), "\ud800"):
        assert holding(program, str(tmp_path), text, 100, frozenset(), never) is None
    for other in ("", str(tmp_path / "none")):
        assert holding(other, str(tmp_path), "a", 100, frozenset(), never) is None
    assert holding(program, str(tmp_path / "none"), "a", 100, frozenset(), never) is None


def test_it_ends_when_nobody_waits(tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    (tmp_path / "files").mkdir()
    with pytest.raises(Stopped):
        Walk(Disk(tmp_path / "files"), lambda: True, ripgrep=str(slow)).grep("a", "/", "", 1)
