"""A colleague in memory, put together as wiring does it: people talk to it, and what it says is kept.

The clock is passed, the model is a function of the request, and tools work on real files.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, cast

from bot import wiring
from bot.own_tools import with_own
from harness.approvals.tokens import Token, Verb
from harness.chat.cards import Body, Button, Card, Text
from harness.chat.events import ButtonClicked, CommandInvoked, FormSubmitted, MessageSent
from harness.chat.people import Person, Place
from harness.chat.phrases import plain
from harness.chat.port import Activity, ChatLine, Receipt
from harness.chat.rooms import Rooms
from harness.context.compaction import INSTRUCTION
from harness.context.model import ProposedCall, Reply, Request, Shown
from harness.loop.clock import Sleep
from harness.sessions.session import Session
from harness.workspace.loading import parse
from tests.contracts.storage import Store
from tests.fakes import clock as fakes
from tests.fakes.journal import MemoryJournal

ANA, BOB, DEE = (Person("slack", "T", name.upper(), name) for name in ("ana", "bob", "dee"))
OWN = Person("slack", "T", "OWN", "own", frozenset({"owner"}))
HERE, ELSEWHERE = Place("slack", "T", "CDEV", "1"), Place("slack", "T", "CHR", "2")
WORKSPACE = """
name: Deskmate
model: scripted
sandbox: {backend: none}
people:
  - {id: "slack:T:OWN", name: own, roles: [owner, approver, lead, pays]}
