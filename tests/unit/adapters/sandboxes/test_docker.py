"""What docker is told, and what a real engine has answered. That one keeps it is in tests/contracts/test_shell, where
there is one.
"""

import asyncio
import os
from pathlib import Path

import pytest

from adapters.sandboxes import docker
from adapters.sandboxes.docker import Docker
from harness.toolbox.shell import NOTHING_HIDDEN, Hidden, Mount, ShellError
from tests.payloads.docker import PLAYED, RECORDED, talk

IMAGE = "python:3.13@sha256:" + "0" * 64
FOUND = {"DOCKER_HOST": "tcp://engine:2376", "DOCKER_TLS_VERIFY": "1", "XDG_RUNTIME_DIR": "/run/user/7"}
STAND_IN = """#!/bin/sh
echo "$@" >>"{log}"
env >>"{log}"
while [ $# -gt 0 ]; do [ "$1" = --cidfile ] && echo 1 >"$2"; shift; done
"""


def told(folder: Path, command: str, hidden: Hidden = NOTHING_HIDDEN, **more: object) -> str:
    """What a program of that name is called with, and what it sees."""
    (folder / "bin").mkdir()
    (folder / "bin" / "docker").write_text(STAND_IN.format(log=folder / "log"))
    (folder / "bin" / "docker").chmod(0o755)
    environment = {"PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": "/home/x", "SLACK_BOT_TOKEN": "xoxb-1"} | FOUND
    shell = Docker(folder / "files", environment, {"OURS": "secret-4711"}, image=IMAGE, **more)  # type: ignore[arg-type]
    asyncio.run(shell.run(command, 30, lambda text: None, hidden))
    return (folder / "log").read_text()


def test_a_container_has_the_files_and_nothing_of_the_machine(tmp_path: Path) -> None:
    said = told(tmp_path, "make test")
    line = said.splitlines()[0]
    assert line.endswith(f'{IMAGE} /bin/sh -c exec 2>&1; exec /bin/sh -c "$1" joined make test')
    for part in (
        "--network none", "--read-only", "--cap-drop ALL", "--security-opt no-new-privileges", "--pids-limit 256",
        f"--memory {2 * 1024**3}", f"--user {os.getuid()}:{os.getgid()}", "--pull never", "--rm",
        f"source={tmp_path}/files,target=/workspace",
    ):  # fmt: skip
        assert part in line
    assert line.count("--mount") == 1


def test_what_is_kept_is_mounted_read_only(tmp_path: Path) -> None:
    for name in ("docs/drafts", "hr/pay"):
        (tmp_path / "files" / name).mkdir(parents=True)
    line = told(tmp_path, "true", Hidden(("/hr/pay",), kept=("/docs",), changed=("/docs/drafts",))).splitlines()[0]
    root = f"type=bind,source={tmp_path}/files"
    for mount in (
        f"{root},target=/workspace ", f"{root}/docs,readonly,target=/workspace/docs ",
        f"{root}/docs/drafts,target=/workspace/docs/drafts ", f"{root}/hr,target=/workspace/hr ",
        "type=tmpfs,target=/workspace/hr/pay ",
    ):  # fmt: skip
        assert f"--mount {mount}" in line


def test_what_is_beside_the_files_is_mounted_where_it_is_said(tmp_path: Path) -> None:
    own, skill = Mount("/scratch", "/data/own", writable=True), Mount("/skills/pdf", "/data/pdf", hidden=("/.env",))
    line = told(tmp_path, "true", Hidden(beside=(own, skill))).splitlines()[0]
    for part in (
        "--env SCRATCH=/scratch ", "type=bind,source=/data/own,target=/scratch ",
        "type=bind,source=/data/pdf,readonly,target=/skills/pdf ", "readonly,target=/skills/pdf/.env ",
    ):  # fmt: skip
        assert part in line


def test_all_of_it_may_be_kept(tmp_path: Path) -> None:
    line = told(tmp_path, "true", Hidden(kept=("/",))).splitlines()[0]
    assert f"--mount type=bind,source={tmp_path}/files,readonly,target=/workspace " in line
    assert line.count("--mount") == 1


def test_no_value_stands_on_its_command_line_and_no_token_of_ours_is_seen(tmp_path: Path) -> None:
    said = told(tmp_path, "true", network=True)
    assert "--network bridge" in said
    assert "--env OURS" in said
    assert "secret-4711" not in said.splitlines()[0]
    assert "OURS=secret-4711" in said
    assert "xoxb" not in said


def test_the_engine_is_found_as_its_command_line_finds_it_and_commands_see_nothing_of_that(tmp_path: Path) -> None:
    said = told(tmp_path, "true").splitlines()
    assert {"HOME=/home/x", *(f"{name}={value}" for name, value in FOUND.items())} <= set(said)
    assert "--env HOME=/home/deskmate" in said[0]
    assert not [name for name in FOUND if name in said[0]]


def test_a_real_engine_has_answered_so(tmp_path: Path) -> None:
    said = talk(tmp_path, PLAYED, RECORDED)
    assert said.image_here == ""
    assert said.image_elsewhere == f"the image is not here: docker pull python:3.13@sha256:{'1' * 64}"
    assert said.engine_away.startswith("Cannot connect to the Docker daemon")
    assert said.ended == "exited 3: out\nerr\nyes\n"
    assert said.refused.startswith("refused: the command could not be started: docker: Cannot connect")
    assert said.too_much == "exited 0: Killed\n137\n"


def test_what_is_in_the_way_is_told(tmp_path: Path) -> None:
    assert docker.hindrance({"PATH": str(tmp_path)}, IMAGE) == "it is not installed"


def test_what_it_reaches_is_told(tmp_path: Path) -> None:
    isolation = Docker(tmp_path, {}, {"A": "1"}, image=IMAGE, memory=1024, processes=9).isolation
    assert (isolation.sandbox, isolation.network, isolation.environment) == ("docker (python:3.13)", False, ("A",))
    assert (isolation.memory, isolation.processes, isolation.held_each) == (1024, 9, False)


def test_what_docker_could_not_keep_from_a_command_keeps_it_from_starting(tmp_path: Path) -> None:
    odd = os.fsdecode(b"/Geh\xe4lter")
    (tmp_path / "files" / odd[1:]).mkdir(parents=True)
    with pytest.raises(ShellError, match=r"docker cannot keep .*Geh\?lter from it, .* rename it"):
        told(tmp_path, "true", Hidden(kept=(odd,)))
    assert not (tmp_path / "log").exists()
