"""What a command tries from inside is refused or contained, each attack by its name."""

import asyncio
import os
import re
import socket
from pathlib import Path

import pytest

from adapters.sandboxes import bubblewrap
from adapters.sandboxes.bubblewrap import AT, LARGEST_FILE, Bubblewrap, grouped
from harness.toolbox.shell import Completed, Hidden, Mount
from tests.unit.adapters.sandboxes.confined import in_bubblewrap

pytestmark = in_bubblewrap
SECRETS = {"SLACK_BOT_TOKEN": "xoxb-1", "OPENAI_API_KEY": "sk-1", "DESKMATE_DATABASE_URL": "postgres://", "OURS": "yes"}
FORKS = """
import os, time
n = 0
try:
    for n in range(300):
        if not os.fork():
            time.sleep(2)
            os._exit(0)
except OSError:
    print("stopped at", n)
"""
counted = pytest.mark.skipif(not grouped(), reason="no control groups can be made here: nothing counts processes")


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


def test_our_environment_is_not_seen_but_for_what_is_named(files: Path) -> None:
    seen = dict(line.split("=", 1) for line in inside(files, "env").output.splitlines() if "=" in line)
    assert seen["OURS"] == "yes"
    assert seen["HOME"] == bubblewrap.HOME
    assert not set(seen) & (set(SECRETS) - {"OURS"})
    assert "xoxb" not in inside(files, "cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n'").output


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


def test_tools_hooks_and_instructions_of_the_workspace_cannot_be_written(files: Path) -> None:
    for name in ("tools/x.py", "AGENTS.md", ".git/hooks/post-commit"):
        inside(files, f"echo evil >../{name}; echo evil >{files.parent / name}; mkdir -p {AT}/../{Path(name).parent}")
    assert (files.parent / "AGENTS.md").read_text() == "Be kind."
    assert not list((files.parent / "tools").iterdir())
    assert not list((files.parent / ".git" / "hooks").iterdir())


def test_the_hooks_of_a_repository_in_the_files_cannot_be_written(files: Path) -> None:
    for repository in (files, files / "shop"):
        (repository / ".git" / "hooks").mkdir(parents=True)
    done = inside(files, "echo evil >.git/hooks/post-commit; echo evil >shop/.git/hooks/post-commit; echo x >.git/x")
    assert done.output.count("Read-only file system") == 2
    assert (files / ".git" / "x").exists()


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


@counted
def test_a_fork_bomb_is_contained(files: Path) -> None:
    done = inside(files, "bomb() { bomb | bomb & }; bomb; sleep 1; echo alive", 20, processes=40)
    assert "fork" in done.output.lower() or done.ended == "timed_out"
    assert inside(files, "echo well") == Completed(0, "well\n")


@counted
def test_no_more_processes_than_it_may_have_run_at_once(files: Path) -> None:
    (files / "forks.py").write_text(FORKS)
    said = inside(files, "python3 forks.py", 30, processes=50).output
    assert said.startswith("stopped at ")
    assert int(said.split()[2]) < 50


@counted
def test_memory_is_counted_together(files: Path) -> None:
    done = inside(files, "python3 -c 'x = bytearray(400 * 1024 * 1024)'; echo $?", memory=128 * 1024**2)
    assert (done.ended, done.output.split()[-1]) == ("memory", "137")


def test_a_sparse_file_of_fifty_gigabytes_is_refused(files: Path) -> None:
    done = inside(files, "truncate -s 50G big; ls -l big; python3 -c \"open('b', 'wb').truncate(50 << 30)\"")
    assert "File size limit exceeded" in done.output or "File too large" in done.output
    assert all(file.stat().st_size <= LARGEST_FILE for file in files.iterdir())


def test_what_daemonises_ends_with_the_command(files: Path) -> None:
    inside(files, "setsid sh -c 'while :; do echo . >>ticks; sleep 0.02; done' >/dev/null 2>&1 & sleep 0.3")
    size = (files / "ticks").stat().st_size
    inside(files, "sleep 0.2")
    assert (files / "ticks").stat().st_size == size


