"""Control groups, where they can be made."""

import subprocess
from pathlib import Path

import pytest

from adapters.sandboxes import groups
from adapters.sandboxes.bubblewrap import grouped
from adapters.sandboxes.groups import Group, Limits

counted = pytest.mark.skipif(not grouped(), reason="no control groups can be made here")
LIMITS = Limits(64 * 1024**2, 12)


@counted
def test_a_command_joins_and_the_group_goes_with_it() -> None:
    group = Group.made(LIMITS)
    assert group
    try:
        said = subprocess.run(group.joined(["cat", "/proc/self/cgroup"]), capture_output=True, text=True, check=True)
        assert group.folders[0].name in said.stdout
        limits = [
            (folder / "pids.max").read_text().strip() for folder in group.folders if (folder / "pids.max").exists()
        ]
        assert limits == ["12"]
        assert not group.killed()
    finally:
        group.close()
    assert not any(folder.exists() for folder in group.folders)


def test_where_none_can_be_made_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "_parents", lambda: ())
    assert Group.made(LIMITS) is None


def test_what_holds_only_in_part_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pids").mkdir()
    monkeypatch.setattr(groups, "_parents", lambda: (tmp_path / "pids", tmp_path / "never"))
    assert Group.made(LIMITS) is None
    assert not list((tmp_path / "pids").iterdir())
