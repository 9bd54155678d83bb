"""The port by which a keyboard is read is fulfilled by the real one."""

from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from adapters.terminal.editor import Editor
from adapters.terminal.keyboard import PromptKeyboard
from adapters.terminal.keys import Keyboard


def test_a_persons_keyboard_says_which_editor_there_is() -> None:
    with create_pipe_input() as pipe:
        for editor, name in ((Editor(("/usr/bin/vi", "-n")), "vi"), (Editor(), "")):
            keyboard: Keyboard = PromptKeyboard(lambda: "rests", editor, pipe, DummyOutput())
            assert keyboard.editor == name
