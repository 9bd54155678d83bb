"""Replies that Slack streams while they are being written, to the person whom they answer.

A stream dies about five minutes after its start, whatever its traffic (slackapi/python-slack-sdk#1859): before that the
reply goes on in a new message. One that is dead all the same becomes a message that is edited. What was sent is known
here at any time, so at the end what is missing is added, and nothing is said twice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from adapters.slack import pressed, render
from adapters.slack.calls import ALTOGETHER, LONG, CallRefused, Calls, TooLong
from adapters.slack.kinds import BlockKinds
from adapters.slack.limits import STREAM_SECONDS
from adapters.slack.message import Message
from adapters.slack.pages import Page, line_end, room, settled
from adapters.slack.rates import Priority
from adapters.slack.statuses import SessionStatus, Statuses
from adapters.slack.tally import Tally
from adapters.slack.threads import metadata
from adapters.slack.written import Ended, Written
from harness.chat.cards import Button, Feedback, Text
from harness.chat.live import Live
from harness.chat.people import Place
from harness.chat.port import Uncertain, Undelivered, Unreachable
from harness.loop.clock import Now, Sleep

if TYPE_CHECKING:
    from slack_sdk.web.async_client import AsyncWebClient

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two additions to one message; Slack takes about a hundred a minute, of all messages together."""
PAUSE = 3.0
"""Seconds without more text after which its last word is not waited for."""
TURN_FROM = STREAM_SECONDS - 60.0
"""Age in seconds from which a reply goes on in a new message at the next end of a line..."""
TURN_AT = STREAM_SECONDS - 30.0
"""... and at which it does, wherever it is."""
TURNING = 15.0
"""Seconds that the end of a stream waits for its turn while its reply goes on."""
WITHIN = 3.0
"""Seconds in which open streams are ended when we stop."""
KEPT = 200
"""Replies that are being written, or ended, at once."""
RETRY = 3_600.0
"""Seconds after which streaming is tried again where Slack refused it."""
END = "chat.stopStream"
NOT_HERE = ALTOGETHER | {"team_access_not_granted"}
"""Refusals that go for the whole workspace. Others go for their channel."""

Change = Callable[[Place, str, Message, Mapping[str, Any] | None], Awaitable[None]]
"""Writes over a message, with that metadata. Raises ChatError."""


