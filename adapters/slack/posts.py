"""Our messages: posting, changing, removing. A text that is too long for one message is several, which carry one key
and their numbers.
"""

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from adapters.slack import render
from adapters.slack.calls import LONG, CallRefused, Calls, TooLong
from adapters.slack.kinds import BlockKinds
from adapters.slack.message import Attachment, Message
from adapters.slack.rates import Priority
from adapters.slack.threads import ThreadMessages, metadata
from harness.chat.cards import Body, Card, Text
from harness.chat.people import Place
from harness.chat.port import Undelivered

log = logging.getLogger(__name__)

KNOWN = 500
"""Texts of which it is known which messages they are."""
MOVED = "(Moved above.)"
STREAMING = "streaming_state_conflict"
"""Slack docs, chat.update: the message is a stream that is open."""

T = TypeVar("T")
Release = Callable[[Place, str], Awaitable[None]]
"""Ends a stream that is open, whoever opened it. Raises ChatError."""
Posted = Callable[[Place], None]


class Posts:
    """`release` is for what turns out to be a stream; `posted` is told of each new message."""

    def __init__(
        self, calls: Calls, threads: ThreadMessages, release: Release, posted: Posted, kinds: BlockKinds
    ) -> None:
        self._calls, self._threads, self._release, self._posted = calls, threads, release, posted
        self._kinds = kinds
        self._known: OrderedDict[str, Mapping[int, str]] = OrderedDict()
        self._attached: OrderedDict[str, None] = OrderedDict()
        """Files that are known to be there: their names say of what and in which text."""

    async def say(self, place: Place, key: str, body: Body, there: Mapping[int, str] | None = None) -> str:
        """It stands there whole, over the messages that are `there` (by their numbers), and nowhere else. The name of
        the first. Raises ChatError.
        """
        priority = priority_of(body)
        try:
            parts = render.messages(body, key)
            if isinstance(body, Text):
                parts = await self._with_files(place, body, parts)
            return await self.write(
                place, key, dict(enumerate(parts)), len(parts), there or {}, priority, as_it_is=True
            )
        except TooLong as error:
            log.warning("posted in smaller pieces: %s", error)
            parts = render.messages(body, key, compact=True)
            return await self.write(place, key, dict(enumerate(parts)), len(parts), there or {}, priority)

    async def write(
        self,
        place: Place,
        key: str,
        parts: Mapping[int, Message],
        total: int,
        there: Mapping[int, str],
        priority: Priority = Priority.TEXT,
        as_it_is: bool = False,
    ) -> str:
        """Changes the messages that are there, posts others, and removes those whose numbers are not below `total`:
        `as_it_is`, or as far as Slack takes it. The name of the first. Raises ChatError.
        """
        if total > 1 and parts.keys() - there.keys():  # a try before this one may have got through half of it
            there = {**(await self._threads.ours(place, key)).messages, **there}
        names = dict(there)
        for number, part in parts.items():
            marked = metadata(key, number, total)
            if number in there:
                await self._attach_late(place, part.attachments)
                await self.change(place, there[number], part, marked, priority, as_it_is)
            else:
                await self._attach(place, part.attachments)  # above it, before it can be answered
                names[number] = await self._post(place, part, marked, priority, as_it_is)
        for number in sorted(there.keys() - range(total)):
            await self._remove(place, names.pop(number))
        self.remember(names)
        return names[0]

    def remember(self, there: Mapping[int, str]) -> None:
        """Which messages a text is, by their numbers."""
        self._known[there[0]] = there
        self._known.move_to_end(there[0])
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)

    async def known(self, place: Place, key: str, message: str) -> Mapping[int, str]:
        """The messages of the text that begins with that one; looked for, if we have not made it. Raises ChatError."""
        return self._known.get(message) or {**(await self._threads.ours(place, key)).messages, 0: message}

    async def change(
        self,
        place: Place,
        message: str,
        part: Message,
        marked: Mapping[str, Any] | None = None,
        priority: Priority = Priority.TEXT,
        as_it_is: bool = False,
    ) -> None:
        """With blocks, so that it is not marked as edited, unless Slack takes none. Raises ChatError."""

        async def once(form: Message) -> None:
            await self._change(place, message, form, marked, priority)

        try:
            await self._sent(part, once, as_it_is)
        except CallRefused as error:
            if error.code != STREAMING:
                raise
            await self._release(place, message)
            try:
                await self._sent(part, once, as_it_is)
            except CallRefused as again:
                if again.code != STREAMING:
                    raise
                raise Undelivered(f"a stream does not end: {again}") from again

    async def tell(self, place: Place, user: str, part: Message) -> None:
        """Shows it to that user alone. Raises ChatError."""

        async def once(form: Message) -> None:
            await self._calls(
                "chat.postEphemeral",
                lambda client: client.chat_postEphemeral(
                    channel=place.channel,
                    user=user,
                    thread_ts=place.thread or None,
                    text=form.text,
                    blocks=list(form.blocks) or None,
                ),
            )

        await self._sent(part, once)

    async def edit(self, place: Place, message: str, body: Text) -> bool:
        """Shows what is not final, if there is room for that now. Raises ChatError."""
        part = self._kinds.best(render.live(body))
        try:
            await self._calls(
                "chat.update",
                lambda client: client.chat_update(
                    channel=place.channel, ts=message, text=part.text, blocks=list(part.blocks)
                ),
                patience=0.0,
                priority=Priority.LIVE,
            )
        except Undelivered:
            return False
        except CallRefused as error:
            if error.code != STREAMING:
                raise
            await self._release(place, message)
            return False
        return True

    async def _with_files(self, place: Place, text: Text, parts: tuple[Message, ...]) -> tuple[Message, ...]:
        """Its parts with their files there, which what was shown while it was written has not yet; or, where Slack
        takes no files, others that need none: nothing is lost but brevity. Raises ChatError.
        """
        try:
            await self._attach(place, [file for part in parts for file in part.attachments])
        except CallRefused as error:
            log.warning("posted in messages, without a file: %s", error)
            return render.text(text)
        return parts

    async def _attach_late(self, place: Place, files: Sequence[Attachment]) -> None:
        """For a message that is there: it is changed all the same where Slack takes no files."""
        try:
            await self._attach(place, files)
        except CallRefused as error:
            log.warning("a file was not attached: %s", error)

    async def _attach(self, place: Place, files: Sequence[Attachment]) -> None:
        """Each stands there once."""
        missing = [file for file in files if file.filename not in self._attached]
        there = await self._threads.files(place) if missing else frozenset()
        for file in missing:
            if file.filename not in there:
                content = file.content.encode(errors="backslashreplace") or b"\n"
                await self._calls.upload(place, file.filename, content)
            self._attached[file.filename] = None
            while len(self._attached) > KNOWN:
                self._attached.popitem(last=False)

    async def _sent(self, part: Message, send: Callable[[Message], Awaitable[T]], as_it_is: bool = False) -> T:
        """What comes of sending it `as_it_is`, or in the best form that Slack takes: what is refused for its blocks is
        tried in old ones, then without any. Raises ChatError.
        """
        part, plain = self._kinds.best(part), render.basic(part)
        if as_it_is:
            return await send(part)
        try:
            return await send(part)
        except TooLong as error:
            _expect_blocks(error)
        try:
            sent = await send(plain)
        except TooLong as error:
            _expect_blocks(error)
        else:
            self._kinds.refused(part.blocks)
            return sent
        try:
            return await send(render.bare(part))
        except TooLong as error:
            log.error("Slack refuses the message both as blocks and as text: %s", error)
            raise

    async def _post(
        self, place: Place, part: Message, marked: Mapping[str, Any], priority: Priority, as_it_is: bool
    ) -> str:
        async def once(form: Message) -> str:
            answer = await self._calls(
                "chat.postMessage",
                lambda client: client.chat_postMessage(
                    channel=place.channel,
                    text=form.text,
                    blocks=list(form.blocks) or None,
                    metadata=dict(marked),
                    unfurl_links=False,
                    unfurl_media=False,
                    thread_ts=place.thread or None,
                ),
                channel=place.channel,
                patience=_patience(priority),
                priority=priority,
            )
            return str(answer["ts"])

        message = await self._sent(part, once, as_it_is)
        self._posted(place)
        return message

    async def _change(
        self, place: Place, message: str, part: Message, marked: Mapping[str, Any] | None, priority: Priority
    ) -> None:
        await self._calls(
            "chat.update",
            lambda client: client.chat_update(
                channel=place.channel,
                ts=message,
                text=part.text,
                blocks=list(part.blocks),
                metadata=dict(marked) if marked else None,
            ),
            patience=_patience(priority),
            priority=priority,
            share=message,
        )

    async def _remove(self, place: Place, message: str) -> None:
        try:
            await self._calls("chat.delete", lambda client: client.chat_delete(channel=place.channel, ts=message))
        except CallRefused as error:
            if error.code == "cant_delete_message":  # a workspace may forbid it; what is said above is not said twice
                await self.change(place, message, render.page(MOVED))
            elif error.code != "message_not_found":
                raise


def _expect_blocks(error: TooLong) -> None:
    """Is it refused for its blocks, so that it may go through without? Raises it if not."""
    if not error.blocks:
        raise error
    log.warning("posted in plainer blocks: %s", error)


def priority_of(body: Body) -> Priority:
    """What it goes before, and behind."""
    if isinstance(body, Card) or body.haste == "first":
        return Priority.ASK
    return Priority.LIVE if body.live or body.haste == "spare" else Priority.TEXT


def _patience(priority: Priority) -> float:
    """What is said for good keeps its place in the queue; what is of use only now goes now, or not at all."""
    return LONG if priority <= Priority.TEXT else 0.0
