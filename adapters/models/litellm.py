"""The models of all other providers, through litellm. It reads their keys from the environment itself."""

import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from adapters.models import library
from adapters.models.addresses import addressed, asked_as, homeless, missing, provider_of, vendor
from adapters.models.failures import AskedModel
from adapters.models.options import options_of
from adapters.models.packages import absent
from adapters.models.pieces import Piece, of_chunk
from adapters.models.stream import pieces
from adapters.models.ways import FILES, Answer
from harness.context.model import ModelUnavailable, Request
from harness.tools.unforeseen import unforeseen
from harness.workspace.api_bases import ApiBases

log = logging.getLogger(__name__)

_NEVER = 86_400.0
"""Seconds until litellm gives up by itself: `providers` does so before."""
_GOOGLE = ("gemini/", "vertex_ai/")
"""They take files of more media types than FILES (ai.google.dev/gemini-api/docs)."""


class LiteLLM:
    """A way to ask any provider that litellm knows. litellm is imported by `load` (`library.preload` begins before)."""

    def __init__(self, connect: float) -> None:
        """`connect`: seconds for a connection."""
        self._connect = connect
        self._litellm: Any = None

    @property
    def costs(self) -> Any:
        return self._litellm

    async def load(self) -> None:
        """Imports litellm. Raises ModelUnavailable."""
        if self._litellm is None:
            try:
                self._litellm = await library.loaded()
            except Exception as error:
                why = unforeseen(log, error, "the model library litellm cannot be loaded")
                raise ModelUnavailable(f"the model library litellm cannot be loaded: {why}") from error

    def asked(self, model: str, bases: ApiBases) -> AskedModel:
        """The provider and the address for that model, and the variables that litellm misses. Sends no request."""
        litellm = self._litellm
        base = bases.of(model, lambda name: vendor(provider_of(litellm, name)))
        provider = provider_of(litellm, model)
        lost = not base and homeless(litellm, model, provider)
        asked = AskedModel(model, provider, (), base, lost, absent(model, provider))
        return replace(asked, missing=missing(litellm, asked))

    def takes(self, model: str, kind: str) -> bool:
        """Can it look at files of that media type, for all that litellm knows?"""
        litellm = self._litellm
        if kind not in FILES and not model.startswith(_GOOGLE):
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

    @asynccontextmanager
    async def answer(self, request: Request, asked: AskedModel) -> AsyncIterator[Answer]:
        """As the port has it. Of what litellm raises only the meaning may be told: it may quote keys and answers."""
        from httpx import Timeout

        litellm = self._litellm
        if asked.absent:
            raise ModelUnavailable(asked.absent)
        ours = addressed(litellm, asked)
        if request.tools:
            ours["tools"] = json.loads(json.dumps(request.tools))
        ours |= {
            "model": asked_as(request.model),
            "messages": json.loads(request.encoded()),  # its own copy: litellm changes messages in place
            "stream": True,
            "stream_options": {"include_usage": True},
            "timeout": Timeout(_NEVER, connect=self._connect),
            "drop_params": True,
            "num_retries": 0,
            "max_retries": 0,
        }
        stream = await litellm.acompletion(**{**options_of(litellm, request), **ours})
        try:
            if stream.completion_stream is None:  # Gemini is asked only now
                await stream.fetch_stream()
            yield _Answer(litellm, stream)
        finally:
            await stream.aclose()

    async def aclose(self) -> None:
        """Closes the connections that litellm keeps for the running loop, whoever uses them. It would go on to use them
        closed, so it is made to forget them: the next reply opens others.
        """
        if self._litellm is not None:
            await self._litellm.close_litellm_async_clients()
            self._litellm.in_memory_llm_clients_cache.flush_cache()


class _Answer:
    def __init__(self, litellm: Any, stream: Any) -> None:
        self._litellm, self._stream = litellm, stream

    def pieces(self) -> AsyncGenerator[list[Piece]]:
        return pieces(self._litellm, self._stream)

    @property
    def counts(self) -> Iterator[Piece]:
        """Where litellm reads, it keeps the counts before the end to itself."""
        for chunk in getattr(self._stream, "chunks", ()):
            if (piece := of_chunk(chunk)).usage:
                yield Piece(usage=piece.usage)
