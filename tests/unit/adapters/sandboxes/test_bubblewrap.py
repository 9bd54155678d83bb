"""What a command tries from inside is refused or contained, each attack by its name."""

import asyncio
import os
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from adapters.sandboxes.bubblewrap import AT, Bubblewrap
from adapters.sandboxes.groups import groups_can_be_made
from harness.toolbox.shell import Completed
from tests.fakes.clock import WITHIN
from tests.unit.adapters.sandboxes.confined import in_bubblewrap
from tests.unit.adapters.sandboxes.processes import eventually

pytestmark = in_bubblewrap
SECRETS = {"SLACK_BOT_TOKEN": "xoxb-1", "OPENAI_API_KEY": "sk-1", "DESKMATE_DATABASE_URL": "postgres://", "OURS": "yes"}
counted = pytest.mark.skipif(
    not groups_can_be_made(), reason="no control groups can be made here: nothing counts processes"
)


def inside(folder: Path, command: str, timeout: float = 30.0, **more: object) -> Completed:
    environment = {"PATH": os.environ["PATH"], "HOME": str(Path.home()), **SECRETS}
    shell = Bubblewrap(folder, environment, {"OURS": "yes"}, grace=0.3, **more)  # type: ignore[arg-type]
    return asyncio.run(shell.run(command, timeout, lambda text: None))


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """The files of a workspace, with what lies beside them."""
    workspace = tmp_path / "workspace"
    (workspace / "files").mkdir(parents=True)
    (workspace / "tools").mkdir()
    (workspace / ".git" / "hooks").mkdir(parents=True)
    (workspace / "AGENTS.md").write_text("Be kind.")
    (tmp_path / "deskmate.db").write_text("the journal")
    return workspace / "files"


def test_our_journal_and_what_lies_beside_the_files_is_not_there(files: Path) -> None:
    beside, home = files.parent.parent / "deskmate.db", Path.home()
    ways = (beside, files.parent / "AGENTS.md", home / ".ssh", "/etc/shadow", "../deskmate.db", f"{AT}/../AGENTS.md")
    for path in ways:
        assert "No such file" in inside(files, f"cat {path}").output


def test_the_system_is_read_only(files: Path) -> None:
    done = inside(files, "for f in /usr/x /etc/passwd /x /lib/x; do echo x >$f; done; mkdir /new")
    assert done.output.count("Read-only file system") == 5


@pytest.mark.parametrize(
    "path",
    ["/proc/self/root/etc/shadow", "/proc/1/root/etc/shadow", "/proc/1/cwd/../../etc/shadow", "/dev/sda", "/dev/mem"],
)
def test_no_way_leads_out(files: Path, path: str) -> None:
    done = inside(files, f"head -c 1 {path}")
    assert done.exit_code != 0
    assert "No such file" in done.output


def test_there_is_no_network_and_none_of_the_machine_itself(files: Path) -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    try:
        port = listening.getsockname()[1]
        connect = f"python3 -c \"import socket; socket.create_connection(('127.0.0.1', {port}), 2)\""
        assert inside(files, connect).exit_code != 0
        assert inside(files, connect, network=True).exit_code == 0
    finally:
        listening.close()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are no such sockets here")
def test_abstract_sockets_are_not_reached(files: Path) -> None:
    name = f"\0deskmate-{os.getpid()}"
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(name)
    listening.listen()
    try:
        spelt = name.replace("\0", "\\0")
        done = inside(files, f"python3 -c \"import socket; socket.socket(socket.AF_UNIX).connect('{spelt}')\"")
        assert "Connection refused" in done.output
    finally:
        listening.close()


