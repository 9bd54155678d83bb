"""What people say, as it is told to us: what cannot be committed now is tried again until it is, in the order of its
conversation.
"""

import asyncio
import logging
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from adapters.discord import parse
from adapters.discord.calls import CallRefused
from adapters.discord.chat import DiscordChat
from adapters.discord.missed import Missed
from adapters.discord.parse import Channel, Ignored
from adapters.discord.patience import patience
from adapters.discord.server import Server
from harness.chat.cards import Text
from harness.chat.events import CommandInvoked, MessageEdited, MessageRemoved, MessageSent
from harness.chat.people import Person, Place
from harness.chat.port import ChatError
from harness.loop.clock import Sleep
from harness.loop.commands import Commands
from harness.loop.intake import Intake
from harness.loop.receiving import Receiver
from harness.loop.recent import Recent
from harness.loop.task_set import TaskSet
from harness.sessions.journal import JournalUnavailable

log = logging.getLogger(__name__)

REMEMBERED = 2_000
Json = dict[str, Any]
Said = MessageSent | MessageEdited | MessageRemoved | CommandInvoked


class Live:
    """`tasks` is where what people are told goes on, for which nothing that is said waits."""

    def __init__(
        self,
        server: Server,
        intake: Intake,
        chat: DiscordChat,
        commands: Commands,
        missed: Missed,
        tasks: TaskSet,
        sleep: Sleep,
    ) -> None:
        self._server, self._intake, self._chat = server, intake, chat
        self._missed, self._sleep = missed, sleep
        self._receiver = Receiver(intake, commands, self._tell, tasks)
        self._order: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._authors = Recent[Person](REMEMBERED)
        """Of messages, lately: Discord does not say whose was deleted."""

    async def heard(self, body: Json) -> None:
        """A message, of which `Missed.begin` knows: the mark passes it once it is taken, or cannot be."""
        try:
            await self.said("MESSAGE_CREATE", body)
        except Exception:
            log.exception("a message was not handled")
        self._missed.end(int(body["id"]))

    async def said(self, type: str, body: Json) -> None:
        """Something was said, edited or deleted, as the type of its event tells."""
        async with self.line(str(body["channel_id"])):
            await self.taken(type, body)

    def line(self, channel: str) -> asyncio.Lock:
        """What is said in one channel is taken one after the other, first come, first served."""
        return self._order.setdefault(channel, asyncio.Lock())

    async def taken(self, type: str, body: Json) -> None:
        """In its turn, which is held by the caller."""
        for wait in patience():
            try:
                await self._take(type, body)
                return
            except CallRefused as error:
                log.warning("a message was not accepted: %s", error)
                return
            except (JournalUnavailable, ChatError) as error:
                log.warning("a message is not recorded yet: %s", error)
                await self._sleep(wait)
        log.error("a message could not be recorded; giving up")

    async def _take(self, type: str, body: Json) -> None:
        """Raises JournalUnavailable and ChatError."""
        where = await self._server.places.channel(str(body["channel_id"]))
        happened = await self._read(type, body, where)
        if isinstance(happened, Ignored):
            log.debug("ignored: %s", happened.why)
            return
        direct = where.kind == "direct"
        if direct:
            await self._missed.meet(where.id, int(body["id"]))
        unsaid = type == "MESSAGE_CREATE" and "member" not in body  # as in what is read later
        happened = replace(happened, by=await self._server.known(happened.by, direct or unsaid))
        self._authors.note(str(body["id"]), happened.by)
        if type == "MESSAGE_CREATE":
            self._chat.said(where.id, str(body["id"]), happened.by.user)
        await self._receiver.take(happened)

    async def _read(self, type: str, body: Json, where: Channel) -> Said | Ignored:
        """Raises JournalUnavailable."""
        us, inline = self._server.us, self._server.inline(where)
        match type:
            case "MESSAGE_CREATE":
                sent = parse.message(body, where, us, inline)
                answered = parse.replied_to(body) if isinstance(sent, MessageSent) else ""
                return parse.message(await self._with(answered, body), where, us, inline) if answered else sent
            case "MESSAGE_UPDATE":
                edited = parse.edited(body, where, us, inline)
                if isinstance(edited, MessageEdited) and not self._missed.lately(body["edited_timestamp"]):
                    return replace(edited, addressed=False)
                return edited
            case _:
                return parse.removed(body, where, us, await self._author(body), inline)

    async def _with(self, answered: str, body: Json) -> Json:
        """The message, with the one that it replies to; without, if that can't be had."""
        try:
            return {**body, "referenced_message": await self._chat.read(str(body["channel_id"]), answered)}
        except ChatError as error:
            log.info("a message that is replied to can't be read: %s", error)
            return body

    async def _author(self, body: Json) -> Person | None:
        """Of a message that is gone: somebody, if we have heard it too long ago to know whom. Raises
        JournalUnavailable.
        """
        if known := self._authors.get(str(body["id"])):
            return known
        return parse.somebody(self._server.us) if await self._intake.reader.heard(parse.key(body)) else None

    async def _tell(self, place: Place, to: Person, text: str) -> None:
        try:
            await self._chat.tell(place, to, Text(text))
        except ChatError as error:
            log.warning("could not tell %s: %s", to.id, error)
