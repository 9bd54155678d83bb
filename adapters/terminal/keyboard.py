"""A person's keyboard, by prompt_toolkit: they type while it works, and what is going on stands below the line."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from adapters.terminal.editor import Editor, EditorFailed
from adapters.terminal.keys import Interrupted, Left

if TYPE_CHECKING:
    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output
    from prompt_toolkit.patch_stdout import StdoutProxy

REFRESH = 0.25
"""Seconds between looks at the line below."""
PAUSE = 0.05
"""Seconds between two writings above the line: what is written together comes together, and nothing is seen late."""


class PromptKeyboard:
    """Fulfils `adapters.terminal.keys.Keyboard`. `status` is the line below, `editor` the person's; `input` and
    `output` are the terminal's unless they are given.
    """

    def __init__(
        self,
        status: Callable[[], str],
        editor: Editor,
        input: "Input | None" = None,
        output: "Output | None" = None,
    ) -> None:
        from prompt_toolkit import PromptSession

        self.editor = editor.name
        self._editor, self._edits = editor, False
        self._session: PromptSession[str] = PromptSession(
            bottom_toolbar=status, refresh_interval=REFRESH, input=input or _keys(), output=output
        )
        self._key: Exception | None = None
        """What was pressed while no line was being typed."""
        self._proxy: StdoutProxy | None = None
        self._begun: Callable[[], None] = lambda: None
        self._empty = True
        self._session.default_buffer.on_text_changed += self._changed

    async def line(self, prompt: str, default: str = "", begun: Callable[[], None] = lambda: None) -> str:
        several = "\n" in default
        self._begun, self._empty = begun, True
        hint = "(Esc, then Enter, ends it)\n" if several else ""
        try:
            return await self._session.prompt_async(
                f"{prompt}{hint}", default=default, multiline=several, handle_sigint=False, pre_run=self._press_late
            )
        except KeyboardInterrupt:
            raise Interrupted from None
        except EOFError:
            raise Left from None

    async def edit(self, prompt: str, text: str, suffix: str) -> str:
        app, tasks = self._session.app, list[asyncio.Task[None]]()

        async def edited() -> None:
            try:
                app.exit(result=await self._handed_over(text, suffix))
            except EditorFailed as failed:
                app.exit(exception=failed)

        def begin() -> None:
            if self._key:
                self._press_late()
            else:
                tasks.append(app.create_background_task(edited()))  # it ends with the prompt

        try:
            return await self._session.prompt_async(f"{prompt}({self.editor})", handle_sigint=False, pre_run=begin)
        finally:
            self._edits = False

    async def _handed_over(self, text: str, suffix: str) -> str:
        """The editor has the terminal to itself; what is written meanwhile is seen afterwards. Raises EditorFailed."""
        from prompt_toolkit.application import in_terminal
        from prompt_toolkit.input.vt100 import cooked_mode

        async with in_terminal():
            with cooked_mode(self._session.app.input.fileno()):
                self._edits = True
                return await self._editor.edit(text, suffix)

    def _changed(self, buffer: "Buffer") -> None:
        if self._empty and buffer.text:
            self._begun()
        self._empty = not buffer.text

    def press(self, key: Interrupted | Left) -> None:
        """As if that key had been pressed: for signals, which a terminal sends between two lines, and when it goes."""
        app = self._session.app
        if self._edits:  # Ctrl-C is the editor's; whoever leaves leaves that first
            if isinstance(key, Left):
                self._key = key
                self._editor.end()
        elif app.is_running and not app.is_done:
            app.exit(exception=key)
        else:
            self._key = key

    def _press_late(self) -> None:
        key, self._key = self._key, None
        if key:
            self._session.app.exit(exception=key)

    @contextmanager
    def above(self) -> Iterator[None]:
        """While it lasts, whatever is printed appears above the line that is being typed, and what is typed between
        two lines is for the next one: no key is the terminal's own.
        """
        from prompt_toolkit.patch_stdout import StdoutProxy, patch_stdout

        ours = StdoutProxy(sleep_between_writes=PAUSE, raw=True)
        with patch_stdout(), ours as self._proxy, self._session.app.input.raw_mode():
            try:
                yield
            finally:
                self._proxy = None

    def write(self, text: str) -> None:
        """A line or more, as it is: the caller has cleaned it, and its colours are seen. What others print has none."""
        print(text, file=self._proxy)


def _keys() -> "Input":
    """The terminal's. It is not handed back while something is printed, as prompt_toolkit does: a key that is pressed
    just then would be the terminal's own, and lost.
    """
    from prompt_toolkit.input.vt100 import Vt100Input

    class Keys(Vt100Input):
        def cooked_mode(self) -> AbstractContextManager[None]:
            return nullcontext()

    return Keys(sys.stdin)
