"""The commands that run in the background, of all threads. What is here is gone with the program, and then said to be
lost: the journal knows which are open. See docs/decisions/0048.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from harness.context.results import FOLDER, LargeTexts, name_of
from harness.sessions.journal import JournalError
from harness.toolbox.screen_text import on_screen
from harness.toolbox.shell import Begun, ShellError
from harness.tools.changes import CommandEnd
from harness.tools.masks import Masking, Masks, by_looks
from harness.wording.command_ends import over

log = logging.getLogger(__name__)

MOST = 4
"""Of a thread, at once."""
LONGEST = 3_600
"""Seconds that each may take."""
SHOWN = 8_000
"""Characters that are shown of what is new; all of it is kept."""
HELD_BACK = 2_000
"""Characters of a line that is not whole yet, which are not shown before it is."""
KEPT_EVERY = 60.0
"""Seconds after which what one has said is kept, so that it is there though the program dies."""
RETRY = 0.5
"""Seconds until the storage is asked again, at the end."""
LEFT = 3.0
"""Seconds that all have to end when the program does: TERM, KILL, and what they have said kept."""
WOKEN = 10
"""Times that a thread is woken for an end: whoever has not heard of it by then knows of no such command."""
WOKEN_EVERY = 60.0
"""Seconds between those."""
NOT_STARTED = 125
"""The exit code where something else than the command failed, as with docker; why is in what was said."""
REMEMBERED = 200
"""Those that have ended which are still known, of all threads."""

_LAST = 100
"""Characters by which it is seen whether what was said before is still there: of very much the middle is left out."""
_BROKEN = "\ufffd"
"""What half a character is decoded to: its other half comes with what is said next."""
_Extent = tuple[int, str]
"""How far what was said goes: how many characters, and the last of them."""
_Key = tuple[str, str]
"""The thread, and the id there."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How one ended. The exit code is None where there is none: it was killed, stopped or lost."""

    how: CommandEnd
    exit_code: int | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """How one stands: the end of what it has said since it was looked at last, and how many characters before that are
    left out; the origin of what it says; for how many seconds it runs, of how many; how it has ended, if it has; and
    whether all that it has said by now is kept.
    """

    new: str
    left_out: int
    outside: str
    seconds: float
    limit: float
    ended: Ended | None = None
    kept: bool = True


@dataclass(eq=False, slots=True)
class _Running:
    begun: Begun
    since: float
    limit: float
    outside: str
    looked_at: _Extent = (0, "")
    kept: _Extent | None = None
    ended_as: CommandEnd | None = None
    """How it ends, if it was ended before it had ended by itself."""
    dropped: bool = False
    """Nobody is to know of it."""
    keeping: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One keeps at a time, so that the later text stays."""
    looking: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One looks at a time, so that each sees what no other has."""
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    """It has ended, and is no more among those that run."""
    watched: "asyncio.Future[None] | None" = None


