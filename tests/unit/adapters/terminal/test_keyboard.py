"""prompt_toolkit's keyboard, typed on through a pipe."""

import asyncio

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from adapters.terminal.gateway import Interrupted, Left
from adapters.terminal.keyboard import PromptKeyboard


def typed(keys: str, default: str = "") -> str:
    async def main() -> str:
        with create_pipe_input() as pipe:
            pipe.send_text(keys)
            keyboard = PromptKeyboard(lambda: "rests", pipe, DummyOutput())
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
            keyboard = PromptKeyboard(status, pipe, DummyOutput())
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