def test_every_folder_in_memory_has_a_size(files: Path) -> None:
    """Without control groups nothing else counts what lies there."""
    lines = [line.split() for line in inside(files, "cat /proc/self/mounts").output.splitlines()]
    writable = {place: options for _, place, kind, options, *_ in lines if kind == "tmpfs" and "rw" in options}
    assert set(writable) == {"/tmp", "/home/deskmate", "/run", "/dev/shm"}
    assert all("size=" in options for options in writable.values())
    done = inside(files, "head -c 300000000 /dev/zero >/run/x; head -c 300000000 /dev/zero >/dev/shm/x; : >/dev/x")
    assert done.output.count("No space left on device") == 2
    assert "/dev/x: Read-only" in done.output
    uses = "echo x >/dev/null && python3 -c 'import pty, multiprocessing as m; pty.openpty(); m.Lock(); m.Queue()'"
    assert inside(files, uses) == Completed(0, "")


@counted
def test_memory_is_counted_together(files: Path) -> None:
    done = inside(files, "python3 -c 'x = bytearray(400 * 1024 * 1024)'; echo $?", memory=128 * 1024**2)
    assert (done.ended, done.output.split()[-1]) == ("memory", "137")


def test_no_namespaces_mounts_and_traces_are_made_inside(files: Path) -> None:
    done = inside(
        files, "unshare -U true && echo a; mount -t tmpfs x /tmp && echo b; nsenter -t 1 -m true && echo c; id -u"
    )
    assert not {"a", "b", "c"} & set(done.output.splitlines())
    assert done.output.splitlines()[-1] == "1000"


def test_programs_on_the_path_run_with_what_they_need_that_stands_beside_them(files: Path, tmp_path: Path) -> None:
    place = tmp_path / "opt" / "thing"
    (place / "bin").mkdir(parents=True)
    (place / "lib").mkdir()
    (place / "lib" / "words").write_text("hello\n")
    (place / ".env").write_text("4711")
    (place / "bin" / "thing").write_text(f"#!/bin/sh\ncat {place}/lib/words\n cat {place}/.env\n")
    (place / "bin" / "thing").chmod(0o755)
    shell = Bubblewrap(files, {"PATH": f"{place}/bin:{Path.home()}/bin:{os.environ['PATH']}"})
    said = asyncio.run(shell.run("thing", 30, lambda text: None)).output
    assert said == f"hello\ncat: {place}/.env: No such file or directory\n"


def test_what_of_ours_lies_among_the_system_is_not_there_but_for_its_programs(files: Path) -> None:
    """In a container the workspace and the journal often lie in /usr/src."""
    path = f"/usr/local/bin:{os.environ['PATH']}"
    private = (Path("/usr/local"), Path("/usr/share"), Path("/usr/bin/env"), Path("/nowhere"))
    shell = Bubblewrap(files, {"PATH": path}, private=private)
    look = "ls -A /usr/share; ls /usr/local; cat /usr/bin/env; echo x >/usr/share/x; echo x >/usr/local/x"
    said = asyncio.run(shell.run(look, 30, lambda text: None)).output
    shown, refused = said.partition("cat:")[0].split(), said.partition("cat:")[2]
    assert set(shown) <= {"bin", "lib", "lib64", "libexec", "include", "share", "sbin"}
    assert "Permission denied" in refused
    assert refused.count("Read-only file system") == 2


def line_of(process: str) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text(errors="replace")
    except OSError:
        return ""


def test_no_value_stands_on_a_command_line(files: Path) -> None:
    shell = Bubblewrap(files, {"PATH": os.environ["PATH"]}, {"OURS": "secret-4711"})

    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(lambda: asyncio.run(shell.run("touch begun; sleep 0.5; echo $OURS", 30, print)))
        assert eventually((files / "begun").exists, WITHIN)
        lines = "".join(map(line_of, os.listdir("/proc")))
    assert "touch begun" in lines
    assert "4711" not in lines
    assert running.result().output == "secret-4711\n"


def test_what_it_reaches_is_told(files: Path) -> None:
    isolation = Bubblewrap(files, {}, {"B": "1", "A": "2"}, memory=1024, processes=9).isolation
    assert (isolation.sandbox, isolation.network, isolation.environment, isolation.memory) == (
        "bwrap",
        False,
        ("A", "B"),
        1024,
    )
    assert (isolation.processes, isolation.held_each) == ((9, False) if groups_can_be_made() else (0, True))
    assert "network" in Bubblewrap(files, {}, network=True).isolation.sandbox
