"""litellm takes seconds to import, so that happens on threads of its own, and the event loop goes on meanwhile.

Unless LITELLM_LOCAL_MODEL_COST_MAP=True is in the environment before, it then looks for a price list on the internet:
whoever starts the program sees to that.
"""

import asyncio
import gc
import importlib
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from threading import Thread
from typing import Any

log = logging.getLogger(__name__)


def preload() -> None:
    """Begins to import it. If that fails, whoever needs it first is told."""

    def work() -> None:
        try:
            _load()
        except Exception as error:
            log.warning("litellm cannot be imported: %s: %s", type(error).__name__, error)

    _start(work)


async def loaded() -> Any:
    """The module, once it is imported; however many wait for it, that happens once. Raises what its import raises."""
    loop = asyncio.get_running_loop()
    module: asyncio.Future[Any] = loop.create_future()

    def settle(outcome: object, error: BaseException | None) -> None:
        if module.done():
            return
        if error is None:
            module.set_result(outcome)
        else:
            module.set_exception(error)

    def work() -> None:
        outcome, failed = None, None
        try:
            outcome = _load()
        except BaseException as error:
            failed = error
        with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
            loop.call_soon_threadsafe(settle, outcome, failed)

    _start(work)
    return await module


def _start(work: Callable[[], None]) -> None:
    """On a daemon thread, which holds nobody up who wants to leave; Python sees to it that an import happens once."""
    Thread(target=work, name="import-litellm", daemon=True).start()


def _load() -> Any:
    _follow_no_redirects()
    litellm: Any = importlib.import_module("litellm")
    litellm.suppress_debug_info = True  # it prints advice to stdout otherwise
    litellm.num_retries = 0
    # `drop_params` is given with each request instead of here: set here, litellm sends a request that was refused with
    # HTTP 422 once more, and then returns nothing at all.
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):  # they log what was said, and raw answers
        logging.getLogger(name).setLevel(logging.CRITICAL)
    gc.freeze()  # what it brings stays: looking through it for garbage again would hold all up for a third of a second
    return litellm


@cache
def _follow_no_redirects() -> None:
    """For all clients of httpx, which litellm makes many of: a redirect would take the key and the conversation to
    another host. httpx drops `Authorization` alone there, and no other header that holds a key.
    """
    import httpx

    for kind in (httpx.AsyncClient, httpx.Client):
        made = kind.__init__

        def init(self: Any, *arguments: Any, _made: Any = made, **named: Any) -> None:
            _made(self, *arguments, **{**named, "follow_redirects": False})

        kind.__init__ = init  # type: ignore[method-assign]
