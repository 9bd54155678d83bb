"""What people press, send and invoke. It is put off before anything is looked up, since it must be answered within
three seconds. A form is an exception, for Discord takes it as the first answer only.
"""

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from adapters.discord import ask_shortcut, controls, parse, views
from adapters.discord.calls import CallRefused, Calls
from adapters.discord.chat import DiscordChat
from adapters.discord.limits import ACKNOWLEDGE_SECONDS
from adapters.discord.message import EPHEMERAL
from adapters.discord.parse import Asked, AskWanted, FormWanted, Ignored
from adapters.discord.render import noted
from adapters.discord.server import Server
from adapters.discord.text import fenced, literal
from harness.approvals.forms import called
from harness.chat.cards import Form, Text
from harness.chat.events import ButtonClicked, CommandInvoked, FormSubmitted, MessageSent
from harness.chat.port import ChatError, ChatLine
from harness.chat.visible import visible
from harness.loop.answering import UNSURE_SENT, answered, form_opened, taken
from harness.loop.clock import Sleep
from harness.loop.commands import Commands
from harness.loop.intake import Intake
from harness.loop.recent import Recent
from harness.loop.task_set import TaskSet
from harness.sessions.journal import JournalUnavailable

log = logging.getLogger(__name__)

OPENING = ACKNOWLEDGE_SECONDS - 0.7
"""Seconds for finding out what a form holds."""
REMEMBERED = 2_000
NOT_SEEN = "I can't see that message, so I can't answer about it."
ANSWERED_BELOW, ANSWERED_HERE = "I answer in its thread.", "I answer here."
LET_GO = 5.0
"""Seconds in which a conversation tells people what became of what they did."""

_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
_DEFER, _LATER, _SAY, _FORM = 5, 6, 4, 9
Json = dict[str, Any]
D = TypeVar("D", bound=ButtonClicked | FormSubmitted | CommandInvoked | MessageSent | FormWanted)


class Interactions:
    def __init__(
        self,
        server: Server,
        intake: Intake,
        chat: DiscordChat,
        calls: Calls,
        commands: Commands,
        tasks: TaskSet,
        sleep: Sleep,
    ) -> None:
        self._server, self._intake, self._chat, self._calls = server, intake, chat, calls
        self._commands, self._tasks, self._sleep = commands, tasks, sleep
        self._seen = Recent[None](REMEMBERED)
        """Interactions that were taken, by their ids."""
        self._pointed = Recent[ChatLine](REMEMBERED)
        """What messages say that somebody is asking about."""

    async def interacted(self, body: Json) -> None:
        id = str(body["id"])
        if id in self._seen:
            return
        self._seen.note(id, None)
        user = str(((body.get("member") or {}).get("user") or body.get("user") or {}).get("id"))
        self._chat.heard(str(body.get("channel_id")), user, str(body["application_id"]), str(body["token"]))
        try:
            if wanted := parse.pointed(body, self._server.us, self._server.inline):
                await self._open_question(body, wanted)
                return
            opens_a_form = self._opens_a_form(body)
            if not opens_a_form:
                await self._defer(body)
            where = parse.where(body) or await self._server.places.channel(str(body["channel_id"]))
            done = parse.interaction(body, where, self._server.us, self._server.inline(where))
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
        self._pointed.note(wanted.pointed.message, wanted.line)
        await self._respond(body, _FORM, ask_shortcut.modal(wanted.pointed, wanted.line))

    async def _received(self, done: ButtonClicked | FormSubmitted | MessageSent, direct: bool) -> bool:
        return await self._intake.receive(await self._recognized(done, direct))

    async def _answered(self, said: CommandInvoked, direct: bool) -> str:
        return await self._commands.invoke(await self._recognized(said, direct))

    async def _recognized(self, done: D, direct: bool) -> D:
        """With who did it, as far as we have to know. Raises JournalUnavailable where Discord does not say."""
        try:
            return replace(done, by=await self._server.known(done.by, direct))
        except ChatError as error:
            raise JournalUnavailable(f"not known who did it: {error}") from error

    async def _about(self, asked: Asked, direct: bool) -> str:
        """What whoever asks about a message is to be told. Raises ChatError."""
        about = self._pointed.get(asked.pointed.message)
        if about is None:
            try:
                where = await self._server.places.holding(asked.pointed.place, asked.pointed.message)
                at = {"channel_id": where, "message_id": asked.pointed.message}
                about = parse.line(await self._calls("GET", _MESSAGE, at=at), self._server.us.user)
            except CallRefused as error:
                log.info("a question was not accepted: %s", error)
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

        async def finding() -> Form:
            return await self._intake.form(wanted.token, (await self._recognized(wanted, direct)).by)

        async def show(form: Form) -> None:
            """What is only read is said to them alone."""
            if form.fields:
                await self._respond(body, _FORM, views.modal(form))
            else:
                await self._respond(body, _SAY, noted(fenced(visible(form.text))))

        if told := await form_opened(finding(), show, OPENING):
            await self._respond(body, _SAY, noted(told))

    async def _defer(self, body: Json) -> None:
        """What was done counts all the same where this fails: Discord may have taken it and shown no failure."""
        try:
            await self._respond(body, _LATER if _below_a_message(body) else _DEFER)
        except ChatError as error:
            log.warning("I could not acknowledge an interaction: %s", error)

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
        elif not _below_a_message(body):
            self._tasks.begin(self._let_go(app, token))

    async def _let_go(self, app: str, token: str) -> None:
        await self._sleep(LET_GO)
        try:
            await self._chat.let_go(app, token)
        except ChatError as error:
            log.info("Discord shows me as thinking a while longer: %s", error)


def _below_a_message(body: Json) -> bool:
    """Was it pressed there, or in a form that was opened there? Then Discord shows no thinking meanwhile."""
    return body.get("type") in (parse.COMPONENT, parse.SUBMISSION) and bool(body.get("message"))


def _with(told: str, typed: Mapping[str, str]) -> str:
    """And what was typed, where something went wrong: Discord has closed the form, and would have it typed anew."""
    kept = [f"{literal(called(name))}:\n{fenced(words)}" for name, words in typed.items() if words.strip()]
    return "\n".join([told, *kept]) if told else ""
