"""One person at a terminal, as a story wants them."""

import asyncio
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from tests.fakes.openai.server import Request, ScriptedModel
from tests.flows.surface import WITHIN
from tests.flows.terminal.screen import Screen
from tests.gallery.stage import QUIET

T = TypeVar("T")
_FRAME = re.compile(r"[│┌└▪╭╰─╮╯]")
_CHOICE = re.compile(r"(?m)^[│ ]*(\d+)  (\S.*?)[ │]*$")


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands there from where something was to be read; `choices` are its numbers by what they do."""

    since: int
    text: str

    @property
    def shown(self) -> str:
        return _plain(self.text)

    @property
    def choices(self) -> list[tuple[str, str]]:
        return [(label, number) for number, label in _CHOICE.findall(self.text)]

    @property
    def controls(self) -> list[str]:
        return [label for label, _ in self.choices]


class Room:
    """Whoever a story names is the one who sits there. What is shown is read as one text, however it is broken."""

    def __init__(self, screen: Screen, model: ScriptedModel) -> None:
        self.screen, self.model = screen, model
        self._seen = 0

    async def mentions(self, who: str, text: str) -> None:
        self._types(text)

    async def says(self, who: str, text: str) -> None:
        self._types(text)

    async def addresses(self, who: str, text: str) -> None:
        self._types(f"/{text}")

    async def clicks(self, who: str, card: Shown, what: str, nth: int | None = None) -> None:
        numbers = [number for label, number in self.now(card).choices if label == what]
        self._types(numbers[nth or 0])

    async def opens(self, who: str, card: Shown, what: str, nth: int | None = None) -> None:
        """What is to be filled in is asked below."""
        await self.clicks(who, card, what, nth)
        await self.rests()

    async def sends(self, who: str, form: None, values: Mapping[str, Any]) -> None:
        """In the order in which it asks; what it asks besides is left as it stands."""
        for value in values.values():
            self._types(str(value))
            await self.rests()
        while not self.screen.text.rstrip().endswith("\n>"):
            self._types("")
            await self.rests()

    async def fills_in(
        self, who: str, card: Shown, what: str, values: Mapping[str, Any], nth: int | None = None
    ) -> None:
        await self.opens(who, card, what, nth)
        await self.sends(who, None, values)

    async def asked(self, times: int) -> Request:
        return await self.model.asked(times, within=WITHIN)

    async def card(self, about: str, nth: int = 0) -> Shown:
        """What stands below what was read before, whole, once that is to be read there and something to choose."""
        found = await self.until(lambda: self._found(about, with_choices=True))
        await self.rests()
        return self.now(found)

    async def reads(self, text: str, within: float = WITHIN) -> Shown:
        return await self.until(lambda: self._found(text), within)

    def now(self, seen: Shown) -> Shown:
        return Shown(seen.since, self.screen.text[seen.since :])

    async def rests(self) -> None:
        """Nothing more is written, but for the line below, which goes on to say that it waits."""
        before = None
        while before != self.screen.text:
            before, until = self.screen.text, time.monotonic() + QUIET
            while (left := until - time.monotonic()) > 0:
                await asyncio.to_thread(self.screen.reads, left)

    async def until(self, true: Callable[[], T | None], within: float = WITHIN) -> T:
        """Looked at again whenever something is written."""
        async with asyncio.timeout(within):
            while not (value := true()):
                await asyncio.to_thread(self.screen.reads, 0.2)
        return value

    def _found(self, about: str, with_choices: bool = False) -> Shown | None:
        shown = Shown(self._seen, self.screen.text[self._seen :])
        return shown if about in shown.shown and (shown.choices or not with_choices) else None

    def _types(self, line: str) -> None:
        """What stands there by then has been read."""
        self._seen = len(self.screen.text.rstrip())
        self.screen.types(line)


def _plain(text: str) -> str:
    return " ".join(_FRAME.sub(" ", text).split())
