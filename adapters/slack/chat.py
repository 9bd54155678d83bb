"""The Chat port on Slack's Web API.

A reply that is being written is streamed where Slack does that for us, and edited elsewhere.
"""

import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.slack import parse, render
from adapters.slack.calls import CallRefused, Calls, TooLong
from adapters.slack.kinds import BlockKinds
from adapters.slack.limits import EDIT_SECONDS, SESSION_TITLE
from adapters.slack.people import Names
from adapters.slack.posts import Posts, priority_of
from adapters.slack.rates import Priority
from adapters.slack.statuses import Beginning, SessionStatus, Statuses
from adapters.slack.streams import Streams
from adapters.slack.text import cut
from adapters.slack.threads import ThreadMessages, metadata, ours
from harness.chat.cards import Body, Card, Text
from harness.chat.live import Live
from harness.chat.people import Person, Place
from harness.chat.port import Activity, ChatLine, Receipt, Undelivered, Unreachable
from harness.loop.clock import Now, Sleep

log = logging.getLogger(__name__)

RECEIPTS: Mapping[Receipt, str] = {"waiting": "hourglass_flowing_sand", "heard": "eyes"}
STATUS_LENGTH = 100
CLAIMS = 200
CHANGE = "chat.update"
NAMES_WITHIN = 3.0
"""Seconds for the names of all who speak in what is read."""


