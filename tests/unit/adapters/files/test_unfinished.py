"""Nobody sees what is being written, and nothing stays of what was when its process was killed."""

import errno
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from adapters.files import unfinished
from adapters.files.disk import Disk
from adapters.files.unfinished import ours, put, take_folder, tidy

GONE = 4_194_305
"""More than the number of any process."""


@pytest.fixture(params=[True, False], ids=["nameless", "named"], autouse=True)
def nameless(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Can a file be without a name? As it is on this machine, and as on one that cannot do that."""
    if not request.param:
        monkeypatch.setattr(unfinished, "_NAMELESS", 0)
    return bool(request.param and unfinished._NAMELESS)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[int]:
    here = os.open(tmp_path, os.O_RDONLY)
    yield here
    os.close(here)


def nothing() -> None:
    pass


def test_a_file_is_there_whole_and_nothing_beside_it(folder: int, tmp_path: Path) -> None:
    put(folder, "a", b"one", None, nothing)
    put(folder, "a", b"two", 0o640, nothing)
    assert ((tmp_path / "a").read_bytes(), stat.S_IMODE((tmp_path / "a").stat().st_mode)) == (b"two", 0o640)
    put(folder, "b", b"b", 0o700, nothing, new=True)
    with pytest.raises(FileExistsError):
        put(folder, "b", b"c", None, nothing, new=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"two", "b": b"b"}


def test_many_are_written_at_once(folder: int, tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as threads:
        for _ in range(3):
            list(threads.map(lambda n: put(folder, f"f{n}", b"x", None, nothing), range(60)))
    assert sorted(os.listdir(tmp_path)) == sorted(f"f{n}" for n in range(60))


def test_what_the_last_check_raises_leaves_all_as_it_is(folder: int, tmp_path: Path) -> None:
    def refuse() -> None:
        raise ValueError

    put(folder, "a", b"one", None, nothing)
    with pytest.raises(ValueError):  # noqa: PT011
        put(folder, "a", b"two", None, refuse)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"one"}


def test_where_nothing_without_a_name_can_be_given_one_it_has_one_from_the_start(
    folder: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "_DESCRIPTORS", str(tmp_path.parent))
    put(folder, "a", b"one", None, nothing, new=True)
    put(folder, "a", b"two", None, nothing)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"two"}


def test_who_is_killed_while_it_writes_leaves_nothing_that_is_seen(tmp_path: Path, nameless: bool) -> None:
    (tmp_path / "a").write_text("one")
    code = (
        "import os, signal, sys; from adapters.files import unfinished\n"
        f"unfinished._NAMELESS = unfinished._NAMELESS if {nameless} else 0\n"
        "folder = os.open(sys.argv[1], os.O_RDONLY)\n"
        "unfinished.put(folder, 'a', b'two', None, lambda: os.kill(os.getpid(), signal.SIGKILL))\n"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    left = sorted(path.name for path in tmp_path.iterdir())
    assert len(left) == (1 if nameless else 2)
    assert [entry.path for entry in Disk(tmp_path).entries("/")] == ["/a"]
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"a": "one"}, "whoever looks has tidied up"


def test_what_is_left_is_taken_away_and_what_is_worked_with_is_not(folder: int, tmp_path: Path) -> None:
    here, elsewhere = f".deskmate-{unfinished._machine()}", ".deskmate-0123abcd"
    left = (f"{here}-{GONE}-0.tmp", f"{here}-{os.getpid()}-7.tmp")
    kept = (f"{here}-{os.getppid()}-0.tmp", f"{elsewhere}-{GONE}-0.tmp", ".deskmate-notes", f"{here}-1x-0.tmp")
    for name in (*left, *kept):
        (tmp_path / name).write_text("half")
    (tmp_path / f"{here}-{GONE}-0.gone" / "deep").mkdir(parents=True)
    for name in os.listdir(tmp_path):
        assert ours(name)
        tidy(folder, name)
    assert sorted(os.listdir(tmp_path)) == sorted(kept)

    def looks() -> None:
        assert Disk(tmp_path).kinds(str(tmp_path)) == []

    put(folder, "a", b"a", None, looks)
    assert (tmp_path / "a").read_bytes() == b"a", "also while somebody looks"


def test_a_folder_that_cannot_be_renamed_goes_bit_by_bit(
    folder: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one of a container's image (overlayfs.rst, redirect_dir)."""
    (tmp_path / "d" / "e").mkdir(parents=True)

    def refused(*names: str, **folders: int) -> None:
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(os, "rename", refused)
    take_folder(folder, "d")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_goes_is_gone_at_once_for_whoever_looks(
    folder: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "d" / "e").mkdir(parents=True)
    seen = list[object]()

    def taken(above: int, name: str) -> None:
        seen.extend((Disk(tmp_path).entries("/"), sorted(os.listdir(above)) == [name]))
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(unfinished, "take_away", taken)
    with pytest.raises(OSError, match="Input/output error"):
        take_folder(folder, "d")
    assert seen == [(), True]
    assert (tmp_path / "d" / "e").exists()
    monkeypatch.undo()
    take_folder(folder, "d")
    assert list(tmp_path.iterdir()) == []
