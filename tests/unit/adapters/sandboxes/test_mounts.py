"""Which mounts there are; that a sandbox keeps to them is in tests/contracts/sandbox."""

import os
from pathlib import Path

import pytest

from adapters.sandboxes.mounts import Mounted, mounts
from harness.toolbox.shell import Hidden, Mount, ShellError

AT = "/workspace"


def found(folder: Path, hidden: Hidden) -> list[tuple[str, str, bool]]:
    """Each below the files: where, what of the files, and whether it may be changed."""
    root = os.path.realpath(folder)
    whole, *more = mounts(folder, AT, hidden)
    assert whole == Mounted(AT, root, writable=True)
    return [(one.at.removeprefix(AT), one.source.removeprefix(root), one.writable) for one in more]


def test_what_has_become_a_link_is_not_mounted(tmp_path: Path) -> None:
    (tmp_path / "docs").symlink_to(tmp_path)
    with pytest.raises(ShellError, match="/docs has just become a link"):
        mounts(tmp_path, AT, Hidden(kept=("/docs",)))


def test_a_folder_that_is_kept_empty_is_made(tmp_path: Path) -> None:
    hidden = Hidden(kept=("/a/b",), changed=("/a/b/c",))
    assert found(tmp_path, hidden) == [("/a", "/a", True), ("/a/b", "/a/b", False)]


def test_what_would_be_in_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    with pytest.raises(
        ShellError, match="rules keep /a/b from being written, and a file stands where its folder would be"
    ):
        mounts(tmp_path, AT, Hidden(kept=("/a/b",)))


def test_nothing_is_mounted_in_what_is_hidden_but_what_of_it_is_not(tmp_path: Path) -> None:
    for name in ("hr/pay", "own/C1/signed", "own/C2/kept"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "a").write_text("a")
    hidden = Hidden(
        ("/hr", "/own", "/gone"),
        but=("/own/C1", "/own/C9", "/hr2"),
        files=("/hr/pay/a", "/own/C1/signed/a", "/none"),
        kept=("/hr/pay", "/own/C1/signed", "/own/C2/kept"),
    )
    assert found(tmp_path, hidden) == [
        ("/hr", "", False),
        ("/own", "", False),
        ("/own/C1", "/own/C1", True),
        ("/own/C1/signed", "/own/C1/signed", False),
        ("/own/C1/signed/a", os.devnull, False),
    ]


def test_a_file_where_a_folder_would_be_hidden_can_be_hidden_itself(tmp_path: Path) -> None:
    (tmp_path / "attachments").write_text("a")
    assert found(tmp_path, Hidden(("/attachments",), files=("/attachments",))) == [("/attachments", os.devnull, False)]


def test_a_folder_around_what_is_hidden_beside_the_files_cannot_be_moved(tmp_path: Path) -> None:
    for name in ("files", "own/a/b"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "own" / "a" / "b" / "key").write_text("4711")
    own = Mount("/scratch", str(tmp_path / "own"), writable=True, hidden=("/a/b/key",))
    assert mounts(tmp_path / "files", AT, Hidden(beside=(own,)))[:-1] == [
        Mounted("/scratch", own.folder, writable=True),
        Mounted("/scratch/a", f"{own.folder}/a", writable=True),
        Mounted("/scratch/a/b", f"{own.folder}/a/b", writable=True),
        Mounted("/scratch/a/b/key", os.devnull),
    ]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: str, mode: int = 0o777) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "mkdir", refused)
    with pytest.raises(ShellError, match="rules keep /a from being written, and I may not make that folder"):
        mounts(tmp_path, AT, Hidden(kept=("/a",)))


def test_what_lies_beside_the_files_comes_with_what_of_it_is_hidden(tmp_path: Path) -> None:
    (tmp_path / "skill" / ".git").mkdir(parents=True)
    skill = str(tmp_path / "skill")
    beside = (Mount("/skills/pdf", skill, hidden=("/.env", "/.git")), Mount("/scratch", "/data/own", writable=True))
    (tmp_path / "files").mkdir()
    assert mounts(tmp_path / "files", AT, Hidden(beside=beside)) == [
        Mounted("/scratch", "/data/own", writable=True),
        Mounted("/skills/pdf", skill),
        Mounted("/skills/pdf/.env", os.devnull),
        Mounted("/skills/pdf/.git"),
        Mounted(AT, os.path.realpath(tmp_path / "files"), writable=True),
    ]
