"""The best sandbox that runs here, or what the workspace names; never less than that."""

import asyncio
import os
from pathlib import Path

import pytest

from adapters.sandboxes.bubblewrap import Bubblewrap
from adapters.sandboxes.choice import INSTALL, Sandboxes
from adapters.sandboxes.docker import Docker
from adapters.sandboxes.unsandboxed import Unsandboxed
from harness.toolbox.shell import ShellError
from harness.workspace.sandbox import SandboxSettings
from tests.unit.adapters.sandboxes.confined import in_bubblewrap

HERE = {"PATH": os.environ["PATH"], "CI": "1"}
IMAGE = "python:3.13@sha256:" + "0" * 64


@pytest.fixture
def nowhere(tmp_path: Path) -> dict[str, str]:
    """An environment in which no program is found."""
    return {"PATH": str(tmp_path)}


@in_bubblewrap
@pytest.mark.parametrize("backend", ["auto", "bubblewrap"])
def test_it_is_bubblewrap_where_that_runs(tmp_path: Path, backend: str) -> None:
    choice = Sandboxes(tmp_path, HERE).of(SandboxSettings(backend, True, ("CI", "NEVER"), 64 * 1024**2, 9))  # type: ignore[arg-type]
    assert isinstance(choice.shell, Bubblewrap)
    assert (choice.why, choice.wrong) == ("", False)
    assert choice.shell.isolation.environment == ("CI",)
    assert choice.shell.isolation.network


def test_without_it_there_is_none_and_it_is_said_why_and_what_helps(tmp_path: Path, nowhere: dict[str, str]) -> None:
    choice = Sandboxes(tmp_path, nowhere).of(SandboxSettings())
    assert isinstance(choice.shell, Unsandboxed)
    assert choice.why == f"bubblewrap does not run here: it is not installed; {INSTALL}"
    assert not choice.wrong


def test_a_named_image_is_the_next_best_where_bubblewrap_does_not_run(tmp_path: Path, nowhere: dict[str, str]) -> None:
    (tmp_path / "docker").write_text("#!/bin/sh\n")
    (tmp_path / "docker").chmod(0o755)
    choice = Sandboxes(tmp_path, nowhere).of(SandboxSettings(image=IMAGE))
    assert isinstance(choice.shell, Docker)
    assert (choice.why, choice.wrong) == ("", False)
    assert isinstance(Sandboxes(tmp_path, nowhere).of(SandboxSettings()).shell, Unsandboxed), "no image is named"


def test_where_none_is_wanted_nothing_is_amiss(tmp_path: Path) -> None:
    choice = Sandboxes(tmp_path, HERE).of(SandboxSettings("none"))
    assert isinstance(choice.shell, Unsandboxed)
    assert not choice.why


@pytest.mark.parametrize("settings", [SandboxSettings("bubblewrap"), SandboxSettings("docker", image=IMAGE)])
def test_what_is_named_and_does_not_run_lets_no_command_run(
    tmp_path: Path, nowhere: dict[str, str], settings: SandboxSettings
) -> None:
    choice = Sandboxes(tmp_path, nowhere).of(settings)
    assert choice.wrong
    assert choice.shell.isolation.sandbox, "so nobody is asked to let it run without"
    with pytest.raises(ShellError, match=f"wants commands to run in {settings.backend}, and that does not run here"):
        asyncio.run(choice.shell.run("echo x >ran", 9, lambda text: None))
    with pytest.raises(ShellError, match=f"wants commands to run in {settings.backend}, and that does not run here"):
        asyncio.run(choice.shell.begin("echo x >ran", 9))
    assert not list(tmp_path.iterdir())
