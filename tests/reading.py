"""The command reader that tests share, so that equal commands are parsed once for each test process."""

from adapters.shell_parser.shfmt import installed
from harness.tools.shell_commands import Reading


class InlineReader:
    """A CommandReader on the real parser that starts no thread, for plays that count turns of the event loop."""

    def __call__(self, text: str) -> Reading:
        return READER(text)

    async def ahead(self, text: str) -> None:
        READER(text)


READER = installed()
INLINE = InlineReader()
