"""Folders in folders are looked through and taken away, however deep, and nothing that they lead to."""

import os
import stat
from pathlib import Path

import pytest

from adapters.files.nested import opened, take_away, visited
from tests.unit.adapters.files.nesting import DEEP, nested


def test_each_folder_comes_before_what_is_in_it_and_links_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    (tmp_path / "a" / "d").mkdir()
    (tmp_path / "a" / "b" / "x").write_text("x")
    (tmp_path / "a" / "way").symlink_to(tmp_path)
    found = [
        (visit.path(""), sorted(name for name, _ in visit.entries)) for visit in visited(None, str(tmp_path / "a"))
    ]
    assert found[0] == ("/", ["b", "d", "way"])
    assert sorted(found[1:]) == [("/b/", ["c", "x"]), ("/b/c/", []), ("/d/", [])]
    with pytest.raises(OSError, match="Not a directory"):
        next(visited(None, str(tmp_path / "a" / "way")))


def test_however_deep_all_is_visited_and_taken_away(tmp_path: Path) -> None:
    with nested(tmp_path / "a"):
        seen = [(len(visit.way), [name for name, _ in visit.entries]) for visit in visited(None, str(tmp_path / "a"))]
        assert (len(seen), seen[-1]) == (DEEP + 1, (DEEP, ["last.md"]))
        before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
        take_away(None, str(tmp_path / "a"))
        assert list(tmp_path.iterdir()) == []
        assert not before or len(os.listdir("/proc/self/fd")) == before


def test_what_is_passed_over_or_taken_out_is_not_looked_into(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name / "in").mkdir(parents=True)
    ways = list[str]()
    for visit in visited(None, str(tmp_path), lambda above, name: None if name == "a" else opened(above, name)):
        ways.append(visit.path(""))
        if "b" in visit.folders:
            visit.folders.remove("b")
    assert ways == ["/", "/c/", "/c/in/"]


def test_whoever_moves_a_folder_meanwhile_leads_nobody_out(tmp_path: Path) -> None:
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "kept").write_text("kept")
    visits = visited(None, str(tmp_path / "a"))
    assert [next(visits).path("") for _ in range(3)] == ["/", "/b/", "/b/c/"]
    (tmp_path / "a" / "b" / "c").rename(tmp_path / "out" / "c")
    with pytest.raises(OSError, match="somebody moves folders"):
        next(visits)
    assert (tmp_path / "out" / "kept").exists()


def test_what_its_owner_may_not_look_into_goes_and_a_link_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir(mode=0o500)
    (tmp_path / "a" / "shut" / "deep").mkdir(parents=True)
    (tmp_path / "a" / "shut" / "deep" / "file").write_text("x")
    (tmp_path / "a" / "way").symlink_to(tmp_path / "theirs")
    (tmp_path / "a" / "shut").chmod(0)
    take_away(None, str(tmp_path / "a"))
    assert not (tmp_path / "a").exists()
    assert stat.S_IMODE((tmp_path / "theirs").stat().st_mode) == 0o500
