"""A channel of Discord, and what a story asks of it."""

import asyncio
import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from harness.chat.people import Place
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.discord.screen import control, controls, shown
from tests.fakes.discord.shape import Json
from tests.fakes.discord.state import Interaction
from tests.fakes.openai.script import Failure, Reply
from tests.fakes.openai.server import Request, ScriptedModel
from tests.flows.surface import WITHIN, WORKING

T = TypeVar("T")
QUIET = 0.2
"""Seconds without a call after which nothing is going on."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message as somebody saw it at one moment."""

    payload: Json

    @property
    def id(self) -> str:
        return str(self.payload["id"])

    @property
    def shown(self) -> str:
        return shown(self.payload)

    @property
    def controls(self) -> Sequence[str]:
        return controls(self.payload)


class Room:
    def __init__(self, discord: DiscordEmulator, model: ScriptedModel, channel: str) -> None:
        self.discord, self.model, self.channel = discord, model, channel
        self.where = ""
        """The channel that the story is in: a thread is one."""
        self._asked = len(model.requests)
        self._interactions = len(discord.state.interactions)
        self._since = len(discord.state.messages)

    # What people do
    async def mentions(self, who: Json, text: str) -> Message:
        said = Message(self.discord.says(who, self.channel, f"{self.discord.bot} {text}"))
        self.where = said.id
        return said

    async def writes(self, who: Json, text: str) -> Message:
        self.where = self.channel = str(self.discord.state.direct_with(who["id"])["id"])
        return await self.says(who, text)

    async def says(self, who: Json, text: str) -> Message:
        await self.until(lambda: self.where in self.discord.state.channels)
        return Message(self.discord.says(who, self.where, text))

    async def addresses(self, who: Json, text: str) -> Message:
        return await self.says(who, f"{self.discord.bot} {text}")

    async def says_outside(self, who: Json, text: str) -> Message:
        said = Message(self.discord.says(who, self.channel, text))
        await self.rests()
        return said

    async def clicks(self, who: Json, card: Message, what: str, nth: int | None = None) -> None:
        await self.until(lambda: self._presses(who, self.now(card), what, nth))

    async def clicks_as_seen(self, who: Json, card: Message, what: str) -> None:
        self._presses(who, card, what, None)

    async def fills_in(
        self, who: Json, card: Message, what: str, values: Mapping[str, Any], nth: int | None = None
    ) -> None:
        await self.sends(who, await self.opens(who, card, what, nth), values)

    async def opens(self, who: Json, card: Message, what: str, nth: int | None = None) -> Interaction:
        opened = self._presses(who, self.now(card), what, nth)
        await self.until(lambda: opened.modal)
        return opened

    async def sends(self, who: Json, form: Interaction, values: Mapping[str, Any]) -> None:
        self.discord.submits(who, form, {name: str(value) for name, value in values.items()})

    def _presses(self, who: Json, card: Message, what: str, nth: int | None) -> Interaction:
        """A button, or an option of a menu."""
        if control(card.payload, what, nth)["type"] == 2:
            return self.discord.clicks(who, card.payload, what, nth)
        return self.discord.chooses(who, card.payload, what, nth=nth)

    def comes_again(self, said: Message, times: int) -> None:
        for _ in range(times):
            self.discord.redelivers(said.payload)

    async def looks(self, who: Json, card: Message, what: str) -> None:
        """Presses what shows something to them alone."""
        pressed = self._presses(who, self.now(card), what, None)
        await self.until(lambda: pressed.private or pressed.modal)

    async def closes(self, who: Json) -> None:
        """Of that the app hears nothing."""

    # What the model does
    def model_will(self, *steps: Reply | Failure) -> None:
        self.model.will(*steps)

    async def asked(self, times: int) -> Request:
        return await self.model.asked(self._asked + times, within=WITHIN)

    @property
    def requests(self) -> int:
        return len(self.model.requests) - self._asked

    # What there is to see
    @property
    def place(self) -> Place:
        direct = self.where == self.channel
        return Place("discord", "" if direct else self.discord.state.guild, self.channel, "" if direct else self.where)

    @property
    def posts(self) -> list[Message]:
        """Of this story."""
        ours = list(self.discord.state.messages)[self._since :]
        return [Message(copy.deepcopy(one)) for one in self.discord.posts(self.where) if one["id"] in ours]

    @property
    def replies(self) -> list[Message]:
        """Its posts but the one that a turn makes which takes long."""
        return [one for one in self.posts if not one.shown.startswith(WORKING)]

    @property
    def outside(self) -> list[Message]:
        return [Message(copy.deepcopy(one)) for one in self.discord.posts(self.channel)]

    async def card(self, about: str, nth: int = 0) -> Message:
        return await self.until(lambda: [m for m in self.posts if about in m.shown and m.controls][nth])

    async def card_for(self, who: Json, about: str) -> Message:
        direct = self.discord.state.direct_with(who["id"])["id"]

        def found() -> Message | None:
            posts = (Message(copy.deepcopy(one)) for one in self.discord.posts(direct))
            return next((m for m in posts if about in m.shown and m.controls), None)

        return await self.until(found)

    async def reads(self, text: str, within: float = WITHIN) -> Message:
        return await self.until(lambda: next((m for m in self.posts if text in m.shown), None), within)

    async def told(self, who: Json, text: str) -> str:
        return (await self.ephemeral(who, text)).shown

    async def ephemeral(self, who: Json, text: str) -> Message:
        return await self.until(lambda: next((m for m in reversed(self._alone(who)) if text in m.shown), None))

    def ephemerals(self, who: Json) -> list[str]:
        return [one.shown for one in self._alone(who)]

    def _alone(self, who: Json) -> list[Message]:
        """Below what they pressed in this story, and written to them."""
        made = list(self.discord.state.interactions.values())[self._interactions :]
        found = [one for each in made if each.by == who["id"] for one in each.private]
        ours = list(self.discord.state.messages)[self._since :]
        direct = self.discord.state.direct.get(who["id"])
        if direct and direct != self.where:
            found += [one for one in self.discord.posts(direct) if one["id"] in ours]
        return [Message(one) for one in found]

    def now(self, seen: Message) -> Message:
        return Message(copy.deepcopy(self.discord.state.messages.get(seen.id, seen.payload)))

    def reactions(self, said: Message) -> set[str]:
        return set(self.discord.state.reactions.get(said.id, ()))

    async def rests(self) -> None:
        calls = -1
        while calls != len(self.discord.rest.calls):
            calls = len(self.discord.rest.calls)
            await asyncio.sleep(QUIET)

    async def until(self, true: Callable[[], T | None], within: float = WITHIN) -> T:
        return await self.discord.until(true, within)
