"""A channel of Slack with people in it, and what a story asks of it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from harness.chat.people import Place
from tests.fakes.openai.script import Failure, Reply
from tests.fakes.openai.server import Request, ScriptedModel
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Channel, Message, User, View
from tests.flows.surface import WITHIN as WITHIN
from tests.flows.surface import WORKING

T = TypeVar("T")


class Room:
    def __init__(self, slack: SlackEmulator, model: ScriptedModel, channel: Channel, files: Path) -> None:
        self.slack, self.model, self.channel, self.files = slack, model, channel, files
        self.root: Message | None = None
        self._asked = len(model.requests)
        self._shown: dict[str, View] = {}

    # What people do
    async def mentions(self, who: User, text: str) -> Message:
        """Opens the thread of this story."""
        self.root = await self.slack.says(who, self.channel, f"{self.slack.bot} {text}")
        return self.root

    async def writes(self, who: User, text: str) -> Message:
        """Directly: what the story is about from then on."""
        self.channel = self.slack.dm(who)
        self.root = await self.slack.says(who, self.channel, text)
        return self.root

    async def says_outside(self, who: User, text: str) -> Message:
        """In the channel, without a mention; returns once it has been dealt with."""
        said = await self.slack.says(who, self.channel, text)
        await self.slack.settled()
        return said

    async def says(self, who: User, text: str) -> Message:
        """In the thread, without a mention."""
        return await self.slack.says(who, self.channel, text, thread_ts=self.thread)

    async def addresses(self, who: User, text: str) -> Message:
        return await self.says(who, f"{self.slack.bot} {text}")

    async def clicks(self, who: User, card: Message, what: str, nth: int | None = None) -> None:
        """`nth`: on which row of a card, counted from 0."""
        await self.slack.clicks(who, card.ts, what, nth=nth)

    async def clicks_as_seen(self, who: User, card: Message, what: str) -> None:
        """Also if the button has gone since."""
        await self.slack.clicks(who, card.ts, what, as_seen=card)

    def comes_again(self, said: Message, times: int) -> None:
        """The event of a message, as Slack may repeat it."""
        for envelope in self.slack.events_of("app_mention", said):
            for _ in range(times):
                self.slack.redelivers(envelope)

    async def fills_in(
        self, who: User, card: Message, what: str, values: Mapping[str, Any], nth: int | None = None
    ) -> None:
        """Clicks a button that opens a form, and sends it filled in."""
        await self.sends(who, await self.opens(who, card, what, nth), values)

    async def opens(self, who: User, card: Message, what: str, nth: int | None = None) -> View:
        """Clicks a button that opens a form."""
        await self.slack.clicks(who, card.ts, what, nth=nth)
        return await self.until(lambda: self.slack.views.top(who.id))

    async def sends(self, who: User, form: View, values: Mapping[str, Any]) -> None:
        answer = await self.slack.submits(who, form, values)
        assert not answer.get("errors"), answer

    async def rates(self, who: User, answer: Message, good: bool) -> None:
        """By the thumbs below it."""
        await self.slack.rates(who, answer, good)

    async def dislikes(self, who: User, answer: Message) -> View:
        """By the thumb down below it: the form in which they say what was wrong."""
        await self.rates(who, answer, good=False)
        return await self.until(lambda: self.slack.views.top(who.id))

    async def invites(self, who: User, name: str) -> None:
        """Brings it into a new channel of that name."""
        channel = self.slack.channel(name, who, with_bot=False)
        self.slack.invites(who, self.slack.bot, channel)
        await self.until(lambda: any(not one.subtype for one in self.slack.posts(channel)))

    async def looks(self, who: User, card: Message, what: str) -> None:
        """Clicks a button that shows them something, which they close again."""
        self._shown[who.id] = await self.opens(who, card, what)

    async def closes(self, who: User) -> None:
        await self.slack.closes_view(who, self._shown.pop(who.id))

    # What the model does
    def model_will(self, *steps: Reply | Failure) -> None:
        self.model.will(*steps)

    async def asked(self, times: int) -> Request:
        """The nth request of this story."""
        return await self.model.asked(self._asked + times, within=WITHIN)

    @property
    def requests(self) -> int:
        return len(self.model.requests) - self._asked

    # What there is to see
    @property
    def thread(self) -> str:
        assert self.root
        return self.root.ts

    @property
    def place(self) -> Place:
        return Place("slack", self.slack.team.id, self.channel.id, self.thread)

    @property
    def posts(self) -> list[Message]:
        return self.slack.posts(self.channel, self.thread)

    @property
    def shown(self) -> list[str]:
        return [message.shown for message in self.posts]

    @property
    def replies(self) -> list[Message]:
        """Its posts but the one that a turn makes which takes long."""
        return [one for one in self.posts if not one.shown.startswith(WORKING)]

    async def card(self, about: str, nth: int = 0) -> Message:
        """The nth card of the thread on which `about` is to be read, with its buttons."""
        return await self.until(lambda: [m for m in self.posts if about in m.shown and m.controls][nth])

    async def card_for(self, who: User, about: str) -> Message:
        direct = self.slack.dm(who)
        return await self.until(
            lambda: next((m for m in self.slack.posts(direct) if about in m.shown and m.controls), None)
        )

    async def reads(self, text: str, within: float = WITHIN) -> Message:
        """Some message of ours in the thread, once it reads so."""
        return await self.until(lambda: next((m for m in self.posts if text in m.shown), None), within)

    async def told(self, who: User, text: str) -> str:
        """What only they see, once it reads so."""
        return (await self.ephemeral(who, text)).shown

    async def ephemeral(self, who: User, text: str) -> Message:
        """The last message of this story that only they see and that reads so."""
        return await self.until(
            lambda: next((m for m in reversed(self.slack.ephemerals(who)) if text in m.shown), None)
        )

    def ephemerals(self, who: User) -> list[str]:
        return [one.shown for one in self.slack.ephemerals(who)]

    def now(self, seen: Message) -> Message:
        """How it reads by now."""
        return self.slack.message(seen)

    @property
    def outside(self) -> list[Message]:
        """What we say in the channel, in no thread."""
        return [one for one in self.slack.posts(self.channel) if one.thread_ts in (None, one.ts)]

    def reactions(self, said: Message) -> set[str]:
        return set(self.slack.reactions(said))

    async def rests(self) -> None:
        """Nothing is shown to be going on, and every payload is acknowledged."""
        await self.until(lambda: not self._busy())
        await self.slack.settled()

    def _busy(self) -> bool:
        status = self.slack.status(self.channel, self.thread)
        return bool(status and status.text)

    async def until(self, true: Callable[[], T | None], within: float = WITHIN) -> T:
        return await self.slack.until(true, within)
