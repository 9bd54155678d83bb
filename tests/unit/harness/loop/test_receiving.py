"""What people say is taken once, and whoever may not talk is told so, though not each time."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any

import pytest

from harness.chat.people import Person, Place
from harness.loop.receiving import TOLD_AGAIN, Receiver, try_owed
from harness.loop.task_set import TaskSet
from harness.sessions import facts as f
from harness.sessions.journal import JournalUnavailable
from tests.fakes.clock import settle
from tests.fakes.journal import MemoryCatalogue
from tests.laws.colleague import BOB, DEE
from tests.unit.adapters.slack.rig import Journal
from tests.unit.harness.commands.house import said
from tests.unit.harness.loop.test_commands import Desk
from tests.unit.harness.loop.test_intake import message


class Reception:
    """`told` is who was told what."""

    def __init__(self) -> None:
        self.journal = Journal()
        self.desk, self.now, self.told = Desk(self.journal), 0.0, list[tuple[str, str]]()
        self.tasks = TaskSet("Slack")
        self.receiver = Receiver(self.desk.intake, self.desk.commands, self._tell, self.tasks, lambda: self.now)

    async def _tell(self, place: Place, to: Person, text: str) -> None:
        self.told.append((to.user, text))


def at(act: Callable[[Reception], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(act(Reception()))


STRANGER = replace(DEE, member=False)


def test_what_is_said_is_in_the_journal():
    async def act(here: Reception) -> None:
        await here.receiver.take(message())
        assert isinstance(await here.desk.last(), f.MessageReceived)
        assert not here.told

    at(act)


def test_who_may_not_talk_is_told_so_once_an_hour():
    async def act(here: Reception) -> None:
        for number in range(3):
            await here.receiver.take(message(f"e{number}", by=STRANGER))
        await settle()
        assert len(here.told) == 1
        here.now = TOLD_AGAIN
        await here.receiver.take(message("e3", by=STRANGER))
        await settle()
        assert [who for who, _ in here.told] == [STRANGER.user] * 2

    at(act)


def test_a_command_that_comes_twice_is_answered_once():
    async def act(here: Reception) -> None:
        for _ in range(2):
            await here.receiver.take(said("help", BOB, id="c1"))
        await settle()
        assert [who for who, _ in here.told] == [BOB.user]

    at(act)


def test_a_command_that_could_not_be_done_is_done_when_it_comes_again():
    async def act(here: Reception) -> None:
        await here.desk.says(BOB, "deploy it")
        here.journal.away = True
        with pytest.raises(JournalUnavailable):
            await here.receiver.take(said("stop", BOB, id="c1"))
        here.journal.away = False
        await here.receiver.take(said("stop", BOB, id="c1"))
        assert isinstance(await here.desk.last(), f.StopRequested)

    at(act)


def test_a_control_of_the_platforms_own_is_answered_by_the_conversation():
    async def act(here: Reception) -> None:
        await here.desk.says(BOB, "deploy it")
        await here.receiver.take(said("stop", BOB), typed=False)
        await settle()
        assert isinstance(await here.desk.last(), f.StopRequested)
        assert not here.told

    at(act)


class Away(MemoryCatalogue):
    """One that cannot be asked who owes something."""

    async def owing(self, place: Place | None = None, team: str = "") -> Mapping[str, str]:
        raise JournalUnavailable("down")


def test_what_is_owed_is_left_to_its_time_where_it_cannot_be_known_now():
    journal = Journal()
    journal.index = Away(journal.threads, {})
    asyncio.run(try_owed(Desk(journal).intake))
