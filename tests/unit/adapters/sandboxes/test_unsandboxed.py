import asyncio
import os
import time
from pathlib import Path
from shutil import which

import pytest

from adapters.sandboxes.environment import PASSED_ON, git_settings
from adapters.sandboxes.running import FLOOD
from adapters.sandboxes.unsandboxed import Unsandboxed
from harness.toolbox.shell import LONGEST_OUTPUT, Completed, Hidden, Mount, Shell, ShellError
from tests.unit.adapters.sandboxes.processes import ended, pid_in

SECRETS = {
    "SLACK_BOT_TOKEN": "xoxb-1",
    "OPENAI_API_KEY": "sk-1",
    "DESKMATE_DATABASE_URL": "postgres://",
    "LD_PRELOAD": "x",
}


def shell(folder: Path, grace: float = 0.5) -> Shell:
    return Unsandboxed(folder, {"PATH": os.environ["PATH"]}, grace=grace)


def run(folder: Path, command: str, timeout: float = 30.0, grace: float = 0.5) -> Completed:
    return asyncio.run(shell(folder, grace).run(command, timeout, lambda text: None))


def test_a_command_runs_in_the_folder_which_is_made_if_need_be(tmp_path: Path):
    done = run(tmp_path / "files", "pwd; echo oops >&2; exit 3")

    assert done == Completed(3, f"{tmp_path}/files\noops\n")


def test_what_is_the_threads_own_is_found_by_a_variable(tmp_path: Path):
    (tmp_path / "own").mkdir()
    hidden = Hidden(beside=(Mount("/scratch", str(tmp_path / "own"), writable=True),))
    done = asyncio.run(shell(tmp_path / "files").run('echo x >"$SCRATCH/a"', 30, lambda text: None, hidden))
    assert done.exit_code == 0
    assert (tmp_path / "own" / "a").read_text() == "x\n"
    assert run(tmp_path, 'echo "[$SCRATCH]"').output == "[]\n"


def test_there_is_nothing_to_read_from_stdin(tmp_path: Path):
    assert run(tmp_path, "cat; read x || echo end") == Completed(0, "end\n")


def test_a_command_sees_no_secret_of_ours(tmp_path: Path):
    ours = {"HOME": "/home/x", "LANG": "C.UTF-8", "PATH": os.environ["PATH"], **SECRETS}
    unsandboxed = Unsandboxed(tmp_path, ours, {"GIT_TERMINAL_PROMPT": "0"})

    said = asyncio.run(unsandboxed.run("env", 30, lambda text: None)).output

    seen = dict(line.split("=", 1) for line in said.splitlines())
    git = {*git_settings()}
    assert set(seen) - git - {"PWD", "OLDPWD", "SHLVL", "_"} == {"HOME", "LANG", "PATH"}
    assert not set(PASSED_ON) & set(SECRETS)


def test_commands_are_found_even_if_we_have_no_path(tmp_path: Path):
    assert asyncio.run(Unsandboxed(tmp_path, {}).run("ls", 30, lambda text: None)).exit_code == 0


def test_what_it_says_is_handed_on_as_it_comes(tmp_path: Path):
    async def main() -> None:
        said = asyncio.Queue[str]()
        running = asyncio.ensure_future(
            shell(tmp_path).run("echo one; until [ -e go ]; do sleep 0.02; done; echo two", 30, said.put_nowait)
        )
        assert await said.get() == "one\n"
        assert not running.done()
        (tmp_path / "go").touch()
        assert await said.get() == "two\n"
        assert await running == Completed(0, "one\ntwo\n")

    asyncio.run(main())


def test_long_output_keeps_both_ends(tmp_path: Path):
    done = run(tmp_path, "echo first; yes | head -c 12000000; echo last")

    assert done.exit_code == 0
    assert done.output.startswith("first\ny\n")
    assert done.output.endswith("y\nlast\n")
    assert "bytes of output are left out here]" in done.output
    assert len(done.output.encode()) < LONGEST_OUTPUT + 100


