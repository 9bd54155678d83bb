"""A chat that nothing is asked of."""

from collections.abc import Sequence

from harness.chat.cards import Body, Text
from harness.chat.people import Person, Place
from harness.chat.port import Activity, ChatLine, Receipt


class NullChat:
    """In which everything arrives at once, and is not kept."""

    async def find(self, place: Place, key: str, live: bool = False) -> str | None:
        return None

    async def post(self, place: Place, key: str, body: Body) -> str:
        return key

    async def update(self, place: Place, message: str, key: str, body: Body) -> None: ...
    async def finish(self, place: Place, message: str) -> None: ...
    async def history(self, place: Place, before: str, most: int) -> Sequence[ChatLine]:
        return ()

    async def tell(self, place: Place, to: Person, body: Text) -> None: ...
    async def react(self, place: Place, message: str, receipt: Receipt) -> None: ...
    async def stream(self, place: Place, message: str, body: Text, key: str = "") -> None: ...
    async def show(self, place: Place, activity: Activity) -> None: ...
