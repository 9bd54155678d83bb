"""What discord.py hears, as it comes over the gateway. Discord acknowledges nothing that we could hold back; what
comes twice, by RESUME or otherwise, has the same id. What is lost with a connection that is not resumed is read before
what comes after it.
"""

import json
import logging
from collections.abc import Sequence

from adapters.discord import parse
from adapters.discord.calls import Calls
from adapters.discord.catch_up import CatchUp
from adapters.discord.chat import DiscordChat
from adapters.discord.interactions import Interactions
from adapters.discord.live import Live
from adapters.discord.missed import Missed
from adapters.discord.patience import patience
from adapters.discord.server import Server
from harness.chat.events import Invited
from harness.loop.clock import Sleep
from harness.loop.commands import Commands
from harness.loop.intake import Intake
from harness.loop.receiving import try_owed
from harness.loop.task_set import TaskSet
from harness.sessions.journal import JournalUnavailable

log = logging.getLogger(__name__)


class Gateway:
    """What comes goes to those who take it: what is said, what was missed of that, and what is pressed."""

    def __init__(
        self,
        server: Server,
        intake: Intake,
        chat: DiscordChat,
        calls: Calls,
        commands: Commands,
        missed: Missed,
        sleep: Sleep,
    ) -> None:
        self._server, self._intake, self._missed, self._sleep = server, intake, missed, sleep
        self._tasks = tasks = TaskSet("Discord")
        self._live = Live(server, intake, chat, commands, missed, tasks, sleep)
        self._catch_up = CatchUp(missed, self._live, server.places, tasks, sleep)
        self._interactions = Interactions(server, intake, chat, calls, commands, tasks, sleep)

    def received(self, raw: str) -> None:
        """One frame of the gateway."""
        frame = json.loads(raw)
        type, body = frame.get("t"), frame.get("d")
        begin, us, places = self._tasks.begin, self._server.us, self._server.places
        match type:
            case "READY":
                self._catch_up.begin_anew()
                begin(try_owed(self._intake))
            case "RESUMED":
                begin(try_owed(self._intake))
            case "GUILD_CREATE" if body.get("unavailable"):
                log.warning("Discord says that the server %s is not available", body["id"])
            case "GUILD_CREATE" if str(body["id"]) == us.guild:
                self._server.learn(body)
                self._catch_up.read_server(body)
                begin(self._introduce(parse.brought(body, self._server.us)))
            case "MESSAGE_CREATE":
                self._missed.begin(int(body["id"]))
                begin(self._live.heard(body))
            case "CHANNEL_UPDATE" | "THREAD_UPDATE":
                places.learn(body)
                if place := parse.opened(body, us):
                    begin(try_owed(self._intake, place))
            case "GUILD_CREATE" | "CHANNEL_CREATE" | "THREAD_CREATE":
                places.learn(body)
            case "MESSAGE_UPDATE" | "MESSAGE_DELETE":
                begin(self._live.said(type, body))
            case "MESSAGE_DELETE_BULK":
                for id in body["ids"]:
                    begin(self._live.said("MESSAGE_DELETE", {**body, "id": id}))
            case "INTERACTION_CREATE":
                begin(self._interactions.interacted(body))

    def told(self, content: bool) -> None:
        """Are we told what is said to others, from now on?"""
        self._server.told(content)

    async def leave(self) -> None:
        """Lets what is being handled end for a moment, then cancels it."""
        await self._tasks.leave()
        await self._catch_up.leave()

    async def _introduce(self, brought: Sequence[Invited]) -> None:
        """In the first of the places in which we are not to be silent. Once: the journal knows."""
        for wait in patience():
            try:
                for event in brought:
                    if await self._intake.receive(event):
                        return
                return
            except JournalUnavailable as error:
                log.warning("my introduction is not recorded yet: %s", error)
                await self._sleep(wait)
