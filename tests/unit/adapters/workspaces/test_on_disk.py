"""A workspace in a folder: what of it counts, what it is like, and what cannot be read."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from adapters.workspaces.on_disk import WorkspaceOnDisk


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "workspace.yaml").write_text("name: Robin\n")
    return tmp_path / "home"


def test_what_counts_is_read_and_nothing_else(home: Path) -> None:
    for path in (
        "AGENTS.md", "skills/pdf/SKILL.md", "skills/pdf/scripts/run.py", "skills/.git/SKILL.md", "apps/mail.yaml",
        "subagents/tester.md", "tools/tickets.py", "tools/__pycache__/x.pyc", "files/notes.md", "README.md",
    ):  # fmt: skip
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(path)
    found = WorkspaceOnDisk(home).read()
    assert sorted(found.files) == [
        "AGENTS.md", "apps/mail.yaml", "skills/pdf/SKILL.md", "subagents/tester.md", "tools/tickets.py",
        "workspace.yaml",
    ]  # fmt: skip
    assert not found.unreadable
    assert found.files["AGENTS.md"] == b"AGENTS.md"


def test_it_is_seen_when_something_of_it_is_another_than_it_was(home: Path) -> None:
    disk = WorkspaceOnDisk(home)
    before = disk.seen()
    assert disk.seen() == before
    (home / "files").mkdir()
    (home / "files" / "notes.md").write_text("not of it")
    assert disk.seen() == before
    (home / "AGENTS.md").write_text("Use tabs.")
    told = disk.seen()
    assert told != before
    os.replace(home / "AGENTS.md", home / "elsewhere")
    assert disk.seen() == before


def test_what_leads_out_by_a_link_is_not_read_and_what_stays_inside_is(home: Path) -> None:
    secret = home.parent / "secret"
    secret.mkdir()
    (secret / "SKILL.md").write_text("outside")
    (home / "skills").mkdir()
    (home / "skills" / "out").symlink_to(secret)
    (home / "AGENTS.md").symlink_to(secret / "SKILL.md")
    (home / "really").mkdir()
    (home / "really" / "SKILL.md").write_text("inside")
    (home / "skills" / "in").symlink_to(home / "really")
    found = WorkspaceOnDisk(home).read()
    why = "leads out of the folder by a link: put the file itself there"
    assert found.unreadable == {"AGENTS.md": why, "skills/out/SKILL.md": why}
    assert found.files["skills/in/SKILL.md"] == b"inside"


def test_a_folder_in_the_place_of_a_file_is_no_file(home: Path) -> None:
    (home / "AGENTS.md").mkdir()
    assert WorkspaceOnDisk(home).read().unreadable == {"AGENTS.md": "is no file"}


def test_a_pipe_keeps_nobody_waiting(home: Path) -> None:
    os.mkfifo(home / "AGENTS.md")
    assert WorkspaceOnDisk(home).read().unreadable == {"AGENTS.md": "is no file"}


def test_a_folder_that_is_gone_holds_nothing(home: Path) -> None:
    disk = WorkspaceOnDisk(home / "gone")
    assert disk.seen() == ()
    assert not disk.read().files


def test_a_file_that_becomes_a_pipe_once_it_was_looked_at_keeps_nobody_waiting(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "AGENTS.md").write_text("Use tabs.")
    regular = (home / "AGENTS.md").stat()
    (home / "AGENTS.md").unlink()
    os.mkfifo(home / "AGENTS.md")
    really = os.stat
    monkeypatch.setattr(os, "stat", lambda path: regular if str(path).endswith("AGENTS.md") else really(path))
    assert WorkspaceOnDisk(home).read().unreadable == {"AGENTS.md": "cannot be read: is no file"}


def test_what_is_written_anew_with_the_size_and_the_times_that_it_had_is_seen(home: Path) -> None:
    file, disk = home / "AGENTS.md", WorkspaceOnDisk(home)
    file.write_text("Use tabs.")
    before, seen = file.stat(), disk.seen()
    with file.open("r+") as same:
        same.write("Use nuts.")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = file.stat()
    assert (after.st_mtime_ns, after.st_size, after.st_ino) == (before.st_mtime_ns, before.st_size, before.st_ino)
    assert disk.seen() != seen


def test_what_may_be_read_again_is_seen(home: Path) -> None:
    file, disk = home / "AGENTS.md", WorkspaceOnDisk(home)
    file.write_text("Use tabs.")
    file.chmod(0)
    seen = disk.seen()
    file.chmod(0o600)
    assert disk.seen() != seen


NOBODY = 65_534


@contextmanager
def somebody() -> Iterator[None]:
    """Not root, who may read everything."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def open_home() -> Iterator[Path]:
    """One that others get to."""
    with TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # noqa: S103 - nothing in it is anybody's
        (Path(folder) / "workspace.yaml").write_text("name: Robin\n")
        (Path(folder) / "skills" / "pdf").mkdir(parents=True)
        (Path(folder) / "skills" / "pdf" / "SKILL.md").write_text("inside")
        yield Path(folder)


