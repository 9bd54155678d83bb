"""slack-bolt's listeners. What people do is committed before Slack is told that it arrived.

An event that cannot be committed is not acknowledged: Slack sends it again, and its id finds out whether it is known.
An interaction is sent once only and must be acknowledged within three seconds: who did it is told if it was lost.
"""

import asyncio
import logging
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from adapters.slack import ask_shortcut, home, parse, views
from adapters.slack.backlog import Backlog
from adapters.slack.calls import CallRefused, Calls
from adapters.slack.chat import SlackChat
from adapters.slack.deferred import Deferred
from adapters.slack.limits import ACKNOWLEDGE_SECONDS
from adapters.slack.parse import AskWanted, FormWanted, HomeOpened, Ignored, Unarchived, Us
from adapters.slack.people import WITHIN, Names
from adapters.slack.rates import Priority
from adapters.slack.render import noted
from harness.approvals.forms import FormErrors
from harness.chat.cards import Text
from harness.chat.events import ButtonClicked, ChatEvent, CommandInvoked, FormSubmitted, MessageSent
from harness.chat.people import Person, Place
from harness.chat.port import Chat, ChatError
from harness.loop.answering import FAILED, GIVEN_UP, NOT_TAKEN, UNSURE_SENT, answered, form_opened, taken
from harness.loop.clock import Sleep
from harness.loop.commands import Commands
from harness.loop.intake import Intake
from harness.loop.receiving import Receiver, try_owed
from harness.loop.refusals import NotAdmitted, NotOpen
from harness.loop.task_set import TaskSet
from harness.sessions.journal import JournalUnavailable
from harness.tools.unforeseen import logged, referred

if TYPE_CHECKING:
    from slack_bolt.async_app import AsyncAck, AsyncApp

log = logging.getLogger(__name__)

DEADLINE = ACKNOWLEDGE_SECONDS - 0.5
"""Seconds after which an interaction is acknowledged, whatever became of it: Slack shows an error soon after."""
NOT_IN = "I can't answer there: I am not in this conversation. In a channel, invite me first."
LATER = "This takes longer than usual. The answer will follow here."
_ANY = re.compile("")

Json = dict[str, Any]
E = TypeVar("E", bound=ChatEvent)


def listen(app: "AsyncApp", to: Any) -> None:
    """Has `to`, a Gateway or what chooses one, take everything that Slack sends: what nobody takes is never
    acknowledged, and a person sees a warning.
    """
    app.event(_ANY)(to.event)
    app.action(_ANY)(to.action)
    app.view(_ANY)(to.submission)
    app.view_closed(_ANY)(_acknowledged)
    app.shortcut(_ANY)(to.shortcut)
    app.options(_ANY)(_acknowledged)
    app.command(_ANY)(to.command)
    app.error(_failed)


async def _acknowledged(ack: "AsyncAck") -> None:
    await ack()


async def _failed(error: Exception) -> None:
    if isinstance(error, JournalUnavailable):
        log.warning("not acknowledged: could not be recorded: %s", error)
    else:
        log.error("a payload from Slack was not handled", exc_info=error)


