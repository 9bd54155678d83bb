"""A command that fails because of its sandbox says why, and the way on."""

import asyncio
import os
import subprocess
import time
from pathlib import Path
from shutil import which

import pytest

from adapters.sandboxes.bubblewrap import Bubblewrap
from adapters.sandboxes.failure_notes import notes_on
from tests.unit.adapters.sandboxes.confined import in_bubblewrap

ME = "git -c user.name=a -c user.email=a@b"


@in_bubblewrap
@pytest.mark.parametrize(
    ("command", "way"),
    [
        ("git config user.name x", "git -c NAME=VALUE"),
        ("git remote add up ./other", "a URL in place of a remote"),
        (f"{ME} commit -q --allow-empty -m x; {ME} -c safe.bareRepository=all push -qu ./other HEAD:x", "no effect"),
        ("echo x >.git/hooks/pre-commit", "edit_file"),
        ("rm -rf .git/hooks", "hooks"),
        ("git commit --allow-empty -m x", "git -c user.name=NAME -c user.email=ADDRESS commit"),
    ],
)
def test_the_result_names_what_is_protected_and_the_way(tmp_path: Path, command: str, way: str) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    subprocess.run(["git", "init", "-q", "--bare", tmp_path / "other"], check=True)
    [note] = asyncio.run(Bubblewrap(tmp_path, os.environ).run(command, 30, lambda text: None)).notes
    assert way in note


@in_bubblewrap
def test_a_workspace_names_the_author_and_a_command_may_name_another(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    shell = Bubblewrap(tmp_path, os.environ, author=("Desk Mate", "desk@example.com"))
    commit = f"git commit -q --allow-empty -m x; {ME} commit -q --allow-empty -m x; git log --format='%an %ae %cn'"
    done = asyncio.run(shell.run(commit, 30, lambda text: None))
    assert done.output == "a a@b a\nDesk Mate desk@example.com Desk Mate\n"
    assert done.notes == ()


@in_bubblewrap
@pytest.mark.parametrize(
    "command",
    [
        "git ls-remote https://example.com/x", "curl -sS https://example.com", "pip download left-pad",
        "python3 -c \"import urllib.request as u; u.urlopen('http://192.0.2.1')\"", "npm view left-pad",
        "npm view left-pad 2>&1 | cat",
    ],
)  # fmt: skip
def test_without_a_network_it_ends_soon_and_names_the_setting(tmp_path: Path, command: str) -> None:
    if which(command.split()[0]) is None:
        pytest.skip(f"there is no {command.split()[0]} here")
    began = time.monotonic()
    done = asyncio.run(Bubblewrap(tmp_path, os.environ).run(command, 100, lambda text: None))
    assert done.notes == ("Commands have no network here. `sandbox.network: true` in workspace.yaml gives them one",)
    assert time.monotonic() - began < 15, "nothing is tried again and again"
    assert not list(notes_on(done.output, network=True))


def test_other_failures_get_no_such_note() -> None:
    for said in ("cat: .git/config: No such file", "rm: x: Device or resource busy", "", "x.git/configs: Read-only"):
        assert not list(notes_on(said, network=False))
