"""Our server, as it is known now: who we are in it, where people talk there, and who is in it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adapters.discord import parse
from adapters.discord.parse import Channel, Us
from adapters.discord.people import Members
from adapters.discord.places import Places
from harness.chat.people import Person, Place
from harness.workspace.places import PlacePolicy

Json = dict[str, Any]


class Server:
    """`policy` says how we behave in a place."""

    def __init__(self, us: Us, places: Places, members: Members, policy: Callable[[Place], PlacePolicy]) -> None:
        self.us, self.places = us, places
        self._members, self._policy = members, policy

    def learn(self, guild: Json) -> None:
        """From a GUILD_CREATE of it."""
        self.us = replace(self.us, role=parse.role(guild, self.us.user))
        self.places.learn(guild)

    def told(self, content: bool) -> None:
        """Are we told what is said to others, from now on?"""
        self.us = replace(self.us, content=content)

    def inline(self, where: Channel) -> bool:
        """Is what is said there answered there, in no thread?"""
        return not where.threads or self._policy(parse.place(where, self.us)).replies == "channel"

    async def known(self, by: Person, unsaid: bool) -> Person:
        """With whether they are in it, where that is not said. Raises ChatError."""
        return by if by.bot or not unsaid else await self._members.recognized(by)
