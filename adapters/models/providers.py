"""Any model, by its name (`provider/model`): the way to its provider, tries, deadlines, the failures of the port."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import replace
from random import Random
from traceback import format_tb

from adapters.models.assembly import Assembly
from adapters.models.direct import Direct
from adapters.models.failures import AskedModel, Failure, failure, refused, timed_out
from adapters.models.litellm import LiteLLM
from adapters.models.pieces import is_withheld
from adapters.models.stream import TOGETHER
from adapters.models.usage import used
from adapters.models.ways import DEADLINES, OWN_SERVER, Answer, Deadlines, Way
from adapters.models.written_calls import calls_in_text, may_be_call
from harness.context.model import ModelError, Reply, Request, Shown
from harness.sessions.usage import Usage
from harness.tools.unforeseen import FIELDS, reference, referred
from harness.workspace.api_bases import ApiBases

log = logging.getLogger(__name__)

TRIES = 4
PATIENCE = 90.0
"""Seconds of waiting between the tries, all together."""
_FIRST_WAIT, _GROWTH = 2.0, 4.0


class Providers:
    """A Model, as the port has it. Requests in the formats of OpenAI and Anthropic are sent directly; for all others
    litellm is imported.

    `now` is in seconds since the epoch. `bases` are the addresses of APIs that aren't their providers' own.
    `environment` holds the keys; litellm reads the process environment, so it should be that. A server at an address of
    one's own has the deadlines `own_server`.
    """

    def __init__(
        self,
        bases: ApiBases = ApiBases(),  # noqa: B008 - it is a value
        *,
        environment: Mapping[str, str],
        now: Callable[[], float],
        random: Random,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        deadlines: Deadlines = DEADLINES,
        own_server: Deadlines = OWN_SERVER,
    ) -> None:
        self.bases, self._now, self._random, self._sleep = bases, now, random, sleep
        self._deadlines, self._own_server = deadlines, own_server
        self._direct = Direct(environment, now, deadlines.connect)
        self._litellm = LiteLLM(deadlines.connect)

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        """As the port has it; at most TRIES tries with PATIENCE between them."""
        way, asked = await self._way(request)
        try:
            async with asyncio.timeout(self._deadlines_of(request, asked).whole):
                return await self._tries(way, request, asked, _Screen(shown, _reads_calls(request)))
        except TimeoutError:
            raise timed_out(asked) from None

    async def asked(self, model: str) -> AskedModel:
        """The provider and the address for that model, and the missing environment variables. Sends no request. Raises
        ModelUnavailable if litellm is needed and cannot be loaded.
        """
        if self._direct.serves(model):
            return self._direct.asked(model, self.bases)
        await self._litellm.load()
        return self._litellm.asked(model, self.bases)

    async def takes(self, model: str, kind: str) -> bool:
        """True if the model can look at files of that media type, by litellm's table. Raises ModelUnavailable."""
        if self._direct.serves(model):
            return self._direct.takes(model, kind)
        await self._litellm.load()
        return self._litellm.takes(model, kind)

    async def aclose(self) -> None:
        """Closes the connections to providers."""
        await self._direct.aclose()
        await self._litellm.aclose()

    async def _way(self, request: Request) -> tuple[Way, AskedModel]:
        """Raises ModelUnavailable if litellm is needed and cannot be loaded."""
        if self._direct.serves(request.model):
            asked = self._direct.asked(request.model, self.bases)
            if self._direct.takes_request(request, own_server=bool(asked.base)):
                return self._direct, asked
        await self._litellm.load()
        return self._litellm, self._litellm.asked(request.model, self.bases)

    def _deadlines_of(self, request: Request, asked: AskedModel) -> Deadlines:
        usual = self._own_server if asked.own_server else self._deadlines
        return usual.stretched(request.own_settings.timeouts)

    async def _tries(self, way: Way, request: Request, asked: AskedModel, screen: "_Screen") -> Reply:
        waited = 0.0
        for number in range(TRIES):
            outcome = await self._try(way, request, asked, screen)
            if isinstance(outcome, Reply):
                return outcome
            wait = self._wait(number, outcome.after)
            if not outcome.again or number + 1 == TRIES or waited + wait > PATIENCE:
                raise outcome.error
            await self._sleep(wait)
            waited += wait
        raise AssertionError("the last try returns or raises")

    def _wait(self, number: int, after: float | None) -> float:
        """Seconds until the next try: longer each time, and spread, so that many do not come back at once; never less
        than the provider asks for.
        """
        if after is not None:
            return after + self._random.uniform(0.0, 1.0)
        return _FIRST_WAIT * _GROWTH**number * self._random.uniform(0.5, 1.0)

    async def _try(self, way: Way, request: Request, asked: AskedModel, screen: "_Screen") -> Reply | Failure:
        assembly, answer, deadlines = Assembly(_names(request)), None, self._deadlines_of(request, asked)
        try:
            async with asyncio.timeout(deadlines.first) as deadline, way.answer(request, asked) as answer:
                await self._read(answer, assembly, screen, deadline, deadlines.idle)
        except ModelError as error:  # nobody was asked
            return Failure(error)
        except Exception as error:
            screen.broke_off(_used(way, request, assembly, answer, error))
            failed = failure(error, asked, self._now(), begun=answer is not None)
            if failed.unknown:
                return _referred(failed, asked, error)
            log.info("%s: %s (%s)", asked.model, failed.error, type(error).__name__)
            return failed
        except BaseException as error:
            screen.broke_off(_used(way, request, assembly, answer, error))
            raise
        usage = used(way.costs, request, assembly)
        if is_withheld(assembly.finish):
            screen.broke_off(usage)
            return Failure(refused(asked))
        return _reply(request, assembly, screen.used + usage)

    async def _read(
        self, answer: Answer, assembly: Assembly, screen: "_Screen", deadline: asyncio.Timeout, idle: float
    ) -> None:
        """To its end, or to the longest that there may be."""
        loop, taken = asyncio.get_running_loop(), 0
        async with aclosing(answer.pieces()) as come:
            async for together in come:
                for number, piece in enumerate(together, 1):
                    assembly.add(piece)
                    if number == len(together) or assembly.has_grown(screen.lengths):
                        screen.show(assembly)
                if any(piece.text or piece.thinking or piece.calls for piece in together):
                    deadline.reschedule(loop.time() + idle)
                if assembly.full:
                    break
                taken += len(together)
                if taken >= TOGETHER:  # what comes without a pause never waits by itself
                    taken = 0
                    await asyncio.sleep(0)
        assembly.end()
        screen.show(assembly)


