"""What a command leaves behind acts on nobody outside of its sandbox."""

import asyncio
import os
import socket
import stat
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import pytest

from adapters.sandboxes.aftermath import Changes, changed_since, look, settle
from adapters.sandboxes.bubblewrap import Bubblewrap
from harness.toolbox.shell import NOTHING_HIDDEN, Completed, Hidden, Mount
from tests.unit.adapters.sandboxes.confined import in_bubblewrap
from tests.unit.adapters.sandboxes.processes import eventually


def ran(folder: Path, command: str, network: bool = False, hidden: Hidden = NOTHING_HIDDEN) -> Completed:
    shell = Bubblewrap(folder, os.environ, network=network)
    return asyncio.run(shell.run(command, 30, lambda text: None, hidden))


def bits(file: Path) -> int:
    return stat.S_IMODE(file.lstat().st_mode)


@in_bubblewrap
def test_setuid_and_setgid_bits_are_gone_once_the_command_has_ended(tmp_path: Path) -> None:
    files, scratch = tmp_path / "files", tmp_path / "scratch"
    scratch.mkdir()
    beside = Hidden(beside=(Mount("/scratch", str(scratch), writable=True),))
    made = (
        "cp /usr/bin/id sid; chmod 6755 sid; mkdir -p .a/b; cp sid .a/b/x; chmod u+s .a/b/x; "
        "cp sid /scratch/s; chmod u+s /scratch/s"
    )
    done = ran(files, made, hidden=beside)
    assert [bits(files / "sid"), bits(files / ".a/b/x"), bits(scratch / "s")] == [0o755, 0o755, 0o755]
    [note] = done.notes
    assert "setuid" in note
    assert "/sid" in note
    (files / "shared").mkdir()
    (files / "shared").chmod(0o2775)
    done = ran(files, "mkdir -p shared/a/b; mkdir made made/in; chmod g+s made .", hidden=beside)
    folders = ["shared", "shared/a/b", "made", "made/in", "."]
    assert [bool(bits(files / one) & 0o2000) for one in folders] == [True, True, False, False, False]
    assert done.notes == ("I cleared the setuid and setgid bits of /, /made.",)
    ran(files, "mkdir /scratch/s2; chmod g+s /scratch/s2", hidden=beside)
    assert not bits(scratch / "s2") & 0o6000


@in_bubblewrap
def test_so_are_they_in_the_background_and_where_a_command_is_ended(tmp_path: Path) -> None:
    async def story() -> None:
        shell = Bubblewrap(tmp_path, os.environ)
        begun = await shell.begin("cp /usr/bin/id sid; chmod 4755 sid; echo made; sleep 20", 30)
        assert await asyncio.to_thread(eventually, lambda: "made" in begun.said(), 10.0)
        begun.completed.cancel()
        with pytest.raises(asyncio.CancelledError):
            await begun.completed
        assert bits(tmp_path / "sid") == 0o755
        done = await (await shell.begin("chmod 4755 sid", 30)).completed
        assert "setuid" in " ".join(done.notes)

    asyncio.run(story())


@in_bubblewrap
@pytest.mark.parametrize("where", [".", "sub", "a/b"])
def test_what_a_repository_would_run_for_a_person_does_not_run(tmp_path: Path, where: str) -> None:
    folder = tmp_path / "files"
    hook = "printf '#!/bin/sh\\ntouch ran\\n' >.git/hooks/post-checkout; chmod +x .git/hooks/post-checkout"
    evil = "printf '#!/bin/sh\\ntouch ran\\n' >evil; chmod +x evil"
    done = ran(folder, f"mkdir -p {where}; cd {where}; git init -q .; {evil}; git config core.fsmonitor ./evil; {hook}")
    assert done.exit_code == 0, done.output
    there = folder / where
    person = {"cwd": there, "capture_output": True, "check": False}
    subprocess.run(["git", "status"], **person)  # type: ignore[call-overload]
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x", "--allow-empty"], **person
    )  # type: ignore[call-overload]
    subprocess.run(["git", "checkout", "-q", "-b", "other"], **person)  # type: ignore[call-overload]
    assert not (there / "ran").exists()
    said = " ".join(done.notes)
    assert "core.fsmonitor" in said
    assert "hooks/post-checkout" in said


