"""What could not run is told before anything runs."""

import os
from pathlib import Path

import pytest

from adapters.sandboxes.foreseeing import hindrance

SEEN = {"PATH": os.environ["PATH"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "run.sh").write_text("#!/bin/sh\ntouch ran\n")
    (tmp_path / "run.sh").chmod(0o755)
    (tmp_path / "plain.sh").write_text("touch ran\n")
    return tmp_path


@pytest.mark.parametrize(
    "command",
    [
        "ls -l",
        "test -e x",
        "./run.sh now",
        "sh plain.sh",
        "LANG=C sh plain.sh",
        "python3 .",
        "sh -c 'touch ran'",
        "touch ran",
        "cd nowhere && nonsense",
        "touch ran; touch ran",
        "echo $(touch ran)",
        "X=1",
        "# nothing",
        "ls 'a b'",
    ],
)
def test_what_may_run_is_in_nobodys_way_and_is_not_run(folder: Path, command: str) -> None:
    assert hindrance(command, folder, SEEN) == ""
    assert not (folder / "ran").exists()
    assert not Path("ran").exists()


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("nonsense --now", "there is no command nonsense here (PATH is "),
        ("./gone.sh", "there is no ./gone.sh in "),
        ("/gone.sh", "there is no /gone.sh"),
        ("./plain.sh", "{folder}/plain.sh may not be executed: chmod +x {folder}/plain.sh"),
        ("python3 gone.py", "there is no gone.py in {folder}"),
        ("LANG=C python3 gone.py --all", "there is no gone.py in {folder}"),
        ("echo 'x", "a shell cannot read it ("),
        ("if true", "a shell cannot read it ("),
        ("echo \0", "a shell cannot read it ("),
        ("echo " + "x" * 3_000_000, "a shell cannot read it ("),
    ],
)
def test_what_could_not_run_is_told_with_the_reason(folder: Path, command: str, why: str) -> None:
    assert hindrance(command, folder, SEEN).startswith(why.format(folder=folder))


def test_it_is_looked_for_where_commands_look_and_nowhere_else(folder: Path) -> None:
    assert hindrance("run.sh", folder, {"PATH": str(folder)}) == ""
    assert "there is no command run.sh" in hindrance("run.sh", folder, SEEN)
    assert hindrance("ls", folder, {}) == "", "without a path there is the usual one"


def test_the_folder_need_not_be_there_yet_and_is_not_made(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    assert hindrance("ls", folder, SEEN) == ""
    assert hindrance("./x", folder, SEEN) == f"there is no ./x in {folder}"
    assert not folder.exists()
