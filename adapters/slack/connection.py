"""What speaks for us in one team, and looks things up there: its pace, names and places are no other team's."""

import asyncio

from adapters.slack.attachments import SlackAttachments
from adapters.slack.backlog import Backlog
from adapters.slack.calls import Calls, Token
from adapters.slack.chat import SlackChat
from adapters.slack.direct import Directed
from adapters.slack.gateway import DEADLINE, Gateway
from adapters.slack.pacer import Pacer
from adapters.slack.parse import Us
from adapters.slack.people import Names
from adapters.slack.rooms import SlackRooms
from harness.chat.people import Place
from harness.chat.port import Marks
from harness.loop.answering import GIVEN_UP
from harness.loop.clock import Now, Sleep
from harness.loop.commands import Commands
from harness.loop.intake import Intake


class TeamConnection:
    """`chat` speaks from the beginning until `close`. `url` is where the team's messages are looked at, once that is
    known.
    """

    def __init__(
        self,
        token: str | Token,
        api_url: str,
        now: Now,
        sleep: Sleep = asyncio.sleep,
        marks: Marks | None = None,
    ) -> None:
        """`marks`: where is kept what is acknowledged before it is taken; without them nothing is."""
        self._marks, self._sleep = marks, sleep
        self.calls = Calls(token, api_url, Pacer(now, sleep))
        self._names = Names(self.calls, now)
        self._chat = SlackChat(self.calls, self._names, now, sleep)
        self.chat = Directed(self._chat, self.calls)
        self.rooms = SlackRooms(self.calls, self._names, self._chat, now)
        self.attachments = SlackAttachments(self.calls)
        self.url = ""

    def gateway(
        self,
        us: Us,
        intake: Intake,
        commands: Commands,
        deadline: float = DEADLINE,
        given_up: float = GIVEN_UP,
    ) -> Gateway:
        """By which people in that team are heard."""
        self._chat.told(us.bot)
        return Gateway(
            us,
            intake,
            self._chat,
            self.calls,
            self._names,
            commands,
            self.chat,
            deadline,
            given_up,
            Backlog(self._marks, us.team),
            self._sleep,
        )

    def link(self, place: Place, message: str) -> str:
        """Slack docs, chat.getPermalink: the address of a message, or of a thread or a direct message."""
        if not self.url or place.addressee:
            return ""
        shown = (message or place.thread).replace(".", "")
        within = f"?thread_ts={place.thread}&cid={place.channel}" if message and place.thread else ""
        return f"{self.url}archives/{place.channel}{f'/p{shown}' if shown else ''}{within}"

    async def close(self) -> None:
        """Says nothing from then on."""
        await self._names.close()
        await self._chat.close()
        await self.calls.close()
