"""Lines become events; Ctrl-C stops the turn, Ctrl-D leaves."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import NamedTuple, assert_never

from adapters.terminal.chat import TerminalChat
from adapters.terminal.filling import Filling, FormLeft
from adapters.terminal.keys import Interrupted, Keyboard, Left
from adapters.terminal.parse import Chosen, Leaving, MenuItem, NoSuchNumber, Sentence, TooManyWords, read
from harness.approvals.forms import FormErrors
from harness.chat.cards import Text
from harness.chat.events import ButtonClicked, ChatEvent, CommandInvoked, FormSubmitted, MessageSent, Surface
from harness.chat.people import Person, Place
from harness.chat.port import ChatError
from harness.commands.words import Command
from harness.loop.commands import Commands
from harness.loop.intake import Intake
from harness.loop.refusals import NotAdmitted, NotOpen
from harness.sessions.journal import JournalError
from harness.sessions.session import Session


class Begun(NamedTuple):
    """When a line was begun, and what could be chosen then."""

    at: float
    choices: Mapping[str, MenuItem]


HERE = Place("terminal", "", "here")
SURFACE = Surface("/", " in this terminal")
TOO_SOON = "you began to type {0} before what it stands for now was there: read that, then type {0} again"
UNSURE = "I don't know whether this counts; if nothing happens, try again"


class TerminalGateway:
    """One person's terminal. `ids` names events, each once; it must not repeat after a restart; `now` is the journal's
    clock. `recall` shows what is open in the conversation that goes on here, once that is another.
    """

    def __init__(
        self,
        me: Person,
        keyboard: Keyboard,
        chat: TerminalChat,
        intake: Intake,
        commands: Commands,
        ids: Callable[[], str],
        now: Callable[[], float],
        recall: Callable[[], Awaitable[None]],
    ) -> None:
        self._me, self._keyboard, self._chat, self._intake, self._commands = me, keyboard, chat, intake, commands
        self._ids, self._now, self._recall = ids, now, recall
        self._begun: Begun | None = None

    async def run(self) -> None:
        """Until the person leaves."""
        while True:
            try:
                await self._next()
            except Left:
                return
            except JournalError as error:
                self._chat.note(f"the journal cannot be read: {error}")
            except NotAdmitted as error:
                self._chat.note(str(error))

    async def _next(self) -> None:
        """What is typed, or Ctrl-C. Raises Left, JournalError and NotAdmitted."""
        try:
            self._begun = None
            line = await self._keyboard.line("> ", begun=self._begin)
            await self._line(line, self._begun or self._as_it_is())
        except Interrupted:
            await self._stop()

    def _begin(self) -> None:
        self._begun = self._as_it_is()

    def _as_it_is(self) -> Begun:
        return Begun(self._now(), self._chat.menus.choices)

    async def _line(self, line: str, begun: Begun) -> None:
        """Raises Left."""
        menus = self._chat.menus
        typed = read(line, menus.choices, menus.ever)
        if isinstance(typed, Chosen) and read(line, begun.choices, menus.ever) != typed:
            self._chat.note(TOO_SOON.format(line.strip()))
            return
        match typed:
            case None:
                pass
            case Sentence(text=text):
                id = self._ids()
                text = text.encode("utf-8", "replace").decode()  # a terminal may send what is not text
                self._chat.says(id, text)
                await self._receive(MessageSent(id, HERE, self._me, text, id, written=begun.at))
            case Command(name=name, argument=argument):
                await self._invoke(CommandInvoked(self._ids(), HERE, self._me, name, argument, surface=SURFACE))
            case TooManyWords(name=name):
                self._chat.note(f"/{name} stands alone; to say that as a message, put a word before it")
            case Leaving():
                raise Left
            case NoSuchNumber(typed=number):
                offered = ", ".join(menus.offered)
                why = f"is not one of {offered}" if offered else "stands for nothing any more"
                self._chat.note(f"{number} {why}; to say a number, add a word")
            case Chosen(item=item, selected=selected):
                await self._choose(item, selected)
            case _:
                assert_never(typed)

    async def _choose(self, item: MenuItem, selected: tuple[str, ...]) -> None:
        message = self._chat.menus.message_of(item)
        if item.form:
            await self._fill_in(item.token, message)
        else:
            await self._receive(ButtonClicked(self._ids(), HERE, self._me, item.token, message, selected=selected))

    async def _stop(self) -> None:
        session = await self._session()
        if session.turn is None and not session.commands:
            self._chat.note("there is nothing to stop; Ctrl-D leaves")
        else:
            await self._receive(CommandInvoked(self._ids(), HERE, self._me, "stop"))

    async def _invoke(self, said: CommandInvoked) -> None:
        before = await self._intake.reader.thread(HERE)
        try:
            if answer := await self._commands.invoke(said):
                await self._chat.post(HERE, said.id, Text(answer))
        except JournalError as error:
            self._chat.note(f"not done, please try again: {error}")
        if await self._intake.reader.thread(HERE) != before:
            await self._recall()

    async def _session(self) -> Session:
        return await self._intake.reader.session(await self._intake.reader.thread(HERE))

    async def _fill_in(self, token: str, message: str) -> None:
        """Asks again for what cannot be taken. Ctrl-C leaves the form."""
        try:
            form = await self._intake.form(token, self._me)
        except (NotOpen, NotAdmitted) as error:
            self._chat.note(str(error))
            return
        if not form.fields:  # it is only read
            self._chat.note(form.text)
            return
        filling = Filling(form, self._keyboard, self._chat.note)
        filling.introduce()
        wrong: Collection[str] = list(filling.values)
        while wrong:
            try:
                await filling.ask(wrong)
            except FormLeft as left:
                self._chat.note(str(left))
                return
            wrong = await self._submit(token, message, filling)

    async def _submit(self, token: str, message: str, filling: Filling) -> Collection[str]:
        """Which fields cannot be taken so. What is over meanwhile takes none: what was typed is given back."""
        values = dict(filling.values)
        self._chat.filled_in(values.values())
        try:
            await self._intake.receive(FormSubmitted(self._ids(), HERE, self._me, token, message, values=values))
        except FormErrors as error:
            self._chat.note(str(error))
            return error.fields
        except (NotOpen, NotAdmitted) as refused:
            self._chat.note("\n".join(filter(None, [str(refused), filling.typed])))
        except JournalError as error:
            self._chat.note(f"{UNSURE}: {error}")
        return ()

    async def _receive(self, event: ChatEvent) -> None:
        try:
            await self._intake.receive(event)
        except (JournalError, ChatError) as error:
            self._chat.note(f"{UNSURE}: {error}")
