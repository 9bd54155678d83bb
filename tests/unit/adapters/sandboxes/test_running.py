"""What is common to all that run commands is in tests/contracts/shell; here is what only the machine shows."""

import os
from pathlib import Path

import pytest

from adapters.sandboxes.running import FLOOD, mounted
from harness.toolbox.shell import LONGEST_OUTPUT, Hidden, ShellError


def test_a_flood_is_more_than_is_kept() -> None:
    assert FLOOD > 4 * LONGEST_OUTPUT


def test_what_has_become_a_link_is_not_mounted(tmp_path: Path) -> None:
    (tmp_path / "docs").symlink_to(tmp_path)
    with pytest.raises(ShellError, match="/docs has just become a link"):
        list(mounted(tmp_path, Hidden(kept=("/docs",))))


def test_a_folder_that_is_kept_empty_is_made(tmp_path: Path) -> None:
    root = os.path.realpath(tmp_path)
    assert list(mounted(tmp_path, Hidden(kept=("/a/b",), changed=("/a/b/c",)))) == [
        ("/a", f"{root}/a", True),
        ("/a/b", f"{root}/a/b", False),
    ]  # fmt: skip


def test_what_would_be_in_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    with pytest.raises(
        ShellError, match="rules keep /a/b from being written, and a file stands where its folder would be"
    ):
        list(mounted(tmp_path, Hidden(kept=("/a/b",))))
