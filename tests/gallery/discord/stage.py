"""A story played in Discord."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pytest

from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.discord.shape import Json
from tests.fakes.openai.script import Failure, Reply
from tests.fakes.slack.clock import Clock
from tests.flows.discord_house import DiscordDesk
from tests.flows.house import InProcess
from tests.gallery.clocks import by_the_minute, morning
from tests.gallery.counts import Count, counted
from tests.gallery.discord.screen import panels
from tests.gallery.stage import Camera, Told
from tests.gallery.workspace import PEOPLE, ROOM, WORKSPACE

_MESSAGE = re.compile(r"/channels/\d+/messages/\d+$")


class Desk(DiscordDesk):
    workspace, called = WORKSPACE, PEOPLE


class DiscordStage:
    def __init__(self, desk: Desk) -> None:
        self.desk, self.room, self.files = desk, desk.room(ROOM), desk.files
        self.ana, self.bob, self.cyd, self.dee = desk.ana, desk.bob, desk.cyd, desk.dee
        self._camera = Camera(lambda: panels(desk.discord), lambda: len(desk.discord.rest.calls))
        self.takes, self.moments = self._camera.takes, self._camera.moments

    @classmethod
    async def set_up(cls, desk: Desk) -> Self:
        return cls(desk)

    def plays(self, told: Told) -> None:
        self.desk.play(told(self))
        assert not self.desk.model.unused

    def model_will(self, *steps: Reply | Failure) -> None:
        self.room.model_will(*steps)

    def passes(self, seconds: float) -> None:
        self.desk.passes(seconds)
        self.desk.discord.clock.advance(seconds)

    async def looks_at_home(self, who: Json) -> None:
        """There is none."""

    def counted(self) -> Count:
        calls = self.desk.discord.rest.calls
        deleted = sum(call.method == "DELETE" and _MESSAGE.search(call.path) is not None for call in calls)
        return counted(panels(self.desk.discord), deleted)


@contextmanager
def staged(folder: Path) -> Iterator[DiscordStage]:
    """A stage of its own."""
    now = morning()
    with pytest.MonkeyPatch.context() as process:
        desk = Desk.open(folder, DiscordEmulator(Clock(by_the_minute(now))))
        with contextmanager(desk.live)(InProcess(now), process):
            yield desk.play(DiscordStage.set_up(desk))
