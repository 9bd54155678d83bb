"""What all have in common that run commands."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from adapters.sandboxes import bubblewrap, running
from adapters.sandboxes.aftermath import Before, settle
from adapters.sandboxes.bubblewrap import Bubblewrap
from adapters.sandboxes.guarded import Guarded
from adapters.sandboxes.programs import programs
from adapters.sandboxes.running import FLOOD
from harness.toolbox.shell import LONGEST_OUTPUT, Hidden
from tests.unit.adapters.sandboxes.confined import in_bubblewrap


def test_a_flood_is_more_than_is_kept() -> None:
    assert FLOOD > 4 * LONGEST_OUTPUT


@in_bubblewrap
@pytest.mark.parametrize("background", [False, True])
def test_nothing_before_or_after_a_command_holds_up_the_loop(
    tmp_path: Path, background: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A walk through the files, a look at the programs, processes to start and to reap."""
    on_loop = list[str]()

    def noted(of: object, name: str) -> None:
        was = getattr(of, name)

        def call(*arguments: Any, **more: Any) -> Any:
            if threading.current_thread() is threading.main_thread():
                on_loop.append(name)
            return was(*arguments, **more)

        monkeypatch.setattr(of, name, call)

    shell = Bubblewrap(tmp_path, {})
    for of, name in ((running, "look"), (running, "settle"), (bubblewrap, "mounts"), (bubblewrap, "programs")):
        noted(of, name)
    noted(bubblewrap, "Guarded")
    noted(Guarded, "_end_holder")

    async def main() -> None:
        if background:
            await (await shell.begin("true", 30)).completed
        else:
            await shell.run("true", 30, lambda text: None)

    asyncio.run(main())
    assert on_loop == []


@in_bubblewrap
def test_the_path_is_looked_through_once_until_something_there_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "opt/bin").mkdir(parents=True)
    (tmp_path / "opt/lib").mkdir()
    looked = list[str]()

    def noted(path: str, *more: Any) -> dict[str, str]:
        looked.append(path)
        return programs(path, *more)

    monkeypatch.setattr("adapters.sandboxes.bubblewrap.programs", noted)
    shell = Bubblewrap(tmp_path / "files", {"PATH": f"{tmp_path}/opt/bin:/usr/bin:/bin"})

    def says(command: str) -> str:
        return asyncio.run(shell.run(command, 30, lambda text: None)).output

    assert says(f"ls {tmp_path}/opt") == says(f"ls {tmp_path}/opt") == "bin\nlib\n"
    assert len(looked) == 1
    (tmp_path / "opt/lib").rmdir()
    (tmp_path / "opt/libexec").mkdir()
    assert says(f"ls {tmp_path}/opt") == "bin\nlibexec\n"
    assert len(looked) == 2


@in_bubblewrap
@pytest.mark.parametrize(("hidden", "walks"), [(Hidden(), 1), (Hidden(kept=("/",)), 0), (Hidden(kept=("/a",)), 1)])
def test_files_that_no_command_changes_are_not_walked_through_again(
    tmp_path: Path, hidden: Hidden, walks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    walked = list[Path]()

    def noted(folder: Path, before: Before) -> tuple[str, ...]:
        walked.append(folder)
        return settle(folder, before)

    monkeypatch.setattr("adapters.sandboxes.running.settle", noted)
    asyncio.run(Bubblewrap(tmp_path, {}).run("true", 30, lambda text: None, hidden))
    assert len(walked) == walks
