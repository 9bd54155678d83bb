"""What a sandbox promises besides, whichever it is: what a command tries from inside is refused or contained."""

import asyncio
import ctypes
import os
import platform
import re
import socket
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from adapters.sandboxes.bubblewrap import AT, LARGEST_FILE
from harness.toolbox.shell import Completed, Hidden, Mount, Shell
from tests.contracts.shell import TICKS, still
from tests.fakes.clock import WITHIN
from tests.unit.adapters.sandboxes.processes import eventually

OURS = {"SLACK_BOT_TOKEN": "xoxb-1", "OPENAI_API_KEY": "sk-1", "DESKMATE_DATABASE_URL": "postgres://", "OURS": "yes"}
"""Of our environment; OURS is named for commands to see."""
_ROOT = Path(__file__).parents[2]
_FORKS = """
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
_HOST = """
import asyncio, os, sys
from pathlib import Path
from tests.contracts.test_shell import {name}

shell = {name}().confined(Path(sys.argv[1]))
asyncio.run(shell.run(sys.argv[2], 60, lambda text: None))
"""
_ADD_KEY, _KEYCTL = {"x86_64": (248, 250), "aarch64": (217, 219)}.get(platform.machine(), (0, 0))
_JOIN, _SEARCH, _SESSION = 1, 10, -3
_LOOKS_FOR_KEY = f"""
import ctypes
said = ctypes.CDLL(None).syscall({_KEYCTL}, {_SEARCH}, {_SESSION}, b"user", b"deskmate-test", 0)
print("found" if said > 0 else "none")
"""


class SandboxContract:
    """Subclasses make a shell by `confined`, whose environment is OURS, with more of the machine's if need be."""

    counts = True
    """Are the processes of a command, and their memory, counted together here?"""
    odd_names: tuple[str, ...] = (os.fsdecode(b"Geh\xe4lter"),)
    """What else files may be called."""

    def confined(
        self, folder: Path, *, network: bool = False, memory: int = 2 * 1024**3, processes: int = 256
    ) -> Shell:
        raise NotImplementedError

    @pytest.fixture
    def files(self, tmp_path: Path) -> Path:
        """The files of a workspace, with what lies beside them."""
        workspace = tmp_path / "workspace"
        (workspace / "files").mkdir(parents=True)
        (workspace / "tools").mkdir()
        (workspace / ".git" / "hooks").mkdir(parents=True)
        (workspace / "AGENTS.md").write_text("Be kind.")
        (tmp_path / "deskmate.db").write_text("the journal")
        return workspace / "files"

    def inside(self, folder: Path, command: str, timeout: float = 30.0, hidden: Hidden = Hidden()) -> Completed:  # noqa: B008
        return asyncio.run(self.confined(folder).run(command, timeout, lambda text: None, hidden))

    def test_our_environment_is_not_seen_but_for_what_is_named(self, files: Path) -> None:
        seen = dict(line.split("=", 1) for line in self.inside(files, "env").output.splitlines() if "=" in line)
        assert (seen["OURS"], seen["HOME"]) == ("yes", "/home/deskmate")
        assert not set(seen) & (set(OURS) - {"OURS"})
        assert not [name for name in seen if name.startswith("DOCKER")]
        assert "xoxb" not in self.inside(files, "cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n'").output

    def test_what_lies_beside_the_files_is_not_there_and_cannot_be_written(self, files: Path) -> None:
        for path in (files.parent.parent / "deskmate.db", files.parent / "AGENTS.md", "../deskmate.db", "../AGENTS.md"):
            assert "No such file" in self.inside(files, f"cat {path}").output
        for name in ("tools/x.py", "AGENTS.md", ".git/hooks/post-commit"):
            made = f"mkdir -p {AT}/../{Path(name).parent}"
            self.inside(files, f"echo evil >../{name}; echo evil >{files.parent / name}; {made}")
        assert (files.parent / "AGENTS.md").read_text() == "Be kind."
        assert not list((files.parent / "tools").iterdir())
        assert not list((files.parent / ".git" / "hooks").iterdir())

    def test_the_system_is_read_only_and_what_a_command_needs_is_not(self, files: Path) -> None:
        done = self.inside(files, "echo x >/usr/x; echo x >/etc/x; echo x >/x; echo y >/tmp/y; cat /tmp/y; echo z >~/z")
        assert done.output.count("Read-only file system") == 3
        assert done.output.endswith("y\n")

    def test_no_setting_of_the_kernel_is_written(self, files: Path) -> None:
        """As root outside: a `core_pattern` is run there as root whenever a program crashes."""
        keep = "cat /proc/sys/kernel/core_pattern >/tmp/x && cat /tmp/x >/proc/sys/kernel/core_pattern && echo written"
        done = self.inside(
            files, f"{keep}; echo 0 >/proc/sys/kernel/sysrq && echo written; echo h >/proc/sysrq-trigger"
        )
        assert "written" not in done.output

    def test_the_keys_of_whoever_started_us_are_not_there(self, files: Path) -> None:
        (files / "look.py").write_text(_LOOKS_FOR_KEY)

        def kept_by_somebody() -> tuple[bool, str]:
            call = ctypes.CDLL(None).syscall
            kept = bool(_KEYCTL) and call(_KEYCTL, _JOIN, None) > 0
            kept = kept and call(_ADD_KEY, b"user", b"deskmate-test", b"4711", 4, _SESSION) > 0
            return bool(kept), self.inside(files, "python3 look.py; cat /proc/keys").output

        with ThreadPoolExecutor(1) as thread:  # rings are each thread's own
            kept, said = thread.submit(kept_by_somebody).result()
        if not kept:
            pytest.skip("the kernel keeps no keys for us here")
        assert "none" in said
        assert "deskmate-test" not in said

    def test_the_hooks_of_a_repository_in_the_files_cannot_be_written_nor_replaced(self, files: Path) -> None:
        for repository in (files, files / "shop"):
            (repository / ".git" / "hooks").mkdir(parents=True)
            (repository / ".git" / "config").write_text("[core]\n")
        for attempt in (
            "echo evil >.git/hooks/post-commit", "echo evil >shop/.git/hooks/post-commit", "mv .git/hooks .git/old",
            "mv .git old", "mv shop old", "rm -rf shop/.git", "echo '[core] fsmonitor = evil' >>.git/config",
            "git config -f .git/config core.hooksPath evil", "mv shop/.git/hooks away",
        ):  # fmt: skip
            assert re.search("Read-only|busy|cross-device", self.inside(files, attempt).output), attempt
        assert self.inside(files, "echo x >.git/x; echo x >>shop/.git/config; cat .git/x").output == "x\n"
        assert not list((files / ".git" / "hooks").iterdir())
        assert not list((files / "shop" / ".git" / "hooks").iterdir())

    def test_where_a_repository_has_no_hooks_none_are_made_and_where_it_really_is_stays(self, files: Path) -> None:
        (files / ".git").mkdir()
        for name in ("config", "commondir", "config.worktree"):
            (files / ".git" / name).write_text("as it was\n")
        self.inside(files, "mkdir .git/hooks; echo x >.git/hooks/a; for f in .git/co*; do echo x >$f; done")
        assert not list((files / ".git" / "hooks").iterdir())
        assert {(files / ".git" / name).read_text() for name in ("config", "commondir")} == {"as it was\n"}

    def test_a_repository_that_is_elsewhere_is_not_exchanged(self, files: Path) -> None:
        (files / ".git").write_text("gitdir: /srv/repositories/files\n")
        self.inside(files, "echo gitdir: evil >.git; mv .git away; rm -f .git; mkdir .git")
        assert (files / ".git").read_text() == "gitdir: /srv/repositories/files\n"

    def test_there_is_no_network_not_even_the_machines_own(self, files: Path) -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        try:
            port = listening.getsockname()[1]
            connect = f"python3 -c \"import socket; socket.create_connection(('127.0.0.1', {port}), 2)\""
            assert self.inside(files, connect).exit_code != 0
        finally:
            listening.close()

    def test_a_fork_bomb_is_contained(self, files: Path) -> None:
        self._counted()
        shell = self.confined(files, processes=40)
        bomb = "bomb() { bomb | bomb & }; bomb; sleep 1; echo alive"
        done = asyncio.run(shell.run(bomb, 20, lambda text: None))
        assert "fork" in done.output.lower() or done.ended == "timed-out"
        assert self.inside(files, "echo well") == Completed(0, "well\n")

    def test_no_more_processes_than_it_may_have_run_at_once(self, files: Path) -> None:
        self._counted()
        (files / "forks.py").write_text(_FORKS)
        said = asyncio.run(self.confined(files, processes=50).run("python3 forks.py", 30, lambda text: None)).output
        assert said.startswith("stopped at ")
        assert int(said.split()[2]) < 50

    def test_memory_is_counted_together(self, files: Path) -> None:
        self._counted()
        much = "python3 -c 'x = bytearray(400 * 1024 * 1024)'; echo $?"
        done = asyncio.run(self.confined(files, memory=128 * 1024**2).run(much, 30, lambda text: None))
        assert done.output.split()[-1] == "137"

    def test_a_sparse_file_of_fifty_gigabytes_is_refused(self, files: Path) -> None:
        done = self.inside(files, "truncate -s 50G big; ls -l big; python3 -c \"open('b', 'wb').truncate(50 << 30)\"")
        assert "File size limit exceeded" in done.output or "File too large" in done.output
        assert all(file.stat().st_size <= LARGEST_FILE for file in files.iterdir())

    def test_what_daemonises_ends_with_the_command(self, files: Path) -> None:
        self.inside(files, f"setsid sh -c '{TICKS}' >/dev/null 2>&1 & sleep 0.3")
        assert still(files)

    def test_all_of_it_ends_when_we_are_killed(self, files: Path) -> None:
        host = _HOST.format(name=type(self).__name__)
        with subprocess.Popen([sys.executable, "-c", host, str(files), f"trap '' TERM; {TICKS}"], cwd=_ROOT) as running:
            try:
                assert eventually((files / "ticks").exists, WITHIN)
            finally:
                running.kill()
        assert still(files)

    def test_what_it_writes_is_ours(self, files: Path) -> None:
        self.inside(files, "echo x >a; mkdir b")
        assert (files / "a").stat().st_uid == os.getuid()

    def test_what_is_hidden_is_not_seen_nor_written_and_what_of_it_is_not_is(self, files: Path) -> None:
        for name in ("attachments/C1/a", "attachments/C2/b", "secret/key", "c"):
            (files / name).parent.mkdir(parents=True, exist_ok=True)
            (files / name).write_text(name)
        hidden = Hidden(("/attachments", "/secret", "/never"), ("/attachments/C1", "/attachments/C9"), ("/c", "/none"))

        def says(command: str) -> str:
            return self.inside(files, command, hidden=hidden).output

        assert says("ls attachments secret; cat attachments/C1/a") == "attachments:\nC1\n\nsecret:\nattachments/C1/a"
        says("echo x >secret/key; echo x >attachments/C2")
        assert "c" not in says("cat c").removeprefix("cat: c: ").replace("Permission denied", "")
        assert says("echo new >attachments/C1/new; cat attachments/C1/new") == "new\n"
        assert (files / "secret" / "key").read_text() == "secret/key"
        assert (files / "attachments" / "C2" / "b").read_text() == "attachments/C2/b"

    def test_a_link_in_the_files_leads_to_nothing_that_is_hidden(self, files: Path) -> None:
        (files / "secret").mkdir()
        (files / "secret" / "key").write_text("4711")
        (files / "way").symlink_to(files / "secret")
        (files / "short").symlink_to("secret/key")
        done = self.inside(files, "cat way/key short /workspace/secret/key", hidden=Hidden(("/secret",)))
        assert "4711" not in done.output

    def test_what_is_kept_is_read_only_by_whatever_name_and_cannot_be_moved_away(self, files: Path) -> None:
        for name in ("docs/a", "docs/drafts/b", "deep/er/locked", "free"):
            (files / name).parent.mkdir(parents=True, exist_ok=True)
            (files / name).write_text("as it was\n")
        (files / "way").symlink_to("docs")
        (files / "empty").mkdir()
        hidden = Hidden(kept=("/docs", "/deep/er/locked", "/empty"), changed=("/docs/drafts",))

        def says(command: str) -> str:
            return self.inside(files, command, hidden=hidden).output

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

    def test_what_is_to_be_kept_empty_and_is_not_there_yet_is_not_made_elsewhere(self, files: Path) -> None:
        hidden = Hidden(kept=("/contracts/signed",))
        self.inside(files, "mv contracts c2; mkdir -p contracts/signed; echo x >contracts/signed/a", hidden=hidden)
        assert not list((files / "contracts" / "signed").iterdir())

    def test_all_of_it_may_be_kept(self, files: Path) -> None:
        (files / "out").mkdir()
        hidden = Hidden(kept=("/",), changed=("/out",))
        done = self.inside(files, "echo x >a; echo x >out/a; cat out/a", hidden=hidden)
        assert "Read-only" in done.output
        assert done.output.endswith("x\n")
        assert not (files / "a").exists()

    def test_what_is_hidden_is_not_moved_to_where_the_next_command_would_see_it(self, files: Path) -> None:
        (files / "hr" / "pay").mkdir(parents=True)
        (files / "hr" / "pay" / "ana").write_text("4711")
        done = self.inside(files, "mv hr hr2; ls", hidden=Hidden(("/hr/pay",)))
        assert "busy" in done.output
        assert (files / "hr" / "pay" / "ana").exists()

    def test_what_was_attached_here_is_not_written_where_that_is_not_to_be(self, files: Path) -> None:
        (files / "attachments" / "C1").mkdir(parents=True)
        hidden = Hidden(("/attachments",), ("/attachments/C1",), kept=("/attachments",))
        assert "Read-only" in self.inside(files, "echo x >attachments/C1/a", hidden=hidden).output

    def test_what_is_kept_is_not_seen_where_it_is_hidden(self, files: Path) -> None:
        (files / "hr" / "pay").mkdir(parents=True)
        (files / "hr" / "pay" / "ana").write_text("4711")
        hidden = Hidden(("/hr",), files=("/hr/pay/ana",), kept=("/hr/pay", "/hr/pay/ana"))
        assert self.inside(files, "ls -R hr; cat hr/pay/ana 2>/dev/null", hidden=hidden).output == "hr:\n"

    def test_what_is_kept_in_what_was_attached_here_is_not_written(self, files: Path) -> None:
        (files / "attachments" / "C1" / "signed").mkdir(parents=True)
        (files / "attachments" / "C1" / "signed" / "a").write_text("as it was\n")
        hidden = Hidden(("/attachments",), ("/attachments/C1",), kept=("/attachments/C1/signed",))
        done = self.inside(files, "cd attachments/C1; echo x >a; echo x >signed/a; cat signed/a", hidden=hidden)
        assert "Read-only" in done.output
        assert done.output.endswith("as it was\n")
        assert (files / "attachments" / "C1" / "a").exists()

    def test_what_is_hidden_or_kept_has_any_name_that_there_is(self, files: Path) -> None:
        odd = ["a,b", 'say "x"', "new\nline", "nb\u00a0sp", "back\\s", "-x", "a=b", *self.odd_names]
        for name in odd:
            for folder in (f"in {name}", f"kept {name}"):
                (files / folder).mkdir()
                (files / folder / "x").write_text("4711")
            (files / name).write_text("4711")
        hidden = Hidden(
            tuple(f"/in {name}" for name in odd),
            files=tuple(f"/{name}" for name in odd),
            kept=tuple(f"/kept {name}" for name in odd),
        )
        count = 'grep -rlZ 4711 . 2>&- | tr -cd "\\0" | wc -c; for x in kept*; do echo y >"$x/x"; done'
        assert self.inside(files, count, hidden=hidden).output.startswith(f"{len(odd)}\n")
        assert {(files / f"kept {name}" / "x").read_text() for name in odd} == {"4711"}

    def test_what_is_beside_the_files_is_there_as_it_is_said(self, files: Path, tmp_path: Path) -> None:
        for name in ("o,wn/a", "skill/run.sh", "skill/.env", "skill/.git/config"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text("echo ran\n")
        beside = (
            Mount("/scratch", str(tmp_path / "o,wn"), writable=True),
            Mount("/skills/pdf", str(tmp_path / "skill"), hidden=("/.env", "/.git")),
        )

        def says(command: str) -> str:
            return self.inside(files, command, hidden=Hidden(beside=beside)).output

        read = 'echo new >"$SCRATCH/b"; cat /scratch/a /scratch/b; sh /skills/pdf/run.sh'
        assert says(read) == "echo ran\nnew\nran\n"
        assert "ran" not in says("cat /skills/pdf/.env")
        assert says("ls /skills/pdf/.git") == ""
        assert "Read-only" in says("echo x >/skills/pdf/run.sh; echo x >/skills/other")
        assert (tmp_path / "o,wn" / "b").read_text() == "new\n"

    def _counted(self) -> None:
        if not self.counts:
            pytest.skip("no control groups can be made here: nothing counts processes, nor their memory together")


def environment(more: Mapping[str, str]) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(Path.home()), **more, **OURS}
