"""How a request is made, by the profile of its model, as options of litellm."""

from copy import deepcopy
from typing import Any

from harness.context.model import Request


def options_of(litellm: Any, request: Request) -> dict[str, Any]:
    """Beside the conversation and the tools. It is a copy, which whoever is given it may change."""
    how = request.own_settings
    options: dict[str, Any] = deepcopy(dict(how.parameters))
    if not how.effort or (how.returns_thinking and request.after_calls):
        return options
    # with a budget for thinking litellm leaves a reply of Claude's no more than 4,096 tokens of text
    longest = _longest(litellm, request.model) if how.returns_thinking else None
    return {**({"max_tokens": longest} if longest else {}), **options, "reasoning_effort": how.effort}


def _longest(litellm: Any, model: str) -> int | None:
    """Tokens that a reply may have, for all that litellm knows."""
    try:
        longest = litellm.get_max_tokens(model)
    except Exception:  # it raises several kinds for a name that it does not know
        return None
    return longest if isinstance(longest, int) else None
