"""Places of one person alone: Slack names direct messages by an id that has to be asked for."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from adapters.slack.calls import Calls
from harness.chat.cards import Body, Text
from harness.chat.people import Person, Place
from harness.chat.port import Activity, Chat, ChatError, ChatLine, Receipt


class Directed:
    """A Chat that knows where a person is written to, and leaves the rest to `chat`."""

    def __init__(self, chat: Chat, calls: Calls) -> None:
        self._chat, self._calls = chat, calls
        self._channels: dict[str, str] = {}
        self._asking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By person. Whoever uses one holds a reference to it until then."""

    async def find(self, place: Place, key: str, live: bool = False) -> str | None:
        return await self._chat.find(await self._known(place), key, live)

    async def post(self, place: Place, key: str, body: Body) -> str:
        return await self._chat.post(await self._known(place), key, body)

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        await self._chat.update(await self._known(place), message, key, body)

    async def finish(self, place: Place, message: str) -> None:
        await self._chat.finish(await self._known(place), message)

    async def history(self, place: Place, before: str, most: int) -> Sequence[ChatLine]:
        return await self._chat.history(await self._known(place), before, most)

    async def tell(self, place: Place, to: Person, body: Text) -> None:
        await self._chat.tell(await self._known(place), to, body)

    async def react(self, place: Place, message: str, receipt: Receipt) -> None:
        await self._chat.react(await self._known(place), message, receipt)

    async def stream(self, place: Place, message: str, body: Text, key: str = "") -> None:
        try:
            known = await self._known(place)
        except ChatError:
            return
        await self._chat.stream(known, message, body, key)

    async def show(self, place: Place, activity: Activity) -> None:
        if not place.addressee:
            await self._chat.show(place, activity)

    async def _known(self, place: Place) -> Place:
        """Slack docs, conversations.open: the same id each time. Raises ChatError."""
        user = place.addressee
        if not user:
            return place
        lock = self._asking.setdefault(user, asyncio.Lock())
        async with lock:  # many threads may have something to tell the same person, all at once
            if user not in self._channels:
                answer = await self._calls("conversations.open", lambda client: client.conversations_open(users=user))
                self._channels[user] = str(answer["channel"]["id"])
        return replace(place, channel=self._channels[user])
