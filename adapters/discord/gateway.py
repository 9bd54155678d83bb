"""What discord.py hears, as it comes over the gateway. Discord acknowledges nothing that we could hold back: what
cannot be committed now is tried again until it is, in the order of its conversation; what comes twice, by RESUME or
otherwise, has the same id. What is lost with a connection that is not resumed is read before what comes after it.

An interaction is put off before anything is looked up, since it must be answered within three seconds. A form is an
exception, for Discord takes it as the first answer only.
"""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from adapters.discord import ask_shortcut, controls, parse, views
from adapters.discord.calls import CallRefused, Calls
from adapters.discord.chat import DiscordChat
from adapters.discord.limits import ACKNOWLEDGE_SECONDS
from adapters.discord.missed import (
    EVERY,
    Missed,
    active_since,
    archived_thread,
    channels_with_private_threads,
    channels_with_threads,
)
from adapters.discord.parse import Asked, AskWanted, Channel, FormWanted, Ignored, Us
from adapters.discord.people import Members
from adapters.discord.places import Places
from adapters.discord.render import EPHEMERAL, noted
from adapters.discord.text import fenced, literal
from harness.chat.cards import Text
from harness.chat.events import (
    ButtonClicked,
    ChatEvent,
    CommandInvoked,
    FormSubmitted,
    Invited,
    MessageEdited,
    MessageSent,
)
from harness.chat.people import Person, Place
from harness.chat.port import ChatError, ChatLine
from harness.loop.answering import UNSURE_SENT, answered, taken
from harness.loop.clock import Sleep
from harness.loop.commands import Commands
from harness.loop.intake import Intake, NotAdmitted, NotOpen
from harness.sessions.journal import JournalUnavailable

log = logging.getLogger(__name__)

OPENING = ACKNOWLEDGE_SECONDS - 0.7
"""Seconds for finding out what a form holds."""
LEAVING = 2.0
REMEMBERED = 2_000
TOLD_AGAIN = 3_600.0
WAITS = (0.5, 1.0, 2.0, 5.0, 15.0, 30.0)
"""Seconds between tries to commit what people said."""
NOT_OPENED = "The form did not open. Please click again."
NOT_SEEN = "I cannot see that message, so I have not been asked about it."
ANSWERED_BELOW, ANSWERED_HERE = "I answer in its thread.", "I answer here."
LET_GO = 5.0
"""Seconds in which a conversation tells people what became of what they did."""

_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
_DEFER, _LATER, _SAY, _FORM = 5, 6, 4, 9
Json = dict[str, Any]
D = TypeVar("D", bound=ButtonClicked | FormSubmitted | CommandInvoked | MessageSent | FormWanted)


