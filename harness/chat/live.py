"""Live messages: edited while they are not final, at their platform's pace, the latest text only."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from harness.chat.cards import Text
from harness.chat.people import Place
from harness.chat.port import ChatError

log = logging.getLogger(__name__)

REMEMBERED = 200
"""Finished messages that late edits are kept from."""

Send = Callable[[Place, str, Text], Awaitable[bool]]
"""Shows a text on a message; False if there is no room for that now. Raises ChatError."""


@dataclass(slots=True)
class _Line:
    place: Place
    text: Text
    sent: Text | None = None
    task: asyncio.Task[None] | None = None
    sending: asyncio.Lock = field(default_factory=asyncio.Lock)


class Live:
    def __init__(self, send: Send, sleep: Callable[[float], Awaitable[None]], every: float) -> None:
        """`every` is in seconds, between two edits of one message."""
        self._send, self._sleep, self._every = send, sleep, every
        self._lines: dict[str, _Line] = {}
        self._final: OrderedDict[str, None] = OrderedDict()

    def show(self, place: Place, message: str, text: Text) -> None:
        """Will be shown as soon as the pace allows, unless something newer comes, or the message is finished."""
        if message in self._final:
            return
        line = self._lines.setdefault(message, _Line(place, text))
        line.text = text
        if line.task is None or line.task.done():
            line.task = asyncio.create_task(self._keep_up(message, line))

    async def end(self, message: str) -> Text | None:
        """No edit of it comes after this returns. What was to be shown and was not; None if all was."""
        self._final[message] = None
        while len(self._final) > REMEMBERED:
            self._final.popitem(last=False)
        line = self._lines.pop(message, None)
        if line is None:
            return None
        async with line.sending:  # an edit on its way could arrive after the last one
            if line.task:
                line.task.cancel()
        if line.task:
            await asyncio.gather(line.task, return_exceptions=True)
        return line.text if line.text != line.sent else None

    async def close(self) -> None:
        for message in list(self._lines):
            await self.end(message)

    async def _keep_up(self, message: str, line: _Line) -> None:
        while line.text != line.sent:
            async with line.sending:
                text = line.text
                try:
                    if await self._send(line.place, message, text):
                        line.sent = text
                except ChatError as error:  # whoever finishes the message will hear of it
                    log.info("a live edit was lost: %s", error)
                    line.sent = text
                except Exception:
                    log.exception("a live edit failed")
                    line.sent = text
            await self._sleep(self._every)
