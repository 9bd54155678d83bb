"""Fulfils `harness.chat.port.Chat` by writing lines. What was written cannot be changed: an update is written below.

A live message is therefore not written before it is final: what is going on shows in the activity instead.
"""

from collections.abc import Callable

from adapters.terminal import render
from adapters.terminal.parse import Choice
from harness.chat.cards import Body, Card, Text
from harness.chat.people import Person, Place
from harness.chat.port import Activity, Receipt


class TerminalChat:
    """`name` is the colleague's. `menu` is what may be chosen by number just now, `activity` what is going on."""

    def __init__(self, name: str, write: Callable[[str], None]) -> None:
        self._name, self._write = name, write
        self._messages: dict[str, str] = {}
        """Our messages by key."""
        self._streamed: dict[str, str] = {}
        """What live messages hold so far."""
        self._choices: dict[str, list[Choice]] = {}
        """What each message offers."""
        self.activity = ""

    @property
    def menu(self) -> dict[int, Choice]:
        return {choice.number: choice for choices in self._choices.values() for choice in choices}

    def message_of(self, choice: Choice) -> str:
        """The message that offers it; empty if none does any more."""
        return next((message for message, choices in self._choices.items() if choice in choices), "")

    async def find(self, place: Place, key: str) -> str | None:
        return self._messages.get(key)

    async def post(self, place: Place, key: str, body: Body) -> str:
        message = self._messages[key] = f"m{len(self._messages) + 1}"
        if isinstance(body, Text) and body.live:
            self._streamed[message] = body.markdown
            return message
        choices = render.choices_of(body, max(self.menu, default=0) + 1)
        if choices:
            self._choices[message] = choices
        self._write(render.body(self._name, body, choices))
        return message

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        self._choices.pop(message, None)
        if isinstance(body, Card):
            self._write(render.settled(body))
        else:
            self._streamed.pop(message, None)
            self._write(render.body(self._name, body, ()))

    async def finish(self, place: Place, message: str) -> None:
        text = self._streamed.pop(message, "")
        if text:
            self._write(f"{self._name}: {text} …")

    async def tell(self, place: Place, to: Person, text: str) -> None:
        self._write(f"  · {text}")

    async def react(self, place: Place, message: str, receipt: Receipt) -> None:
        self._write("  · will be heard at the next step" if receipt == "waiting" else "  · heard")

    async def stream(self, place: Place, message: str, text: str) -> None:
        self._streamed[message] = text

    async def show(self, place: Place, activity: Activity) -> None:
        self.activity = activity.text
