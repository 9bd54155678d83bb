"""Values as text, by which it is known whether they are the same."""

import json
from collections.abc import Mapping
from enum import Enum
from hashlib import blake2b
from typing import Any


def digested(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def canonical(value: Any) -> str:
    """JSON that is the same for the same value, whatever order it was put together in."""
    return json.dumps(plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def exact(value: Any) -> str:
    """JSON that keeps the order: a tool is sent as it was, and what is read again from this is sent the same."""
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


def plain(value: Any) -> Any:
    """As JSON has it."""
    match value:
        case Enum():
            return value.name.lower()
        case Mapping():
            return {str(key): plain(one) for key, one in value.items()}
        case frozenset() | set():
            return sorted(map(plain, value))
        case list() | tuple():
            return [plain(one) for one in value]
        case _ if hasattr(value, "__dataclass_fields__"):
            return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
        case _:
            return value
