"""A model sums up what was said before. Its outcome is a fact, whatever happens: without a summary, what there is no
room for is left out.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from harness.context.compaction import asking, parts, shown, unfit
from harness.context.model import Model, ModelError, Overflowed, Reply, Shown
from harness.context.packages import RunRequest, requested
from harness.context.window import ModelMessage, Window
from harness.sessions.effects import Compact
from harness.sessions.entries import Entry, Summed
from harness.sessions.facts import Compacted, CompactionFailed, Fact, ModelStopped
from harness.sessions.usage import Usage
from harness.tools.runner import cancelled
from harness.tools.unforeseen import unforeseen

log = logging.getLogger(__name__)


WITHIN_S = 120.0
"""Seconds for one request: the turn waits for it, and goes on without a summary."""


class NoSummary(Exception):
    """A reply is no summary; the message says why."""


@dataclass(frozen=True, slots=True)
class Material:
    """What is to be summed up.

    Attributes:
        package: the turn's
        before: what its last request showed, up to the last of what is summed up; empty, if that is of no use any more
        entries: what is summed up
        tokens: of a request, at most
        notes: what was written down before, of what is not among these
    """

    package: RunRequest
    before: Sequence[ModelMessage]
    entries: Sequence[Entry]
    tokens: int
    notes: str = ""


class Compacting:
    """One compaction. What a request used whose answer is not the summary is told by `record`, once it is over."""

    def __init__(
        self,
        effect: Compact,
        model: Model,
        record: Callable[[Fact], Awaitable[object]],
        within: float = WITHIN_S,
    ) -> None:
        self._effect, self._model, self._record, self._within = effect, model, record, within
        self._used = Usage()
        """By the request that was made last."""

    async def run(self, material: Callable[[], Awaitable[Material]]) -> Compacted | CompactionFailed:
        effect = self._effect
        try:
            given = await material()
            summary = await self._summed_up(given)
        except NoSummary as error:
            return self._failed(str(error))
        except TimeoutError:
            return self._failed(f"it took more than {self._within:.0f} s")
        except ModelError as error:
            return self._failed(str(error))
        except asyncio.CancelledError:
            if not cancelled():
                return self._failed("it was cancelled")
            await self._told()
            raise
        except Exception as error:
            return self._failed(unforeseen(log, error, "step %s: the compaction failed", effect.at))
        before = Window(given.entries).tokens
        return Compacted(effect.at, effect.through, effect.tokens, summary, before=before, usage=self._used)

    def _failed(self, why: str) -> CompactionFailed:
        return CompactionFailed(self._effect.at, self._effect.through, why, self._used)

    async def _summed_up(self, given: Material) -> str:
        """As the last request was, so that what the provider has kept of it is used; or in parts, where it has nothing
        of it, or finds that too long.
        """
        if given.before:
            try:
                return await self._answer(given, asking(given.before), given.entries)
            except Overflowed:
                log.info("step %s: what is to be summed up is too long at once", self._effect.at)
        summary = ""
        for part in parts(given.entries, given.tokens // 2):
            summed = [Summed(summary), *part] if summary else part
            summary = await self._answer(given, shown(summary, part, given.tokens), summed)
        return summary

    async def _answer(self, given: Material, messages: Sequence[ModelMessage], of: Sequence[Entry]) -> str:
        """A summary `of` these entries. Raises NoSummary, TimeoutError and ModelError."""
        await self._told()
        async with asyncio.timeout(self._within):
            reply = await self._model.reply(requested(given.package, self._effect.at, messages), self._watch)
        self._used = reply.usage
        return summary_in(reply, of)

    def _watch(self, shown: Shown) -> None:
        self._used = shown.usage

    async def _told(self) -> None:
        used, self._used = self._used, Usage()
        if used != Usage():
            await self._record(ModelStopped(self._effect.at, "", used))


def summary_in(reply: Reply, of: Sequence[Entry]) -> str:
    """The summary of these entries in a reply, whose calls are not run. Raises NoSummary."""
    text = reply.text.encode("utf-8", "replace").decode().strip()
    if why := unfit(text, of, calls=bool(reply.calls)):
        raise NoSummary(why)
    return f"{text} […]" if reply.cut else text
