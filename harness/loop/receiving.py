"""What people say, as the gateways of all platforms take it: into the journal, or to be answered, once. Whoever may not
talk is told so.
"""

import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from harness.chat.events import ChatEvent, CommandInvoked
from harness.chat.people import Person, Place
from harness.loop.clock import Now
from harness.loop.commands import Commands
from harness.loop.intake import Intake
from harness.loop.recent import Recent
from harness.loop.refusals import NotAdmitted
from harness.loop.task_set import TaskSet
from harness.sessions.journal import JournalUnavailable

log = logging.getLogger(__name__)

REMEMBERED = 2_000
"""Commands that are not answered again."""
TOLD_AGAIN = 3_600.0
"""Seconds between two times that somebody who may not talk is told so."""
Tell = Callable[[Place, Person, str], Coroutine[Any, Any, None]]


class Receiver:
    """`tell` says something to one person where they said theirs. That goes on in `tasks`: nothing that is said waits
    for it. `now` is in seconds.
    """

    def __init__(
        self, intake: Intake, commands: Commands, tell: Tell, tasks: TaskSet, now: Now = time.monotonic
    ) -> None:
        self._intake, self._commands, self._tell = intake, commands, tell
        self._tasks, self._now = tasks, now
        self._invoked = Recent[None](REMEMBERED)
        """Commands that were answered, by their ids."""
        self._refused: dict[str, float] = {}
        """When somebody was told last that they may not talk."""

    async def take(self, said: ChatEvent, typed: bool = True) -> None:
        """`typed`: a command is one in words, which is answered; else a control of the platform's own gave it, and the
        conversation says what comes of it. Raises JournalUnavailable.
        """
        try:
            if typed and isinstance(said, CommandInvoked):
                await self._invoke(said)
            else:
                await self._intake.receive(said)
        except NotAdmitted as refused:
            if self._is_to_be_told(said.by):
                self._tasks.begin(self._tell(said.place, said.by, str(refused)))

    async def _invoke(self, said: CommandInvoked) -> None:
        """A platform may tell of one message twice: it counts as taken only when it is. Raises JournalUnavailable and
        NotAdmitted.
        """
        if said.id in self._invoked:
            return
        answer = await self._commands.invoke(said)
        self._invoked.note(said.id, None)
        if answer:
            self._tasks.begin(self._tell(said.place, said.by, answer))

    def _is_to_be_told(self, by: Person) -> bool:
        now = self._now()
        self._refused = {who: told for who, told in self._refused.items() if now - told < TOLD_AGAIN}
        if by.id in self._refused:
            return False
        self._refused[by.id] = now
        return True


async def try_owed(intake: Intake, place: Place | None = None) -> None:
    """What is owed there, or to the whole team, is tried at once if that can be known now, else when its time comes."""
    try:
        await intake.opened(place)
    except JournalUnavailable as error:
        log.warning("undelivered posts wait for their next try: %s", error)
