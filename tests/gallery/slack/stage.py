"""A story played in Slack."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pytest

from tests.fakes.openai.script import Failure, Reply
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import User
from tests.flows.house import Desk, InProcess
from tests.flows.surface import WITHIN
from tests.gallery.clocks import by_the_minute, morning
from tests.gallery.counts import Count, counted
from tests.gallery.slack.screen import panels
from tests.gallery.stage import Camera, Told
from tests.gallery.workspace import PEOPLE, ROOM, WORKSPACE


class SlackDesk(Desk):
    workspace, called = WORKSPACE, PEOPLE


class SlackStage:
    def __init__(self, desk: SlackDesk) -> None:
        self.desk, self.room, self.files = desk, desk.room(ROOM), desk.files
        self.ana, self.bob, self.cyd, self.dee = desk.ana, desk.bob, desk.cyd, desk.dee
        self._camera = Camera(lambda: panels(desk.slack), lambda: len(desk.slack.calls))
        self.takes, self.moments = self._camera.takes, self._camera.moments

    @classmethod
    async def set_up(cls, desk: SlackDesk) -> Self:
        return cls(desk)

    def plays(self, told: Told) -> None:
        self.desk.play(told(self))
        assert not self.desk.model.unused

    def model_will(self, *steps: Reply | Failure) -> None:
        self.room.model_will(*steps)

    def passes(self, seconds: float) -> None:
        self.desk.passes(seconds)
        self.desk.slack.clock.advance(seconds)

    async def looks_at_home(self, who: User) -> None:
        await self.desk.slack.opens_app(who, "home")
        await self.room.until(lambda: self.desk.slack.views.homes.get(who.id))

    def counted(self) -> Count:
        deleted = sum(call.ok for call in self.desk.slack.calls_of("chat.delete"))
        return counted(panels(self.desk.slack), deleted)


@contextmanager
def staged(folder: Path) -> Iterator[SlackStage]:
    """A stage of its own."""
    now = morning()
    slack = SlackEmulator(clock=Clock(by_the_minute(now)))
    slack.acknowledge_within = WITHIN
    with pytest.MonkeyPatch.context() as process:
        desk = SlackDesk.open(folder, slack=slack)
        with contextmanager(desk.live)(InProcess(now), process):
            yield desk.play(SlackStage.set_up(desk))
