"""What was said is written down ahead of need, while nobody waits for it: when that is, and how a model is asked. Its
outcome is a fact, whatever happens.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from harness.context.compaction import shown
from harness.context.model import Model, ModelError, Shown
from harness.context.observations import OBSERVE, REFLECT
from harness.context.packages import requested
from harness.context.window import Window, tokens_of
from harness.loop.compacting import WITHIN_S, Material, NoSummary, summary_in
from harness.sessions.counting import OBSERVING
from harness.sessions.effects import Observe, Reflect
from harness.sessions.entries import Summed
from harness.sessions.facts import Fact, ModelStopped, ObservationFailed, ObservationWanted, Observed, Reflected
from harness.sessions.session import Session
from harness.sessions.usage import NOTHING, Usage
from harness.tools.runner import cancelled
from harness.tools.unforeseen import unforeseen

log = logging.getLogger(__name__)

LONG = 2_000
"""Tokens of notes that are condensed; a quarter of what a request holds, where that is less."""
PARTS = 8
"""What has no notes is as large as one of so many parts of a request, before it is worth a request of its own."""


def ahead(session: Session, window: Window, budget: int) -> ObservationWanted | None:
    """What is to be written down now, where requests hold `budget` tokens: from half of that on."""
    observing, turn = session.observing, session.turn
    again = observing is None or (observing.failed and window.heard > observing.through)
    if not again or window.tokens * 2 < budget or turn is None or turn.policy.forgets:
        return None
    made = len(window.observed.made)
    if (made > 1 or (made and window.notes != window.observed.made[0].text)) and (
        tokens_of(window.notes) > min(LONG, budget // 4)
    ):
        return ObservationWanted(budget, reflects=True)
    worth = window.size(window.to_observe(budget)) > budget // PARTS
    return ObservationWanted(budget) if worth else None


class Observing:
    """One request. What it used is told by `record`, if nobody wants its answer any more."""

    def __init__(self, effect: Observe | Reflect, model: Model, record: Callable[[Fact], Awaitable[object]]) -> None:
        self._effect, self._model, self._record = effect, model, record
        self._used = Usage()

    async def run(self, material: Callable[[], Awaitable[Material]]) -> Observed | Reflected | ObservationFailed:
        try:
            given = await material()
            if not (given.entries if isinstance(self._effect, Observe) else given.notes):
                return self._failed("there is nothing to write down any more")
            text = await self._written(given)
        except (ModelError, NoSummary) as error:
            return self._failed(str(error))
        except TimeoutError:
            return self._failed(f"it took more than {WITHIN_S:.0f} s")
        except asyncio.CancelledError:
            if not cancelled():
                return self._failed("it was cancelled")
            if self._used != NOTHING:
                await self._record(ModelStopped(OBSERVING, "", self._used))
            raise
        except Exception as error:
            return self._failed(unforeseen(log, error, "nothing was written down"))
        outcome = Observed if isinstance(self._effect, Observe) else Reflected
        return outcome(self._effect.through, text, self._used)

    def _failed(self, why: str) -> ObservationFailed:
        return ObservationFailed(self._effect.through, why, self._used)

    async def _written(self, given: Material) -> str:
        """Raises NoSummary, TimeoutError and ModelError."""
        instruction = OBSERVE if isinstance(self._effect, Observe) else REFLECT
        messages = shown(given.notes, given.entries, given.tokens, instruction)
        async with asyncio.timeout(WITHIN_S):
            reply = await self._model.reply(requested(given.package, OBSERVING, messages), self._watch)
        self._used = reply.usage
        return summary_in(reply, given.entries or [Summed(given.notes)])

    def _watch(self, shown: Shown) -> None:
        self._used = shown.usage