class SlackChat:
    """Fulfils `harness.chat.port.Chat`. A `message` is its ts; of a text that is several messages, the first one's."""

    def __init__(self, calls: Calls, names: Names, now: Now, sleep: Sleep) -> None:
        self._calls, self._names = calls, names
        self._threads = ThreadMessages(calls)
        kinds = BlockKinds(now)
        self._statuses = Statuses(self._set_session, self._set_line, now, sleep)
        self._posts = Posts(calls, self._threads, self._release, self._statuses.posted, kinds)
        self._live = Live(self._posts.edit, sleep, EDIT_SECONDS)
        self._claims: OrderedDict[str, str] = OrderedDict()
        """Unmarked messages, and the keys that they are marked with by now, or about to be."""
        self._streams = Streams(calls, self._live, self._statuses, self._posts.change, now, sleep, kinds)

    def told(self, bot: str) -> None:
        """Who we are, by our bot's id, as far as that is known."""
        self._threads.told(bot)

    async def find(self, place: Place, key: str, live: bool = False) -> str | None:
        if live:
            return (await self._claimed(place, key)).get(0)
        found = await self._threads.ours(place, key)
        return found.messages[0] if found.whole else None

    async def post(self, place: Place, key: str, body: Body) -> str:
        if isinstance(body, Text) and body.live and (message := await self._streams.begin(place, key, body)):
            return message
        if priority_of(body) is Priority.LIVE:
            return await self._post_passing(place, key, body)
        if not (_asks(body) and place.thread):  # what is asked in no thread has no status that says we work
            return await self._posts.say(place, key, body)
        await self._statuses.ask(place, key)
        try:
            return await self._posts.say(place, key, body)
        except Unreachable:
            await self._statuses.settle(place, key)
            raise

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        try:
            if isinstance(body, Card):
                await self._posts.say(place, key, body, {0: message})
            else:
                await self._live.end(message)
                await self._end(place, message, key, body)
        except Unreachable:
            await self._statuses.settle(place, key)  # what is gone is not answered
            raise
        if not _asks(body):
            await self._statuses.settle(place, key)

    async def finish(self, place: Place, message: str) -> None:
        rest = await self._live.end(message)
        self._calls.pacer.give_back(CHANGE, message)
        if streamed := self._streams.so_far(message):
            key, text = streamed
            await self._end(place, message, key, Text(text))
        elif rest:
            await self._posts.change(place, message, render.live(rest))

    async def history(self, place: Place, before: str, most: int) -> Sequence[ChatLine]:
        if before != place.thread:
            return await self.lines(await self._threads.before(place, before, most))
        said = await self._threads.last(place, most + 1)  # it came late: what answers it came before
        return await self.lines([one for one in said if one.get("ts") != before][-most:])

    async def tell(self, place: Place, to: Person, body: Text) -> None:
        if body.plain:
            await self._posts.tell(place, to.user, render.ephemeral(body))

    async def react(self, place: Place, message: str, receipt: Receipt) -> None:
        if mark := RECEIPTS.get(receipt):
            await self._reaction("add", place, message, mark, done="already_reacted")
        if receipt != "waiting":
            await self._reaction("remove", place, message, RECEIPTS["waiting"], done="no_reaction")

    async def stream(self, place: Place, message: str, body: Text, key: str = "") -> None:
        if not self._streams.show(message, body.markdown):
            self._live.show(place, message, body)

    async def show(self, place: Place, activity: Activity) -> None:
        if place.thread:
            await self._statuses.show(place, activity)

    async def line(self, place: Place, message: str, within: float) -> ChatLine | None:
        """One message of a thread; None if it is gone. Waits `within` seconds. Raises ChatError."""
        said = await self._threads.one(place, message, within)
        return (await self.lines([said]))[0] if said else None

    async def lines(self, said: Sequence[dict[str, Any]]) -> list[ChatLine]:
        """Slack's messages as they read, with people's names. Raises ChatError."""
        names = await self._names.of({id for message in said for id in parse.mentions(message)}, NAMES_WITHIN)
        us = await self._threads.us()
        return [parse.line(message, names, ours(message, us)) for message in said]

    def began(self, place: Place, text: str, user: str) -> None:
        """A thread has begun there, with these words of that user."""
        title = " ".join(text.split())
        if title:
            self._statuses.began(place, Beginning(cut(title, SESSION_TITLE), user))

    async def stopped(self, place: Place) -> None:
        """Somebody has pressed Slack's own stop button there."""
        await self._statuses.stopped(place)

    async def close(self) -> None:
        """Stops what goes on by itself: streams, live edits, statuses."""
        await self._streams.close()
        await self._live.close()
        await self._statuses.close()

    async def _post_passing(self, place: Place, key: str, body: Body) -> str:
        """What is to be changed later, if there is room for both. Raises ChatError."""
        pacer = self._calls.pacer
        if not pacer.take_share(CHANGE, key):
            raise Undelivered("too many live messages at once")
        try:
            message = await self._posts.say(place, key, body)
            pacer.rename_share(CHANGE, key, message)
            return message
        finally:
            pacer.give_back(CHANGE, key)

    async def _end(self, place: Place, message: str, key: str, body: Text) -> None:
        """It reads so from now on, whole and once, whatever has been shown of it. Raises ChatError."""
        there: Mapping[int, str] | None = None
        try:
            if ended := await self._streams.end(message, body.markdown, body.buttons, body.feedback):
                there = ended.there
                if not ended.anew:
                    await self._posts.write(place, key, ended.rest, ended.parts, there)
                    self._streams.forget(message)
                    return
        except TooLong as error:
            log.warning("posted again in smaller pieces: %s", error)
            there = there or {0: message}
        if there is None:
            await self._posts.say(place, key, body, await self._posts.known(place, key, message))
            return
        await self._posts.say(place, key, body, {**await self._claimed(place, key), **there})
        self._streams.forget(message)

    async def _claimed(self, place: Place, key: str) -> Mapping[int, str]:
        """What there is of a text that was being written, whoever wrote it: from now on it may be changed, and is found
        by its key. Raises ChatError.
        """
        found = await self._threads.ours(place, key, unmarked=True)
        there = found.messages
        others = await self._streams.of_others(place, key)
        loose = [one for one in found.unmarked if one not in others and self._claims.get(one, key) == key]
        if loose:
            number = max(there, default=-1) + 1
            self._claims[loose[-1]] = key
            while len(self._claims) > CLAIMS:
                self._claims.popitem(last=False)
            await self._streams.release(place, loose[-1], metadata(key, number, number + 1))
            there = {**there, number: loose[-1]}
        if 0 in there:
            self._posts.remember(there)
        return there

    async def _release(self, place: Place, message: str) -> None:
        await self._streams.release(place, message)

    async def _reaction(self, verb: str, place: Place, message: str, name: str, done: str) -> None:
        try:
            await self._calls(
                f"reactions.{verb}",
                lambda client: (client.reactions_add if verb == "add" else client.reactions_remove)(
                    channel=place.channel, timestamp=message, name=name
                ),
            )
        except CallRefused as error:
            if error.code != done:
                raise

    async def _set_session(self, place: Place, status: SessionStatus, beginning: Beginning | None) -> frozenset[str]:
        answer = await self._calls(
            "agents.sessions.setStatus",
            lambda client: client.agents_sessions_setStatus(
                channel_id=place.channel,
                thread_ts=place.thread,
                status=status,
                title=beginning.title if beginning else None,
                initiator_user_id=beginning.user if beginning else None,
            ),
            patience=0.0,
            priority=Priority.STATUS if status == "processing" else Priority.ASK,
        )
        more = (answer.get("response_metadata") or {}).get("warnings") or ()
        return frozenset({*str(answer.get("warning") or "").split(","), *map(str, more)})

    async def _set_line(self, place: Place, line: str) -> None:
        await self._calls(
            "assistant.threads.setStatus",
            lambda client: client.assistant_threads_setStatus(
                channel_id=place.channel, thread_ts=place.thread, status=line[:STATUS_LENGTH]
            ),
            patience=0.0,
            priority=Priority.STATUS if line else Priority.ASK,
        )


def _asks(body: Body) -> bool:
    """Is it something that can be answered?"""
    return isinstance(body, Card) and body.answerable
