"""What a person does at a keyboard, as the port by which it is read."""

from collections.abc import Callable
from typing import Protocol


class Interrupted(Exception):
    """Ctrl-C."""


class Left(Exception):
    """Ctrl-D."""


class Keyboard(Protocol):
    editor: str
    """The name of the person's editor; empty, if there is none."""

    async def line(self, prompt: str, default: str = "", begun: Callable[[], None] = lambda: None) -> str:
        """The next line. `begun` is called with its first character, anew if all of them were taken away. Raises
        Interrupted and Left.
        """

    async def edit(self, prompt: str, text: str, suffix: str) -> str:
        """The text as it was saved in the editor, in a file with that `suffix`. Raises EditorFailed and Left."""