def test_no_namespaces_mounts_and_traces_are_made_inside(files: Path) -> None:
    done = inside(
        files, "unshare -U true && echo a; mount -t tmpfs x /tmp && echo b; nsenter -t 1 -m true && echo c; id -u"
    )
    assert not {"a", "b", "c"} & set(done.output.splitlines())
    assert done.output.splitlines()[-1] == "1000"


def test_what_it_writes_is_ours(files: Path) -> None:
    inside(files, "echo x >a; mkdir b")
    assert (files / "a").stat().st_uid == os.getuid()


def test_programs_on_the_path_run_with_what_stands_beside_them_and_homes_are_not_shown(
    files: Path, tmp_path: Path
) -> None:
    place = tmp_path / "opt" / "thing"
    (place / "bin").mkdir(parents=True)
    (place / "lib").mkdir()
    (place / "lib" / "words").write_text("hello\n")
    (place / "bin" / "thing").write_text(f"#!/bin/sh\ncat {place}/lib/words\n")
    (place / "bin" / "thing").chmod(0o755)
    shell = Bubblewrap(files, {"PATH": f"{place}/bin:{Path.home()}/bin:{os.environ['PATH']}"})
    assert asyncio.run(shell.run("thing", 30, lambda text: None)) == Completed(0, "hello\n")


def test_what_it_reaches_is_told(files: Path) -> None:
    reach = Bubblewrap(files, {}, {"B": "1", "A": "2"}, memory=1024, processes=9).reach
    assert (reach.sandbox, reach.network, reach.environment, reach.memory) == ("bwrap", False, ("A", "B"), 1024)
    assert (reach.processes, reach.held_each) == ((9, False) if grouped() else (0, True))
    assert "network" in Bubblewrap(files, {}, network=True).reach.sandbox


def test_what_is_hidden_is_not_seen_nor_written_and_what_of_it_is_not_is(files: Path) -> None:
    for name in ("attachments/C1/a", "attachments/C2/b", "secret/key", "c"):
        (files / name).parent.mkdir(parents=True, exist_ok=True)
        (files / name).write_text(name)
    hidden = Hidden(("/attachments", "/secret", "/never"), ("/attachments/C1", "/attachments/C9"), ("/c", "/none"))
    shell = Bubblewrap(files, {"PATH": os.environ["PATH"]})

    def says(command: str) -> str:
        return asyncio.run(shell.run(command, 30, lambda text: None, hidden)).output

    assert says("ls attachments secret; cat attachments/C1/a") == "attachments:\nC1\n\nsecret:\nattachments/C1/a"
    assert "Read-only" in says("echo x >secret/key; echo x >attachments/C2")
    assert says("cat c") == "cat: c: Permission denied\n"
    assert says("echo new >attachments/C1/new; cat attachments/C1/new") == "new\n"
    assert (files / "secret" / "key").read_text() == "secret/key"


def test_a_link_in_the_files_leads_to_nothing_that_is_hidden(files: Path) -> None:
    (files / "secret").mkdir()
    (files / "secret" / "key").write_text("4711")
    (files / "way").symlink_to(files / "secret")
    (files / "short").symlink_to("secret/key")
    shell = Bubblewrap(files, {"PATH": os.environ["PATH"]})
    done = asyncio.run(
        shell.run("cat way/key short /workspace/secret/key", 30, lambda text: None, Hidden(("/secret",)))
    )
    assert "4711" not in done.output


