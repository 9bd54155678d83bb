"""Functions in Python that are to be tools: in `tools/` of a workspace, or given by an entry point `deskmate.tools`.

    from deskmate.tools import tool

    @tool(category="read", outside=False)
    def where_is(parcel: str) -> str:
        "Where a parcel was seen last."
        return f"{parcel} is on its way"

It imports nothing of ours, so that whatever imports it is quickly imported. docs/extending.md says how it is used, and
docs/decisions/0047 what is promised.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar, overload

P = ParamSpec("P")
R = TypeVar("R")

OTHER = "other"
"""The category of tools that do not say another one: people are asked."""
TIMEOUT = 120.0
"""Seconds that a call has, unless its tool says otherwise."""


class Failed(Exception):
    """What was asked for cannot be done. The message says why, for the model and for people. Nothing else is said of
    it, and the log has nothing: for what may well happen, as an order that is not there.
    """


class Stopped(Exception):
    """Nobody waits for this call any more: its time is over, or somebody has stopped it. `Progress` raises it."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a call would do as things are, for whoever decides on it.

    Attributes:
        diff: what goes and what comes, in lines that begin with `-` and `+`; it is shown on the card
        version: of what the call depends on, as a revision or a digest. If another one is there when the call runs, it
            does not run, and people are asked anew. Without one it is the diff that has to be the same
    """

    diff: str = ""
    version: str = ""


class Progress:
    """Shows people how far a call is while it runs: `progress("3 of 10")`. A parameter of this type is no argument that
    a model gives.
    """

    def __init__(self, show: Callable[[str], None] = lambda text: None) -> None:
        self._show = show

    def __call__(self, text: str) -> None:
        """Raises Stopped once nobody waits for the call any more."""
        self._show(text)


Previewing = Callable[..., Preview | Awaitable[Preview]]


class Declared(Generic[P, R]):
    """A function that is to be a tool. It is called as before."""

    def __init__(
        self, function: Callable[P, R], category: str, timeout: float, repeatable: bool, outside: bool, here: bool
    ) -> None:
        self.function, self.category, self.timeout = function, category, timeout
        self.repeatable, self.outside, self.here = repeatable, outside, here
        self.previewing: Previewing | None = None
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.function(*args, **kwargs)

    def preview(self, function: Previewing) -> Previewing:
        """Decorates the function of the same arguments that says what a call would do."""
        self.previewing = function
        return function


@overload
def tool(function: Callable[P, R], /) -> Declared[P, R]: ...


@overload
def tool(
    *,
    category: str = OTHER,
    timeout: float = TIMEOUT,
    repeatable: bool = False,
    outside: bool = True,
    here: bool = False,
) -> Callable[[Callable[P, R]], Declared[P, R]]: ...


def tool(
    function: Callable[..., Any] | None = None,
    /,
    *,
    category: str = OTHER,
    timeout: float = TIMEOUT,
    repeatable: bool = False,
    outside: bool = True,
    here: bool = False,
) -> Any:
    """Makes a function a tool: by its name, its docstring, and the annotations of its parameters.

    Attributes:
        category: what kind of thing it does, which rules and modes go by: `read` runs unasked, unless a rule says
            otherwise; `edit`, `execute`, `message` and `other` are asked
        timeout: seconds that a call has. A function that is no coroutine goes on behind that, unheard, in its thread
        repeatable: running it twice is as good as once: then it runs again where a machine has stopped meanwhile
        outside: may what it gives hold words of others than the team, as of customers or of a web page? Who has read
            that is asked more
        here: True if nobody outside the conversation can see what it does. Without it, people are asked before each
            call in a private place, unless its category is `read`
    """

    def made(function: Callable[..., Any]) -> Declared[..., Any]:
        return Declared(function, category, timeout, repeatable, outside, here)

    return made if function is None else made(function)
