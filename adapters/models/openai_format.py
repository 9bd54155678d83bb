"""A request in the format of OpenAI's chat completions (platform.openai.com/docs/api-reference/chat/create). Pure."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from harness.context.model import Request

SAMPLING = frozenset({"temperature", "top_p", "frequency_penalty", "presence_penalty", "stop"})
"""Parameters that OpenAI's reasoning models refuse."""
PARAMETERS = SAMPLING | {"max_completion_tokens", "max_tokens", "prompt_cache_key", "seed", "top_k", "user"}
"""Parameters that are sent as they are. `top_k`: only servers of one's own know it."""


def address(base: str) -> str:
    return f"{base.rstrip('/')}/chat/completions"


def headers(key: str) -> Mapping[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


def body(request: Request, name: str, *, own_server: bool) -> bytes:
    """`name`: the model, as the provider knows it. `own_server`: True unless OpenAI itself is asked, where `max_tokens`
    has been replaced by `max_completion_tokens`.
    """
    settings = request.own_settings
    rest: dict[str, Any] = {key: value for key, value in settings.parameters.items() if key in PARAMETERS}
    if not own_server and "max_tokens" in rest:
        rest["max_completion_tokens"] = rest.pop("max_tokens")
    if settings.effort:
        rest["reasoning_effort"] = settings.effort
    rest |= {"model": name, "stream": True, "stream_options": {"include_usage": True}}
    tools = b',"tools":' + encoded(request.tools) if request.tools else b""
    # messages and tools are encoded once, and most of the body
    return b'{"messages":' + request.encoded() + tools + b"," + json.dumps(rest).encode()[1:]


def encoded(tools: Sequence[Mapping[str, Any]]) -> bytes:
    """The tools as JSON. All requests of a turn, and most of a thread, carry the same ones."""
    return _encoded(_Same(tools))


class _Same:
    """A value that equals only itself, so that it can be looked up."""

    def __init__(self, value: Sequence[Mapping[str, Any]]) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


@lru_cache(maxsize=32)
def _encoded(tools: _Same) -> bytes:
    return json.dumps(list(tools.value)).encode()