class _Screen:
    """What people have seen of a reply, and what was used in vain, over all its tries: it only ever grows."""

    def __init__(self, shown: Callable[[Shown], None], holds: bool = False) -> None:
        """`holds`: a text that may turn out to be a call isn't shown."""
        self._shown, self._seen, self._holds = shown, Shown(), holds

    @property
    def used(self) -> Usage:
        return self._seen.usage

    @property
    def lengths(self) -> tuple[int, int]:
        return self._seen.lengths

    def show(self, assembly: Assembly) -> None:
        if not (self._holds and may_be_call(assembly.opening)):
            self._show(assembly.shown.over(self._seen, self.used))

    def broke_off(self, usage: Usage) -> None:
        """A try that used this has come to nothing."""
        self._show(self._seen.over(self._seen, self.used + usage))

    def _show(self, now: Shown) -> None:
        if now.state != self._seen.state:
            self._seen = now
            self._shown(now)


def _reply(request: Request, assembly: Assembly, usage: Usage) -> Reply:
    """A call that was written as text counts only where the profile says so, and nobody else can have written it."""
    reply = Reply(assembly.text, assembly.calls, usage, assembly.cut)
    text, calls = ("", ()) if reply.calls or reply.cut else calls_in_text(reply.text, _names(request))
    if not calls:
        return reply
    if _reads_calls(request):
        return replace(reply, text=text, calls=calls)
    return replace(reply, written_calls=True)


def _reads_calls(request: Request) -> bool:
    return request.own_settings.calls_in_text and not request.tainted


def _names(request: Request) -> frozenset[str]:
    """Of the tools that are offered."""
    return frozenset(tool["function"]["name"] for tool in request.tools)


def _referred(failed: Failure, asked: AskedModel, error: BaseException) -> Failure:
    """With a reference that the log has. That has where it failed and what is known of it, and not what litellm says,
    which may quote keys, and what people wrote.
    """
    ref = reference(error, failed.unknown)
    where = "".join(format_tb(error.__traceback__))
    log.error(
        "%s: %s (ref %s): %s\n%s",
        *(asked.model, failed.error, ref, failed.unknown, where),
        extra={FIELDS: {"ref": ref}},
    )
    return replace(failed, error=type(failed.error)(referred(str(failed.error), ref)))


def _used(way: Way, request: Request, assembly: Assembly, answer: Answer | None, error: BaseException) -> Usage:
    """By a try that broke off with `error`. What never arrived and what was refused used nothing. Of what was given up
    before anything came of it nobody can tell: it is taken to have been read.
    """
    for counts in answer.counts if answer else ():
        assembly.add(counts)
    if not assembly.begun and not isinstance(error, TimeoutError | asyncio.CancelledError):
        return Usage()
    return used(way.costs, request, assembly)