def test_a_command_that_never_stops_talking_is_killed(tmp_path: Path):
    done = run(tmp_path, "yes $$", 60)

    assert (done.exit_code, done.ended) == (137, "flooded")
    assert ended(int(done.output.split("\n")[0]))
    assert FLOOD > 4 * LONGEST_OUTPUT


def test_a_command_that_takes_too_long_is_ended_and_may_say_its_last(tmp_path: Path):
    done = run(tmp_path, "echo $$ >pid; trap 'echo bye; exit' TERM; echo hello; while :; do sleep 0.02; done", 0.5, 10)

    assert (done.exit_code, done.ended) == (124, "timed-out")
    assert done.output.startswith("hello\n")
    assert done.output.endswith("bye\n")
    assert ended(pid_in(tmp_path / "pid"))


def test_a_command_that_will_not_end_is_killed(tmp_path: Path):
    done = run(tmp_path, "echo $$ >pid; trap '' TERM; while :; do sleep 0.02; done", 0.3, 0.1)

    assert done.ended == "timed-out"
    assert ended(pid_in(tmp_path / "pid"))


def test_what_is_left_in_the_background_ends_with_the_command_and_does_not_hold_it_up(tmp_path: Path):
    began = time.monotonic()

    done = run(
        tmp_path, "sleep 100 & echo $! >one; (trap '' TERM; sleep 100) >/dev/null 2>&1 & echo $! >two; echo done"
    )

    assert done == Completed(0, "done\n")
    assert time.monotonic() - began < 10
    assert ended(pid_in(tmp_path / "one"))
    assert ended(pid_in(tmp_path / "two"))


@pytest.mark.skipif(which("setsid") is None, reason="needs setsid(1)")
def test_one_that_has_left_the_group_and_holds_the_output_does_not_hold_up_the_command(tmp_path: Path):
    done = run(
        tmp_path, "setsid sh -c 'echo $$ >pid; exec sleep 20' & until [ -s pid ]; do sleep 0.02; done", grace=0.1
    )

    assert done == Completed(0, "")
    os.kill(pid_in(tmp_path / "pid"), 9)


def test_a_command_that_lets_go_of_its_output_is_waited_for(tmp_path: Path):
    assert run(tmp_path, "exec >/dev/null 2>&1; sleep 0.3; exit 4") == Completed(4, "")


@pytest.mark.parametrize("trap", ["", "trap '' TERM; "])
def test_cancelled_it_leaves_nothing_running(tmp_path: Path, trap: str):
    async def main() -> list[int]:
        command = f"{trap}echo $$ >leader; sleep 100 & echo $! >child; wait; sleep 100"
        running = asyncio.ensure_future(shell(tmp_path).run(command, 60, lambda text: None))
        pids = [await asyncio.to_thread(pid_in, tmp_path / name) for name in ("leader", "child")]
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        return pids

    assert all(ended(pid) for pid in asyncio.run(main()))


def test_cancelled_again_it_does_not_wait_for_grace(tmp_path: Path):
    async def main() -> int:
        command = "trap '' TERM; echo $$ >leader; while :; do sleep 0.02; done"
        running = asyncio.ensure_future(shell(tmp_path, grace=1000).run(command, 60, lambda text: None))
        pid = await asyncio.to_thread(pid_in, tmp_path / "leader")
        running.cancel()
        await asyncio.wait({running}, timeout=0.1)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        return pid

    assert ended(asyncio.run(main()))


def test_commands_run_beside_each_other(tmp_path: Path):
    async def main() -> list[Completed]:
        commands = ("touch a; until [ -e b ]; do sleep 0.02; done", "touch b; until [ -e a ]; do sleep 0.02; done")
        return await asyncio.gather(*(shell(tmp_path).run(command, 30, lambda text: None) for command in commands))

    assert asyncio.run(main()) == [Completed(0, ""), Completed(0, "")]


def test_a_command_that_cannot_be_started_says_why_and_nothing_of_where(tmp_path: Path):
    (tmp_path / "file").write_text("")

    with pytest.raises(ShellError, match="too long to start"):
        run(tmp_path, "x" * 10_000_000)
    with pytest.raises(ShellError, match="could not be started") as error:
        run(tmp_path / "file", "true")
    assert str(tmp_path) not in str(error.value)
