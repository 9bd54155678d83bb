"""prompt_toolkit's keyboard, typed on through a pipe."""

import asyncio
import io
import os
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from adapters.terminal.editor import Editor, EditorFailed
from adapters.terminal.keyboard import PromptKeyboard
from adapters.terminal.keys import Interrupted, Left


def typed(keys: str, default: str = "") -> str:
    async def main() -> str:
        with create_pipe_input() as pipe:
            pipe.send_text(keys)
            keyboard = PromptKeyboard(lambda: "rests", Editor(), pipe, DummyOutput())
            with keyboard.above():
                return await keyboard.line("> ", default)

    return asyncio.run(main())


def test_a_line_is_what_was_typed_after_what_was_there() -> None:
    assert typed("hello\r") == "hello"
    assert typed(" more\r", "some") == "some more"


def test_several_lines_end_with_escape_and_enter() -> None:
    assert typed("x\x1b\r", "a\nb") == "a\nbx"


def test_ctrl_c_and_ctrl_d_are_keys() -> None:
    with pytest.raises(Interrupted):
        typed("\x03")
    with pytest.raises(Left):
        typed("\x04")


@pytest.mark.parametrize("key", [Interrupted(), Left()])
def test_a_signal_is_a_key_whether_a_line_is_being_typed_or_not(key: Interrupted | Left) -> None:
    async def main() -> None:
        drawn = asyncio.Event()

        def status() -> str:
            drawn.set()
            return "rests"

        with create_pipe_input() as pipe:
            keyboard = PromptKeyboard(status, Editor(), pipe, DummyOutput())
            keyboard.press(key)
            with pytest.raises(type(key)):
                await keyboard.line("> ")
            drawn.clear()
            typing = asyncio.create_task(keyboard.line("> "))
            await drawn.wait()
            keyboard.press(key)
            with pytest.raises(type(key)):
                await typing
            pipe.send_text("on\r")
            assert await keyboard.line("> ") == "on"

    asyncio.run(main())


def test_what_is_written_has_its_colours_and_what_others_print_has_none() -> None:
    screen = io.StringIO()

    async def main() -> None:
        with create_pipe_input() as pipe:
            output = Vt100_Output(screen, lambda: Size(24, 80))
            with create_app_session(pipe, output):
                keyboard = PromptKeyboard(lambda: "rests", Editor(), pipe, output)
                with keyboard.above():
                    keyboard.write("\x1b[32mours\x1b[0m")
                    print("\x1b[2Jtheirs")  # noqa: T201 - as whoever logs

    asyncio.run(main())
    assert "\x1b[32mours\x1b[0m" in screen.getvalue()
    assert "?[2Jtheirs" in screen.getvalue()


@pytest.mark.parametrize(("keys", "times"), [("ab\r", 1), ("\r", 0), ("a\x7fb\r", 2), ("a\x15\r", 1)])
def test_a_line_is_begun_with_its_first_character_and_anew_when_all_were_taken_away(keys: str, times: int) -> None:
    begun: list[str] = []

    async def main() -> None:
        with create_pipe_input() as pipe:
            keyboard = PromptKeyboard(lambda: "rests", Editor(), pipe, DummyOutput())
            for _ in range(2):
                pipe.send_text(keys)
                await keyboard.line("> ", begun=lambda: begun.append("begun"))

    asyncio.run(main())
    assert len(begun) == 2 * times


def test_what_stands_there_from_the_start_was_not_typed() -> None:
    begun: list[str] = []

    async def main() -> None:
        with create_pipe_input() as pipe:
            pipe.send_text("\r")
            await PromptKeyboard(lambda: "rests", Editor(), pipe, DummyOutput()).line(
                "> ", "there", lambda: begun.append("begun")
            )

    asyncio.run(main())
    assert not begun


def edited(*command: str) -> str:
    async def main() -> str:
        with create_pipe_input() as pipe:
            keyboard = PromptKeyboard(lambda: "rests", Editor(command), pipe, DummyOutput())
            with keyboard.above():
                return await keyboard.edit("text: ", "one\ntwo", ".md")

    return asyncio.run(main())


def test_a_text_is_as_the_editor_saved_it() -> None:
    assert edited("sed", "-i", "s/two/three/") == "one\nthree"
    with pytest.raises(EditorFailed):
        edited("false")


def test_what_is_written_while_the_editor_is_open_is_seen_afterwards(tmp_path: Path) -> None:
    opened, end = tmp_path / "opened", tmp_path / "end"
    os.mkfifo(opened)
    os.mkfifo(end)
    screen = io.StringIO()

    async def main() -> None:
        with create_pipe_input() as pipe:
            output = Vt100_Output(screen, lambda: Size(24, 80))
            with create_app_session(pipe, output):
                waits = Editor(("sh", "-c", f"echo > {opened}; read x < {end}"))
                keyboard = PromptKeyboard(lambda: "rests", waits, pipe, output)
                with keyboard.above():
                    editing = asyncio.create_task(keyboard.edit("text: ", "as it was", ".md"))
                    await asyncio.to_thread(opened.read_text)
                    keyboard.write("meanwhile")
                    keyboard.press(Interrupted())
                    before = screen.getvalue()
                    await asyncio.to_thread(end.write_text, "\n")
                    assert await editing == "as it was"
        assert "meanwhile" not in before

    asyncio.run(main())
    assert "meanwhile" in screen.getvalue()


def test_whoever_leaves_while_the_editor_is_open_ends_it_first(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    os.mkfifo(opened)

    async def main() -> None:
        with create_pipe_input() as pipe:
            waits = Editor(("sh", "-c", f"echo > {opened}; exec sleep 600"))
            keyboard = PromptKeyboard(lambda: "rests", waits, pipe, DummyOutput())
            editing = asyncio.create_task(keyboard.edit("text: ", "as it was", ".md"))
            await asyncio.to_thread(opened.read_text)
            keyboard.press(Left())
            with pytest.raises(EditorFailed):
                await editing
            with pytest.raises(Left):
                await keyboard.line("> ")

    asyncio.run(main())
