"""Channels and threads: what each is, and a thread for each place that has none yet."""

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from adapters.discord.calls import ARCHIVED, LACKING, LOCKED, THREAD_EXISTS, UNKNOWN_CHANNEL, CallRefused, Calls
from adapters.discord.limits import THREAD_NAME
from adapters.discord.parse import Channel, channel
from adapters.discord.text import cut, plain
from harness.chat.people import Place
from harness.chat.port import ChatError

log = logging.getLogger(__name__)

T = TypeVar("T")
MOST = 5_000


class Places:
    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._channels: OrderedDict[str, Channel] = OrderedDict()
        self._direct: dict[str, str] = {}
        self._roles: dict[str, str] = {}
        """Of apps, by their users: the role that is theirs alone."""

    def learn(self, payload: dict[str, Any]) -> None:
        """What Discord says of a channel, or of a server with all that are in it."""
        for role in payload.get("roles") or ():
            if user := (role.get("tags") or {}).get("bot_id"):
                self._roles[str(user)] = str(role["id"])
        guild = {"guild_id": payload["id"]} if "channels" in payload else {}
        for each in (*payload.get("channels", ()), *payload.get("threads", ())) if guild else (payload,):
            if each.get("id") and each.get("type") is not None:
                self._keep(channel({**guild, **each}))

    async def channel(self, id: str) -> Channel:
        """Raises ChatError."""
        if id not in self._channels:
            self._keep(channel(await self._calls("GET", "/channels/{channel_id}", at={"channel_id": id})))
        return self._channels[id]

    async def where(self, place: Place) -> str:
        """The id of the channel that its messages are in: a thread is one. Raises ChatError."""
        if place.thread:
            return place.thread
        user = place.addressee
        if not user:
            return place.channel
        if user not in self._direct:
            answer = await self._calls("POST", "/users/@me/channels", {"recipient_id": user})
            self._direct[user] = str(answer["id"])
        return self._direct[user]

    async def holding(self, place: Place, message: str) -> str:
        """The id of the channel that a message of the place is in: what a thread hangs on is in the thread's channel,
        but for a forum's posts. Raises ChatError.
        """
        if place.thread and message == place.thread and (await self.channel(place.channel)).kind != "forum":
            return place.channel
        return await self.where(place)

    async def within(self, place: Place, do: Callable[[str], Awaitable[T]]) -> T:
        """`do` in the place's channel, whose thread is begun, or opened again, if that is what it takes. Raises
        ChatError.
        """
        where = await self.where(place)
        try:
            return await do(where)
        except CallRefused as error:
            if place.thread and error.code == LACKING and await self._locked(where):
                raise CallRefused("what is said in a locked thread", error.status, LOCKED, str(error)) from error
            if not place.thread or error.code not in (UNKNOWN_CHANNEL, ARCHIVED):
                raise
            if error.code == UNKNOWN_CHANNEL:
                await self._begin(place)
            else:
                await self._calls("PATCH", "/channels/{channel_id}", {"archived": False}, at={"channel_id": where})
        return await do(where)

    async def _locked(self, thread: str) -> bool:
        """Discord docs, threads: in one that is locked only who may manage threads writes, and others lack that
        permission. It is asked for anew: whether it is locked changes.
        """
        try:
            found = await self._calls("GET", "/channels/{channel_id}", at={"channel_id": thread})
        except ChatError:
            return False
        return bool((found.get("thread_metadata") or {}).get("locked"))

    async def _begin(self, place: Place) -> None:
        """Named after the message that it hangs on. Discord docs: it has the id of that message."""
        at = {"channel_id": place.channel, "message_id": place.thread}
        starter = await self._calls("GET", "/channels/{channel_id}/messages/{message_id}", at=at)
        us, said = await self.us(), str(starter.get("content") or "")
        words = " ".join(plain(said, us, _named(starter), self._roles.get(us, "")).split())
        body = {"name": cut(words, THREAD_NAME) or "Conversation"}
        try:
            await self._calls("POST", "/channels/{channel_id}/messages/{message_id}/threads", body, at=at)
        except CallRefused as error:
            if error.code != THREAD_EXISTS:
                raise

    async def us(self) -> str:
        """The id of our user. Raises ChatError."""
        if "@me" not in self._direct:
            self._direct["@me"] = str((await self._calls("GET", "/users/@me"))["id"])
        return self._direct["@me"]

    def _keep(self, channel: Channel) -> None:
        self._channels[channel.id] = channel
        self._channels.move_to_end(channel.id)
        while len(self._channels) > MOST:
            self._channels.popitem(last=False)


def _named(message: dict[str, Any]) -> dict[str, str]:
    people = message.get("mentions") or ()
    return {str(one["id"]): str(one.get("global_name") or one.get("username")) for one in people}
