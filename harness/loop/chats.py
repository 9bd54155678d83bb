"""Several platforms behind one Chat: each place is spoken to by its own."""

from collections.abc import Mapping, Sequence

from harness.chat.cards import Body, Text
from harness.chat.people import Person, Place
from harness.chat.port import Activity, Chat, ChatLine, Receipt, Unreachable


class Chats:
    """Fulfils the port by `place.platform`. A platform that is not set up (any more) is Unreachable."""

    def __init__(self, chats: Mapping[str, Chat]) -> None:
        self._chats = chats

    async def find(self, place: Place, key: str, live: bool = False) -> str | None:
        return await self._of(place).find(place, key, live)

    async def post(self, place: Place, key: str, body: Body) -> str:
        return await self._of(place).post(place, key, body)

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        await self._of(place).update(place, message, key, body)

    async def finish(self, place: Place, message: str) -> None:
        await self._of(place).finish(place, message)

    async def history(self, place: Place, before: str, most: int) -> Sequence[ChatLine]:
        return await self._of(place).history(place, before, most)

    async def tell(self, place: Place, to: Person, body: Text) -> None:
        await self._of(place).tell(place, to, body)

    async def react(self, place: Place, message: str, receipt: Receipt) -> None:
        await self._of(place).react(place, message, receipt)

    async def stream(self, place: Place, message: str, body: Text, key: str = "") -> None:
        if place.platform in self._chats:
            await self._chats[place.platform].stream(place, message, body, key)

    async def show(self, place: Place, activity: Activity) -> None:
        if place.platform in self._chats:
            await self._chats[place.platform].show(place, activity)

    def _of(self, place: Place) -> Chat:
        chat = self._chats.get(place.platform)
        if chat is None:
            raise Unreachable(f"{place.platform} is not set up here")
        return chat
