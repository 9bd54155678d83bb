"""All of the product that the simulated year touches: here alone, since timers may be made otherwise and fire alike.

People talk to it as they do in a chat, its machine is started and stopped, and what came of its timers is read off the
journal.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Literal, cast

from bot import wiring
from harness.approvals.tokens import Token, Verb
from harness.chat.events import ButtonClicked, CommandInvoked, MessageSent
from harness.chat.people import Person, Place
from harness.context.model import Model
from harness.sessions import facts as f
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.workspace.loading import parse
from tests.fakes.chat import NullChat
from tests.fakes.clock import Clock
from tests.fakes.journal import MemoryJournal

ANA = Person("slack", "T", "ana", "Ana")
WHY: Mapping[str, str] = {
    "at-work": "work",
    "asking": "ask",
    "pending": "said",
    "replies-off": "off",
    "paused": "paused",
    "quiet": "quiet",
    "removed": "removed",
    "": "",
}
"""Why a time was passed over, or a timer ended."""
STILL = 40
"""Turns of the event loop in which nothing is journaled, where what is at work waits for the clock."""


@dataclass(frozen=True, slots=True)
class Firing:
    """What came of a timer `at` a time that was `planned`, both in seconds since the epoch. `joined`: it was heard in
    a turn that went on. `hand`: people had it come.
    """

    place: str
    timer: str
    planned: float
    at: float
    outcome: Literal["fired", "joined", "skipped", "ended", "hand"]
    why: str = ""


class Unpaired(MemoryJournal):
    """Nobody has to be vouched for."""

    pairings = None


class Product:
    """One colleague, whose journal outlives its machine. Nothing but the passed clock tells it the time."""

    def __init__(self, begins: float, model: Callable[[Clock], Model], files: Path) -> None:
        """`files` is an empty folder."""
        self._clock, self._files = Clock(), files
        self._clock.now = begins
        self._model = model(self._clock)
        self._journal = Unpaired(self._clock)
        self._colleague: wiring.Colleague | None = None
        self._ids = count(1)
        self._sessions: dict[str, Session] = {}

    # The machine
    async def starts(self, settings: str) -> None:
        """With that `workspace.yaml`."""
        tools = wiring.toolbox(self._files, {}, now=self._clock)
        self._colleague = wiring.colleague(
            parse(settings, "workspace.yaml", tools),
            tools,
            cast(Any, self._journal),  # which keeps the same promises
            self._model,
            {"slack": NullChat()},
            self._clock,
            sleep=self._clock.sleep,
        )
        await self._colleague.arrange()
        await self.comes()

    async def stops(self) -> None:
        await self._running.engine.stop()
        self._colleague = None

    @property
    def on(self) -> bool:
        return self._colleague is not None

    @property
    def busy(self) -> bool:
        """Is there work that waits for the clock?"""
        return self._colleague is not None and bool(self._colleague.engine.live)

    @property
    def now(self) -> float:
        return self._clock.now

    @property
    def next(self) -> float | None:
        """When a thread at rest is to be woken."""
        live = self._colleague.engine.live if self._colleague else ()
        resting = (one.wake_at for thread, one in self._journal.threads.items() if thread not in live)
        return min((at for at in resting if at is not None), default=None)

    async def passes_to(self, moment: float) -> None:
        await self._clock.advance(moment - self._clock.now)

    async def comes(self) -> None:
        """The time that it is now: what is due is done, as far as that needs no more time."""
        await self._running.engine.sweep()
        await self._rests()

    async def _rests(self) -> None:
        engine, seen, still = self._running.engine, 0, 0
        while engine.live and still < STILL:
            await asyncio.sleep(0)
            rows = sum(len(one.rows) for one in self._journal.threads.values())
            still, seen = (still + 1, seen) if rows == seen else (0, rows)

    # People
    async def says(self, place: str, text: str) -> None:
        here, id = _at(place), f"m{next(self._ids)}"
        await self._running.intake.receive(MessageSent(id, here, ANA, text, id))
        await self._rests()

    async def commands(self, place: str, word: str, argument: str = "") -> None:
        """Of a wakeup by its note, as `pause standup`."""
        here = _at(place)
        if word == "wakeups":
            verb, _, note = argument.partition(" ")
            argument = f"{verb} {await self._wakeup(here, note)}"
        told = await self._running.commands.invoke(CommandInvoked(f"c{next(self._ids)}", here, ANA, word, argument))
        assert not told, f"{place}: {word} {argument}: {told}"
        await self._rests()

    async def presses(self, place: str, verb: Verb) -> None:
        """A button below what the heartbeat of that place has posted."""
        here = _at(place)
        token = Token(await self._running.intake.reader.thread(here), "own", verb)
        assert await self._running.intake.receive(ButtonClicked(f"b{next(self._ids)}", here, ANA, str(token), ""))
        await self._rests()

    @property
    def _running(self) -> wiring.Colleague:
        assert self._colleague, "the machine is off"
        return self._colleague

    async def _wakeup(self, here: Place, note: str) -> str:
        session = await self._running.intake.reader.session(await self._running.intake.reader.thread(here))
        [id] = [wakeup.id for wakeup in session.timers.wakeups if wakeup.note == note]
        return id

    # What came of it
    def firings(self) -> Iterator[Firing]:
        """Since this was asked last."""
        for thread, kept in self._journal.threads.items():
            session = self._sessions.get(thread, Session())
            for row in kept.rows[session.head :]:
                after = apply(session, row)
                for timer, planned, outcome, why in _came(session, row.fact, after):
                    assert after.place
                    yield Firing(after.place.channel, timer, planned, row.at, outcome, WHY[why])
                session = after
            self._sessions[thread] = session


def _at(place: str) -> Place:
    return Place("slack", "T", place)


Came = tuple[str, float, Literal["fired", "joined", "skipped", "ended", "hand"], str]


def _came(before: Session, fact: f.Fact, after: Session) -> Iterator[Came]:
    match fact:
        case f.TimerFired(timer=id) | f.TimerSkipped(timer=id) if before.timers.heartbeat(id):
            yield from _heartbeat(id, before, after)
        case f.TimerFired(timer=id) | f.TimerSkipped(timer=id):
            yield from _wakeup(id, before, fact, after)
        case f.TimerTriggered(timer=id) if wakeup := before.wakeup(id):
            yield wakeup.note, after.now, "hand", ""
        case f.TimerEnded(timer=id, why=why):
            if before.timers.heartbeat(id) and not after.timers.heartbeat(id):
                yield _named(id), after.now, "ended", why
        case _:
            pass


def _heartbeat(id: str, before: Session, after: Session) -> Iterator[Came]:
    due, then = before.timers.heartbeat(id), after.timers.heartbeat(id)
    if due is None or then is None or due.at is None or due == then:
        return
    skipped = then.skipped > due.skipped
    yield _named(id), due.at, "skipped" if skipped else "fired", (then.why or "") if skipped else ""


def _wakeup(id: str, before: Session, fact: f.Fact, after: Session) -> Iterator[Came]:
    due = before.timers.wakeup(id)
    then = after.timers.wakeup(id)
    if due is None or due == then:
        return
    name, planned = due.note, due.at
    if isinstance(fact, f.TimerSkipped):
        yield name, planned, "skipped", fact.why
    elif then and then.skipped > due.skipped:
        yield name, planned, "skipped", "at-work"
    else:
        yield name, planned, "fired" if after.turns > before.turns else "joined", ""


def _named(heartbeat: str) -> str:
    """What the workspace names has an id that is made of all that it says."""
    return "heartbeat" if heartbeat == "own" else "heartbeat of the workspace"