@pytest.mark.parametrize(
    ("path", "unreadable"), [("skills", ["skills"]), ("workspace.yaml", ["workspace.yaml"]), (".", ["workspace.yaml"])]
)
def test_what_may_not_be_read_is_told_and_is_not_as_if_it_was_not_there(
    open_home: Path, path: str, unreadable: list[str]
) -> None:
    disk = WorkspaceOnDisk(open_home)
    before = disk.seen()
    mode = (open_home / path).stat().st_mode
    (open_home / path).chmod(0)
    try:
        with somebody():
            assert disk.seen() != before
            found = disk.read()
    finally:
        (open_home / path).chmod(mode)
    assert {name: found.unreadable[name] for name in unreadable} == dict.fromkeys(
        unreadable, "cannot be read: Permission denied"
    )
    assert not set(unreadable) & set(found.files)
    with somebody():
        assert disk.read().files["skills/pdf/SKILL.md"] == b"inside"


def test_a_file_in_the_place_of_a_folder_is_told(home: Path) -> None:
    (home / "skills").write_text("mine")
    assert WorkspaceOnDisk(home).read().unreadable == {"skills": "cannot be read: Not a directory"}


def test_a_folder_of_very_many_is_looked_at_in_part_and_hides_nothing_else(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.workspaces.on_disk.MOST", 3)
    for folder in ("apps", "skills"):
        (home / folder).mkdir()
    for number in range(5):
        (home / "apps" / f"{number}.yaml").write_text("command: x\n")
        (home / "apps" / f"{number}.txt").write_text("not of it")
        (home / "skills" / f"{number}").mkdir()
    found = WorkspaceOnDisk(home).read()
    assert sorted(found.files) == ["apps/0.yaml", "apps/1.yaml", "apps/2.yaml", "workspace.yaml"]
    assert found.unreadable == dict.fromkeys(("apps", "skills"), "holds 5, of which the first 3 are read")


def test_what_is_called_almost_right_is_named(home: Path) -> None:
    (home / "agents.md").write_text("Use tabs.")
    assert WorkspaceOnDisk(home).read().misnamed == {"agents.md": "AGENTS.md"}


def test_folders_of_skills_that_are_shared_count_as_its_own_do(home: Path) -> None:
    shared = home.parent / "shared"
    disk = WorkspaceOnDisk(home, [shared, home.parent / "gone"])
    without = disk.seen()
    (shared / "pdf").mkdir(parents=True)
    (shared / "pdf" / "SKILL.md").write_text("one")
    (shared / "out").symlink_to(home)
    (home / "SKILL.md").write_text("outside")
    with_it = disk.seen()
    assert with_it != without
    (shared / "pdf" / "SKILL.md").write_text("another")
    assert disk.seen() != with_it
    first, second = disk.read().shared
    assert (first.folder, first.files) == (str(shared), {"pdf": b"another"})
    assert first.unreadable == {"out": "leads out of the folder by a link: put the file itself there"}
    assert second.unreadable == {"": "cannot be read: No such file or directory; DESKMATE_SKILLS names it"}


def test_where_a_skill_is_named_in_place_of_their_folder_that_is_told(home: Path) -> None:
    shared = home.parent / "shared" / "pdf"
    shared.mkdir(parents=True)
    (shared / "SKILL.md").write_text("text")
    [source] = WorkspaceOnDisk(home, [shared]).read().shared
    assert source.unreadable == {"": "is a skill itself, and not read: let DESKMATE_SKILLS name the folder above it"}


@pytest.mark.parametrize("name", ["skills", "results"])
def test_files_that_others_hide_from_tools_are_named(home: Path, name: str) -> None:
    (home / "files" / name).mkdir(parents=True)
    [(path, why)] = WorkspaceOnDisk(home).read().unreadable.items()
    assert path == f"files/{name}"
    assert f"for which /{name} " in why
    assert "give that folder another name" in why
