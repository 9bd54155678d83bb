"""What a story needs of a platform, so that it is told once and played on each."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pytest

from harness.chat.people import Place
from harness.sessions.effects import Post, StopTurn
from harness.sessions.notices import Brief
from harness.wording.notices import done, said
from tests.fakes.clock import WITHIN as WITHIN
from tests.fakes.openai.script import Failure, Reply
from tests.fakes.openai.server import Request, ScriptedModel

T = TypeVar("T")
_WORKING = Post("", Place("", "", ""), action=StopTurn(1), notice=Brief("working"))
WORKING = (said(_WORKING).plain, done(_WORKING).plain)
"""What the message with the Stop button begins with, while a turn goes on and afterwards."""
SOON = 20.0
"""Real seconds in which a stop has stopped what goes on: less than that would take by itself."""


class Seen(Protocol):
    """A message as somebody saw it at one moment."""

    @property
    def id(self) -> str: ...
    @property
    def shown(self) -> str: ...
    @property
    def controls(self) -> Sequence[str]: ...


class AnyRoom(Protocol):
    """Where people talk. Whoever and whatever is passed in was got from the same room or its desk."""

    # What people do
    async def mentions(self, who: Any, text: str) -> Any:
        """Opens the thread of this story."""

    async def writes(self, who: Any, text: str) -> Any:
        """Directly: what the story is about from then on."""

    async def says(self, who: Any, text: str) -> Any:
        """In the thread, without a mention."""

    async def addresses(self, who: Any, text: str) -> Any:
        """In the thread, with a mention: also a word that is a command."""

    async def says_outside(self, who: Any, text: str) -> Any:
        """In the channel, without a mention; returns once it has been dealt with."""

    async def clicks(self, who: Any, card: Any, what: str, nth: int | None = None) -> None:
        """`nth`: on which row of a card, counted from 0."""

    async def looks(self, who: Any, card: Any, what: str) -> None:
        """Presses a button that shows something to them alone."""

    async def clicks_as_seen(self, who: Any, card: Any, what: str) -> None:
        """Also if the button has gone since."""

    async def fills_in(self, who: Any, card: Any, what: str, values: Mapping[str, Any], nth: int | None = None) -> None:
        """Clicks a button that opens a form, and sends it filled in."""

    async def opens(self, who: Any, card: Any, what: str, nth: int | None = None) -> Any:
        """Clicks a button that opens a form: that form."""

    async def sends(self, who: Any, form: Any, values: Mapping[str, Any]) -> None:
        """Sends the form, filled in; `values` are by the fields' names, or by what is written on them."""

    def comes_again(self, said: Any, times: int) -> None:
        """The event of a message, as the platform may repeat it."""

    # What the model does
    def model_will(self, *steps: Reply | Failure) -> None: ...
    async def asked(self, times: int) -> Request:
        """The nth request of this story."""

    @property
    def requests(self) -> int: ...

    # What there is to see
    @property
    def place(self) -> Place: ...
    @property
    def posts(self) -> Sequence[Seen]: ...
    @property
    def outside(self) -> Sequence[Seen]:
        """What we say in the channel, in no thread."""

    async def card(self, about: str, nth: int = 0) -> Any:
        """The nth card of the thread on which `about` is to be read, with its buttons."""

    async def card_for(self, who: Any, about: str) -> Any:
        """A card that was put before them directly, on which `about` is to be read."""

    async def reads(self, text: str, within: float = WITHIN) -> Any:
        """Some message of ours in the thread, once it reads so."""

    async def told(self, who: Any, text: str) -> str:
        """What only they see, once it reads so."""

    async def ephemeral(self, who: Any, text: str) -> Any:
        """The last message of this story that only they see and that reads so."""

    def ephemerals(self, who: Any) -> Sequence[str]: ...
    def now(self, seen: Any) -> Seen:
        """How it reads by now."""

    def reactions(self, said: Any) -> set[str]:
        """Of ours, to what somebody said."""

    async def rests(self) -> None:
        """Nothing is going on, and everything that was done is dealt with."""

    async def until(self, true: Callable[[], T | None], within: float = WITHIN) -> T: ...


class AnyDesk(Protocol):
    model: ScriptedModel
    files: Path
    ana: Any
    bob: Any
    cyd: Any
    """An approver, called Cyd by us."""
    dee: Any

    def room(self) -> AnyRoom: ...
    def play(self, story: Coroutine[Any, Any, T]) -> T: ...


def at(desk: type[AnyDesk]) -> pytest.MarkDecorator:
    """Where a story is told, by a fixture `desk` that lives in it."""
    return pytest.mark.parametrize("desk", [desk], ids=[desk.__name__], indirect=True)


async def made(file: Path) -> None:
    """Returns once it is there."""
    async with asyncio.timeout(WITHIN):
        while not file.exists():  # noqa: ASYNC110, ASYNC240 - a process outside makes it
            await asyncio.sleep(0.01)


def mention(who: Any) -> str:
    """As a card names who decided: the same in Slack and in Discord."""
    return f"<@{who['id'] if isinstance(who, dict) else who.id}>"
