import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from adapters.sandboxes.guarded import Guarded
from tests.unit.adapters.sandboxes.processes import ended, eventually, pid_in, runs

ENVIRONMENT = {"PATH": os.defpath}
ROOT = Path(__file__).parents[4]

HOST = """
import asyncio, sys
from adapters.sandboxes.guarded import Guarded

async def main():
    guarded = Guarded(["/bin/sh", "-c", sys.argv[1]], sys.argv[2], {"PATH": "/usr/bin:/bin"})
    if sys.argv[3] == "begin":
        await guarded.run()
    else:
        print("there", flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


def descriptors() -> int:
    return len(os.listdir("/dev/fd"))


def sh(command: str) -> list[str]:
    return ["/bin/sh", "-c", command]


def test_a_command_does_not_begin_before_it_is_run(tmp_path: Path):
    guarded = Guarded(sh("echo x >ran"), str(tmp_path), ENVIRONMENT)
    guarded.close()

    assert not (tmp_path / "ran").exists()


def test_its_exit_code_is_told_and_what_it_said_can_be_read(tmp_path: Path):
    guarded = Guarded(sh("pwd; echo error >&2; exit 7"), str(tmp_path), ENVIRONMENT)
    try:
        assert asyncio.run(guarded.run()) == 7
        assert os.read(guarded.output, 1000).decode() == f"{tmp_path}\nerror\n"
        assert os.read(guarded.output, 1000) == b""
    finally:
        guarded.close()


def test_a_command_that_is_killed_or_kills_its_own_group_has_an_exit_code(tmp_path: Path):
    for command in ("kill -KILL $$", "kill -KILL 0"):
        guarded = Guarded(sh(command), str(tmp_path), ENVIRONMENT)
        try:
            assert asyncio.run(guarded.run()) == 137
        finally:
            guarded.close()


def test_a_signal_reaches_all_that_it_started(tmp_path: Path):
    guarded = Guarded(sh("(trap '' TERM; sleep 100 & echo $! >child; wait) & wait"), str(tmp_path), ENVIRONMENT)

    async def main() -> int:
        running = asyncio.ensure_future(guarded.run())
        child = await asyncio.to_thread(pid_in, tmp_path / "child")
        guarded.signal(signal.SIGKILL)
        await running
        return child

    try:
        assert ended(asyncio.run(main()))
    finally:
        guarded.close()


def test_closing_kills_what_is_left_in_the_background_and_leaves_nothing_open(tmp_path: Path):
    before = descriptors()
    guarded = Guarded(sh("sleep 100 >/dev/null 2>&1 & echo $! >child"), str(tmp_path), ENVIRONMENT)
    asyncio.run(guarded.run())
    child = pid_in(tmp_path / "child")
    assert runs(child)

    guarded.close()

    assert ended(child)
    assert descriptors() == before


def test_what_cannot_be_started_leaves_nothing_open(tmp_path: Path):
    before = descriptors()

    with pytest.raises(OSError, match="too long"):
        Guarded(sh("x" * 10_000_000), str(tmp_path), ENVIRONMENT)
    with pytest.raises(FileNotFoundError):
        Guarded(sh("true"), str(tmp_path / "nowhere"), ENVIRONMENT)

    assert descriptors() == before


def test_a_command_and_all_that_it_started_die_with_us_even_killed(tmp_path: Path):
    command = "trap '' TERM HUP INT; echo $$ >leader; (trap '' TERM HUP; sleep 100 & echo $! >child; wait) & wait"
    host = subprocess.Popen([sys.executable, "-c", HOST, command, str(tmp_path), "begin"], cwd=ROOT)
    try:
        leader, child = pid_in(tmp_path / "leader"), pid_in(tmp_path / "child")
        assert runs(leader)
        assert runs(child)
    finally:
        host.kill()
        host.wait()

    assert ended(leader)
    assert ended(child)


def test_the_watchdog_ends_too_when_we_are_killed(tmp_path: Path):
    host = subprocess.Popen(
        [sys.executable, "-c", HOST, "echo $$ >leader; sleep 100", str(tmp_path), "begin"], cwd=ROOT
    )
    try:
        pid_in(tmp_path / "leader")
        shells = children(host.pid)
        assert len(shells) == 2
    finally:
        host.kill()
        host.wait()

    assert all(ended(shell) for shell in shells)


def test_a_command_that_has_not_begun_when_we_are_killed_never_does(tmp_path: Path):
    command = [sys.executable, "-c", HOST, "echo x >ran", str(tmp_path), "wait"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as host:
        assert host.stdout is not None
        assert host.stdout.readline() == b"there\n"
        shells = children(host.pid)
        host.kill()

    assert all(ended(shell) for shell in shells)
    assert not (tmp_path / "ran").exists()


def children(pid: int) -> list[int]:
    found: list[int] = []

    def both() -> bool:
        listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        found[:] = [int(line.split()[0]) for line in listed.splitlines() if int(line.split()[1]) == pid]
        return len(found) == 2

    eventually(both, 5)
    return found
