"""The Chat port on the emulator, in one thread of a channel, by a clock of our own."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from adapters.slack.calls import Calls
from adapters.slack.chat import SlackChat
from adapters.slack.pacer import Pacer
from adapters.slack.people import Names
from harness.chat.cards import Text
from harness.chat.people import Person, Place
from harness.loop.delivery import Delivery
from tests.fakes.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Channel, Message, User
from tests.unit.adapters.slack.rig import run


class Scene:
    def __init__(self, slack: SlackEmulator, ana: User, channel: Channel, said: Message) -> None:
        self.slack, self.ana, self.channel, self.said = slack, ana, channel, said
        self.clock = Clock()
        self.chat, self.calls = self._connected()

    def _connected(self) -> tuple[SlackChat, Calls]:
        calls = Calls(self.slack.bot_token, self.slack.api_url, Pacer(self.clock, self.clock.sleep))
        return SlackChat(calls, Names(calls, self.clock), self.clock, self.clock.sleep), calls

    async def close(self) -> None:
        await self.chat.close()
        await self.calls.close()

    async def crashes(self) -> None:
        """Nothing that goes on here reaches Slack any more; what is done from now on is done by the next process."""
        await self.calls.close()
        await self.chat.close()
        self.chat, self.calls = self._connected()

    @property
    def place(self) -> Place:
        return Place("slack", self.slack.team.id, self.channel.id, self.said.ts)

    @property
    def person(self) -> Person:
        return Person("slack", self.slack.team.id, self.ana.id)

    @property
    def posts(self) -> list[Message]:
        return self.slack.posts(self.channel, self.said.ts)

    @property
    def status(self) -> str:
        status = self.slack.status(self.channel, self.said.ts)
        return status.text if status else ""

    @property
    def session(self) -> str:
        session = self.slack.session(self.channel, self.said.ts)
        return session.status if session else ""

    def live(self, text: str) -> Text:
        """A reply to Ana that is being written."""
        return Text(text, live=True, to=self.person)

    def delivery(self) -> Delivery:
        async def at_once(seconds: float) -> None:
            await asyncio.sleep(0)

        return Delivery(self.chat, at_once)

    async def passes(self, seconds: int, step: int = 1) -> None:
        """Here and in Slack, so many seconds at a time, with all that happens meanwhile."""
        for _ in range(seconds // step):
            self.slack.clock.advance(step)
            await self.clock.advance(step)
            await self.quiet()

    async def quiet(self) -> None:
        """Until nothing is on its way to Slack."""
        calls = -1
        while calls != len(self.slack.calls):
            calls = len(self.slack.calls)
            await asyncio.sleep(0.01)

    def methods(self, *without: str) -> list[str]:
        return [call.method for call in self.slack.calls if call.method not in without]


def scene(test: Callable[[Scene], Awaitable[None]], **options: Any) -> None:
    async def main(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        channel = slack.channel("ops", ana)
        here = Scene(slack, ana, channel, await slack.says(ana, channel, "deploy"))
        try:
            await test(here)
        finally:
            await here.close()

    run(main, **options)