"""

QUIET = 0.03
"""Seconds in which nothing happens where only the model or the clock is waited for."""

Answers = Callable[[Request], Reply | Awaitable[Reply]]


@dataclass
class Kept:
    """A chat in which everything arrives at once, and is kept as it reads by now."""

    messages: dict[str, tuple[Place, str, Body]] = field(default_factory=dict)
    told: list[tuple[Person, Text]] = field(default_factory=list)
    reactions: list[tuple[str, Receipt]] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    """Each call that changes what people see, in its order."""

    async def find(self, place: Place, key: str, live: bool = False) -> str | None:
        return next((id for id, (where, known, _) in self.messages.items() if (where, known) == (place, key)), None)

    async def post(self, place: Place, key: str, body: Body) -> str:
        id = f"p{len(self.messages) + 1}"
        self.messages[id] = place, key, body
        self.order.append(f"post {key}")
        return id

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        self.messages[message] = place, key, body
        self.order.append(f"update {key}")

    async def finish(self, place: Place, message: str) -> None: ...
    async def history(self, place: Place, before: str, most: int) -> Sequence[ChatLine]:
        return ()

    async def tell(self, place: Place, to: Person, body: Text) -> None:
        self.told.append((to, body))

    async def react(self, place: Place, message: str, receipt: Receipt) -> None:
        self.reactions.append((message, receipt))

    async def stream(self, place: Place, message: str, body: Text, key: str = "") -> None: ...
    async def show(self, place: Place, activity: Activity) -> None: ...

    def reads(self, place: Place | None = None) -> list[str]:
        """All that is to be read in a place, or anywhere, cards too; and what somebody was told alone."""
        bodies = [body for where, _, body in self.messages.values() if place in (None, where)]
        return [*map(reads_as, bodies), *(body.markdown for _, body in self.told)]

    def cards(self, place: Place | None = None) -> list[Card]:
        found = [body for where, _, body in self.messages.values() if place in (None, where)]
        return [body for body in found if isinstance(body, Card)]


def reads_as(body: Body) -> str:
    """All that is to be read of it."""
    if isinstance(body, Text):
        return body.markdown
    about = [body.reason, plain(body.warning), *(one.text for one in body.blocks)]
    own = "\n".join([plain(body.title), *about, plain(body.notes), plain(body.outcome)])
    return "\n".join([own, *map(reads_as, body.rows)])


class Scripted:
    """A model: what it was asked, and what it answers, step by step; or by a function of the request."""

    def __init__(self, *steps: Reply, answers: Answers | None = None) -> None:
        self.steps, self.answers = list(steps), answers
        self.requests: list[Request] = []
        self.compactions: list[Request] = []
        """To sum up what was said before: it does so in a sentence."""
        self.waiting = 0
        """Answers that are still thought about."""

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        if INSTRUCTION in str(request.messages[-1].value):
            self.compactions.append(request)
            return Reply("People have spoken, and I have worked.")
        self.requests.append(request)
        if self.answers:
            answer = self.answers(request)
            if isinstance(answer, Reply):
                return answer
            self.waiting += 1
            try:
                return await answer
            finally:
                self.waiting -= 1
        return self.steps.pop(0) if self.steps else Reply("well")

    def said(self, number: int = -1) -> str:
        """All that a request holds, as text."""
        return "\n".join(str(message.value) for message in self.requests[number].messages)


def calls(*tools: tuple[str, str]) -> Reply:
    """A step of the model: each tool with its arguments as JSON."""
    return Reply("", tuple(ProposedCall(*tool) for tool in tools))


class Unpaired(MemoryJournal):
    """Nobody has to be vouched for."""

    pairings = None


class Clock(fakes.Clock):
    def __init__(self) -> None:
        super().__init__()
        self.now = 1_700_000_000.0

    @property
    def waited_for(self) -> bool:
        return bool(self._sleepers)


async def at_once(seconds: float) -> None:
    """What is waited for has passed."""


class Colleague:
    """Made in a running event loop. `files` is the folder that tools work on."""

    def __init__(
        self,
        files: Path,
        model: Scripted,
        settings: str = "",
        *,
        journal: Store | None = None,
        clock: Clock | None = None,
        chat: Kept | None = None,
        rooms: Rooms | None = None,
        outside: wiring.Outside | None = None,
        environment: Mapping[str, str] | None = None,
        checks: bool = False,
        home: Path | None = None,
        settles: Sleep | None = None,
    ) -> None:
        """`checks`: the checks of heartbeats run. `home`:
        the folder of its workspace, which may change; without it, it is what `settings` say for good. `settles`:
        what is done while it is waited whether that is being written.
        """
        self.files, self.model, self.clock = files, model, clock or Clock()
        self.chat = chat or Kept()
        self.journal = cast(Any, journal or Unpaired(self.clock))
        self._ids = count(1_000 if journal else 1)  # what was said before is not said again
        outside = outside or wiring.Outside()
        tools = wiring.toolbox(files, environment or {}, outside, self.clock)
        tools = with_own(home, tools) if home else tools
        source = replace(wiring.source(home, tools), sleep=settles or at_once, now=self.clock) if home else None
        self.parts = wiring.colleague(
            source.workspace if source else parse(_whole_settings(settings), "workspace.yaml", tools),
            tools,
            self.journal,
            model,
            {"slack": self.chat},
            self.clock,
            sleep=self.clock.sleep,
            outside=outside,
            checks=checks,
            source=source,
        )

    async def rests(self) -> None:
        """Until nothing goes on but what waits for people; or, where the model or the clock is waited for, nothing else
        does. Files and processes take their real time.
        """
        still, seen = 0.0, (0, 0, 0)
        async with asyncio.timeout(30):
            while self.parts.engine.live and not (still > QUIET and (self.model.waiting or self.clock.waited_for)):
                before = asyncio.get_running_loop().time()
                await asyncio.sleep(0 if still < QUIET / 2 else 0.001)
                now = (self.rows, len(self.chat.order), len(self.model.requests))
                passed = asyncio.get_running_loop().time() - before
                still, seen = (still + passed, seen) if now == seen else (0.0, now)

    @property
    def rows(self) -> int:
        """In a journal in memory."""
        return sum(len(thread.rows) for thread in getattr(self.journal, "threads", {}).values())

    async def says(self, text: str, by: Person = BOB, place: Place = HERE, **more: Any) -> str:
        """What the platform calls the message."""
        id = f"m{next(self._ids)}"
        await self.parts.intake.receive(MessageSent(id, place, by, text, id, **more))
        await self.rests()
        return id

    async def commands(self, word: str, argument: str = "", by: Person = BOB, place: Place = HERE, **more: Any) -> str:
        """What is answered at once; empty if the conversation tells them."""
        id = f"c{next(self._ids)}"
        told = await self.parts.commands.invoke(CommandInvoked(id, place, by, word, argument, **more))
        await self.rests()
        return told

    async def clicks(self, label: str, by: Person = BOB, place: Place = HERE, nth: int = -1) -> None:
        """A button of that label that is there, the last one."""
        found = [(id, one) for id, one in self._buttons(place) if one.label == label]
        message, button = found[nth]
        await self.parts.intake.receive(ButtonClicked(f"b{next(self._ids)}", place, by, button.token, message))
        await self.rests()

    async def submits(self, label: str, values: Mapping[str, str], by: Person = BOB, place: Place = HERE) -> None:
        """The form that a button opens."""
        message, button = next((id, one) for id, one in reversed(self._buttons(place)) if one.label == label)
        form = await self.parts.intake.form(button.token, by)
        sent = FormSubmitted(f"f{next(self._ids)}", place, by, form.token, message, values=values)
        await self.parts.intake.receive(sent)
        await self.rests()

    def _buttons(self, place: Place) -> list[tuple[str, Button]]:
        def of(body: Body) -> list[Button]:
            rows = body.rows if isinstance(body, Card) else ()
            return [*body.buttons, *(button for row in rows for button in of(row))]

        return [(id, one) for id, (where, _, body) in self.chat.messages.items() if where == place for one in of(body)]

    async def thread(self, place: Place = HERE) -> str:
        return await self.parts.intake.reader.thread(place)

    async def session(self, place: Place = HERE) -> Session:
        return await self.parts.intake.reader.session(await self.thread(place))

    async def ends(self) -> None:
        await self.parts.engine.stop()


def _whole_settings(settings: str) -> str:
    """With no sandbox, unless the settings name one."""
    return (WORKSPACE.replace("sandbox: {backend: none}\n", "") if "sandbox:" in settings else WORKSPACE) + settings


def token(thread: str, about: str, verb: Verb) -> str:
    return str(Token(thread, about, verb))


def play(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(_whole(story))


async def _whole(story: Callable[[], Awaitable[None]]) -> None:
    async with asyncio.timeout(60):
        await story()
