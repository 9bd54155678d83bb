"""What a try has used: as the provider counts it, and estimated as far as it does not; priced by litellm's list."""

import json
from typing import Any

from adapters.models.assembly import Assembly
from harness.context.model import Request
from harness.context.window import tokens_in
from harness.sessions.usage import Usage


def used(litellm: Any, request: Request, came: Assembly) -> Usage:
    """By `request`, of whose answer this came.

    Some providers count at the beginning, some all the time, most at the end. What an answer that broke off has not
    said is estimated by the bytes that were sent and that came: thinking that nobody shows is not in it, nor that a
    provider may take less for what it had cached.
    """
    counted, new = _told(came), tokens_in(came.uncounted)
    if counted is None:
        return _estimated(litellm, request.model, tokens_in(_size(request)), tokens_in(came.made))
    usage = _counted(litellm, request.model, counted)
    return usage + _estimated(litellm, request.model, 0, new) if new else usage


def _told(came: Assembly) -> Any:
    """As litellm has it; None, if that makes no sense to it."""
    try:
        return came.usage() if came.usage else None
    except Exception:  # it raises several kinds for what a provider leaves out
        return None


def _counted(litellm: Any, model: str, usage: Any) -> Usage:
    cost = _cost(litellm, model, usage_object=usage)  # it knows how much of it was cached
    return Usage(usage.prompt_tokens or 0, usage.completion_tokens or 0, cost, _cached(usage))


def _cached(usage: Any) -> int:
    """Of the tokens that were sent, those that the provider had at hand: litellm has them in one place, whatever their
    name was there.
    """
    return getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", None) or 0


def _estimated(litellm: Any, model: str, sent: int, came: int) -> Usage:
    return Usage(sent, came, _cost(litellm, model, prompt_tokens=sent, completion_tokens=came))


def _cost(litellm: Any, model: str, **tokens: Any) -> float:
    """0 for a model that is not on the list."""
    try:
        return float(sum(litellm.cost_per_token(model=model, **tokens)))
    except Exception:  # it raises several kinds for a model without a price
        return 0.0


def _size(request: Request) -> int:
    return request.size + (len(json.dumps(request.tools)) if request.tools else 0)