@in_bubblewrap
def test_what_a_person_had_set_before_stays(tmp_path: Path) -> None:
    inner = tmp_path / "files/a/b"
    inner.mkdir(parents=True)
    subprocess.run(["git", "init", "-q"], cwd=inner, check=True)
    subprocess.run(["git", "config", "core.editor", "vi"], cwd=inner, check=True)
    hook = inner / ".git/hooks/pre-commit"
    hook.write_text("#!/bin/sh\n")
    hook.chmod(0o755)
    done = ran(tmp_path / "files", "cd a/b; git config core.pager ./evil; git config user.name x")
    kept = (inner / ".git/config").read_text()
    assert "\teditor = vi\n" in kept
    assert "\tname = x\n" in kept
    assert "# switched off: pager = ./evil" in kept
    assert bits(hook) == 0o755
    assert len(done.notes) == 1


@in_bubblewrap
def test_a_repository_by_another_name_and_links_in_it_run_nothing_either(tmp_path: Path) -> None:
    done = ran(
        tmp_path,
        "git init -q --bare odd; git --git-dir=odd config core.fsmonitor ./evil; git init -q two; mkdir h; "
        "printf x >h/pre-push; chmod +x h/pre-push; rm -r two/.git/hooks; ln -s ../../h two/.git/hooks; "
        "mv two/.git/config c; ln -s ../../c two/.git/config",
    )
    said = " ".join(done.notes)
    assert "/odd/config (core.fsmonitor)" in said
    assert "/two/.git/config (a link)" in said
    assert "/two/.git/hooks (a link)" in said
    assert not (tmp_path / "two/.git/hooks").exists()


@in_bubblewrap
@pytest.mark.parametrize(("network", "answered"), [(False, False), (True, True)])
def test_a_socket_among_the_files_answers_no_command_that_has_no_network(network: bool, answered: bool) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as short:
        inside = Path(short) / "deep"
        inside.mkdir()
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(inside / "s"))
            server.listen()
            server.settimeout(20)

            def answer() -> None:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                connection.sendall(b"word-4711")
                connection.close()

            threading.Thread(target=answer, daemon=True).start()
            asks = "import socket; s = socket.socket(socket.AF_UNIX); s.connect('deep/s'); print(s.recv(99))"
            done = ran(Path(short), f'python3 -c "{asks}"', network)
        assert ("word-4711" in done.output) is answered, done.output


