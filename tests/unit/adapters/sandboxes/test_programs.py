"""What of the folders on its PATH a command is shown."""

import os
from pathlib import Path

import pytest

from adapters.sandboxes.programs import programs


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "home" / "ana" / ".ssh").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home" / "ana"))
    return tmp_path / "home" / "ana"


def shown(tmp_path: Path, *path: Path | str) -> set[str]:
    found = programs(":".join(map(str, path)), tmp_path / "workspace" / "files")
    return {str(Path(place).relative_to(tmp_path)) for place in found}


def test_what_stands_beside_is_shown_if_programs_need_it(tmp_path: Path, home: Path) -> None:
    program(tmp_path / "srv" / "app" / "bin" / "app")
    for name in ("lib", "data", ".git"):
        (tmp_path / "srv" / "app" / name).mkdir()
    (tmp_path / "srv" / "app" / ".env").write_text("KEY=1")
    assert shown(tmp_path, tmp_path / "srv/app/bin") == {"srv/app/bin", "srv/app/lib"}


def test_of_a_home_and_its_data_nothing_is_shown(tmp_path: Path, home: Path) -> None:
    program(home / ".local" / "bin" / "tool")
    program(home / "bin" / "own")
    for name in ("share/deskmate", "lib/python3.11", "state"):
        (home / ".local" / name).mkdir(parents=True)
    for path in (home / ".local/bin", home / "bin", home, f"{home}/./bin", f"{home}/x/../bin", f"{home}/bin/"):
        assert not {place for place in shown(tmp_path, path) if "share" in place or place == "home/ana"}
    assert shown(tmp_path, home / ".local/bin", home / "bin") == {
        "home/ana/.local/bin", "home/ana/.local/lib", "home/ana/bin",
    }  # fmt: skip


def test_a_home_by_another_name_is_none_the_less_one(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "short").symlink_to(home)
    program(home / "bin" / "own")
    assert shown(tmp_path, tmp_path / "short/bin") == {"short/bin", "home/ana/bin"}
    monkeypatch.setenv("HOME", str(tmp_path / "short"))
    assert shown(tmp_path, home / "bin", tmp_path / "short", home) == {"home/ana/bin"}


def test_of_a_folder_of_something_else_only_its_programs_are_shown(tmp_path: Path, home: Path) -> None:
    program(tmp_path / "srv" / "app" / "run")
    (tmp_path / "srv" / "app" / ".env").write_text("KEY=1")
    assert shown(tmp_path, tmp_path / "srv/app") == {"srv/app/run"}


def test_what_a_program_is_a_link_to_is_shown_with_what_that_needs(tmp_path: Path, home: Path) -> None:
    tools = home / ".local" / "share" / "uv" / "tools" / "ruff"
    program(tools / "bin" / "ruff")
    (tools / "pyvenv.cfg").write_text("home = /usr/bin")
    script = program(home / "scripts" / "greet.sh")
    (home / ".local" / "bin").mkdir()
    (home / ".local" / "bin" / "ruff").symlink_to(tools / "bin" / "ruff")
    (home / ".local" / "bin" / "greet").symlink_to(script)
    (home / ".local" / "bin" / "nowhere").symlink_to("/nowhere")
    (home / ".local" / "bin" / "key").symlink_to(home / ".ssh")
    own = "home/ana/.local/share/uv/tools/ruff"
    assert shown(tmp_path, home / ".local/bin") == {
        "home/ana/.local/bin", f"{own}/bin", f"{own}/pyvenv.cfg", "home/ana/scripts/greet.sh",
    }  # fmt: skip


def test_the_files_are_not_shown_by_another_name(tmp_path: Path, home: Path) -> None:
    files = tmp_path / "workspace" / "files"
    program(files / "bin" / "evil")
    program(files / "lib" / "bin" / "evil")
    program(tmp_path / "workspace" / "bin" / "ours")
    (tmp_path / "workspace" / "lib").symlink_to(files)
    path = (files / "bin", files, tmp_path / "workspace", tmp_path / "workspace/bin", tmp_path / "workspace/lib/bin")
    assert shown(tmp_path, *path) == {"workspace/bin", "workspace/ours"} - {"workspace/ours"}


def test_the_system_is_shown_already_and_what_is_no_folder_never(tmp_path: Path) -> None:
    assert programs("/usr/bin:/bin:relative:/nowhere/bin::/", tmp_path) == {}
    assert programs(os.defpath, tmp_path) == {}
