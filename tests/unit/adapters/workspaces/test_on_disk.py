"""A workspace in a folder: what of it counts, what it is like, and what cannot be read."""

import os
from pathlib import Path

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
    why = "leads out of the workspace by a link: put the file itself there"
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
