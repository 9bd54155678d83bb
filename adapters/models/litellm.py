"""Any model that litellm knows, by its name (`provider/model`). Provider keys are read from the environment by
litellm itself.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from random import Random
from traceback import format_tb
from typing import Any

from adapters.models import library
from adapters.models.addresses import LOGINS, addressed, homeless, provider_of, vendor
from adapters.models.assembly import Assembly
from adapters.models.failures import AskedModel, Failure, failure, refused, timed_out
from adapters.models.options import options_of
from adapters.models.pieces import Piece, is_withheld, of_chunk
from adapters.models.stream import TOGETHER, pieces
from adapters.models.usage import used
from harness.context.model import ModelError, ModelUnavailable, Reply, Request, Shown
from harness.sessions.usage import Usage
from harness.tools.unforeseen import FIELDS, reference, referred, unforeseen
from harness.workspace.api_bases import ApiBases

log = logging.getLogger(__name__)

TRIES = 4
PATIENCE = 90.0
"""Seconds of waiting between the tries, all together."""
_FIRST_WAIT, _GROWTH = 2.0, 4.0


@dataclass(frozen=True, slots=True)
class Deadlines:
    """In seconds. Models may think for minutes before the `first` piece of an answer, but not be `idle` after it."""

    connect: float = 15.0
    first: float = 180.0
    idle: float = 60.0
    whole: float = 600.0
    """Of a reply with all its tries."""


DEADLINES = Deadlines()


_ALL_TAKE = frozenset(
    {"image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf", "audio/wav", "audio/mp3"}
)
"""What all take who take pictures, documents or sound at all; the rest is Gemini's (ai.google.dev)."""
_GOOGLE = ("gemini/", "vertex_ai/")


