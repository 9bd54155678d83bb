"""Lines become events; Ctrl-C stops the turn, Ctrl-D leaves."""

from collections.abc import Callable
from typing import Protocol

from adapters.terminal.chat import TerminalChat
from adapters.terminal.parse import Chosen, NoSuchNumber, Said, read
from harness.approvals.forms import FormErrors
from harness.chat.cards import Field
from harness.chat.events import ButtonClicked, ChatEvent, CommandInvoked, FormSubmitted, MessageSent
from harness.chat.people import Person, Place
from harness.chat.port import ChatError
from harness.loop.intake import Intake, NotOpen
from harness.sessions.journal import JournalError

HERE = Place("terminal", "", "here")


class Interrupted(Exception):
    """Ctrl-C."""


class Left(Exception):
    """Ctrl-D."""


class Keyboard(Protocol):
    async def line(self, prompt: str, default: str = "") -> str:
        """The next line. Raises Interrupted and Left."""


class TerminalGateway:
    """One person's terminal. `ids` names events, each once; it must not repeat after a restart."""

    def __init__(
        self,
        me: Person,
        keyboard: Keyboard,
        chat: TerminalChat,
        intake: Intake,
        write: Callable[[str], None],
        ids: Callable[[], str],
    ) -> None:
        self._me, self._keyboard, self._chat, self._intake = me, keyboard, chat, intake
        self._write, self._ids = write, ids

    async def run(self) -> None:
        """Until the person leaves."""
        while True:
            try:
                await self._line(await self._keyboard.line("> "))
            except Interrupted:
                await self._receive(CommandInvoked(self._ids(), HERE, self._me, "stop"))
            except Left:
                return

    async def _line(self, line: str) -> None:
        match read(line, self._chat.menu):
            case None:
                pass
            case Said(text=text):
                id = self._ids()
                await self._receive(MessageSent(id, HERE, self._me, text, id))
            case NoSuchNumber(typed=typed):
                offered = ", ".join(map(str, sorted(self._chat.menu)))
                self._write(f"  · {typed} is none of {offered}; to say a number, add a word")
            case Chosen(choice=choice, selected=selected) if not choice.form:
                message = self._chat.message_of(choice)
                await self._receive(ButtonClicked(self._ids(), HERE, self._me, choice.token, message, selected))
            case Chosen(choice=choice):
                await self._fill_in(choice.token, self._chat.message_of(choice))

    async def _fill_in(self, token: str, message: str) -> None:
        """Asks field by field, and again for what cannot be taken. Ctrl-C leaves the form."""
        try:
            form = await self._intake.form(token)
        except (NotOpen, JournalError) as error:
            self._write(f"  · {error}")
            return
        self._write(f"{form.title} (Ctrl-C to leave it)")
        values = {field.name: field.value for field in form.fields}
        wrong = {field.name: "" for field in form.fields}
        while wrong:
            for field in form.fields:
                if field.name in wrong or "" in wrong:
                    try:
                        values[field.name] = await self._keyboard.line(_prompt(field), values[field.name])
                    except Interrupted:
                        self._write("  · left as it was")
                        return
            try:
                await self._intake.receive(FormSubmitted(self._ids(), HERE, self._me, token, message, values))
                return
            except FormErrors as error:
                wrong = error.fields
                self._write(f"  · {error}")
            except JournalError as error:
                self._write(f"  · not recorded, please try again: {error}")
                return

    async def _receive(self, event: ChatEvent) -> None:
        try:
            await self._intake.receive(event)
        except (JournalError, ChatError) as error:
            self._write(f"  · not recorded, please try again: {error}")


def _prompt(field: Field) -> str:
    options = f" ({'/'.join(field.options)})" if field.options else ""
    return f"  {field.label}{options}{'' if field.required else ' (may be empty)'}: "
