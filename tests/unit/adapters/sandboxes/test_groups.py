"""Control groups, where they can be made."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.sandboxes import groups
from adapters.sandboxes.groups import Group, Limits, groups_can_be_made

counted = pytest.mark.skipif(not groups_can_be_made(), reason="no control groups can be made here")
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


@pytest.fixture
def unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A service's group of the second version as systemd hands it over, played by files."""
    folder = tmp_path / "system.slice" / "deskmate.service"
    folder.mkdir(parents=True)
    for name, text in (("controllers", "cpu memory pids\n"), ("subtree_control", ""), ("procs", f"{os.getpid()}\n")):
        (folder / f"cgroup.{name}").write_text(text)
    monkeypatch.setattr(groups, "_ROOT", tmp_path)
    monkeypatch.setattr(groups, "_our_groups", lambda: ["1:name=systemd:/x", "0::/system.slice/deskmate.service"])
    groups._parents.cache_clear()
    return folder


@pytest.fixture(autouse=True)
def looked_for_anew() -> Iterator[None]:
    yield
    groups._parents.cache_clear()


def test_of_a_group_that_was_delegated_we_go_into_one_below_and_commands_beside(unit: Path) -> None:
    assert groups._parents() == (unit,)
    assert (unit / "deskmate" / "cgroup.procs").read_text() == str(os.getpid())
    assert (unit / "cgroup.subtree_control").read_text() == "+memory +pids"


def test_who_has_started_us_comes_with_us(unit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved = list[str]()
    write = Path.write_text

    def noted(path: Path, text: str) -> int:
        moved.extend([text] if path == unit / "deskmate" / "cgroup.procs" else [])
        return write(path, text)

    (unit / "cgroup.procs").write_text(f"{os.getppid()}\n{os.getpid()}\n{2**22 + 1}\n")
    monkeypatch.setattr(Path, "write_text", noted)
    assert groups._parents() == (unit,)
    assert moved == [str(os.getppid()), str(os.getpid())]


def test_where_we_are_already_there_is_known(unit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (unit / "cgroup.subtree_control").write_text("memory pids\n")
    monkeypatch.setattr(groups, "_our_groups", lambda: ["0::/system.slice/deskmate.service/deskmate"])
    assert groups._parents() == (unit,)
    assert not (unit / "deskmate").exists()


def test_where_nothing_counts_or_no_group_can_be_made_we_stay_where_we_are(unit: Path) -> None:
    (unit / "cgroup.controllers").write_text("cpu\n")
    assert groups._parents() == ()
    assert not (unit / "deskmate").exists()
    groups._parents.cache_clear()
    (unit / "cgroup.controllers").write_text("memory pids\n")
    (unit / "deskmate").write_text("as refused as by the kernel")
    assert groups._parents() == ()
    assert (unit / "cgroup.procs").read_text() == str(os.getpid())
