"""Lists in pages: `limit` and `cursor`, as every conversations.* method has them."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.refusal import Refusal

T = TypeVar("T")

_PAGE = 100
_MOST = 999


def page(call: ApiCall, of: Sequence[T], name: Callable[[T], str]) -> tuple[list[T], str]:
    """The page that the call wants, and the cursor of the next one: the name of its first, "" when there is none.

    Refusal: invalid_limit, invalid_cursor.
    """
    most = call.number("limit", _PAGE)
    if not 1 <= most <= _MOST:
        raise Refusal("invalid_limit")
    start = 0
    if cursor := call.text("cursor"):
        start = next((at for at, one in enumerate(of) if name(one) == cursor), -1)
        if start < 0:
            raise Refusal("invalid_cursor")
    rest = of[start + most :]
    return list(of[start : start + most]), name(rest[0]) if rest else ""