class Gateway:
    def __init__(
        self,
        us: Us,
        intake: Intake,
        chat: DiscordChat,
        calls: Calls,
        places: Places,
        commands: Commands,
        missed: Missed,
        members: Members,
        sleep: Sleep,
    ) -> None:
        self._us, self._intake, self._chat, self._calls = us, intake, chat, calls
        self._places, self._commands, self._missed, self._sleep = places, commands, missed, sleep
        self._members = members
        self._tasks: set[asyncio.Task[Any]] = set()
        self._order: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._seen: OrderedDict[str, None] = OrderedDict()
        """Commands and interactions that were taken."""
        self._authors: OrderedDict[str, Person] = OrderedDict()
        """Of messages, lately: Discord does not say whose was deleted."""
        self._pointed: OrderedDict[str, ChatLine] = OrderedDict()
        """What messages say that somebody is asking about."""
        self._refused: dict[str, float] = {}
        self._since: int | None = None
        """With a new session: after which id our server's messages may have been missed."""
        self._noting = asyncio.create_task(self._note_marks())

    def received(self, raw: str) -> None:
        """One frame of the gateway."""
        frame = json.loads(raw)
        type, body = frame.get("t"), frame.get("d")
        match type:
            case "READY":
                self._begin_anew()
                self._spawn(self._try_owed())
            case "RESUMED":
                self._spawn(self._try_owed())
            case "GUILD_CREATE" if body.get("unavailable"):
                log.warning("Discord says that the server %s is not available", body["id"])
            case "GUILD_CREATE" if str(body["id"]) == self._us.guild:
                self._us = replace(self._us, role=parse.role(body, self._us.user))
                self._places.learn(body)
                self._catch_up(body)
                self._spawn(self._introduce(parse.brought(body, self._us)))
            case "MESSAGE_CREATE":
                self._missed.begin(int(body["id"]))
                self._spawn(self._heard(body))
            case "CHANNEL_UPDATE" | "THREAD_UPDATE":
                self._places.learn(body)
                if place := parse.opened(body, self._us):
                    self._spawn(self._try_owed(place))
            case "GUILD_CREATE" | "CHANNEL_CREATE" | "THREAD_CREATE":
                self._places.learn(body)
            case "MESSAGE_UPDATE" | "MESSAGE_DELETE":
                self._spawn(self._said(type, body))
            case "MESSAGE_DELETE_BULK":
                for id in body["ids"]:
                    self._spawn(self._said("MESSAGE_DELETE", {**body, "id": id}))
            case "INTERACTION_CREATE":
                self._spawn(self._interacted(body))

    def told(self, content: bool) -> None:
        """Are we told what is said to others, from now on?"""
        self._us = replace(self._us, content=content)

    async def leave(self) -> None:
        """Lets what is being handled end for a moment, then cancels it."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=LEAVING)
        tasks = [*self._tasks, self._noting]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        try:
            await self._missed.note()
        except JournalUnavailable as error:
            log.warning("how far we have come is not recorded: %s", error)

    # What was missed
    def _begin_anew(self) -> None:
        """A new session: what was said since the last one is told to nobody. Direct messages are read now, our server
        when it is there, each before what is said there from now on.
        """
        since = self._missed.mark
        for channel in self._missed.directs():
            self._missed.begin(since + 1)
            self._spawn(self._read(channel, since, since + 1))
        if self._since is None:
            self._since = since
            self._missed.begin(since + 1)

    def _catch_up(self, guild: Json) -> None:
        since, self._since = self._since, None
        if since is None:
            return
        begun: dict[str, asyncio.Task[None]] = {}
        for channel, parent in active_since(guild, since):
            self._missed.begin(since + 1)
            begun[channel] = self._begun(self._read(channel, since, since + 1, begun.get(parent)))
        if self._missed.long(since):
            for listed, channels in (
                (self._missed.archived, channels_with_threads(guild)),
                (self._missed.private, channels_with_private_threads(guild)),
            ):
                for channel in channels:
                    self._missed.begin(since + 1)
                    self._spawn(self._read_archived(listed, channel, since, since + 1, begun.get(channel)))
        self._missed.end(since + 1)

    async def _read(self, channel: str, since: int, begun: int, first: "asyncio.Task[None] | None" = None) -> None:
        """What a thread hangs on comes `first`: without it nobody takes part there yet."""

        async def rest() -> None:
            nonlocal since
            async for message in self._missed.said(channel, since):
                await self._caught_up(message)
                if archived := archived_thread(message):  # which it is no more once it is answered there
                    self._missed.begin(begun)
                    self._spawn(self._read(archived, since, begun))
                since = int(message["id"])

        async with self._line(channel):
            if first:
                await asyncio.wait([first])
            await self._insist(channel, rest)
        self._missed.end(begun)

    async def _read_archived(
        self,
        listed: Callable[[str, int], AsyncIterator[Json]],
        channel: str,
        since: int,
        begun: int,
        first: "asyncio.Task[None] | None" = None,
    ) -> None:
        """The threads of the channel that were archived meanwhile."""

        async def every() -> None:
            async for thread in listed(channel, since):
                self._places.learn(thread)
                self._missed.begin(begun)
                self._spawn(self._read(str(thread["id"]), since, begun, first))

        await self._insist(channel, every)
        self._missed.end(begun)

    async def _insist(self, channel: str, read: Callable[[], Awaitable[None]]) -> None:
        """Until what was missed there is read, or may not be."""
        for wait in _patience():
            try:
                await read()
                return
            except CallRefused as error:
                log.info("what was missed in %s is not read: %s", channel, error)
                return
            except ChatError as error:
                log.warning("what was missed in %s is not read yet: %s", channel, error)
                await self._sleep(wait)

    async def _caught_up(self, message: Json) -> None:
        """One that cannot be handled keeps none that follows it from being read. Raises ChatError."""
        try:
            await self._taken("MESSAGE_CREATE", message)
        except ChatError:
            raise
        except Exception:
            log.exception("what was missed was not handled")

    async def _note_marks(self) -> None:
        while True:
            await self._sleep(EVERY)
            try:
                await self._missed.note()
            except JournalUnavailable as error:
                log.warning("how far we have come is not recorded: %s", error)

    # What we say first
    async def _introduce(self, brought: Sequence[Invited]) -> None:
        """In the first of the places in which we are not to be silent. Once: the journal knows."""
        for wait in _patience():
            try:
                for event in brought:
                    if await self._intake.receive(event):
                        return
                return
            except JournalUnavailable as error:
                log.warning("we are not introduced yet: %s", error)
                await self._sleep(wait)

    async def _try_owed(self, place: Place | None = None) -> None:
        """At once, if that can be known now; else when its time comes."""
        try:
            await self._intake.opened(place)
        except JournalUnavailable as error:
            log.warning("what is owed is not tried at once: %s", error)

    # What is said
    async def _heard(self, body: Json) -> None:
        try:
            await self._said("MESSAGE_CREATE", body)
        except Exception:
            log.exception("what was said was not handled")
        self._missed.end(int(body["id"]))

    async def _said(self, type: str, body: Json) -> None:
        async with self._line(str(body["channel_id"])):
            await self._taken(type, body)

    async def _taken(self, type: str, body: Json) -> None:
        """In its turn, which is held by the caller."""
        for wait in _patience():
            try:
                await self._take(type, body)
                return
            except CallRefused as error:
                log.warning("what was said is not taken: %s", error)
                return
            except (JournalUnavailable, ChatError) as error:
                log.warning("what was said is not recorded yet: %s", error)
                await self._sleep(wait)
        log.error("what was said could not be recorded, and is given up")

    def _line(self, channel: str) -> asyncio.Lock:
        """What is said in one channel is taken one after the other, first come, first served."""
        return self._order.setdefault(channel, asyncio.Lock())

    async def _take(self, type: str, body: Json) -> None:
        """Raises JournalUnavailable and ChatError."""
        where = await self._places.channel(str(body["channel_id"]))
        match type:
            case "MESSAGE_CREATE":
                happened: ChatEvent | Ignored = parse.message(body, where, self._us, self._inline(where))
            case "MESSAGE_UPDATE":
                happened = parse.edited(body, where, self._us, self._inline(where))
                if isinstance(happened, MessageEdited) and not self._missed.lately(body["edited_timestamp"]):
                    happened = replace(happened, addressed=False)
            case _:
                happened = parse.removed(body, where, self._us, await self._author(body), self._inline(where))
        if isinstance(happened, Ignored):
            log.debug("ignored: %s", happened.why)
            return
        direct = where.kind == "direct"
        if direct:
            await self._missed.meet(where.id, int(body["id"]))
        unsaid = type == "MESSAGE_CREATE" and "member" not in body  # as in what is read later
        happened = replace(happened, by=await self._known(happened.by, direct or unsaid))
        self._note(self._authors, str(body["id"]), happened.by)
        if type == "MESSAGE_CREATE":
            self._chat.said(where.id, str(body["id"]), happened.by.user)
        try:
            if isinstance(happened, CommandInvoked):
                await self._invoke(happened)
            else:
                await self._intake.receive(happened)
        except NotAdmitted as refused:
            now = asyncio.get_running_loop().time()
            self._refused = {who: told for who, told in self._refused.items() if now - told < TOLD_AGAIN}
            if happened.by.id not in self._refused:
                self._refused[happened.by.id] = now
                self._spawn(self._tell(happened, str(refused)))

    async def _invoke(self, said: CommandInvoked) -> None:
        """Once, of what is typed: it counts as taken only when it is. Raises JournalUnavailable and NotAdmitted."""
        if said.id in self._seen:
            return
        answer = await self._commands.invoke(said)
        self._note(self._seen, said.id, None)
        if answer:
            self._spawn(self._tell(said, answer))

    def _inline(self, where: Channel) -> bool:
        """Is what is said there answered there, in no thread?"""
        return not where.threads or self._intake.policy(parse.place(where, self._us)).replies == "channel"

    async def _author(self, body: Json) -> Person | None:
        """Of a message that is gone: somebody, if we have heard it too long ago to know whom. Raises
        JournalUnavailable.
        """
        if known := self._authors.get(str(body["id"])):
            return known
        return parse.somebody(self._us) if await self._intake.heard(parse.key(body)) else None

    async def _known(self, by: Person, unsaid: bool) -> Person:
        """With whether they are in our server, where that is not said. Raises ChatError."""
        return by if by.bot or not unsaid else await self._members.recognized(by)

    # What is pressed and sent
    async def _interacted(self, body: Json) -> None:
        id = str(body["id"])
        if not self._first(id):
            return
        user = str(((body.get("member") or {}).get("user") or body.get("user") or {}).get("id"))
        self._chat.heard(str(body.get("channel_id")), user, str(body["application_id"]), str(body["token"]))
        try:
            if wanted := parse.pointed(body, self._us, self._inline):
                await self._open_question(body, wanted)
                return
            opens_a_form = self._opens_a_form(body)
            if not opens_a_form:
                await self._defer(body)
            where = parse.where(body) or await self._places.channel(str(body["channel_id"]))
            done = parse.interaction(body, where, self._us, self._inline(where))
            direct = where.kind == "direct"
            match done:
                case FormWanted():
                    await self._open(body, done, direct)
                case Ignored(told=told):
                    log.info("ignored: %s", done.why)
                    await (self._respond(body, _SAY, noted(told)) if opens_a_form else self._answer(body, told))
                case ButtonClicked():
                    await self._answer(body, await taken(self._received(done, direct)))
                case FormSubmitted(values=values):
                    told = await taken(self._received(done, direct), unsure=UNSURE_SENT)
                    await self._answer(body, _with(told, values))
                case CommandInvoked():
                    await self._answer(body, await answered(self._answered(done, direct)))
                case Asked():
                    await self._answer(body, await self._about(done, direct))
        except ChatError as error:
            log.warning("an interaction was not answered: %s", error)

    async def _open_question(self, body: Json, wanted: AskWanted | Ignored) -> None:
        """At once: a form is the first answer or none. Whether we may answer shows when it is sent."""
        if isinstance(wanted, Ignored):
            await self._respond(body, _SAY, noted(wanted.told))
            return
        self._note(self._pointed, wanted.pointed.message, wanted.line)
        await self._respond(body, _FORM, ask_shortcut.modal(wanted.pointed, wanted.line))

    async def _received(self, done: ButtonClicked | FormSubmitted | MessageSent, direct: bool) -> bool:
        return await self._intake.receive(await self._recognized(done, direct))

    async def _answered(self, said: CommandInvoked, direct: bool) -> str:
        return await self._commands.invoke(await self._recognized(said, direct))

    async def _recognized(self, done: D, direct: bool) -> D:
        """With who did it, as far as we have to know. Raises JournalUnavailable where Discord does not say."""
        try:
            return replace(done, by=await self._known(done.by, direct))
        except ChatError as error:
            raise JournalUnavailable(f"not known who did it: {error}") from error

    async def _about(self, asked: Asked, direct: bool) -> str:
        """What whoever asks about a message is to be told. Raises ChatError."""
        about = self._pointed.get(asked.pointed.message)
        if about is None:
            try:
                where = await self._places.holding(asked.pointed.place, asked.pointed.message)
                at = {"channel_id": where, "message_id": asked.pointed.message}
                about = parse.line(await self._calls("GET", _MESSAGE, at=at), self._us.user)
            except CallRefused as error:
                log.info("a question was not taken: %s", error)
                return NOT_SEEN
        told = await taken(self._received(replace(asked.said, about=(about,)), direct), unsure=UNSURE_SENT)
        below = ANSWERED_BELOW if asked.pointed.place.thread else ANSWERED_HERE
        return _with(told, {"Your question": asked.said.text}) or below

    def _opens_a_form(self, body: Json) -> bool:
        """As its control says, without looking anything up."""
        data = body.get("data") or {}
        opening = f"{controls.FORM}:"
        pressed = str(data.get("custom_id") or "")
        chosen = str((data.get("values") or [""])[0])
        kind, _ = controls.read(pressed)
        return body.get("type") == parse.COMPONENT and (
            kind == controls.FORM or (kind == controls.MORE and chosen.startswith(opening))
        )

    async def _open(self, body: Json, wanted: FormWanted, direct: bool) -> None:
        """The form, if there is still something to be filled in; else why not. Raises ChatError."""
        try:
            async with asyncio.timeout(OPENING):
                form = await self._intake.form(wanted.token, (await self._recognized(wanted, direct)).by)
            await self._respond(body, _FORM, views.modal(form))
        except (NotOpen, NotAdmitted, views.NothingToFill) as error:
            await self._respond(body, _SAY, noted(str(error)))
        except (JournalUnavailable, TimeoutError) as error:
            log.warning("a form was not opened: %s", error)
            await self._respond(body, _SAY, noted(NOT_OPENED))

    async def _defer(self, body: Json) -> None:
        """What was done counts all the same where this fails: Discord may have taken it and shown no failure."""
        try:
            await self._respond(body, _LATER if body.get("type") == parse.COMPONENT else _DEFER)
        except ChatError as error:
            log.warning("an interaction was not put off: %s", error)

    async def _respond(self, body: Json, type: int, data: Json | None = None) -> None:
        """The first answer. Raises ChatError."""
        answer: Json = {"type": type}
        if type == _DEFER:
            answer["data"] = {"flags": EPHEMERAL}
            self._chat.put_off(str(body["token"]))
        elif data is not None:
            answer["data"] = data
        at = {"webhook_id": str(body["id"]), "webhook_token": str(body["token"])}
        await self._calls("POST", _CALLBACK, answer, at=at, patience=ACKNOWLEDGE_SECONDS)

    async def _answer(self, body: Json, told: str) -> None:
        """If there is nothing to tell, the conversation does, most often to the same person: soon, if at all."""
        app, token = str(body["application_id"]), str(body["token"])
        if told:
            await self._chat.answer(app, token, Text(told))
        elif body.get("type") != parse.COMPONENT:
            self._spawn(self._let_go(app, token))

    async def _let_go(self, app: str, token: str) -> None:
        await self._sleep(LET_GO)
        try:
            await self._chat.let_go(app, token)
        except ChatError as error:
            log.info("Discord shows that we think, for some time: %s", error)

    async def _tell(self, about: ChatEvent, answer: str) -> None:
        try:
            await self._chat.tell(about.place, about.by, Text(answer))
        except ChatError as error:
            log.warning("%s could not be told: %s", about.by.id, error)

    # Memory and work
    def _first(self, id: str) -> bool:
        if id in self._seen:
            return False
        self._note(self._seen, id, None)
        return True

    def _note(self, kept: "OrderedDict[str, Any]", id: str, value: Any) -> None:
        kept[id] = value
        while len(kept) > REMEMBERED:
            kept.popitem(last=False)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        _ = self._begun(work)

    def _begun(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            log.exception("what came from Discord was not handled")


def _with(told: str, typed: Mapping[str, str]) -> str:
    """And what was typed, where something went wrong: Discord has closed the form, and would have it typed anew."""
    kept = [f"{literal(name)}:\n{fenced(words)}" for name, words in typed.items() if words.strip()]
    return "\n".join([told, *kept]) if told else ""


def _patience() -> Iterator[float]:
    """Seconds between one try and the next: for hours."""
    return chain(WAITS, repeat(WAITS[-1], 1_000))
