"""Which package the turn of a session has. See docs/decisions/0036."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from harness.chat.people import Place
from harness.context.notes import Memory, Note
from harness.context.packages import NotAPackage, Packages, RunRequest
from harness.loop.clock import Sleep
from harness.sessions.facts import AsideReplied, Fact, ModelReplied, ReplyBegun, TurnCompiled
from harness.sessions.journal import JournalUnavailable
from harness.sessions.session import Session
from harness.tools.calls import ToolCall

log = logging.getLogger(__name__)

RETRY = 0.5
"""Seconds until a package is kept again that the storage did not take."""


NOTHING = Memory()
"""Of whom nothing is remembered."""


async def unchanged() -> None:
    """Where there is no folder that could change."""


async def unseen() -> bool:
    """The same, where it is only glanced at."""
    return False


class Readers(NamedTuple):
    """Who reads what a turn says and writes, as TurnCompiled has it."""

    private: bool | None = None
    solo: bool = False


async def readers_unknown(place: Place) -> Readers:
    """For callers who can't know who reads a place."""
    return Readers()


def never_writes(call: ToolCall) -> bool:
    """For callers whose tools only read."""
    return False


@dataclass(frozen=True, slots=True)
class Compiling:
    """What all sessions share: `compile` makes a package as things are and of what is remembered, `packages` keeps it,
    and `look` sees whether the workspace has changed. So does `glance`, unless that was done just now: did it? `memory`
    knows what is remembered. `readers` looks at who reads a place, which matters for a call that `writes`.
    """

    compile: Callable[[Session, tuple[Note, ...]], RunRequest]
    packages: Packages
    look: Callable[[], Awaitable[None]] = unchanged
    glance: Callable[[], Awaitable[bool]] = unseen
    memory: Memory = NOTHING
    readers: Callable[[Place], Awaitable[Readers]] = readers_unknown
    writes: Callable[[ToolCall], bool] = never_writes


class _Chosen(NamedTuple):
    """What has been chosen by a `turn` of a thread: its `mode`, and the `model` in that; empty for the mode's own."""

    turn: int
    mode: str
    model: str


@dataclass(frozen=True, slots=True)
class _Given:
    package: RunRequest
    chosen: _Chosen
    kept: bool = False

    @property
    def notes(self) -> frozenset[str]:
        """The ids of those that it tells."""
        return frozenset(note.id for layer in self.package.layers for note in layer.notes)


class Packaging:
    """Of one session. A turn that has a package keeps it; what has none is given one as things are, and has that as
    long as nobody chooses another mode or model.
    """

    def __init__(self, compiling: Compiling, sleep: Sleep) -> None:
        self._compiling, self._sleep = compiling, sleep
        self._given: _Given | None = None
        self._looked: set[str] = set()
        """For which turns, by number, and for which asks it was looked whether the workspace has changed."""
        self._notes: tuple[Note, ...] = ()
        """What is told where its turn is."""
        self._remembered: tuple[int, int] = (0, 0)
        """Of which turn, and after how many changes of the memory."""
        self._readers = Readers()
        """Those of the place of its turn, once somebody has looked."""

    async def opens(self, session: Session) -> None:
        """Its turn, if it has no package yet, is to run by the workspace as it is now, and with what is remembered
        now. What is forgotten while it runs, it is told no more. Raises JournalUnavailable.
        """
        turn = session.turn
        if turn is None or not turn.thinking:
            return
        if not turn.package:
            await self._look({str(turn.at.turn)})
        memory = self._compiling.memory
        now = turn.at.turn, memory.changes
        if now == self._remembered:
            return
        told = await memory.told(turn.place, turn.requester)
        gone = self._given is not None and not self._given.notes <= {note.id for note in told}
        if now[0] != self._remembered[0]:
            self._readers = Readers()
        if now[0] != self._remembered[0] or gone:
            self._notes, self._given = told, None if gone else self._given
        self._remembered = now

    async def starts(self, session: Session, calls: Iterable[ToolCall]) -> bool:
        """Calls are to start by the workspace as it is now; those that people were asked about, as it is at this very
        moment. Was it looked for them?
        """
        starting = [call for one in calls if (call := session.call(one.id)) and not call.started]
        if await self._look({call.ask for call in starting if call.asks}):
            return True
        return bool(starting) and await self._compiling.glance()

    async def replied(self, session: Session, fact: Fact) -> None:
        """Looks at the workspace before a reply's calls are judged, and at who reads the place by now if one writes."""
        if not isinstance(fact, ModelReplied) or not fact.calls:
            return
        await self._compiling.glance()
        turn = session.turn
        if turn and turn.private is not True and any(map(self._compiling.writes, fact.calls)):
            self._readers = await self._compiling.readers(turn.place)

    async def _look(self, about: set[str]) -> bool:
        if about <= self._looked:
            return False
        self._looked |= about
        await self._compiling.look()
        return True

    async def recall(self, session: Session) -> None:
        """What its turn has run with before, if it has. Raises JournalUnavailable."""
        turn = session.turn
        try:
            package = await self._compiling.packages.load(turn.package) if turn and turn.package else None
        except NotAPackage as error:
            log.warning("a turn goes on as things are now: it ran with %s", error)
            package = None
        if turn and package and package.checksum == turn.package:  # if not, a note of it was forgotten since
            self._given = _Given(package, _chosen(session), kept=True)

    def of(self, session: Session) -> RunRequest:
        """What the next request of its turn is made with."""
        chosen = _chosen(session)
        if self._given is None or self._given.chosen != chosen:
            self._given = _Given(self._compiling.compile(session, self._notes), chosen)
        return self._given.package

    def known(self, session: Session) -> RunRequest:
        """What its last request was made with, which is not changed by that; or, if there was none, its next."""
        return self._given.package if self._given else self.of(session)

    async def given(self, session: Session) -> RunRequest:
        """The same, once it is kept. Where that is not to be had, it is tried until it is."""
        package = self.of(session)
        while (given := self._given) and not given.kept:
            try:
                await self._compiling.packages.keep(given.package)
            except JournalUnavailable as error:
                log.warning("a package is not kept yet: %s", error)
                await self._sleep(RETRY)
            else:
                if self._given is given:  # another may have been given meanwhile, which is not kept by that
                    self._given = replace(given, kept=True)
        return self._given.package if self._given else package

    def said(self, session: Session, fact: Fact) -> list[Fact]:
        """With the first reply that was made with it, or once people see it begin, its turn says so: also where that is
        the last one, since somebody has chosen otherwise while the model was asked.
        """
        turn, given = session.turn, self._given
        if not isinstance(fact, ReplyBegun | ModelReplied | AsideReplied) or turn is None or turn.at != fact.at:
            return []
        # Somebody looked since: a place can become private while a turn is open, and stays so for that turn
        known = turn.private is True or self._readers.private is None
        late = not known and self._readers != (turn.private, turn.solo)
        if given is None or (turn.package == given.package.checksum and not late):
            return []
        (_, mode, model), readers = given.chosen, self._readers
        return [TurnCompiled(turn.at.turn, given.package.checksum, mode, model, turn.at.step, *readers)]


def _chosen(session: Session) -> _Chosen:
    turn = session.turn
    return _Chosen(turn.at.turn if turn else 0, session.mode, session.chosen_model)