class LiteLLM:
    """A Model, as the port has it. litellm is imported at the first reply (`library.preload` begins before).

    `now` is in seconds since the epoch. `bases` are the addresses of APIs that aren't their providers' own.
    """

    def __init__(
        self,
        bases: ApiBases = ApiBases(),  # noqa: B008 - it is a value
        *,
        now: Callable[[], float],
        random: Random,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        deadlines: Deadlines = DEADLINES,
    ) -> None:
        self.bases, self._now, self._random, self._sleep = bases, now, random, sleep
        self._deadlines = deadlines
        self._litellm: Any = None

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        """As the port has it; at most TRIES tries with PATIENCE between them."""
        litellm = await self._library()
        asked = self._asked(litellm, request.model)
        try:
            async with asyncio.timeout(self._deadlines.whole):
                return await self._tries(litellm, request, asked, _Screen(shown))
        except TimeoutError:
            raise timed_out(asked) from None

    async def asked(self, model: str) -> AskedModel:
        """The provider and the address for that model, and the variables that litellm misses. Sends no request. Raises
        ModelUnavailable if litellm cannot be loaded.
        """
        return self._asked(await self._library(), model)

    async def takes(self, model: str, kind: str) -> bool:
        """Can it look at files of that media type, for all that litellm knows? Raises ModelUnavailable."""
        litellm = await self._library()
        if kind not in _ALL_TAKE and not model.startswith(_GOOGLE):
            return False
        known = {
            "image": litellm.supports_vision,
            "audio": litellm.utils.supports_audio_input,
            "video": litellm.utils.supports_audio_input,  # with Gemini who takes the one takes the other
        }.get(kind.partition("/")[0], litellm.utils.supports_pdf_input)
        try:
            return bool(known(model))
        except Exception:  # it raises several kinds for a name that it does not know
            return False

    async def aclose(self) -> None:
        """Closes the connections that litellm keeps for the running loop, whoever uses them. It would go on to use them
        closed, so it is made to forget them: the next reply opens others.
        """
        if self._litellm is not None:
            await self._litellm.close_litellm_async_clients()
            self._litellm.in_memory_llm_clients_cache.flush_cache()

    def _asked(self, litellm: Any, model: str) -> AskedModel:
        base = self.bases.of(model, lambda name: vendor(provider_of(litellm, name)))
        provider = provider_of(litellm, model)
        missing = _missing(litellm, model) if provider and provider not in LOGINS else ()
        return AskedModel(model, provider, missing, base, not base and homeless(litellm, model, provider))

    async def _library(self) -> Any:
        if self._litellm is None:
            try:
                self._litellm = await library.loaded()
            except Exception as error:
                why = unforeseen(log, error, "the model library litellm cannot be loaded")
                raise ModelUnavailable(f"the model library litellm cannot be loaded: {why}") from error
        return self._litellm

    async def _tries(self, litellm: Any, request: Request, asked: AskedModel, screen: "_Screen") -> Reply:
        waited = 0.0
        for number in range(TRIES):
            outcome = await self._try(litellm, request, asked, screen)
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

    async def _try(self, litellm: Any, request: Request, asked: AskedModel, screen: "_Screen") -> Reply | Failure:
        """Of what litellm raises only the meaning is left: it may quote keys and answers."""
        assembly, stream = Assembly(), None
        try:
            async with (
                asyncio.timeout(self._deadlines.first) as deadline,
                self._stream(litellm, request, asked) as stream,
            ):
                await self._read(litellm, stream, assembly, screen, deadline)
        except ModelError as error:  # nobody was asked
            return Failure(error)
        except Exception as error:
            screen.broke_off(_used(litellm, request, assembly, stream, error))
            failed = failure(error, asked, self._now(), begun=stream is not None)
            if failed.unknown:
                return _referred(failed, asked, error)
            log.info("%s: %s (%s)", asked.model, failed.error, type(error).__name__)
            return failed
        except BaseException as error:
            screen.broke_off(_used(litellm, request, assembly, stream, error))
            raise
        usage = used(litellm, request, assembly)
        if is_withheld(assembly.finish):
            screen.broke_off(usage)
            return Failure(refused(asked))
        return Reply(assembly.text, assembly.calls, screen.used + usage, assembly.cut)

    async def _read(
        self, litellm: Any, stream: Any, assembly: Assembly, screen: "_Screen", deadline: asyncio.Timeout
    ) -> None:
        """To its end, or to the longest that there may be."""
        loop, taken = asyncio.get_running_loop(), 0
        async with aclosing(pieces(litellm, stream)) as come:
            async for together in come:
                for number, piece in enumerate(together, 1):
                    assembly.add(piece)
                    if number == len(together) or assembly.has_grown(screen.lengths):
                        screen.show(assembly.shown)
                if any(piece.text or piece.thinking or piece.calls for piece in together):
                    deadline.reschedule(loop.time() + self._deadlines.idle)
                if assembly.full:
                    break
                taken += len(together)
                if taken >= TOGETHER:  # what comes without a pause never waits by itself
                    taken = 0
                    await asyncio.sleep(0)
        assembly.end()
        screen.show(assembly.shown)

    @asynccontextmanager
    async def _stream(self, litellm: Any, request: Request, asked: AskedModel) -> AsyncIterator[Any]:
        """The chunks of one answer. However it is left, the connection is closed."""
        from httpx import Timeout

        ours = addressed(litellm, asked)
        if request.tools:
            ours["tools"] = json.loads(json.dumps(request.tools))
        ours |= {
            "model": request.model,
            "messages": json.loads(request.encoded()),  # its own copy: litellm changes messages in place
            "stream": True,
            "stream_options": {"include_usage": True},
            "timeout": Timeout(self._deadlines.whole, connect=self._deadlines.connect),
            "drop_params": True,
            "num_retries": 0,
            "max_retries": 0,
        }
        stream = await litellm.acompletion(**{**options_of(litellm, request), **ours})
        try:
            if stream.completion_stream is None:  # Gemini is asked only now
                await stream.fetch_stream()
            yield stream
        finally:
            await stream.aclose()


class _Screen:
    """What people have seen of a reply, and what was used in vain, over all its tries: it only ever grows."""

    def __init__(self, shown: Callable[[Shown], None]) -> None:
        self._shown, self._seen = shown, Shown()

    @property
    def used(self) -> Usage:
        return self._seen.usage

    @property
    def lengths(self) -> tuple[int, int]:
        return self._seen.lengths

    def show(self, now: Shown) -> None:
        self._show(now.over(self._seen, self.used))

    def broke_off(self, usage: Usage) -> None:
        """A try that used this has come to nothing."""
        self._show(self._seen.over(self._seen, self.used + usage))

    def _show(self, now: Shown) -> None:
        if now.state != self._seen.state:
            self._seen = now
            self._shown(now)


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


def _missing(litellm: Any, model: str) -> tuple[str, ...]:
    """The environment variables that litellm would read for a model, and that aren't set."""
    try:
        return tuple(litellm.validate_environment(model)["missing_keys"])
    except Exception:  # several kinds, for names that it routes and doesn't know
        return ()


def _used(litellm: Any, request: Request, assembly: Assembly, stream: Any, error: BaseException) -> Usage:
    """By a try that broke off with `error`. What never arrived and what was refused used nothing. Of what was given up
    before anything came of it nobody can tell: it is taken to have been read.
    """
    for chunk in getattr(stream, "chunks", ()):  # where litellm reads, it keeps the counts before the end to itself
        if (piece := of_chunk(chunk)).usage:
            assembly.add(Piece(usage=piece.usage))
    if not assembly.begun and not isinstance(error, TimeoutError | asyncio.CancelledError):
        return Usage()
    return used(litellm, request, assembly)