@in_bubblewrap
def test_a_socket_is_removed_unless_a_program_still_listens(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as short, socket.socket(socket.AF_UNIX) as server:
        files = Path(short)
        listen = "import socket; [socket.socket(socket.AF_UNIX).bind(f'{one}') for one in ('dead', 'a/dead')]"
        (files / "a").mkdir()
        server.bind(f"{short}/old")
        before = look(files)
        with socket.socket(socket.AF_UNIX) as live:
            live.bind(f"{short}/live")
            live.listen()
            assert settle(files, before) == ()
        done = ran(files, f'python3 -c "{listen}"; mkfifo pipe')
        assert sorted(os.listdir(files)) == ["a", "live", "old", "pipe"], "older sockets are a person's"
        assert done.notes == ("I removed sockets of programs that have ended: /dead, /a/dead.",)
        assert os.listdir(files / "a") == []


def test_a_file_that_vanishes_meanwhile_keeps_nothing_else_from_being_disarmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another command removes it between two looks."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    before, hooks, unlink, listed = look(tmp_path), tmp_path / ".git/hooks", os.unlink, os.listdir
    (hooks / "a-link").symlink_to("x")
    (hooks / "pre-commit").write_text("#!/bin/sh\n")
    (hooks / "pre-commit").chmod(0o755)

    def twice(name: str, dir_fd: int) -> None:
        unlink(name, dir_fd=dir_fd)
        unlink(name, dir_fd=dir_fd)

    monkeypatch.setattr(os, "unlink", twice)
    monkeypatch.setattr(os, "listdir", lambda folder: ["0-gone", *listed(folder)])
    [note] = settle(tmp_path, before)
    assert "/.git/hooks/pre-commit" in note
    assert bits(hooks / "pre-commit") == 0o644


def later() -> float:
    """A time after all changes so far, by the kernel's coarse clock."""
    time.sleep(0.05)
    return time.time() - 0.02


def test_changes_are_told_by_the_kernels_time(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("x")
    since = (tmp_path / "old").stat().st_ctime + 0.000001
    (tmp_path / "a").mkdir()
    while True:
        (tmp_path / "a/new").write_text("x")
        if (tmp_path / "a/new").stat().st_ctime > since:
            break
    os.utime(tmp_path / "a/new", (1.0, 1.0))
    before = Changes(tmp_path).folders()
    assert changed_since(tmp_path, since, before) == ("/a/new",)
    (tmp_path / "a").chmod(0o700)
    assert changed_since(tmp_path, since) == ("/a",), "it might have been moved there"


@pytest.mark.parametrize(
    ("command", "changed"),
    [
        ("mv d e", {"/e"}),
        ("mv d e; touch e", {"/e"}),
        ("mv d/sub .", {"/sub"}),
        ("mkdir n; mv d n", {"/n/", "/n/d"}),
        ("mv d e; mkdir d; echo y > d/f", {"/e", "/d/", "/d/f"}),
        ("mkdir -p n/m", {"/n/", "/n/m/"}),
        ("echo y > d/new", {"/d/new"}),
        ("chmod 700 d", set()),
        ("ln d/f g", {"/d/f", "/g"}),
        ("ln -s d/f g", {"/g"}),
    ],
)
def test_a_folder_that_was_moved_counts_with_everything_in_it(tmp_path: Path, command: str, changed: set[str]) -> None:
    (tmp_path / "d/sub").mkdir(parents=True)
    (tmp_path / "d/f").write_text("x")
    (tmp_path / "d/sub/f").write_text("x")
    before, since = Changes(tmp_path).folders(), later()
    subprocess.run(["sh", "-c", command], cwd=tmp_path, check=True)
    assert set(changed_since(tmp_path, since, before)) == changed


def test_a_folder_that_was_closed_counts_with_everything_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "d/sub").mkdir(parents=True)
    before, since = Changes(tmp_path).folders(), later()
    monkeypatch.setattr(os, "access", lambda path, mode: not path.endswith("/d"))
    assert changed_since(tmp_path, since, before) == (), "it was before"
    (tmp_path / "d").chmod(0o700)
    assert changed_since(tmp_path, since, before) == ("/d",)
    assert changed_since(tmp_path / "gone", since, before) == ("/",)
    assert Changes(tmp_path / "gone").folders() is None, "nothing is known of the folders in it"


def test_a_file_outside_is_never_changed_through_a_link(tmp_path: Path) -> None:
    outside, files = tmp_path / "outside", tmp_path / "files"
    outside.mkdir()
    files.mkdir()
    (outside / "sid").write_text("x")
    (outside / "sid").chmod(0o4755)
    (files / "link").symlink_to(outside)
    (files / "file").symlink_to(outside / "sid")
    before = look(files)
    assert settle(files, before) == ()
    assert bits(outside / "sid") == 0o4755


def test_what_is_gone_is_known(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "f").symlink_to("nowhere")
    assert Changes(tmp_path).missing(["/d/", "/f", "/f/x", "/g"]) == {"/f/x", "/g"}
