"""What runs in the background is held until its thread knows how it ended, and what it says is kept."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from harness.toolbox import background_commands
from harness.toolbox.background_commands import HELD_BACK, SHOWN, Ended, Look
from harness.toolbox.shell import Begun, ShellError
from harness.tools.changes import CommandEnd
from tests.fakes.clock import WITHIN
from tests.unit.harness.toolbox.behind import ID, THREAD, Behind, until

Scene = Callable[[Behind], Awaitable[None]]
WAITS = "until [ -e go ]; do sleep 0.02; done"


def play(scene: Scene, folder: Path, secret: str = "") -> None:
    async def main() -> None:
        behind = Behind(folder, secret)
        try:
            await scene(behind)
        finally:
            await behind.commands.close()

    asyncio.run(main())


async def before_and_after(behind: Behind) -> tuple[Look, Look]:
    """What is new now, and once it has gone on and ended."""
    look = await behind.commands.look(THREAD, ID)
    (behind.folder / "go").touch()
    await behind.over()
    rest = await behind.commands.look(THREAD, ID)
    assert look
    assert rest
    return look, rest


def test_it_runs_until_it_has_ended_and_its_thread_is_woken_until_it_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_commands, "WOKEN_EVERY", 0.02)

    async def scene(behind: Behind) -> None:
        await behind.begin(f"echo one; {WAITS}; echo two; exit 3")
        assert behind.commands.open(THREAD) == (ID,)
        assert behind.commands.open("another") == ()
        assert behind.commands.ended(THREAD, ID) is None
        (tmp_path / "go").touch()
        await behind.over()
        assert behind.commands.ended(THREAD, ID) == Ended("exited", 3)
        assert behind.commands.open(THREAD) == ()
        await until(lambda: len(behind.woken) > 2)
        behind.commands.told(THREAD, ID)
        await asyncio.sleep(0.05)
        known = len(behind.woken)
        await asyncio.sleep(0.1)
        assert behind.woken == [THREAD] * known
        assert await behind.kept() == "one\ntwo\n[exit code 3]"

    play(scene, tmp_path)


def test_a_thread_that_knows_of_no_such_command_is_not_woken_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_commands, "WOKEN_EVERY", 0.01)
    monkeypatch.setattr(background_commands, "WOKEN", 3)

    async def scene(behind: Behind) -> None:
        await behind.begin("exit 3")
        await until(lambda: len(behind.woken) == 3)
        await asyncio.sleep(0.1)
        assert len(behind.woken) == 3
        assert behind.commands.ended(THREAD, ID) == Ended("exited", 3), "whoever asks is told"

    play(scene, tmp_path)


def test_one_that_nobody_knows_is_lost(tmp_path: Path) -> None:
    async def scene(behind: Behind) -> None:
        assert behind.commands.ended(THREAD, ID) == Ended("lost")
        assert await behind.commands.end(THREAD, ID, "killed") == Ended("lost")
        assert await behind.commands.look(THREAD, ID) is None

    play(scene, tmp_path)


def test_a_look_shows_what_is_new_since_the_last_and_keeps_it(tmp_path: Path) -> None:
    async def scene(behind: Behind) -> None:
        await behind.begin(f"echo one; {WAITS}; echo two")
        await behind.has_said("one\n")
        behind.now += 60.0
        assert await behind.commands.look(THREAD, ID) == Look("one\n", 0, "command", 60.0, 30.0)
        assert await behind.kept() == "one\n"
        look = await behind.commands.look(THREAD, ID)
        assert look
        assert look.new == ""
        (tmp_path / "go").touch()
        await behind.over()
        assert await behind.commands.look(THREAD, ID) == Look("two\n", 0, "command", 60.0, 30.0, Ended("exited", 0))
        look = await behind.commands.look(THREAD, ID)
        assert look
        assert (look.new, look.ended) == ("", Ended("exited", 0))

    play(scene, tmp_path)


def test_what_a_look_could_not_show_is_new_at_the_next_and_of_two_at_once_one_shows_it(tmp_path: Path) -> None:
    async def scene(behind: Behind) -> None:
        await behind.begin(f"echo one; {WAITS}; echo two")
        await behind.has_said("one\n")
        looking = asyncio.ensure_future(behind.commands.look(THREAD, ID))
        await asyncio.sleep(0)
        looking.cancel()
        await asyncio.wait({looking})
        looks = await asyncio.gather(*(behind.commands.look(THREAD, ID) for _ in range(2)))
        assert [look.new for look in looks if look] == ["one\n", ""]

    play(scene, tmp_path)


def test_of_much_the_end_is_shown_and_all_is_kept(tmp_path: Path) -> None:
    async def scene(behind: Behind) -> None:
        await behind.begin(f"head -c {SHOWN + 5} /dev/zero | tr '\\0' x")
        await behind.over()
        look = await behind.commands.look(THREAD, ID)
        assert look
        assert (len(look.new), look.left_out) == (SHOWN, 5)
        assert len(await behind.kept() or "") == SHOWN + 5 + len("\n[exit code 0]")

    play(scene, tmp_path)


def test_where_the_middle_is_left_out_by_now_the_end_is_new(tmp_path: Path) -> None:
    said = ["a" * 50 + "b" * 50 + "\n", "a" * 50 + "…" + "c" * 49 + "\n"]

    async def scene(behind: Behind) -> None:
        completed = asyncio.get_running_loop().create_future()
        behind.commands.begin(THREAD, ID, lambda: Begun(completed, lambda: said[0]), 30.0, "")
        for text in said:
            said[0] = text
            look = await behind.commands.look(THREAD, ID)
            assert look
            assert look.new == text
            assert await behind.kept() == text

    play(scene, tmp_path)


def test_half_a_character_is_new_once_it_is_whole(tmp_path: Path) -> None:
    long = "a" * (HELD_BACK + 1)

    async def scene(behind: Behind) -> None:
        await behind.begin(f"printf '{long}\\303'; {WAITS}; printf '\\244b'")
        await behind.has_said(f"{long}\ufffd")
        look, rest = await before_and_after(behind)
        assert (look.new, rest.new) == (long, "äb")

    play(scene, tmp_path)


def test_what_is_no_text_is_shown_as_such_whatever_the_clock_says(tmp_path: Path) -> None:
    async def scene(behind: Behind) -> None:
        await behind.begin("printf 'a\\000b\\n'")
        behind.now -= 60.0
        await behind.over()
        look = await behind.commands.look(THREAD, ID)
        assert look
        assert (look.new, look.seconds) == ("a\ufffdb\n", 0.0)

    play(scene, tmp_path)


def test_what_is_secret_is_shown_in_no_part(tmp_path: Path) -> None:
    async def scene(behind: Behind) -> None:
        await behind.begin(f"echo it is; printf word-; {WAITS}; echo 4711; printf 'z%.0s' $(seq {SHOWN - 3})")
        await behind.has_said("it is\nword-")
        look, rest = await before_and_after(behind)
        assert look.new == "it is\n"
        assert "4711" not in rest.new
        assert len(rest.new) == SHOWN

    play(scene, tmp_path, "word-4711")


def test_what_is_secret_is_kept_nowhere(tmp_path: Path) -> None:
    async def scene(behind: Behind) -> None:
        await behind.begin("echo the word is word-4711")
        await behind.over()
        assert await behind.kept() == "the word is [masked: the key]\n[exit code 0]"

    play(scene, tmp_path, "word-4711")


def test_what_it_says_is_kept_now_and_then_though_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_commands, "KEPT_EVERY", 0.02)

    async def scene(behind: Behind) -> None:
        await behind.begin(f"echo one; {WAITS}")
        async with asyncio.timeout(30):
            while await behind.kept() != "one\n":  # noqa: ASYNC110 - a process tells nobody
                await asyncio.sleep(0.01)

    play(scene, tmp_path)


def test_its_end_waits_until_the_storage_has_what_it_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_commands, "RETRY", 0.02)

    async def scene(behind: Behind) -> None:
        behind.results.down = True
        await behind.begin("echo one")
        await behind.begun[ID].completed
        await behind.commands.look(THREAD, ID)
        await asyncio.sleep(0.1)
        assert behind.commands.ended(THREAD, ID) is None
        behind.results.down = False
        await behind.over()
        assert await behind.kept() == "one\n[exit code 0]"

    play(scene, tmp_path)


def test_one_whose_words_cannot_be_kept_at_all_ends_all_the_same_and_the_log_has_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(behind: Behind) -> None:
        behind.results.broken = True
        await behind.begin("echo one; sleep 60")
        await behind.has_said("one\n")
        async with asyncio.timeout(WITHIN):
            assert await behind.commands.end(THREAD, ID, "killed") == Ended("killed")
        assert "no such column" in caplog.text

    play(scene, tmp_path)


@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_ended_it_says_by_whom_and_what_has_ended_before_stays_so(tmp_path: Path, how: CommandEnd) -> None:
    async def scene(behind: Behind) -> None:
        await behind.begin("echo $$ >pid; sleep 60")
        await until((tmp_path / "pid").exists)
        assert await behind.commands.end(THREAD, ID, how) == Ended(how)
        await behind.begin("exit 3", "3.1.1")
        await behind.over("3.1.1")
        assert await behind.commands.end(THREAD, "3.1.1", "killed") == Ended("exited", 3)

    play(scene, tmp_path)


def test_its_time_is_over_at_last(tmp_path: Path) -> None:
    async def scene(behind: Behind) -> None:
        await behind.begin("sleep 60", limit=0.1)
        await behind.over()
        assert behind.commands.ended(THREAD, ID) == Ended("timed-out", 124)

    play(scene, tmp_path)


@pytest.mark.parametrize(
    ("error", "ended"), [(ShellError("no such image"), Ended("exited", 125)), (RuntimeError("broken"), Ended("lost"))]
)
def test_what_breaks_off_is_told_as_well(tmp_path: Path, error: Exception, ended: Ended) -> None:
    async def scene(behind: Behind) -> None:
        completed = asyncio.get_running_loop().create_future()
        behind.commands.begin(THREAD, ID, lambda: Begun(completed, lambda: "no such image"), 30.0, "")
        completed.set_exception(error)
        await behind.over()
        assert behind.commands.ended(THREAD, ID) == ended
        assert str(await behind.kept()).startswith("no such image\n[")

    play(scene, tmp_path)


def test_colors_and_frames_that_were_written_over_are_neither_shown_nor_kept(tmp_path: Path) -> None:
    async def scene(behind: Behind) -> None:
        await behind.begin("printf '1%%\\r2%%\\r\\033[32m100%%\\033[0m\\ndone\\n'")
        await behind.over()
        look = await behind.commands.look(THREAD, ID)
        assert look
        assert look.new == "100%\ndone\n"
        assert (await behind.kept() or "").startswith("100%\ndone\n[")

    play(scene, tmp_path)


def test_what_is_dropped_ends_alone_or_with_all_of_its_thread(tmp_path: Path) -> None:
    async def scene(behind: Behind) -> None:
        for id in ("1.1.0", "1.1.1", "1.1.2"):
            await behind.begin("sleep 60", id)
        await behind.begin("sleep 60", thread="another")
        behind.commands.drop(THREAD, "1.1.0")
        await until(lambda: "1.1.0" not in behind.commands.open(THREAD))
        assert behind.commands.open(THREAD) == ("1.1.1", "1.1.2")
        behind.commands.drop(THREAD)
        await until(lambda: not behind.commands.open(THREAD))
        assert await behind.kept("1.1.0") is None
        assert behind.woken == [], "nobody there knows of them"
        assert behind.commands.open("another") == (ID,)
        behind.commands.drop("nowhere")

    play(scene, tmp_path)


def test_at_the_end_of_the_program_all_end_and_no_thread_is_told_anything(tmp_path: Path) -> None:
    async def scene(behind: Behind) -> None:
        await behind.begin("trap '' TERM; echo one; while :; do echo . >>ticks; sleep 0.02; done")
        await until((tmp_path / "ticks").exists)
        await behind.commands.close()
        before = (tmp_path / "ticks").stat().st_size
        await asyncio.sleep(0.1)
        assert (tmp_path / "ticks").stat().st_size == before
        assert behind.woken == []
        assert behind.commands.ended(THREAD, ID) is None
        assert str(await behind.kept()).startswith("one\n[it was lost")
        with pytest.raises(ShellError, match="I am being stopped"):
            await behind.begin("true")

    play(scene, tmp_path)


def test_storage_that_is_down_does_not_hold_up_the_end_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_commands, "LEFT", 0.5)

    async def scene(behind: Behind) -> None:
        behind.results.down = True
        await behind.begin("sleep 60")
        async with asyncio.timeout(WITHIN):
            await behind.commands.close()

    play(scene, tmp_path)


def test_those_that_have_ended_are_remembered_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_commands, "REMEMBERED", 1)

    async def scene(behind: Behind) -> None:
        for id in ("1.1.0", "1.1.1"):
            await behind.begin("true", id)
            await until(lambda: not behind.commands.open(THREAD))
        assert await behind.commands.look(THREAD, "1.1.0") is None
        assert await behind.commands.look(THREAD, "1.1.1")

    play(scene, tmp_path)
