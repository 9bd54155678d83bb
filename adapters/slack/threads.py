"""Looking in a thread for what we posted there: by key, since the answer to a post may have been lost."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from adapters.slack.calls import CallRefused, Calls
from adapters.slack.content import attached_files, is_by_app
from harness.chat.people import Place

EVENT_TYPE = "deskmate"
"""Of the metadata that every message of ours carries."""
PAGE = 200
CHANNEL_PAGES = 5
"""Pages of a channel's history that are looked through, newest first. A thread is looked through whole."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ours:
    """The messages that carry one key, by their number. `parts`: how many there should be. `unmarked`: later
    messages of ours that carry no key, oldest first; streams carry none before they are ended.
    """

    messages: dict[int, str]
    parts: int
    unmarked: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        return bool(self.messages) and set(range(self.parts)) <= set(self.messages)


def metadata(key: str, part: int = 0, parts: int = 1) -> Json:
    return {"event_type": EVENT_TYPE, "event_payload": {"key": key, "part": part, "parts": parts}}


class ThreadMessages:
    """The messages of a place, as Slack has them: all of a thread, or the latest of a channel."""

    def __init__(self, calls: Calls) -> None:
        self._calls, self._bot = calls, ""
        self._asking = asyncio.Lock()

    def told(self, bot: str) -> None:
        """Our bot's id is that one: it need not be asked for."""
        self._bot = bot

    async def ours(self, place: Place, key: str, unmarked: bool = False) -> Ours:
        """What is there of the message of that key; `unmarked` is looked for on demand. Raises ChatError."""
        messages: dict[int, str] = {}
        loose: list[str] = []
        parts = 1
        us = await self.us()
        async for message in self._messages(place):
            if message.get("bot_id") != us:
                continue
            payload = _payload(message)
            if payload.get("key") == key:
                messages.setdefault(int(payload.get("part") or 0), str(message["ts"]))
                parts = max(parts, int(payload.get("parts") or 1))
            elif unmarked and _plain(message):
                loose.append(str(message["ts"]))
        last = max(map(float, messages.values()), default=0.0)
        return Ours(messages, parts, tuple(sorted((ts for ts in loose if float(ts) > last), key=float)))

    async def files(self, place: Place) -> frozenset[str]:
        """The names of the files there. Raises ChatError."""
        names = [file.get("name") async for message in self._messages(place) for file in message.get("files") or ()]
        return frozenset(name for name in names if name)

    async def forwarded(self, place: Place, id: str) -> Json | None:
        """The file of that id from a forward in a person's message: an app could name any id. Raises ChatError."""
        async for message in self._messages(place):
            for file in () if is_by_app(message) else attached_files(message):
                if file.get("id") == id:
                    return dict(file)
        return None

    async def one(self, place: Place, message: str, within: float) -> Json | None:
        """One message of a thread; None if it is gone. Waits `within` seconds. Raises ChatError."""
        answer = await self._calls(
            "conversations.replies",
            lambda client: client.conversations_replies(
                channel=place.channel, ts=place.thread, oldest=message, latest=message, inclusive=True, limit=2
            ),
            patience=within,
        )
        return next((one for one in answer.get("messages") or () if one.get("ts") == message), None)

    async def before(self, place: Place, message: str, most: int) -> list[Json]:
        """The last `most` messages there that are older than that one, oldest first. Raises ChatError."""
        older = deque[Json](maxlen=most)
        async for each in self._messages(place):
            if _older(each, message):
                older.append(each)
        return sorted(older, key=lambda each: float(each["ts"]))

    async def last(self, place: Place, most: int) -> list[Json]:
        """The last `most` messages there, oldest first. Raises ChatError."""
        if place.thread:
            return list(deque([message async for message in self._messages(place)], maxlen=most))
        newest: list[Json] = []
        async for message in self._messages(place):  # a channel's come newest first
            newest.append(message)
            if len(newest) == most:
                break
        return newest[::-1]

    async def us(self) -> str:
        """Our bot's id: any app may mark its messages as we do ours. Raises ChatError."""
        async with self._asking:  # after a restart all threads want to know at once
            if not self._bot:
                answer = await self._calls("auth.test", lambda client: client.auth_test())
                self._bot = str(answer.get("bot_id") or "")
        return self._bot

    async def _messages(self, place: Place) -> AsyncIterator[Json]:
        cursor, pages = "", 0
        while True:
            answer = await self._page(place, cursor)
            for message in answer.get("messages") or ():
                yield message
            cursor, pages = (answer.get("response_metadata") or {}).get("next_cursor") or "", pages + 1
            if not cursor or (not place.thread and pages >= CHANNEL_PAGES):
                return

    async def _page(self, place: Place, cursor: str) -> Json:
        if not place.thread:
            return await self._calls(
                "conversations.history",
                lambda client: client.conversations_history(
                    channel=place.channel, limit=PAGE, include_all_metadata=True, cursor=cursor or None
                ),
            )
        try:
            return await self._calls(
                "conversations.replies",
                lambda client: client.conversations_replies(
                    channel=place.channel, ts=place.thread, limit=PAGE, include_all_metadata=True, cursor=cursor or None
                ),
            )
        except CallRefused as error:
            if error.code == "thread_not_found":
                return {}
            raise


def ours(message: Json, us: str) -> bool:
    """Did we post it, as the bot of that id?"""
    return bool(us) and message.get("bot_id") == us and bool(_payload(message))


def _older(message: Json, than: str) -> bool:
    try:
        return float(message.get("ts") or 0) < float(than)
    except ValueError:
        return False


def _plain(message: Json) -> bool:
    """Is it neither a notice, nor a file, nor marked by us?"""
    return not (message.get("subtype") or message.get("files") or _payload(message))


def _payload(message: Json) -> Json:
    carried = message.get("metadata") or {}
    payload = carried.get("event_payload") or {}
    return payload if carried.get("event_type") == EVENT_TYPE else {}
