"""Other channels, threads and people of the server, as far as whoever asks can see them."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from adapters.discord import parse, permissions
from adapters.discord.calls import (
    NO_ACCESS,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    WRONG_KIND,
    CallRefused,
    Calls,
)
from adapters.discord.chat import DiscordChat
from harness.chat.cards import Text
from harness.chat.people import Person, Place
from harness.chat.port import ChatLine, NotThere
from harness.chat.rooms import Named
from harness.loop.clock import Now

LINK = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/channels/(\d+)/(\d+)(?:/(\d+))?")
"""The server, the channel or thread, and the message."""
TAG = re.compile(r"<(#|@!?)(\d+)>")
ID = re.compile(r"\d{15,20}")
LAST = str(2**63 - 1)
"""After every message."""
KEPT = 600.0
"""Seconds for which the list of channels is not asked for again."""
FOUND = 100
MOST_NAMED = 25
"""Maximum number of named members whose rights in two channels are compared, with one call each."""
_CATEGORY, _PRIVATE_THREAD = 4, 12

Json = dict[str, Any]


class DiscordRooms:
    """Fulfils `harness.chat.rooms.Rooms`. A person's team is the server."""

    def __init__(self, calls: Calls, chat: DiscordChat, now: Now) -> None:
        self._calls, self._chat, self._now = calls, chat, now
        self._channels: dict[str, list[str]] = {}
        self._until = 0.0

    async def find(self, named: str, reader: Person) -> Place:
        named, message = named.strip(), ""
        tag = TAG.fullmatch(named)
        if link := LINK.search(named):
            if link[1] != reader.team:
                raise _not_there(named)
            channel, message = link[2], link[3] or ""
        elif tag and tag[1] == "#":
            channel = tag[2]
        elif tag or named.startswith("@"):
            user = tag[2] if tag else await self._called(named.removeprefix("@"), reader.team)
            await self._member(user, reader.team, named)
            return Place.direct(Person(parse.PLATFORM, reader.team, user))
        elif ID.fullmatch(named):
            channel = named
        else:
            return await self._called_so(named, reader)
        return await self._visible(channel, message, reader, named)

    async def named(self, place: Place) -> Named:
        found = await self._described(place)
        if not (alone := _recipients(found)):
            return Named(place.channel, f"#{found.get('name') or place.channel}")
        user = place.addressee or min(alone)
        if not place.team:
            [known, *_] = found["recipients"]
            return Named(user, f"@{parse.name_of(known, None)}")
        member = await self._member(user, place.team, f"<@{user}>")
        return Named(user, f"@{parse.name_of(member.get('user') or {}, member)}")

    async def shown(self, place: Place, where: Place) -> bool:
        if (place.channel, place.thread) == (where.channel, where.thread):
            return True
        there, told = await self._described(place), await self._described(where)
        alone = _recipients(told)
        if spoken := _recipients(there):
            return spoken == alone
        if alone:
            return True
        if place.thread and await self._is_private(place.thread):
            return False
        if place.channel == where.channel:
            return True
        guild = await self._calls("GET", "/guilds/{guild_id}", at={"guild_id": place.team})
        if not permissions.reads(guild, permissions.with_roles(), there):
            return False
        if permissions.role_kept_out(guild, there, told):
            return False
        return not await self._member_kept_out(guild, there, told)

    async def _member_kept_out(self, guild: Json, there: Json, where: Json) -> bool:
        """True if a member whom one of the channels names reads `where` and not `there`, or if they name too many."""
        denied = permissions.named(there, permissions.MEMBER, "deny")
        if not denied and not permissions.named(there, permissions.ROLE, "deny"):
            return False
        users = {*denied, *permissions.named(where, permissions.MEMBER, "allow")}
        if len(users) > MOST_NAMED:
            return True
        for user in sorted(users):
            with suppress(NotThere):  # they have left the server
                member = await self._member(user, str(guild["id"]), user)
                if permissions.reads(guild, member, where) and not permissions.reads(guild, member, there):
                    return True
        return False

    async def sees(self, person: Person, place: Place) -> bool:
        if place.addressee:
            return place.addressee == person.user
        if not person.user:
            return await self._public(place)
        try:
            await self._visible(place.channel, "", person, place.channel)
            hidden = bool(place.thread) and await self._is_private(place.thread)
            return not hidden or await self._in(place.thread, person.user)
        except NotThere:
            return False

    async def _public(self, place: Place) -> bool:
        """True if each member of the server can read it: no role and no member is denied."""
        try:
            there = await self._described(place)
            if _recipients(there) or (place.thread and await self._is_private(place.thread)):
                return False
        except NotThere:
            return False
        guild = await self._calls("GET", "/guilds/{guild_id}", at={"guild_id": place.team})
        kinds = permissions.ROLE, permissions.MEMBER
        denied = any(permissions.named(there, kind, "deny") for kind in kinds)
        return permissions.reads(guild, permissions.with_roles(), there) and not denied

    async def read(self, place: Place, most: int) -> Sequence[ChatLine]:
        try:
            return await self._chat.history(place, LAST, most)
        except CallRefused as error:
            if error.code == NO_ACCESS:
                raise NotThere("I am not in that channel; somebody has to let me in first") from error
            if error.code == WRONG_KIND:
                raise NotThere("nobody can post in that channel itself: name one of its posts or threads") from error
            raise

    async def post(self, place: Place, key: str, text: str) -> None:
        if await self._chat.find(place, key) is None:
            await self._chat.post(place, key, Text(text))

    async def zone(self, person: Person) -> str:
        """Discord does not tell."""
        return ""

    async def _visible(self, id: str, message: str, reader: Person, named: str) -> Place:
        """Raises NotThere."""
        found = await self._channel(id, named)
        where = parse.channel(found)
        if where.kind == "direct":
            if not any(str(one.get("id")) == reader.user for one in found.get("recipients") or ()):
                raise _not_there(named)
            return Place(parse.PLATFORM, "", id)
        if where.guild != reader.team:
            raise _not_there(named)
        above = await self._channel(where.parent, named) if where.kind == "thread" else found
        guild = await self._calls("GET", "/guilds/{guild_id}", at={"guild_id": reader.team})
        if not permissions.reads(guild, await self._member(reader.user, reader.team, named), above):
            raise _not_there(named)
        if found.get("type") == _PRIVATE_THREAD and not await self._in(id, reader.user):
            raise _not_there(named)
        if where.kind == "thread":
            return Place(parse.PLATFORM, reader.team, where.parent, id)
        return Place(parse.PLATFORM, reader.team, id, message)

    async def _described(self, place: Place) -> Json:
        """Its channel; that of a direct place need not be there yet. Raises NotThere."""
        if place.addressee:
            return {"id": "", "type": parse.DIRECT, "recipients": [{"id": place.addressee}]}
        return await self._channel(place.channel, place.channel)

    async def _is_private(self, thread: str) -> bool:
        """A message that nothing hangs on yet is no thread."""
        try:
            return bool((await self._channel(thread, thread)).get("type") == _PRIVATE_THREAD)
        except NotThere:
            return False

    async def _channel(self, id: str, named: str) -> Json:
        try:
            found: Json = await self._calls("GET", "/channels/{channel_id}", at={"channel_id": id})
        except CallRefused as error:
            if error.code in (UNKNOWN_CHANNEL, NO_ACCESS):
                raise _not_there(named) from error
            raise
        return found

    async def _in(self, thread: str, user: str) -> bool:
        at = {"channel_id": thread, "user_id": user}
        try:
            await self._calls("GET", "/channels/{channel_id}/thread-members/{user_id}", at=at)
        except CallRefused as error:
            if error.status == 404:
                return False
            raise
        return True

    async def _member(self, user: str, guild: str, named: str) -> Json:
        """Raises NotThere for who is not in the server."""
        try:
            at = {"guild_id": guild, "user_id": user}
            found: Json = await self._calls("GET", "/guilds/{guild_id}/members/{user_id}", at=at)
        except CallRefused as error:
            if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER, UNKNOWN_GUILD):
                raise _not_there(named) from error
            raise
        return found

    async def _called_so(self, named: str, reader: Person) -> Place:
        """The one channel of that name that they can see. Raises NotThere."""
        found: list[Place] = []
        for id in await self._named(named, reader.team):
            with suppress(NotThere):
                found.append(await self._visible(id, "", reader, named))
        if not found:
            raise _not_there(named)
        if len(found) > 1:
            which = " or ".join(f"<#{place.channel}>" for place in found)
            raise NotThere(f"several channels are called {named}: use the id of one, which is {which}")
        return found[0]

    async def _named(self, named: str, guild: str) -> list[str]:
        """The ids of the channels of that name: every new server has #general and, to be spoken in, General."""
        name = named.removeprefix("#").casefold()
        if name not in self._channels or self._now() >= self._until:
            listed = await self._calls("GET", "/guilds/{guild_id}/channels", at={"guild_id": guild})
            self._channels = _by_name(each for each in listed if each.get("type") != _CATEGORY)
            self._until = self._now() + KEPT
        return self._channels.get(name, [])

    async def _called(self, name: str, guild: str) -> str:
        """The one member who is called so; those whose own name it is come first. Raises NotThere."""
        query = {"query": name, "limit": str(FOUND)}
        found = await self._calls("GET", "/guilds/{guild_id}/members/search", query=query, at={"guild_id": guild})
        for names in (("username",), ("global_name", "nick")):
            theirs = [
                str(one["user"]["id"])
                for one in found
                if name.casefold() in {str({**one["user"], **one}.get(each) or "").casefold() for each in names}
            ]
            if len(theirs) == 1:
                return theirs[0]
            if theirs:
                which = " or ".join(f"<@{id}>" for id in sorted(theirs))
                raise NotThere(f"several people are called {name}: use the id of one, which is {which}")
        raise NotThere(f"I know nobody by the name {name}: use their id, like <@80351110224678912>")


def _by_name(channels: Iterable[Json]) -> dict[str, list[str]]:
    """The ids of the channels of each name: those of words, or else those that are spoken in."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for each in channels:
        of_words, spoken = found.setdefault(str(each["name"]).casefold(), ([], []))
        (spoken if each.get("type") in parse.SPOKEN else of_words).append(str(each["id"]))
    return {name: sorted(of_words or spoken) for name, (of_words, spoken) in found.items()}


def _recipients(channel: Json) -> frozenset[str]:
    """Who is written to there directly; empty for what is no direct messages."""
    if parse.channel(channel).kind != "direct":
        return frozenset()
    return frozenset(str(one.get("id")) for one in channel.get("recipients") or ())


def _not_there(named: str) -> NotThere:
    return NotThere(f"there is no {named}, or whoever asked cannot see it")
