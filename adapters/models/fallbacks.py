"""Other models, in order, for when one does not answer."""

import logging
from collections.abc import Callable
from dataclasses import replace

from harness.context.model import Model, ModelError, Overflowed, Reply, Request, RequestRefused, Shown
from harness.sessions.usage import Usage

log = logging.getLogger(__name__)


class Fallbacks:
    """A Model that asks the request's own model first, then its fallbacks.

    A request that is too long, and one that a provider will not answer, is not passed on: the one is to be made
    shorter, and the other would only be answered by whoever minds least.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        """As the port has it, what was shown by one model included: the next one shows only what is more. Raises the
        error of the last.
        """
        seen = SeenSoFar(shown)
        names = [request.model, *request.fallbacks]
        for name, following in zip(names, [*names[1:], ""], strict=True):
            try:
                reply = await self._model.reply(request.to(name), seen.show)
                return replace(reply, usage=seen.used + reply.usage)
            except (Overflowed, RequestRefused):
                raise
            except ModelError as error:
                if not following:
                    raise
                log.warning("%s does not answer (%s): %s is asked instead", name, error, following)
                seen.turn()
        raise AssertionError("the last model answers or raises")


class SeenSoFar:
    """What people have seen, whichever model wrote it, and what those before have used."""

    def __init__(self, shown: Callable[[Shown], None]) -> None:
        self._shown, self._last, self.used = shown, Shown(), Usage()

    def show(self, now: Shown) -> None:
        new = now.over(self._last, self.used + now.usage)
        if new.state != self._last.state:
            self._last = new
            self._shown(new)

    def turn(self) -> None:
        """Another model is asked."""
        self.used = self._last.usage
