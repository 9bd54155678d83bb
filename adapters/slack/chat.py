"""The Chat port on Slack's Web API.

A text that is too long for one message becomes several, which carry one key and their numbers: whatever is missing of
them is posted when it is looked for again.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from adapters.slack import parse, render
from adapters.slack.calls import Calls, Refused, TooLong
from adapters.slack.live import Live
from adapters.slack.people import Names
from adapters.slack.statuses import Statuses
from adapters.slack.threads import Threads, metadata, ours
from harness.chat.cards import Body, Card
from harness.chat.people import Person, Place
from harness.chat.port import Activity, Line, Receipt, Unreachable
from harness.loop.clock import Sleep

log = logging.getLogger(__name__)

RECEIPTS: Mapping[Receipt, str] = {"waiting": "hourglass_flowing_sand", "heard": "eyes"}
STREAM_RESERVE = 15
"""Calls of chat.update that live edits leave for what matters more: settling cards, whole replies."""
STATUS_LENGTH = 100
NAMES_WITHIN = 3.0
"""Seconds for the names of all who spoke before we came."""


class SlackChat:
    """Fulfils `harness.chat.port.Chat`. A `message` is its ts."""

    def __init__(self, calls: Calls, names: Names, sleep: Sleep) -> None:
        self._calls, self._names = calls, names
        self._threads = Threads(calls)
        self._live = Live(self._edit, sleep)
        self._statuses = Statuses(self._set_status, sleep)

    async def find(self, place: Place, key: str) -> str | None:
        ours = await self._threads.ours(place, key)
        return ours.messages[0] if ours.whole else None

    async def post(self, place: Place, key: str, body: Body) -> str:
        if not _asks(body):
            return await self._shorter(body, key, lambda parts: self._write(place, key, parts, {}))
        await self._statuses.ask(place, key)
        try:
            return await self._shorter(body, key, lambda parts: self._ask(place, key, parts))
        except Unreachable:
            await self._statuses.settle(place, key)
            raise

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        await self._live.end(message)
        await self._shorter(body, key, lambda parts: self._write(place, key, parts, {0: message}))
        if not _asks(body):
            await self._statuses.settle(place, key)

    async def finish(self, place: Place, message: str) -> None:
        if rest := await self._live.end(message):
            await self._change(place, message, render.live(rest))

    async def history(self, place: Place, before: str, most: int) -> Sequence[Line]:
        said = await self._threads.before(place, before, most)
        names = await self._names.of({id for message in said for id in parse.mentions(message)}, NAMES_WITHIN)
        return [parse.line(message, names, ours(message)) for message in said]

    async def tell(self, place: Place, to: Person, text: str) -> None:
        await self._calls(
            "chat.postEphemeral",
            lambda client: client.chat_postEphemeral(
                channel=place.channel, user=to.user, thread_ts=place.thread or None, **render.noted(text)
            ),
        )

    async def react(self, place: Place, message: str, receipt: Receipt) -> None:
        if mark := RECEIPTS.get(receipt):
            await self._reaction("add", place, message, mark, done="already_reacted")
        if receipt != "waiting":
            await self._reaction("remove", place, message, RECEIPTS["waiting"], done="no_reaction")

    async def stream(self, place: Place, message: str, text: str) -> None:
        self._live.show(place, message, text)

    async def show(self, place: Place, activity: Activity) -> None:
        if place.thread:
            await self._statuses.show(place, activity.text[:STATUS_LENGTH])

    async def close(self) -> None:
        """Stops what goes on by itself: live edits, refreshed statuses."""
        await self._live.close()
        await self._statuses.close()

    async def _shorter(self, body: Body, key: str, write: Callable[[Sequence[render.Message]], Awaitable[str]]) -> str:
        """Said at length, or in smaller pieces if Slack finds that too long."""
        try:
            return await write(render.messages(body, key))
        except TooLong as error:
            log.warning("said in smaller pieces: %s", error)
            return await write(render.messages(body, key, compact=True))

    async def _ask(self, place: Place, key: str, parts: Sequence[render.Message]) -> str:
        """What a card refers to stands above it before it can be answered."""
        if files := parts[0].attachments:
            there = await self._threads.files(place)
            for file in files:
                if file.filename not in there:
                    await self._upload(place, file)
        return await self._write(place, key, parts, {})

    async def _write(self, place: Place, key: str, parts: Sequence[render.Message], there: Mapping[int, str]) -> str:
        """Changes the messages that are there, posts the others. The name of the first."""
        if len(parts) > 1:  # a try before this one may have got through half of it
            there = {**(await self._threads.ours(place, key)).messages, **there}
        names: list[str] = []
        for number, part in enumerate(parts):
            marked = metadata(key, number, len(parts))
            if number in there:
                await self._change(place, there[number], part, metadata=marked)
            names.append(there.get(number) or await self._post(place, part, marked))
        return names[0]

    async def _post(self, place: Place, part: render.Message, marked: Mapping[str, Any]) -> str:
        answer = await self._calls(
            "chat.postMessage",
            lambda client: client.chat_postMessage(
                channel=place.channel,
                text=part.text,
                blocks=list(part.blocks),
                metadata=dict(marked),
                unfurl_links=False,
                unfurl_media=False,
                thread_ts=place.thread or None,
            ),
            channel=place.channel,
        )
        return str(answer["ts"])

    async def _change(self, place: Place, message: str, part: render.Message, **more: Any) -> None:
        """With blocks, so that it is not marked as edited."""
        await self._calls(
            "chat.update",
            lambda client: client.chat_update(
                channel=place.channel, ts=message, text=part.text, blocks=list(part.blocks), **more
            ),
        )

    async def _edit(self, place: Place, message: str, text: str) -> bool:
        part = render.live(text)
        return await self._calls.spare(
            "chat.update",
            lambda client: client.chat_update(
                channel=place.channel, ts=message, text=part.text, blocks=list(part.blocks)
            ),
            reserve=STREAM_RESERVE,
        )

    async def _upload(self, place: Place, file: render.Attachment) -> None:
        """Slack docs, uploading files: a place for the bytes, the bytes; seen by nobody until it is then shared."""
        content = file.content.encode(errors="backslashreplace") or b"\n"
        await self._calls(
            "files.completeUploadExternal",
            lambda client: client.files_upload_v2(
                channel=place.channel,
                filename=file.filename,
                title=file.filename,
                content=content,
                thread_ts=place.thread or None,
            ),
        )

    async def _reaction(self, verb: str, place: Place, message: str, name: str, done: str) -> None:
        try:
            await self._calls(
                f"reactions.{verb}",
                lambda client: (client.reactions_add if verb == "add" else client.reactions_remove)(
                    channel=place.channel, timestamp=message, name=name
                ),
            )
        except Refused as error:
            if error.code != done:
                raise

    async def _set_status(self, place: Place, text: str) -> None:
        await self._calls(
            "assistant.threads.setStatus",
            lambda client: client.assistant_threads_setStatus(
                channel_id=place.channel, thread_ts=place.thread, status=text
            ),
            patience=0.0,
        )


def _asks(body: Body) -> bool:
    """Is it something that can be answered?"""
    return isinstance(body, Card) and bool(body.buttons or body.choices)
