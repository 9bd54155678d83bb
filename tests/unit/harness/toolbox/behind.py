"""Commands in the background, in a real shell."""

import asyncio
import os
from collections.abc import Callable, Mapping
from pathlib import Path

from adapters.sandboxes.unsandboxed import Unsandboxed
from harness.context.results import LargeTexts
from harness.sessions.journal import JournalUnavailable
from harness.toolbox.background_commands import BackgroundCommands
from harness.toolbox.shell import Begun, ShellError
from harness.tools.masks import Masking, Masks
from harness.tools.origins import COMMAND
from tests.fakes.clock import WITHIN
from tests.fakes.journal import MemoryJournal
from tests.fakes.results import MemoryResults

THREAD, ID = "t", "3.1.0"


class Storage(MemoryResults):
    """May be down, or not be what we take it for."""

    down = False
    broken = False

    async def sizes(self, thread: str) -> Mapping[str, int]:
        if self.down:
            raise JournalUnavailable("down")
        return await super().sizes(thread)

    async def keep(self, thread: str, name: str, text: str) -> None:
        if self.down:
            raise JournalUnavailable("down")
        if self.broken:
            raise RuntimeError("no such column")
        await super().keep(thread, name, text)


class Behind:
    """Those of one start of the program, with what they need."""

    def __init__(self, folder: Path, secret: str = "", boot: str = "b1") -> None:
        self.folder, self.results, self.woken, self.now = folder, Storage(), list[str](), 100.0
        self.begun: dict[str, Begun] = {}
        self.commands, large = BackgroundCommands("here", boot), LargeTexts()
        large.kept_in(self.results, MemoryJournal(lambda: self.now))
        self.shell = Unsandboxed(folder, {"PATH": os.environ["PATH"]}, grace=0.3)
        self.commands.works_with(large, self._masking(secret), self.woken.append, lambda: self.now)

    @staticmethod
    def _masking(secret: str) -> Masking:
        async def masking() -> Masks:
            return Masks({secret: "the key"} if secret else {})

        return masking

    async def begin(self, command: str, id: str = ID, limit: float = 30.0, thread: str = THREAD) -> None:
        begun = self.begun[id] = await self.shell.begin(command, limit)
        try:
            self.commands.begin(thread, id, lambda: begun, limit, COMMAND)
        except ShellError:
            begun.completed.cancel()
            raise

    async def has_said(self, text: str, id: str = ID) -> None:
        await until(lambda: self.begun[id].said() == text)

    async def kept(self, id: str = ID) -> str | None:
        return await self.results.text(THREAD, f"{id}.txt")

    async def over(self, id: str = ID, thread: str = THREAD) -> None:
        await until(lambda: self.commands.ended(thread, id) is not None)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(WITHIN):
        while not true():  # noqa: ASYNC110 - a process tells nobody
            await asyncio.sleep(0.01)
