"""What a Shell promises, wherever commands run."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.toolbox.shell import LONGEST_OUTPUT, Completed, Shell, ShellError
from tests.fakes.clock import WITHIN
from tests.unit.adapters.sandboxes.processes import eventually

Made = Callable[[Path], Shell]
"""A shell on the files in that folder."""
TICKS = "while :; do echo . >>ticks; sleep 0.02; done"


def run(shell: Shell, command: str, timeout: float = 30.0) -> Completed:
    return asyncio.run(shell.run(command, timeout, lambda text: None))


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(WITHIN):
        while not true():  # noqa: ASYNC110 - a process tells nobody
            await asyncio.sleep(0.01)


def still(folder: Path) -> bool:
    """Does nothing of a command tick any more?"""

    def stands() -> bool:
        before = (folder / "ticks").stat().st_size
        time.sleep(0.15)
        return (folder / "ticks").stat().st_size == before

    return eventually(stands, WITHIN)


class ShellContract:
    """Subclasses give the fixture `made`."""

    def test_a_command_runs_in_the_folder_which_is_made_if_need_be_and_its_exit_code_is_told(
        self, made: Made, tmp_path: Path
    ) -> None:
        done = run(made(tmp_path / "files"), "echo one >a.txt; echo out; echo err >&2; exit 3")
        assert done == Completed(3, "out\nerr\n")
        assert (tmp_path / "files" / "a.txt").read_text() == "one\n"

    def test_what_is_in_the_files_is_there_and_what_it_changes_stays(self, made: Made, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("one\n")
        shell = made(tmp_path)
        assert run(shell, "cat a.txt && mv a.txt b.txt && mkdir c && echo two >c/d") == Completed(0, "one\n")
        assert run(shell, "cat b.txt c/d") == Completed(0, "one\ntwo\n")

    def test_there_is_nothing_to_read_from_stdin(self, made: Made, tmp_path: Path) -> None:
        assert run(made(tmp_path), "cat; read x || echo end") == Completed(0, "end\n")

    def test_what_it_says_is_handed_on_as_it_comes(self, made: Made, tmp_path: Path) -> None:
        async def main() -> None:
            said = asyncio.Queue[str]()
            command = "echo one; until [ -e go ]; do sleep 0.02; done; echo two"
            running = asyncio.ensure_future(made(tmp_path).run(command, 30, said.put_nowait))
            assert await said.get() == "one\n"
            assert not running.done()
            (tmp_path / "go").touch()
            assert await said.get() == "two\n"
            assert await running == Completed(0, "one\ntwo\n")

        asyncio.run(main())

    def test_long_output_keeps_both_ends(self, made: Made, tmp_path: Path) -> None:
        done = run(made(tmp_path), "echo first; yes | head -c 12000000; echo last")
        assert done.output.startswith("first\ny\n")
        assert done.output.endswith("y\nlast\n")
        assert "bytes of output are left out here]" in done.output
        assert len(done.output.encode()) < LONGEST_OUTPUT + 100

    def test_ten_gigabytes_of_output_are_not_waited_for(self, made: Made, tmp_path: Path) -> None:
        done = run(made(tmp_path), "head -c 10000000000 /dev/zero", 120)
        assert (done.exit_code, done.ended) == (137, "flooded")

    def test_a_command_that_ignores_sigterm_dies_in_time_with_all_that_it_started(
        self, made: Made, tmp_path: Path
    ) -> None:
        done = run(made(tmp_path), f"trap '' TERM; ({TICKS}) & {TICKS}", 0.5)
        assert (done.exit_code, done.ended) == (124, "timed-out")
        assert still(tmp_path)

    def test_what_is_left_in_the_background_ends_with_the_command_and_does_not_hold_it_up(
        self, made: Made, tmp_path: Path
    ) -> None:
        done = run(made(tmp_path), f"({TICKS}) & until [ -s ticks ]; do sleep 0.02; done; echo done", 60)
        assert done == Completed(0, "done\n")
        assert still(tmp_path)

    @pytest.mark.parametrize("trap", ["", "trap '' TERM; "])
    def test_cancelled_it_leaves_nothing_running(self, made: Made, tmp_path: Path, trap: str) -> None:
        async def main() -> None:
            said = asyncio.Event()
            command = f"{trap}({TICKS}) & until [ -s ticks ]; do sleep 0.02; done; echo ticks; {TICKS}"
            running = asyncio.ensure_future(made(tmp_path).run(command, 60, lambda text: said.set()))
            await said.wait()
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running

        asyncio.run(main())
        assert still(tmp_path)

    def test_in_the_background_it_says_what_it_has_said_by_now_and_how_it_ended(
        self, made: Made, tmp_path: Path
    ) -> None:
        async def main() -> None:
            begun = await made(tmp_path / "files").begin(
                "echo one; until [ -e go ]; do sleep 0.02; done; echo two; exit 3", 30
            )
            await until(lambda: begun.said() == "one\n")
            assert not begun.completed.done()
            (tmp_path / "files" / "go").touch()
            assert await begun.completed == Completed(3, "one\ntwo\n")
            assert begun.said() == "one\ntwo\n"

        asyncio.run(main())

    def test_in_the_background_its_time_is_over_at_last(self, made: Made, tmp_path: Path) -> None:
        async def main() -> Completed:
            return await (await made(tmp_path).begin(f"echo x; {TICKS}", 0.5)).completed

        assert asyncio.run(main()) == Completed(124, "x\n", "timed-out")
        assert still(tmp_path)

    @pytest.mark.parametrize("trap", ["", "trap '' TERM; "])
    def test_in_the_background_it_ends_once_it_is_cancelled_with_all_that_it_started(
        self, made: Made, tmp_path: Path, trap: str
    ) -> None:
        async def main() -> str:
            begun = await made(tmp_path).begin(
                f"{trap}({TICKS}) & until [ -s ticks ]; do sleep 0.02; done; echo x; {TICKS}", 60
            )
            await until(lambda: begun.said() == "x\n")
            begun.completed.cancel()
            await asyncio.wait({begun.completed})
            assert begun.completed.cancelled()
            return begun.said()

        assert asyncio.run(main()) == "x\n"
        assert still(tmp_path)

    def test_in_the_background_it_may_be_ended_before_it_has_taken_a_step(self, made: Made, tmp_path: Path) -> None:
        async def main() -> None:
            begun = await made(tmp_path).begin("touch begun", 60)
            begun.completed.cancel()
            await asyncio.wait({begun.completed})

        asyncio.run(main())
        assert not (tmp_path / "begun").exists()

    def test_in_the_background_what_cannot_be_started_says_so_at_once(self, made: Made, tmp_path: Path) -> None:
        async def main() -> None:
            with pytest.raises(ShellError, match="too long to start"):
                await made(tmp_path).begin("x" * 10_000_000, 1)

        asyncio.run(main())

    def test_commands_run_beside_each_other(self, made: Made, tmp_path: Path) -> None:
        async def main() -> list[Completed]:
            shell = made(tmp_path)
            commands = ("touch a; until [ -e b ]; do sleep 0.02; done", "touch b; until [ -e a ]; do sleep 0.02; done")
            return await asyncio.gather(*(shell.run(command, 30, lambda text: None) for command in commands))

        assert asyncio.run(main()) == [Completed(0, ""), Completed(0, "")]

    def test_a_command_that_cannot_be_started_says_why_and_nothing_of_where(self, made: Made, tmp_path: Path) -> None:
        with pytest.raises(ShellError, match="too long to start"):
            run(made(tmp_path), "x" * 10_000_000)
        (tmp_path / "file").write_text("")
        with pytest.raises(ShellError, match="could not be started") as error:
            run(made(tmp_path / "file"), "true")
        assert str(tmp_path) not in str(error.value)

    def test_git_runs_no_hooks_monitors_and_pagers(self, made: Made, tmp_path: Path) -> None:
        done = run(made(tmp_path), "git config --get-all core.hooksPath; git config core.fsmonitor; echo $GIT_PAGER")
        assert done.output == "/dev/null\nfalse\ncat\n"