def test_what_is_kept_is_read_only_by_whatever_name_and_cannot_be_moved_away(files: Path) -> None:
    for name in ("docs/a", "docs/drafts/b", "deep/er/locked", "free"):
        (files / name).parent.mkdir(parents=True, exist_ok=True)
        (files / name).write_text("as it was\n")
    (files / "way").symlink_to("docs")
    hidden = Hidden(kept=("/docs", "/deep/er/locked", "/empty"), changed=("/docs/drafts",))
    shell = Bubblewrap(files, {"PATH": os.environ["PATH"]})

    def says(command: str) -> str:
        return asyncio.run(shell.run(command, 30, lambda text: None, hidden)).output

    for attempt in (
        "echo x >docs/a", "echo x >way/a", "echo x >docs/new", "rm docs/a", "mv docs old", "mv deep deeper",
        "mv deep/er deep/est", "echo x >deep/er/locked", "mv free deep/er/locked", "ln docs/a b && echo x >b",
        "echo x >empty/new", "chmod 777 docs/a", "rm -rf docs",
    ):  # fmt: skip
        assert re.search("Read-only|busy|cross-device|Permission", says(attempt)), attempt
    assert says("cat docs/a deep/er/locked; echo new >docs/drafts/b; echo new >deep/er/free; cat free") == (
        "as it was\nas it was\nas it was\n"
    )
    assert (files / "docs" / "drafts" / "b").read_text() == "new\n"
    assert [(files / name).read_text() for name in ("docs/a", "deep/er/locked")] == ["as it was\n"] * 2


def test_all_of_it_may_be_kept(files: Path) -> None:
    (files / "out").mkdir()
    hidden, shell = Hidden(kept=("/",), changed=("/out",)), Bubblewrap(files, {"PATH": os.environ["PATH"]})
    done = asyncio.run(shell.run("echo x >a; echo x >out/a; cat out/a", 30, lambda text: None, hidden))
    assert "Read-only" in done.output
    assert done.output.endswith("x\n")
    assert not (files / "a").exists()


def test_what_is_hidden_is_not_moved_to_where_the_next_command_would_see_it(files: Path) -> None:
    (files / "hr" / "pay").mkdir(parents=True)
    (files / "hr" / "pay" / "ana").write_text("4711")
    shell, hidden = Bubblewrap(files, {"PATH": os.environ["PATH"]}), Hidden(("/hr/pay",))
    done = asyncio.run(shell.run("mv hr hr2; ls", 30, lambda text: None, hidden))
    assert "busy" in done.output
    assert (files / "hr" / "pay" / "ana").exists()


def test_what_was_attached_here_is_not_written_where_that_is_not_to_be(files: Path) -> None:
    (files / "attachments" / "C1").mkdir(parents=True)
    hidden = Hidden(("/attachments",), ("/attachments/C1",), kept=("/attachments",))
    shell = Bubblewrap(files, {"PATH": os.environ["PATH"]})
    assert "Read-only" in asyncio.run(shell.run("echo x >attachments/C1/a", 30, lambda text: None, hidden)).output


def test_what_is_beside_the_files_is_there_as_it_is_said(files: Path, tmp_path: Path) -> None:
    for name in ("own/a", "skill/run.sh", "skill/.env", "skill/.git/config"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("echo ran\n")
    beside = (
        Mount("/scratch", str(tmp_path / "own"), writable=True),
        Mount("/skills/pdf", str(tmp_path / "skill"), hidden=("/.env", "/.git")),
    )
    shell, hidden = Bubblewrap(files, {"PATH": os.environ["PATH"]}), Hidden(beside=beside)

    def says(command: str) -> str:
        return asyncio.run(shell.run(command, 30, lambda text: None, hidden)).output

    assert says('echo new >"$SCRATCH/b"; cat /scratch/a /scratch/b; sh /skills/pdf/run.sh') == "echo ran\nnew\nran\n"
    assert "Permission denied" in says("cat /skills/pdf/.env")
    assert says("ls /skills/pdf/.git") == ""
    assert "Read-only" in says("echo x >/skills/pdf/run.sh; echo x >/skills/other")
    assert (tmp_path / "own" / "b").read_text() == "new\n"
