"""A story played on a terminal, by one person."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path

from tests.fakes.openai.script import Failure, Reply
from tests.fakes.openai.server import ScriptedModel
from tests.flows.surface import WITHIN
from tests.flows.terminal.screen import trying
from tests.flows.terminal.vt import read
from tests.gallery.counts import Count
from tests.gallery.html import tag
from tests.gallery.panels import Moment, Panel
from tests.gallery.stage import Told
from tests.gallery.terminal.cells import drawn, shown
from tests.gallery.terminal.program import InTheMorning
from tests.gallery.terminal.room import Room
from tests.gallery.workspace import WORKSPACE

COLUMNS = 96
WHO = "Bob"


class TerminalStage:
    ana = bob = cyd = dee = WHO

    def __init__(self, folder: Path) -> None:
        self._folder, self.files = folder, folder / "workspace" / "files"
        self.model = ScriptedModel()
        self.moments: list[Moment] = []
        self._before: list[str] = []
        self._introduction = 0
        """Lines that are there before anybody has said anything."""

    def plays(self, told: Told) -> None:
        asyncio.run(asyncio.wait_for(self._whole(told), 3 * WITHIN))

    async def _whole(self, told: Told) -> None:
        self.files.mkdir(parents=True)
        async with self.model:
            settings = WORKSPACE.format(model=self.model.base_url, cyd="slack:T1:UCYD")
            (self._folder / "workspace" / "workspace.yaml").write_text(settings)
            person = WHO.lower()
            more = {"USER": person, "LOGNAME": person, "OPENAI_API_KEY": "k", "PATH": os.environ["PATH"]}
            with trying(self._folder, more, columns=COLUMNS, starting=InTheMorning) as screen:
                await asyncio.to_thread(screen.below, "listens")
                self.screen, self.room = screen, Room(screen, self.model)
                self._before = list(map(read, shown(screen.cells)))
                self._introduction = sum(map(bool, self._before))
                await told(self)
        assert not self.model.unused

    def model_will(self, *steps: Reply | Failure) -> None:
        self.model.will(*steps)

    def passes(self, seconds: float) -> None:
        """Time is the program's own here."""

    async def looks_at_home(self, who: str) -> None:
        """There is none."""

    async def takes(self, caption: str) -> None:
        await self.room.rests()
        rows = list(shown(self.screen.cells))
        lines = list(map(read, rows))
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(lines, self._before, strict=False)))
        self.moments.append(Moment(caption, (Panel("", framed=tag("pre", drawn(rows[same:]), look="screen")),)))
        self._before = lines

    def counted(self) -> Count:
        return Count(sum(map(bool, self._before)) - self._introduction)


@contextmanager
def staged(folder: Path) -> Iterator[TerminalStage]:
    """A stage of its own."""
    yield TerminalStage(folder)