class BackgroundCommands:
    """Those that this start of the program, `boot`, has on the machine `node`."""

    def __init__(self, node: str = "", boot: str = "") -> None:
        self.node, self.boot = node, boot
        self._running: dict[_Key, _Running] = {}
        self._remembered: OrderedDict[_Key, Look] = OrderedDict()
        self._untold: dict[_Key, asyncio.Event] = {}
        """Those whose end their threads have not heard of."""
        self._closed = False
        self.works_with(LargeTexts())

    def works_with(
        self,
        large: LargeTexts,
        masking: Masking = by_looks,
        wake: Callable[[str], None] = lambda thread: None,
        now: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """Where what they say is kept, without what is secret; who is to know that one has ended; the clock."""
        self._large, self._masking, self._wake, self._now = large, masking, wake, now

    def open(self, thread: str) -> tuple[str, ...]:
        """The ids of those that run there."""
        return tuple(id for of, id in self._running if of == thread)

    def path(self, id: str) -> str:
        """Where what it says is kept."""
        return f"{FOLDER}/{name_of(id)}"

    def begin(self, thread: str, id: str, begin: Callable[[], Begun], limit: float, outside: str) -> None:
        """Raises what `begin` raises, and ShellError once the program ends."""
        if self._closed:
            raise ShellError("the command was not started: I am being stopped")
        one = _Running(begin(), self._now(), limit, outside)
        self._running[thread, id] = one
        one.watched = asyncio.ensure_future(self._watch((thread, id), one))

    def ended(self, thread: str, id: str) -> Ended | None:
        """How it has ended; None if it has not. One that is not known is lost."""
        if (thread, id) in self._running:
            return None
        look = self._remembered.get((thread, id))
        return look.ended if look and look.ended else Ended("lost")

    def told(self, thread: str, id: str) -> None:
        """Its thread knows that it has ended."""
        if told := self._untold.pop((thread, id), None):
            told.set()

    async def is_kept(self, thread: str, id: str) -> bool:
        """Is there a file of what it said? Raises JournalUnavailable."""
        return name_of(id) in await self._large.of_calls(thread)

    async def look(self, thread: str, id: str) -> Look | None:
        """None, if it is not known, or not any more. What it has said by now is kept, if the storage takes it."""
        key = thread, id
        if one := self._running.get(key):
            async with one.looking:
                look, seen = await self._looked(one)
                kept = await self._kept(key, one)  # in a while it is tried again
                one.looked_at = seen  # last: whoever is cancelled before has shown nothing
            return replace(look, kept=kept and one.kept is not None)
        if last := self._remembered.get(key):
            self._remembered[key] = replace(last, new="", left_out=0)
        return last

    async def end(self, thread: str, id: str, how: CommandEnd) -> Ended:
        """Ends it, with all that it has started, unless it has ended; returns how it has."""
        if one := self._running.get((thread, id)):
            _cancel(one, how)
            await one.gone.wait()
        return self.ended(thread, id) or Ended("lost")

    def drop(self, thread: str, id: str = "") -> None:
        """Ends it, and nobody is to know of it: the call that has begun it was ended. Without an id, so with all of the
        thread. It does not wait.
        """
        for (its_thread, its_id), one in self._running.items():
            if its_thread == thread and id in ("", its_id):
                one.dropped = True
                _cancel(one, "stopped")

    async def close(self) -> None:
        """Ends all, in LEFT seconds at most. Their threads hear of it from the next start."""
        self._closed = True
        for thread, id in list(self._untold):
            self.told(thread, id)
        watched = [one.watched for one in self._running.values() if one.watched]
        for one in self._running.values():
            _cancel(one, "lost")
        if watched:
            _, late = await asyncio.wait(watched, timeout=LEFT)
            for each in late:
                each.cancel()

    async def _watch(self, key: _Key, one: _Running) -> None:
        """Until it has ended, what it has said is kept, and its thread knows."""
        while not one.begun.completed.done():
            await asyncio.wait({one.begun.completed}, timeout=KEPT_EVERY)
            if not one.dropped:
                await self._kept(key, one)
        ended = _ended(one)
        last = None
        if not one.dropped:
            await self._keep_to_the_end(key, one, ended)
            last = await self._last(key, one)
        if self._closed:
            return
        del self._running[key]
        one.gone.set()
        if last and not one.dropped:  # it may have been by now
            self._remember(key, replace(last, ended=ended, kept=one.kept is not None))
            await self._tell(key)

    async def _last(self, key: _Key, one: _Running) -> Look:
        """What of its words no look has shown; none, if they cannot be masked."""
        try:
            async with one.looking:
                return (await self._looked(one, over=True))[0]
        except Exception:  # as in `_kept`
            log.exception("%s: what the command %s has said last cannot be shown", *key)
            return self._standing(one)

    def _remember(self, key: _Key, look: Look) -> None:
        self._remembered[key] = look
        while len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)

    async def _tell(self, key: _Key) -> None:
        """Wakes its thread, which then asks how it ended, until that knows."""
        told = self._untold[key] = asyncio.Event()
        for _ in range(WOKEN):
            self._wake(key[0])
            with suppress(TimeoutError):
                async with asyncio.timeout(WOKEN_EVERY):
                    await told.wait()
            if told.is_set():
                return
        self._untold.pop(key, None)

    async def _looked(self, one: _Running, over: bool = False) -> tuple[Look, _Extent]:
        """What is new in it, and how far that goes. A line that is not whole is told once it is, unless it is long or
        all is `over`: half of what is secret does not look so.
        """
        said = one.begun.said().rstrip(_BROKEN)
        whole = max(said.rfind("\n"), said.rfind("\r")) + 1
        if not over and len(said) - whole <= HELD_BACK:
            said = said[:whole]
        length, last = one.looked_at
        new = said[length:] if said.endswith(last, 0, length) else said
        if new:
            masks = await self._masking()
            new = (await asyncio.to_thread(_shown, new, masks)).replace("\0", _BROKEN)
        return self._standing(one, new), _extent(said)

    def _standing(self, one: _Running, new: str = "") -> Look:
        return Look(new[-SHOWN:], max(0, len(new) - SHOWN), one.outside, max(0.0, self._now() - one.since), one.limit)

    async def _keep_to_the_end(self, key: _Key, one: _Running, ended: Ended) -> None:
        """All that it has said, with how it has ended, as soon as the storage takes it."""
        while True:
            if await self._kept(key, one, f"[{over(ended.how, ended.exit_code)}]"):
                return
            await asyncio.sleep(RETRY)

    async def _kept(self, key: _Key, one: _Running, end: str = "") -> bool:
        """False, if it is to be tried again."""
        try:
            await self._keep(key, one, end)
        except JournalError as error:
            log.warning("%s: what the command %s has said is not kept yet: %s", *key, error)
            return False
        except Exception:  # else nobody would look after it any more, and whoever ends it would wait for ever
            log.exception("%s: what the command %s has said cannot be kept", *key)
        return True

    async def _keep(self, key: _Key, one: _Running, end: str = "") -> None:
        """What it has said by now, with how it has ended in a line, if it has. Raises JournalError."""
        async with one.keeping:
            said = one.begun.said()
            if _extent(said) == one.kept and not end:
                return
            masks = await self._masking()
            text = await asyncio.to_thread(_shown, said, masks) if said else ""
            if end:
                text = f"{text.rstrip()}\n{end}".lstrip("\n")
            await self._large.keep(*key, text)
            one.kept = _extent(said)


def _shown(said: str, masks: Masks) -> str:
    return masks.masked(on_screen(said))


def _extent(said: str) -> _Extent:
    return len(said), said[-_LAST:]


def _cancel(one: _Running, how: CommandEnd) -> None:
    one.ended_as = one.ended_as or how
    one.begun.completed.cancel()


def _ended(one: _Running) -> Ended:
    completed = one.begun.completed
    if completed.cancelled():
        return Ended(one.ended_as or "lost")
    error = completed.exception()
    if isinstance(error, ShellError):
        return Ended("exited", NOT_STARTED)
    if error:
        log.error("a command in the background broke off", exc_info=error)
        return Ended("lost")
    done = completed.result()
    return Ended(done.ended, done.exit_code)
