"""A person's keyboard, by prompt_toolkit: they type while it works, and what is going on stands below the line."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from adapters.terminal.gateway import Interrupted, Left

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output


class PromptKeyboard:
    """Fulfils `adapters.terminal.gateway.Keyboard`. `status` is the line below; `input` and `output` are the terminal's
    unless they are given.
    """

    def __init__(self, status: Callable[[], str], input: "Input | None" = None, output: "Output | None" = None) -> None:
        from prompt_toolkit import PromptSession

        self._session: PromptSession[str] = PromptSession(
            bottom_toolbar=status, refresh_interval=0.5, input=input, output=output
        )

    async def line(self, prompt: str, default: str = "") -> str:
        several = "\n" in default
        hint = "(Esc then Enter ends it) " if several else ""
        try:
            return await self._session.prompt_async(
                f"{prompt}{hint}", default=default, multiline=several, handle_sigint=False
            )
        except KeyboardInterrupt:
            raise Interrupted from None
        except EOFError:
            raise Left from None

    @contextmanager
    def above(self) -> Iterator[None]:
        """While it lasts, whatever is printed appears above the line that is being typed."""
        from prompt_toolkit.patch_stdout import patch_stdout

        with patch_stdout(raw=True):
            yield
