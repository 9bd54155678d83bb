"""What goes when something is deleted: what the suite of the port does not say (tests/contracts/files)."""

import os
from pathlib import Path

import pytest

from adapters.files import deleting
from adapters.files.deleting import found, remove
from adapters.files.disk import Disk
from harness.files.errors import Failed, TooLarge
from harness.tools.tool import everything
from tests.unit.adapters.files.nesting import nested


def test_links_in_a_folder_go_and_what_they_lead_to_stays(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "d").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "kept").write_text("kept")
    (root / "d" / "out").symlink_to(tmp_path / "outside")
    (root / "d" / "nowhere").symlink_to(root / "none")
    os.link(tmp_path / "outside" / "kept", root / "d" / "hard")
    os.mkfifo(root / "d" / "pipe")

    assert remove(Disk(root), "/d", everything, None).files == 4
    assert list(root.iterdir()) == []
    assert (tmp_path / "outside" / "kept").read_text() == "kept"


def test_where_the_path_to_it_leads_by_a_link_is_where_it_goes(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a").write_text("a")
    (tmp_path / "l").symlink_to("d")

    assert found(Disk(tmp_path), "/l/a", everything).lies == "/d/a"
    remove(Disk(tmp_path), "/l/a", everything, None)
    assert list((tmp_path / "d").iterdir()) == []


def test_what_is_no_text_has_another_name_or_is_no_file_is_not_shown_and_goes(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\0")
    (tmp_path / "b").write_text("b")
    os.link(tmp_path / "b", tmp_path / "c")
    os.mkfifo(tmp_path / "d")

    whys = [found(Disk(tmp_path), name, everything).why for name in "abd"]
    assert whys == ["binary", "linked", "forbidden"], "a pipe is not read, so nobody knows whether it is text"
    for name in "abd":
        remove(Disk(tmp_path), name, everything, None)
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


def test_more_than_so_many_do_not_go_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deleting, "MOST", 2)
    (tmp_path / "d").mkdir()
    for name in "abc":
        (tmp_path / "d" / name).write_text(name)

    with pytest.raises(TooLarge, match="delete it part by part"):
        remove(Disk(tmp_path), "/d", everything, None)
    assert len(list((tmp_path / "d").iterdir())) == 3


def test_what_a_command_has_nested_goes_however_deep_and_where_it_is_too_deep_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with nested(tmp_path / "d"):
        assert remove(Disk(tmp_path), "/d", everything, None).files == 1
    (tmp_path / "d" / Path(*["deep"] * 100)).mkdir(parents=True)
    monkeypatch.setattr(deleting, "LONGEST", 10_000)
    with pytest.raises(TooLarge, match="nested too deep for me: delete it with a command"):
        remove(Disk(tmp_path), "/d", everything, None)
    assert [path.name for path in tmp_path.iterdir()] == ["d"]


def test_what_cannot_be_deleted_to_the_end_is_there_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a").write_text("a")

    def fails(name: str, dir_fd: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("os.unlink", fails)
    with pytest.raises(Failed, match="the rest is still there"):
        remove(Disk(tmp_path), "/d", everything, None)
    assert (tmp_path / "d" / "a").read_text() == "a"