class Gateway:
    """From bolt's payloads to Intake. `private` is the chat for what one person is told. `deadline` and `given_up` are
    real seconds, since Slack's are.
    """

    def __init__(
        self,
        us: Us,
        intake: Intake,
        chat: SlackChat,
        calls: Calls,
        names: Names,
        commands: Commands,
        private: Chat,
        deadline: float = DEADLINE,
        given_up: float = GIVEN_UP,
        backlog: Backlog | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._us, self._intake, self._chat, self._calls, self._names = us, intake, chat, calls, names
        self._commands, self._private = commands, private
        self._deadline, self._given_up = deadline, given_up
        self._tasks, self._handling = TaskSet("Slack"), TaskSet("Slack")
        """What is begun for payloads, and the handling of them, in the tasks that the SDK made for it."""
        self._deferred = Deferred(backlog or Backlog(None, us.team), self._handle, self._tasks, sleep)
        self._receiver = Receiver(intake, commands, self._tell, self._tasks)
        self._order: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        """By conversation. Whoever uses one holds a reference to it until then."""

    async def leave(self) -> None:
        """Lets what is being handled end for a moment, then cancels it: Slack sends unacknowledged events again."""
        await self._handling.leave()
        await self._tasks.leave(0.0)

    async def reconnected(self) -> None:
        """Slack was away, and is there again."""
        await try_owed(self._intake)

    # Listeners: bolt passes arguments by name
    async def event(self, body: Json) -> None:
        """Acknowledged when it returns; if it raises, it is not."""
        with self._handling.busy():
            where = parse.conversation(body)
            lock = self._order.setdefault(where, asyncio.Lock())
            async with lock:  # first come, first served: who needs a name looked up is not overtaken
                nameless = parse.event(body, self._us, {})
                if not await self._put_off(where, body, nameless):
                    await self._named(body, nameless)

    async def _handle(self, body: Json) -> None:
        """Take an event in its turn. Raises JournalUnavailable."""
        await self._named(body, parse.event(body, self._us, {}))

    async def _named(self, body: Json, nameless: parse.Event) -> None:
        """Take an event that was read without names. Raises JournalUnavailable."""
        names = await self._names.of(parse.named(body, self._us, nameless))
        happened = parse.event(body, self._us, names) if names else nameless
        if isinstance(happened, Ignored):
            log.debug("ignored: %s", happened.why)
        elif isinstance(happened, HomeOpened):
            self._tasks.begin(self._show_home(happened.by))
        elif isinstance(happened, Unarchived):
            await self._intake.opened(happened.place)
        else:
            if isinstance(happened, MessageSent) and happened.message == happened.place.thread:
                self._chat.began(happened.place, happened.text, happened.by.user)
            await self._taken(happened)
            if _by_slacks_button(happened):
                self._tasks.begin(self._chat.stopped(happened.place))

    # Who is not known yet
    def resume(self) -> None:
        """Takes what was acknowledged, and not taken before we left."""
        self._deferred.resume()

    async def _put_off(self, where: tuple[str, str], body: Json, happened: parse.Event) -> bool:
        """Is it taken later? It is acknowledged then: it is not known who said it, or what came before it there waits
        for that. Raises JournalUnavailable.
        """
        if not self._deferred.holds(where) and await self._knows_whose(happened):
            return False
        return await self._deferred.defer(body)

    async def _knows_whose(self, happened: parse.Event) -> bool:
        """Is it known whether its author is a full member, or of no account? Asked for a moment."""
        if isinstance(happened, Ignored | HomeOpened | Unarchived) or not happened.by.member:
            return True
        return await self._names.member(happened.by.user, happened.by.team, WITHIN) is not None

    async def _taken(self, happened: ChatEvent) -> None:
        """Raises JournalUnavailable."""
        await self._receiver.take(await self._recognized(happened), typed=not _by_slacks_button(happened))

    async def _recognized(self, event: E) -> E:
        """With whether its author is a full member, and of which workspace else. Raises JournalUnavailable."""
        by = await self._known(event.by)
        return event if by is event.by else replace(event, by=by)

    async def _known(self, by: Person) -> Person:
        """Raises JournalUnavailable."""
        if not by.member:
            return by
        member = await self._names.member(by.user, by.team)
        if member is None:
            raise JournalUnavailable(f"Slack does not say whether {by.id} is a full member")
        return by if member else replace(by, team=self._names.home(by.user, by.team), member=False)

    async def _show_home(self, who: Person) -> None:
        """As it is now. Best effort: it is shown again whenever it is opened."""
        try:
            async with asyncio.timeout(self._given_up):
                try:
                    view = home.home(await self._commands.home_view(await self._known(who)))
                except NotAdmitted as refused:
                    view = home.closed(str(refused))
                await self._calls("views.publish", lambda client: client.views_publish(user_id=who.user, view=view))
        except (JournalUnavailable, TimeoutError, ChatError) as error:
            log.warning("the Home tab of %s was not updated: %s", who.id, error)

    async def action(self, ack: "AsyncAck", body: Json) -> None:
        with self._handling.busy():
            end = self._end()
            done = parse.action(body, self._us, await self._names.of(parse.people(body, self._us)))
            match done:
                case ButtonClicked():
                    await self._record(done, end)
                case FormWanted(click=ButtonClicked() as click):
                    await self._record(click, end, then=done)
                case FormWanted():
                    self._tasks.begin(self._open(done))
                case Ignored(told=told):
                    log.debug("ignored: %s", done.why)
                    if told:
                        self._tasks.begin(self._tell_whoever_pressed(body, told))
            await ack()

    async def submission(self, ack: "AsyncAck", body: Json) -> None:
        with self._handling.busy():
            end = self._end()
            sent = parse.submission(body, self._us, await self._names.of(parse.people(body, self._us)))
            if isinstance(sent, Ignored):
                log.info("ignored: %s", sent.why)
                await ack()
                return
            view = body["view"]
            try:
                async with asyncio.timeout_at(end):
                    taken = await self._intake.receive(await self._recognized(await self._complete(sent, view)))
            except FormErrors as error:
                await ack(response_action="errors", errors=views.errors(view, error.fields))
            except (JournalUnavailable, TimeoutError) as error:
                log.warning("I do not know whether a form was recorded: %s", error)
                await ack(response_action="errors", errors=views.errors(view, {"": UNSURE_SENT}))
            except (NotOpen, NotAdmitted) as error:
                if views.typed(view):  # it stays open, for them to take their words along
                    await ack(response_action="errors", errors=views.errors(view, {"": str(error)}))
                    return
                self._tasks.begin(self._tell(sent.place, sent.by, str(error)))
                await ack()
            except Exception as error:
                why = referred(FAILED, logged(log, error, "a form was not accepted"))
                await ack(response_action="errors", errors=views.errors(view, {"": why}))
            else:
                if not taken:
                    self._tasks.begin(self._tell(sent.place, sent.by, NOT_TAKEN))
                if isinstance(sent, FormSubmitted) and not sent.message:
                    self._tasks.begin(self._show_home(sent.by))
                await ack()

    async def shortcut(self, ack: "AsyncAck", body: Json) -> None:
        """The modal is opened at once: its trigger does not wait. Whether we may answer shows when it is sent."""
        with self._handling.busy():
            wanted = parse.shortcut(body, self._us, await self._names.of(parse.people(body, self._us)))
            if isinstance(wanted, Ignored):
                log.debug("ignored: %s", wanted.why)
            elif isinstance(wanted, CommandInvoked):
                self._tasks.begin(self._follow(self._tasks.begun(self._answered(wanted)), wanted))
            else:
                self._tasks.begin(self._open_question(wanted))
            await ack()

    async def command(self, ack: "AsyncAck", body: Json) -> None:
        """Answered with its acknowledgement, which only its author sees; an answer that takes longer follows it."""
        with self._handling.busy():
            end = self._end()
            said = parse.command(body, self._us, await self._names.of(parse.people(body, self._us)))
            if isinstance(said, Ignored):
                log.warning("ignored: %s", said.why)
                await ack()
                return
            answering = self._tasks.begun(self._answered(said))
            await asyncio.wait({answering}, timeout=max(end - _now(), 0.0))
            if answering.done():
                await ack(**noted(answering.result()))
            else:
                self._tasks.begin(self._follow(answering, said))
                await ack(LATER)

    # Work
    async def _record(self, click: ButtonClicked, end: float, then: FormWanted | None = None) -> None:
        """Waits for it until `end`; what its clicker is told and shown follows by itself."""
        recording = asyncio.create_task(self._recorded(click))
        self._tasks.begin(self._follow_up(recording, click, then))
        await asyncio.wait({recording}, timeout=max(end - _now(), 0.0))

    async def _recorded(self, click: ButtonClicked) -> str:
        """What its clicker is to be told of it, if anything."""

        async def taking() -> bool:
            return await self._intake.receive(await self._recognized(click))

        return await taken(taking(), self._given_up)

    async def _answered(self, said: CommandInvoked) -> str:
        """What its author is to be told, if anything."""

        async def answering() -> str:
            return await self._commands.invoke(await self._recognized(said))

        return await answered(answering(), self._given_up)

    async def _follow(self, answering: asyncio.Task[str], said: CommandInvoked) -> None:
        if answer := await answering:
            await self._tell(said.place, said.by, answer)

    async def _follow_up(self, recording: asyncio.Task[str], click: ButtonClicked, then: FormWanted | None) -> None:
        """What its clicker is told and shown once it is recorded: `then`, a form, unless there was trouble."""
        if trouble := await recording:
            await self._tell(click.place, click.by, trouble)
        elif then:
            await self._open(then)
        if not click.message:
            await self._show_home(click.by)

    async def _open(self, wanted: FormWanted) -> None:
        """The form, if there is still something to be filled in; else why not."""

        async def finding() -> Json:
            return views.modal(await self._intake.form(wanted.token, wanted.by), wanted.place, wanted.message)

        async def show(modal: Json) -> None:
            await self._show_modal(wanted.trigger, modal)

        if told := await form_opened(finding(), show, self._deadline):
            await self._tell(wanted.place, wanted.by, told)
            if not wanted.message:  # what it was pressed on is not as it was shown
                await self._show_home(wanted.by)

    async def _open_question(self, wanted: AskWanted) -> None:
        try:
            await self._show_modal(wanted.trigger, ask_shortcut.modal(wanted.pointed))
        except ChatError as error:
            log.warning("the question's form was not opened: %s", error)

    async def _show_modal(self, trigger: str, view: Json) -> None:
        """No later than its trigger lives. Raises ChatError."""
        await self._calls(
            "views.open",
            lambda client: client.views_open(trigger_id=trigger, view=view),
            patience=self._deadline,
            priority=Priority.ASK,
        )

    async def _complete(self, sent: FormSubmitted | MessageSent, view: Json) -> FormSubmitted | MessageSent:
        """All that was sent, and that can be. Raises FormErrors, NotOpen, JournalUnavailable."""
        if isinstance(sent, FormSubmitted):
            return await self._whole(sent, view)
        if not sent.text:
            raise FormErrors({ask_shortcut.FIELD: "please write something"})
        if not await self._in(sent.place):
            raise FormErrors({ask_shortcut.FIELD: NOT_IN})
        return await self._uncut(sent)

    async def _uncut(self, sent: MessageSent) -> MessageSent:
        """The question about the whole message, if the modal had no room for it. If Slack is slow, about a part."""
        [about] = sent.about
        if not (ask_shortcut.is_cut(about) and about.message):
            return sent
        try:
            async with asyncio.timeout(self._deadline / 2):
                whole = await self._chat.line(sent.place, about.message, self._deadline / 2)
        except (ChatError, TimeoutError) as error:
            log.info("a question about a message shows only a part of it: %s", error)
            return sent
        return replace(sent, about=(whole,)) if whole else sent

    async def _in(self, place: Place) -> bool:
        """Can we answer there? If that is not to be known, we shall see."""
        try:
            answer = await self._calls(
                "conversations.info",
                lambda client: client.conversations_info(channel=place.channel),
                patience=self._deadline,
            )
        except CallRefused:
            return False
        except ChatError:
            return True
        channel = answer.get("channel") or {}
        return bool(channel.get("is_member") or channel.get("is_im") or channel.get("is_mpim"))

    async def _whole(self, sent: FormSubmitted, view: Json) -> FormSubmitted:
        """With the fields that the modal had no room for, as they are. Raises NotOpen, JournalUnavailable."""
        opened = views.opened(view)
        if opened is None or not opened.kept:
            return sent
        form = await self._intake.form(sent.token, sent.by)
        kept = {field.name: field.value for field in form.fields if field.name in opened.kept}
        return FormSubmitted(sent.id, sent.place, sent.by, sent.token, sent.message, values={**kept, **sent.values})

    async def _tell_whoever_pressed(self, body: Json, text: str) -> None:
        where, user = body.get("container") or {}, body.get("user") or {}
        channel, thread = where.get("channel_id"), where.get("thread_ts") or where.get("message_ts") or ""
        if channel and user.get("id"):
            to = Person("slack", self._us.team, user["id"])
            await self._tell(Place("slack", self._us.team, channel, thread), to, text)

    async def _tell(self, place: Place, to: Person, text: str) -> None:
        try:
            await self._private.tell(place, to, Text(text))
        except ChatError as error:
            log.warning("could not tell %s: %s", to.id, error)

    def _end(self) -> float:
        """When what has just come must be acknowledged, by the loop's clock."""
        return _now() + self._deadline


def _by_slacks_button(event: ChatEvent) -> bool:
    """Was it stopped by the button that Slack shows while we work? In words, a stop in a thread is a message."""
    return isinstance(event, CommandInvoked) and event.command == "stop" and not event.wide


def _now() -> float:
    return asyncio.get_running_loop().time()
