"""Plays the part of a person, where there is nobody to type: reads what it is shown, and answers it as most would."""

import asyncio
from collections.abc import Callable, Sequence

from adapters.terminal.chat import TerminalChat
from adapters.terminal.gateway import HERE
from adapters.terminal.parse import MenuItem
from harness.chat.events import ButtonClicked, MessageSent
from harness.chat.people import Person
from harness.loop.intake import Intake
from harness.sessions.display import DisplayState, RunEvent


class GuestGaveUp(Exception):
    """The conversation did not come to its end in time."""


class Guest:
    """Says `first`; while a command runs, says each of `meanwhile` once; takes the first item of every card."""

    def __init__(
        self,
        me: Person,
        chat: TerminalChat,
        intake: Intake,
        write: Callable[[str], None],
        ids: Callable[[], str],
        first: str,
        meanwhile: Sequence[str] = (),
    ) -> None:
        self._me, self._chat, self._intake, self._write, self._ids = me, chat, intake, write, ids
        self._first, self._meanwhile = first, list(meanwhile)
        self._moved, self._state = asyncio.Event(), DisplayState(status="working", mode="")
        self._answered: set[str] = set()

    def watch(self, thread: str, event: RunEvent | None, state: DisplayState) -> None:
        """To be subscribed to `harness.loop.activity_broadcaster.ActivityBroadcaster`."""
        self._state = state
        self._moved.set()

    async def converse(self, within: float) -> None:
        """Until the conversation rests again. Raises GuestGaveUp after `within` seconds."""
        try:
            async with asyncio.timeout(within):
                await self._say(self._first)
                while True:
                    self._moved.clear()  # before it looks: what moves meanwhile is looked at next
                    if await self._over():
                        return
                    await self._act()
                    await self._moved.wait()
        except TimeoutError:
            raise GuestGaveUp(f"nothing was finished within {within:g} s: it was {self._state.status}") from None

    async def _over(self) -> bool:
        session = await self._intake.reader.session(await self._intake.reader.thread(HERE))
        return session.turn is None and session.turns > 0 and not session.postings.outbox

    async def _act(self) -> None:
        if self._meanwhile and any(running.tool == "execute" for running in self._state.running):
            await self._say(self._meanwhile.pop(0))
        elif self._state.status == "waiting" and (item := self._next()):
            message = self._chat.menus.message_of(item)
            self._answered.add(message)
            self._write(f"\n> {self._chat.menus.typed(item)}   ({item.label})")
            event = ButtonClicked(self._ids(), HERE, self._me, item.token, message, selected=item.selected)
            await self._intake.receive(event)

    def _next(self) -> MenuItem | None:
        """The first item of the first card that it has not answered."""
        menus = self._chat.menus
        return next((item for item in menus.choices.values() if menus.message_of(item) not in self._answered), None)

    async def _say(self, text: str) -> None:
        id = self._ids()
        self._write(f"\n> {text}")
        self._chat.says(id, text)
        await self._intake.receive(MessageSent(id, HERE, self._me, text, id))