class Streams:
    """`live` edits what cannot be streamed any more; `change` writes over it at the end."""

    def __init__(
        self, calls: Calls, live: Live, statuses: Statuses, change: Change, now: Now, sleep: Sleep, kinds: BlockKinds
    ) -> None:
        self._calls, self._live, self._statuses, self._change = calls, live, statuses, change
        self._now, self._sleep, self._kinds = now, sleep, kinds
        self._crowded = Tally(log, "too many replies at once: some were not streamed", now)
        self._replies: dict[str, Written] = {}
        """By their first messages."""
        self._starting: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()
        self._not_here: dict[str, float] = {}
        """Channels (empty: all) that Slack refused to stream to, and until when that is taken for granted."""

    async def begin(self, place: Place, key: str, body: Text) -> str | None:
        """The live message, if it can be streamed. Raises Uncertain if it may be there."""
        to, text = body.to, body.markdown
        known = place.thread and to is not None and to.platform == place.platform
        if not (known and to and text.strip() and self._possible(place.channel)):
            return None
        reply = Written(place, key, to.user, to.team, text, come=self._now())
        lock = self._starting.setdefault(place, asyncio.Lock())
        async with lock:
            try:
                await self._start(reply, Page(), settled(Page(), text) or len(text))
            except Unreachable as error:
                log.info("a reply is shown by edits, not streamed: %s", error)
                return None
            except Undelivered as error:
                self._crowded.add(error)
                return None
            message = reply.messages[0]
            if len(self._replies) >= KEPT:  # some could not be ended, and are given up by now
                self._replies = {first: each for first, each in self._replies.items() if not each.over}
            self._replies[message] = reply
        self._keep_up(reply)
        return message

    def show(self, message: str, text: str) -> bool:
        """All of the reply so far. False if the message is not one that is streamed here."""
        reply = self._replies.get(message)
        if reply is None:
            return False
        reply.text, reply.come = text, self._now()
        self._keep_up(reply)
        return True

    async def end(
        self, message: str, markdown: str, buttons: Sequence[Button] = (), feedback: Feedback | None = None
    ) -> Ended | None:
        """Ends it with that text; buttons and feedback stand below, unless something is left to be posted. What is very
        long is to be said anew. None if the message is not one that is streamed here. Raises ChatError; may be repeated
        until `forget`.
        """
        reply = self._replies.get(message)
        if reply is None:
            return None
        reply.over = True
        async with reply.lock:  # an addition on its way could arrive after the end
            if reply.task:
                reply.task.cancel()
                await asyncio.gather(reply.task, return_exceptions=True)
            for each in reply.messages:
                await self._live.end(each)
            reply.text = markdown
            if reply.rewritten or reply.stray or render.very_long(markdown):
                await self._shut(reply)
                return Ended(reply.there, anew=True)
            return await self._completed(reply, buttons, feedback)

    def so_far(self, message: str) -> tuple[str, str] | None:
        """The key and the text, shown or not, of a message that is streamed here."""
        reply = self._replies.get(message)
        return (reply.key, reply.text) if reply else None

    async def of_others(self, place: Place, key: str) -> frozenset[str]:
        """The messages of other replies than that one that are streamed there, as far as they were there when this was
        called: an answer that is on its way may tell of one more.
        """
        lock = self._starting.setdefault(place, asyncio.Lock())
        async with lock:
            others = [reply for reply in self._replies.values() if reply.place == place and reply.key != key]
        return frozenset(message for reply in others for message in reply.messages)

    def forget(self, message: str) -> None:
        """It has its end."""
        if reply := self._replies.pop(message, None):
            for each in reply.messages:
                self._calls.pacer.give_back(END, each)

    async def release(self, place: Place, message: str, marked: Mapping[str, Any] | None = None) -> None:
        """Ends a stream that somebody before us left open, so that it can be changed; any other message stays as it
        is. Raises ChatError.
        """
        try:
            await self._stop(place, message, marked=marked)
        except CallRefused as error:
            log.debug("not an open stream: %s", error)

    async def close(self) -> None:
        """Ends what is open, if that is done in a moment: whoever goes on finds the messages by their keys."""
        replies = list(self._replies.values())
        self._replies.clear()
        for reply in replies:
            reply.over = True
            if reply.task:
                reply.task.cancel()
        await asyncio.gather(*(reply.task for reply in replies if reply.task), return_exceptions=True)
        try:
            async with asyncio.timeout(WITHIN):
                await asyncio.gather(*(self._shut(reply, patience=0.0) for reply in replies), return_exceptions=True)
        except TimeoutError:
            log.info("not every stream was ended")

    # While it is being written
    def _possible(self, channel: str) -> bool:
        self._not_here = {where: until for where, until in self._not_here.items() if until > self._now()}
        return not self._not_here.keys() & {"", channel}

    def _keep_up(self, reply: Written) -> None:
        if not reply.over and (reply.task is None or reply.task.done()):
            reply.task = asyncio.create_task(self._kept_up(reply))

    async def _kept_up(self, reply: Written) -> None:
        while not reply.held and (reply.state == "open" or reply.text != reply.said):
            await self._sleep(EVERY)
            async with reply.lock:
                if reply.over:
                    return
                try:
                    await self._go_on(reply)
                except Undelivered as error:
                    log.debug("a reply has to wait: %s", error)
                except Exception:  # whoever ends the reply says all of it
                    log.exception("a reply is not shown while it is written")
                    reply.held = True

    async def _go_on(self, reply: Written) -> None:
        """Shows some more. With its lock held. Raises Undelivered."""
        if reply.rewritten:
            reply.held = True
        elif reply.state == "open":
            await self._add(reply)
        elif reply.state == "full":
            await self._turn_page(reply)
        else:
            self._live.show(reply.place, reply.messages[-1], Text(reply.page.to(len(reply.text)).shown(reply.text)))
            reply.said = reply.text
        if reply.held:
            await self._shut(reply)

    async def _add(self, reply: Written) -> None:
        text, now = reply.text, self._now()
        full, end, age = room(reply.page, text), line_end(reply.page, text), now - reply.since
        try:
            if full < len(text):
                await self._fill(reply, full)
            elif age >= TURN_AT or (age >= TURN_FROM and end > reply.page.end):
                await self._fill(reply, end if end > reply.page.end else settled(reply.page, text))
            else:
                pauses = now - reply.come >= PAUSE
                await self._append(reply, len(text) if pauses else settled(reply.page, text))
        except TooLong:  # sooner than we count: the next message takes the rest
            await self._shut(reply, TURNING)
        except CallRefused as error:
            log.info("a reply is no longer streamed: %s", error)
            reply.state, reply.held = "lost", error.code == "stopped_by_user"
        except Uncertain as error:  # shown or not, it will be written over
            log.info("a reply is no longer streamed: %s", error)
            reply.state = "lost"

    async def _append(self, reply: Written, end: int) -> None:
        if more := reply.more(end):
            await self._calls(
                "chat.appendStream",
                lambda client: client.chat_appendStream(
                    channel=reply.place.channel, ts=reply.messages[-1], markdown_text=more
                ),
                patience=0.0,
                priority=Priority.LIVE,
            )
            reply.reached(end)

    async def _fill(self, reply: Written, end: int) -> None:
        """The message ends there, and the next goes on."""
        more, closing = reply.more(end), reply.page.to(end).closing(reply.text)
        await self._stop(reply.place, reply.messages[-1], more + closing, marked=reply.marked, patience=TURNING)
        reply.reached(end)
        reply.state = "full"
        if reply.joined:
            whole = reply.page.shown(reply.text) + closing
            await self._change(reply.place, reply.messages[-1], render.page(whole), reply.marked)

    async def _turn_page(self, reply: Written) -> None:
        page = reply.page.next(reply.text)
        end = settled(page, reply.text)
        if end == page.begin:
            return
        lock = self._starting.setdefault(reply.place, asyncio.Lock())
        try:
            async with lock:
                await self._start(reply, page, end)
        except Unreachable as error:
            log.info("the rest of a reply comes with its end: %s", error)
            reply.held = True
        except Uncertain as error:
            log.info("the rest of a reply comes with its end: %s", error)
            reply.held = reply.stray = True

    async def _start(self, reply: Written, page: Page, end: int) -> None:
        """A new message that shows the page up to `end`, if it can be ended some time. Raises ChatError."""
        since, end = self._now(), min(end, room(page, reply.text))
        more, pacer = page.more(reply.text, end), self._calls.pacer
        if not pacer.take_share(END, reply.key):
            raise Undelivered("more streams than can be ended in a minute")
        try:
            answer = await self._calls(
                "chat.startStream",
                lambda client: client.chat_startStream(
                    channel=reply.place.channel,
                    thread_ts=reply.place.thread,
                    recipient_user_id=reply.user,
                    recipient_team_id=reply.team,
                    markdown_text=more,
                ),
                channel=reply.place.channel,
                patience=0.0,
                priority=Priority.LIVE,
            )
            message = str(answer["ts"])
            pacer.rename_share(END, reply.key, message)
        except CallRefused as error:
            where = "" if error.code in NOT_HERE else reply.place.channel
            self._not_here[where] = since + RETRY
            raise
        except Uncertain:  # it may have begun
            self._statuses.streams(reply.place)
            raise
        finally:
            pacer.give_back(END, reply.key)
        reply.messages.append(message)
        reply.page, reply.since, reply.state, reply.joined = page, since, "open", False
        reply.reached(end)
        self._statuses.streams(reply.place)

    # The end
    async def _completed(self, reply: Written, buttons: Sequence[Button], feedback: Feedback | None) -> Ended:
        """With its lock held. Raises ChatError."""
        text, last, pages = reply.text, len(reply.messages) - 1, list(reply.pages())
        closings = ["" if page.end == len(text) else page.closing(text) for page in pages]
        parts = [page.shown(text) + closing for page, closing in zip(pages, closings, strict=True)]
        messages = [*map(render.page, parts[:-1]), render.page(parts[-1], buttons, feedback=feedback)]
        alone = len(pages) == 1
        lacking = alone and bool(buttons)  # feedback alone is not worth a call
        marked = metadata(reply.key, last, last + len(pages))
        if reply.state == "open":
            more = reply.more(pages[0].end)
            try:
                below = self._below(buttons, feedback) if alone else []
                await self._stop(reply.place, reply.messages[-1], more + closings[0], below, marked=marked)
            except Unreachable as error:
                log.info("a reply's stream did not end: %s", error)
                if isinstance(error, TooLong) and error.blocks:  # whose only blocks are those below
                    self._kinds.refused(pressed.below(buttons, feedback))
                reply.state = "lost"
                return await self._completed(reply, buttons, feedback)
            reply.reached(pages[0].end)
            reply.state = "lost" if reply.joined else "full"
            lacking = False
        if reply.state == "lost" or lacking:
            await self._change(reply.place, reply.messages[-1], messages[0], marked)
        rest = {last + number: message for number, message in enumerate(messages) if number}
        return Ended(reply.there, rest, last + len(pages))

    def _below(self, buttons: Sequence[Button], feedback: Feedback | None) -> list[dict[str, Any]]:
        """As far as Slack takes it: nobody's opinion is asked for where it does not."""
        both = pressed.below(buttons, feedback)
        return both if self._kinds.takes(both) else pressed.below(buttons)

    async def _shut(self, reply: Written, patience: float = LONG) -> None:
        """No stream of it is open any more. Raises ChatError."""
        if reply.state != "open":
            return
        try:
            await self._stop(reply.place, reply.messages[-1], marked=reply.marked, patience=patience)
        except Unreachable as error:
            log.debug("not an open stream: %s", error)
            reply.state = "lost"
        else:
            reply.state = "full"

    async def _stop(
        self,
        place: Place,
        message: str,
        more: str = "",
        below: Sequence[Mapping[str, Any]] = (),
        *,
        marked: Mapping[str, Any] | None = None,
        patience: float = LONG,
    ) -> None:
        status: SessionStatus | None = None

        async def send(client: "AsyncWebClient") -> Any:
            nonlocal status
            status = self._statuses.after_stream(place)  # as it is by the time that it is sent
            return await client.chat_stopStream(
                channel=place.channel,
                ts=message,
                markdown_text=more or None,
                blocks=[dict(block) for block in below] or None,
                metadata=dict(marked) if marked else None,
                session_status=status,
            )

        try:
            await self._calls(END, send, patience=patience, share=message)
        except Uncertain:
            self._statuses.streamed(place, status, sure=False)
            raise
        self._statuses.streamed(place, status)
