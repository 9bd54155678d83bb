"""Other channels, threads and people of the workspace, as far as whoever asks can see them."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from adapters.slack.calls import CallRefused, Calls
from adapters.slack.chat import SlackChat
from adapters.slack.members import FullMembers
from adapters.slack.people import Names
from adapters.slack.threads import ThreadMessages
from harness.chat.cards import Text
from harness.chat.people import Person, Place
from harness.chat.port import ChatLine, NotThere
from harness.chat.rooms import Named
from harness.loop.clock import Now

Json = dict[str, Any]
Call = Callable[[Any], Awaitable[Any]]

LINK = re.compile(r"https://[^/\s]+/archives/([CDG][A-Z0-9]+)/p(\d{10})(\d{6})(?:\?(?:[^\s#]*&)?thread_ts=([\d.]+))?")
"""Slack docs, chat.getPermalink: the channel, the message, and the thread that it is in."""
TAG = re.compile(r"<([#@])([A-Z0-9]+)(?:\|[^>]*)?>")
KEPT = 600.0
"""Seconds for which the list of channels is not asked for again."""
KNOWN = 5.0
"""Seconds for which what a channel is like is not asked again: as long as one look at it takes."""
KNOWN_CHANNELS = 1_000
"""Maximum number of channels whose publicity is remembered."""
PAGE = 200
PAGES = 50


class SlackRooms:
    """Fulfils `harness.chat.rooms.Rooms`."""

    def __init__(self, calls: Calls, names: Names, chat: SlackChat, now: Now) -> None:
        self._calls, self._names, self._chat, self._now = calls, names, chat, now
        self._threads, self._full = ThreadMessages(calls), FullMembers(calls, now)
        self._channels: dict[str, str] = {}
        self._until = 0.0
        self._infos: dict[str, tuple[Json, float]] = {}
        """By channel, each until it is to be asked again."""
        self._publicity: dict[str, tuple[bool, float]] = {}
        """By channel: True if each full member can see it, and the time until which that counts."""
        self._listing = asyncio.Lock()

    async def find(self, named: str, reader: Person) -> Place:
        named, thread = named.strip(), ""
        if link := LINK.search(named):
            channel, thread = link[1], link[4] or f"{link[2]}.{link[3]}"
        elif named.startswith("@") or ((tag := TAG.fullmatch(named)) and tag[1] == "@") or _is_person(named):
            return Place("slack", reader.team, await self._direct(named))
        else:
            tag = TAG.fullmatch(named)
            channel = tag[2] if tag else named if re.fullmatch("[CG][A-Z0-9]{5,}", named) else await self._named(named)
        await self._visible(channel, reader, named)
        return Place("slack", reader.team, channel, thread)

    async def named(self, place: Place) -> Named:
        if user := place.addressee:
            return Named(user, f"@{(await self._names.of([user])).get(user, user)}")
        info = await self._info(place.channel, place.channel)
        if not info.get("is_im"):
            return Named(place.channel, f"#{info.get('name') or place.channel}")
        user = str(info.get("user") or place.channel)
        return Named(user, f"@{(await self._names.of([user])).get(user, user)}")

    async def shown(self, place: Place, where: Place) -> bool:
        if place.channel == where.channel:
            return True
        info = await self._info(place.channel, place.channel)
        if info.get("is_im"):
            return False
        if where.channel.startswith("D"):
            return True
        return not _private(info) and await self._all_see(place.channel, where.channel)

    async def sees(self, person: Person, place: Place) -> bool:
        if place.addressee:
            return place.addressee == person.user
        if not person.user:
            return await self._public(place.channel)
        try:
            await self._visible(place.channel, person, place.channel)
        except NotThere:
            return False
        return True

    async def read(self, place: Place, most: int) -> Sequence[ChatLine]:
        try:
            said = await self._threads.last(place, most)
        except CallRefused as error:
            if error.code == "not_in_channel":
                raise NotThere("I am not in that channel; somebody has to invite me first") from error
            raise
        return await self._chat.lines(said)

    async def zone(self, person: Person) -> str:
        return await self._names.zone(person.user)

    async def post(self, place: Place, key: str, text: str) -> None:
        if await self._chat.find(place, key) is None:
            await self._chat.post(place, key, Text(text))

    async def _public(self, channel: str) -> bool:
        """True if each full member can see the channel; asks again after KEPT seconds. False without a channel."""
        known = self._publicity.get(channel)
        if known is None or known[1] <= self._now():
            try:
                public = not _private(await self._info(channel, channel))
            except NotThere:
                return False
            known = self._publicity[channel] = public, self._now() + KEPT
            while len(self._publicity) > KNOWN_CHANNELS:
                del self._publicity[next(iter(self._publicity))]
        return known[0]

    async def _visible(self, channel: str, reader: Person, named: str) -> None:
        """Public channels are everybody's who is a full member; others are their members'. Raises NotThere."""
        info = await self._info(channel, named)
        if not _private(info) and reader.member:
            return
        if info.get("is_im"):
            seen = info.get("user") == reader.user
        else:
            seen = await self._in(channel, reader.user)
        if not seen:
            raise _not_there(named)

    async def _info(self, channel: str, named: str) -> Json:
        """What the channel is like, a moment ago or now. Raises NotThere."""
        now = self._now()
        self._infos = {id: known for id, known in self._infos.items() if known[1] > now}
        if channel in self._infos:
            return self._infos[channel][0]
        try:
            answer = await self._calls("conversations.info", lambda client: client.conversations_info(channel=channel))
        except CallRefused as error:
            if error.code in ("channel_not_found", "missing_scope", "not_in_channel"):
                raise _not_there(named) from error
            raise
        info: Json = answer["channel"]
        self._infos[channel] = info, now + KNOWN
        return info

    async def _all_see(self, channel: str, where: str) -> bool:
        """Does everybody there see that public channel: as a full member, or being in it as a guest is?"""
        others = await self._full.others([user async for user in self._everybody(where)])
        return not others or others <= {user async for user in self._everybody(channel)}

    async def _in(self, channel: str, user: str) -> bool:
        async for one in self._everybody(channel):
            if one == user:
                return True
        return False

    async def _everybody(self, channel: str) -> AsyncIterator[str]:
        cursor = ""
        for _ in range(PAGES):
            answer = await self._calls("conversations.members", _members(channel, cursor))
            for user in answer.get("members") or ():
                yield str(user)
            cursor = (answer.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor:
                return

    async def _named(self, named: str) -> str:
        """The id of the channel of that name. Raises NotThere."""
        name = named.removeprefix("#").casefold()
        async with self._listing:
            if name not in self._channels or self._now() >= self._until:
                await self._list()
        if name not in self._channels:
            raise _not_there(named)
        return self._channels[name]

    async def _list(self) -> None:
        found, cursor = dict[str, str](), ""
        for _ in range(PAGES):
            answer = await self._calls("conversations.list", _channels(cursor))
            found |= {str(each["name"]).casefold(): str(each["id"]) for each in answer.get("channels") or ()}
            cursor = (answer.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor:
                break
        self._channels, self._until = found, self._now() + KEPT

    async def _direct(self, named: str) -> str:
        """The direct messages with that person. Raises NotThere."""
        tag = TAG.fullmatch(named)
        user = tag[2] if tag else named if _is_person(named) else self._called(named)
        try:
            answer = await self._calls("conversations.open", lambda client: client.conversations_open(users=user))
        except CallRefused as error:
            if error.code in ("user_not_found", "users_not_found", "cannot_dm_bot", "user_disabled"):
                raise _not_there(named) from error
            raise
        return str(answer["channel"]["id"])

    def _called(self, named: str) -> str:
        """The one who is called so, of those that are known. Raises NotThere."""
        known = self._names.called(named.removeprefix("@"))
        if len(known) > 1:
            raise NotThere(f"several people are called {named}: use the id of one, which is {' or '.join(known)}")
        if not known:
            raise NotThere(f"I know nobody by the name {named}: use their id, like U024BE7LH")
        return known[0]


def _members(channel: str, cursor: str) -> Call:
    return lambda client: client.conversations_members(channel=channel, limit=PAGE, cursor=cursor or None)


def _channels(cursor: str) -> Call:
    return lambda client: client.conversations_list(
        types="public_channel,private_channel", exclude_archived=True, limit=PAGE, cursor=cursor or None
    )


def _private(info: Json) -> bool:
    return any(info.get(kind) for kind in ("is_private", "is_im", "is_mpim"))


def _is_person(named: str) -> bool:
    return re.fullmatch("[UW][A-Z0-9]{5,}", named) is not None


def _not_there(named: str) -> NotThere:
    return NotThere(f"there is no {named}, or whoever asked cannot see it")
