"""Fulfils the Chat port: how we speak in Discord.

A message is found again by the number of its first component, which is made of its key; one whose sending was
uncertain is not doubled within minutes either, since its nonce is made of that too.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from adapters.discord import parse, render
from adapters.discord.calls import (
    NO_DIRECTS,
    PATIENCE,
    TOO_OLD,
    UNKNOWN_CHANNEL,
    UNKNOWN_EMOJI,
    UNKNOWN_MESSAGE,
    CallRefused,
    Calls,
)
from adapters.discord.limits import EDIT_SECONDS, EDITED_FREELY, TOKEN_SECONDS
from adapters.discord.message import EPHEMERAL, V2, Message
from adapters.discord.missed import told_at
from adapters.discord.places import Places
from harness.chat.cards import Body, Card, Text
from harness.chat.live import Live
from harness.chat.people import Person, Place
from harness.chat.port import Activity, ChatError, ChatLine, Receipt, Uncertain
from harness.loop.clock import Now, Sleep

log = logging.getLogger(__name__)

RECEIPTS: Mapping[Receipt, str] = {"waiting": "⏳", "heard": "👀"}
NOT_REACHED = "📪"
"""On what somebody said last, where we may write to them neither there nor directly."""
PAGE, PAGES = 100, 10
IMPATIENCE = 10.0
"""Seconds for an edit of what is old, before it is said anew."""
TYPING = 8.0
"""Seconds after which it is shown again that we work: Discord shows it for ten."""
KEPT = 2_000

Json = dict[str, Any]
_MESSAGES, _MESSAGE = "/channels/{channel_id}/messages", "/channels/{channel_id}/messages/{message_id}"
_ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
_REACTION = f"{_MESSAGE}/reactions/{{emoji}}/@me"


class DiscordChat:
    """`message` is its id; of a text that is several messages, the first one's."""

    def __init__(self, calls: Calls, places: Places, now: Now, sleep: Sleep) -> None:
        self._calls, self._places, self._now, self._sleep = calls, places, now, sleep
        self._live = Live(self._show_live, sleep, EDIT_SECONDS)
        self._keys: OrderedDict[str, str] = OrderedDict()
        """Of live messages."""
        self._standing: OrderedDict[str, str] = OrderedDict()
        """Of those that were posted whole and show what is being done."""
        self._typing: dict[str, asyncio.Task[None]] = {}
        self._tokens: OrderedDict[tuple[str, str], tuple[float, str, str]] = OrderedDict()
        """The last interaction of a person in a channel: until when it may be answered, by which app and token."""
        self._last: OrderedDict[str, tuple[str, str]] = OrderedDict()
        """What each person said last: in which channel, and as which message."""
        self._unsure: OrderedDict[str, float] = OrderedDict()
        """What somebody may have been told directly, and since when: it may be said again."""
        self._put_off: set[str] = set()
        """Tokens of interactions that Discord shows as being thought about."""

    async def find(self, place: Place, key: str, live: bool = False) -> str | None:
        there = await self._ours(place, key, live)
        return there[0] if there else None

    async def post(self, place: Place, key: str, body: Body) -> str:
        try:
            if isinstance(body, Text) and body.live:
                message = await self._post(place, render.live(body, key), key)
                self._remember(self._keys, message, key)
                return message
            return await self._write(place, key, body, {})
        except CallRefused as error:
            await self._not_reached(place.addressee, error)
            raise

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        """What is gone, or too old to be changed, is said anew, but for a text that has been written: that only loses
        its buttons.
        """
        await self._live.end(message)
        written = self._keys.pop(message, None)
        self._standing.pop(message, None)
        try:
            await self._write(place, key, body, {0: message}, anew=written is not None or isinstance(body, Card))
        except ChatError:
            if written is not None:  # it is tried again
                self._remember(self._keys, message, written)
            raise

    async def finish(self, place: Place, message: str) -> None:
        rest, key = await self._live.end(message), self._keys.pop(message, "")
        if rest and key:
            await self._write(place, key, rest, {0: message})

    async def history(self, place: Place, before: str, most: int) -> Sequence[ChatLine]:
        us, found = await self._places.us(), list[Json]()
        async for message in self._messages(place, before):
            if len(found) == most:
                break
            found.append(message)
        begun = place.thread and await self._places.holding(place, place.thread) != place.thread
        if begun and len(found) < most and int(place.thread) < int(before):
            try:  # what the thread hangs on is in its channel
                at = {"channel_id": place.channel, "message_id": place.thread}
                found.append(await self._calls("GET", _MESSAGE, at=at))
            except CallRefused as error:
                if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
                    raise
        return [parse.line(message, us) for message in reversed(found)]

    async def tell(self, place: Place, to: Person, body: Text) -> None:
        """By their last click there, which only they see the answer to; else directly: Discord has no other way."""
        until, app, token = self._tokens.get((await self._places.where(place), to.user), (0.0, "", ""))
        if self._now() < until:
            try:
                await self.answer(app, token, body)
                return
            except CallRefused as error:
                log.info("told in a direct message, since the click is too old: %s", error)
        where = await self._places.where(Place.direct(to))
        said = f"{where}\0{body.plain}"
        begun = self._unsure.pop(said, self._now())
        try:
            for number, part in enumerate(render.messages(body, "")):
                once = {"nonce": render.nonce(f"{said}\0{begun}", number), "enforce_nonce": True}
                await self._calls(
                    "POST", _MESSAGES, {**part.body, **once}, files=_bytes(part), at={"channel_id": where}
                )
        except CallRefused as error:
            await self._not_reached(to.user, error)
            raise
        except Uncertain:
            self._unsure[said] = begun
            while len(self._unsure) > KEPT:
                self._unsure.popitem(last=False)
            raise

    async def react(self, place: Place, message: str, receipt: Receipt) -> None:
        where = await self._places.holding(place, message)
        at = {"channel_id": where, "message_id": message}
        if mark := RECEIPTS.get(receipt):
            await self._calls("PUT", _REACTION, at={**at, "emoji": mark})
        if receipt != "waiting":
            try:
                await self._calls("DELETE", _REACTION, at={**at, "emoji": RECEIPTS["waiting"]})
            except CallRefused as error:
                if error.code not in (UNKNOWN_EMOJI, UNKNOWN_MESSAGE):
                    raise

    async def stream(self, place: Place, message: str, body: Text, key: str = "") -> None:
        if message not in self._keys and not key:
            return
        if key:
            self._remember(self._standing, message, key)
        self._live.show(place, message, body)

    async def show(self, place: Place, activity: Activity) -> None:
        typing = self._typing.pop(place.id, None)
        if typing:
            typing.cancel()
        if activity.status == "working":
            self._typing[place.id] = asyncio.create_task(self._type(place))

    def heard(self, where: str, user: str, app: str, token: str) -> None:
        """Somebody has pressed something there: for a while they can be told what only they see."""
        self._tokens[where, user] = (self._now() + TOKEN_SECONDS - 60, app, token)
        self._tokens.move_to_end((where, user))
        while len(self._tokens) > KEPT:
            self._tokens.popitem(last=False)

    def said(self, where: str, message: str, user: str) -> None:
        """Somebody has said that there: a reaction to it is what they see if nothing else may be written to them."""
        self._last[user] = (where, message)
        self._last.move_to_end(user)
        while len(self._last) > KEPT:
            self._last.popitem(last=False)

    def put_off(self, token: str) -> None:
        """Discord shows to whoever did it that we think, until that is answered, or `let_go`."""
        self._put_off.add(token)

    async def let_go(self, app: str, token: str) -> None:
        """What was put off and has no answer of its own: Discord would show for minutes that we think. Raises
        ChatError.
        """
        if token in self._put_off:
            self._put_off.discard(token)
            await self._calls("DELETE", _ORIGINAL, at={"webhook_id": app, "webhook_token": token})

    async def answer(self, app: str, token: str, body: Text) -> None:
        """Follows an interaction that was put off; only whoever did it sees it. Raises ChatError."""
        self._put_off.discard(token)
        at = {"webhook_id": app, "webhook_token": token}
        for part in render.messages(body, ""):
            unseen = {**part.body, "flags": V2 | EPHEMERAL}
            await self._calls("POST", "/webhooks/{webhook_id}/{webhook_token}", unseen, files=_bytes(part), at=at)

    async def read(self, channel: str, message: str) -> Mapping[str, Any]:
        """One message of a channel, as Discord has it. Raises ChatError."""
        found: Mapping[str, Any] = await self._calls("GET", _MESSAGE, at={"channel_id": channel, "message_id": message})
        return found

    async def attach(self, place: Place, key: str, name: str, content: bytes) -> None:
        """Shows a file there, unless that of the key is there. Raises ChatError."""
        if await self.find(place, key) is None:
            await self._post(place, render.attached(name, content, key), key)

    async def close(self) -> None:
        """Stops what goes on by itself: live edits, typing."""
        await self._live.close()
        tasks = list(self._typing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Messages
    async def _write(self, place: Place, key: str, body: Body, there: Mapping[int, str], anew: bool = True) -> str:
        """It stands there whole, over the messages that are `there`, and nowhere else; without `anew` as far as these
        can be changed. Raises ChatError.
        """
        parts = render.messages(body, key)
        if len(parts) > 1:
            there = {**await self._ours(place, key, whole=False), **there}
        names = dict(there)
        for number, part in enumerate(parts):
            if number in there and anew:
                names[number] = await self._edit(place, key, number, there[number], part)
            elif number in there:
                await self._change(place, there[number], part)
            elif anew:
                names[number] = await self._post(place, part, key, number)
        for number in sorted(there.keys() - range(len(parts))):
            await self._delete(place, there[number])
        return names[0]

    async def _post(self, place: Place, part: Message, key: str, number: int = 0) -> str:
        body = {**part.body, "nonce": render.nonce(f"{place.id}\0{key}", number), "enforce_nonce": True}
        answer = await self._places.within(
            place, lambda where: self._calls("POST", _MESSAGES, body, files=_bytes(part), at={"channel_id": where})
        )
        return str(answer["id"])

    async def _edit(self, place: Place, key: str, number: int, message: str, part: Message) -> str:
        """The message that reads so from now on. Discord takes few edits of what is more than an hour old, and none of
        what somebody has deleted: then it is the one that stands in its place already, or a new one.
        """
        old = self._now() - told_at(int(message)) > EDITED_FREELY
        try:
            await self._change(place, message, part, IMPATIENCE if old else PATIENCE)
            return message
        except CallRefused as error:
            if error.code not in (TOO_OLD, UNKNOWN_MESSAGE):
                raise
            log.info("posted again: %s", error)
            old = error.code == TOO_OLD
        except ChatError as error:
            if not old:
                raise
            log.info("posted again: %s", error)
        newest = (await self._ours(place, key, whole=False)).get(number, message)
        if newest != message:
            name = await self._edit(place, key, number, newest, part)
        else:
            name = await self._post(place, part, f"{key}!{message}", number)
        if old:
            await self._delete(place, message)
        return name

    async def _change(self, place: Place, message: str, part: Message, patience: float = PATIENCE) -> None:
        body = {**part.body, "attachments": []}
        await self._places.within(
            place,
            lambda where: self._calls(
                "PATCH",
                _MESSAGE,
                body,
                files=_bytes(part),
                at={"channel_id": where, "message_id": message},
                patience=patience,
            ),
        )

    async def _delete(self, place: Place, message: str) -> None:
        try:
            where = await self._places.where(place)
            await self._calls("DELETE", _MESSAGE, at={"channel_id": where, "message_id": message})
        except CallRefused as error:
            if error.code != UNKNOWN_MESSAGE:
                raise

    async def _show_live(self, place: Place, message: str, body: Text) -> bool:
        standing = self._standing.get(message)
        shown = render.standing(body, standing) if standing else render.live(body, self._keys.get(message, ""))
        await self._change(place, message, shown)
        return True

    def _remember(self, keys: OrderedDict[str, str], message: str, key: str) -> None:
        keys[message] = key
        while len(keys) > KEPT:
            keys.popitem(last=False)

    async def _ours(self, place: Place, key: str, live: bool = False, whole: bool = True) -> dict[int, str]:
        """The messages that carry the key, by their numbers: all of them, or none if any is missing. With `live` also
        one that was being written, which may be shown more of from then on. Raises ChatError.
        """
        us, marks = await self._places.us(), dict[int, str]()
        async for message in self._messages(place):
            if str((message.get("author") or {}).get("id")) == us:
                marks.setdefault(render.mark_of(message), str(message["id"]))
        found: dict[int, str] = {}
        while (number := len(found)) < PAGE:
            last = marks.get(render.mark(key, number, number + 1))
            more = marks.get(render.mark(key, number, number + 2))
            if last or not more:
                if last:
                    return {**found, number: last}
                break
            found[number] = more
        if live and not found and (written := marks.get(render.mark(key, 0, 0))):
            self._remember(self._keys, written, key)
            return {0: written}
        return found if live or not whole else {}

    async def _messages(self, place: Place, before: str = "") -> AsyncIterator[Json]:
        """Newest first; none of a thread that has not begun."""
        for _ in range(PAGES):
            query = {"limit": str(PAGE), **({"before": before} if before else {})}
            try:
                where = await self._places.where(place)
                page = await self._calls("GET", _MESSAGES, query=query, at={"channel_id": where})
            except CallRefused as error:
                if error.code == UNKNOWN_CHANNEL and place.thread:
                    return
                raise
            for message in page:
                yield message
            if len(page) < PAGE:
                return
            before = str(page[-1]["id"])

    async def _type(self, place: Place) -> None:
        while True:
            try:
                await self._show_typing(place)
            except CallRefused as error:
                log.debug("the typing indicator was not shown: %s", error)
                return
            except ChatError as error:
                log.debug("the typing indicator is not shown for now: %s", error)
            await self._sleep(TYPING)

    async def _show_typing(self, place: Place) -> None:
        """In its thread; in its channel, while the thread is not there, which our first post begins. Raises
        ChatError.
        """
        try:
            await self._type_in(await self._places.where(place))
        except CallRefused as error:
            if error.code != UNKNOWN_CHANNEL or not place.thread:
                raise
            await self._type_in(place.channel)

    async def _type_in(self, where: str) -> None:
        await self._calls("POST", "/channels/{channel_id}/typing", at={"channel_id": where}, patience=5.0)

    async def _not_reached(self, user: str, error: CallRefused) -> None:
        """They take no direct messages from us: they see at least that. Best effort."""
        if error.code != NO_DIRECTS or user not in self._last:
            return
        where, message = self._last[user]
        try:
            await self._calls(
                "PUT", _REACTION, at={"channel_id": where, "message_id": message, "emoji": NOT_REACHED}, patience=5.0
            )
        except ChatError as failed:
            log.info("could not mark somebody who takes no direct messages: %s", failed)


def _bytes(part: Message) -> dict[str, bytes]:
    return {
        name: text if isinstance(text, bytes) else text.encode(errors="backslashreplace") or b"\n"
        for name, text in part.files.items()
    }
