"""A team's own tools: functions that it has declared (`deskmate.tools`) become Tools like any other."""

import asyncio
import inspect
import re
from collections.abc import Callable, Collection, Coroutine, Mapping
from functools import partial
from hashlib import sha256
from threading import get_ident
from typing import Any

from pydantic import BaseModel
from pydantic_core import to_json

from deskmate.tools import Declared, Failed, Progress, Stopped
from deskmate.tools import Preview as Shown
from harness.chat.cards import Block
from harness.chat.diffs import cut
from harness.tools.acts import Act, used
from harness.tools.calls import ToolResult
from harness.tools.origins import OURS, tool_of
from harness.tools.previews import Outdated, OwnChange, Preview
from harness.tools.signatures import Signature, WrongSignature, signature
from harness.tools.threads import harmless, in_thread
from harness.tools.tool import AnyTool, Tool, ToolContext

LONGEST_TIMEOUT = 3600.0
"""Seconds that a call may have."""
LONGEST_PROGRESS = 10_000
"""Characters that are shown at once."""
LONGEST_DOCSTRING = 10_000
GRACE = 1.0
"""Seconds that a coroutine has to tidy up once its time is over."""
READS = "read"
"""The category of tools that only look something up."""
_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_]{0,63}")


class NotATool(ValueError):
    """A function cannot be a tool. The message says why, and `line` where in its file it begins."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def own_tool(declared: Declared[..., Any], categories: Collection[str]) -> AnyTool:
    """`categories` are those that it may have. Raises NotATool."""
    name = getattr(declared, "__name__", "")
    try:
        takes = _checked(declared, name, categories)
    except WrongSignature as error:
        raise NotATool(f"{name or 'a tool'}: {error}", line_of(declared.function)) from None

    async def seen(arguments: BaseModel, context: ToolContext) -> Preview:
        assert declared.previewing, "it is asked for where there is one"
        found = await _called(declared.previewing, takes.given(arguments), name)
        if not isinstance(found, Shown):
            raise Failed(f"the preview of {name} returned {type(found).__name__}, and not a Preview")
        return _change(found)

    async def run(arguments: BaseModel, context: ToolContext) -> ToolResult | Outdated:
        limit = asyncio.timeout(declared.timeout)
        try:
            async with limit:
                return await done(arguments, context)
        except TimeoutError:
            if not limit.expired():  # it is the function's own
                raise
            raise Failed(_too_long(name, declared)) from None

    async def still(arguments: BaseModel, context: ToolContext) -> bool:
        """Is the world as it was shown? Raises Failed for a preview that differs from moment to moment: whatever people
        decide would be asked again.
        """
        if not declared.previewing:
            return False
        now = await seen(arguments, context)
        if context.preview and now.same(context.preview):
            return True
        if not (await seen(arguments, context)).same(now):
            raise Failed(
                f"the preview of {name} is different each time, so nobody can approve it. Whoever wrote it should give "
                "it a version that changes only when what would be done does"
            )
        return False

    async def done(arguments: BaseModel, context: ToolContext) -> ToolResult | Outdated:
        if context.preview and not await still(arguments, context):
            return Outdated()
        value = await _called(declared.function, takes.given(arguments), name, takes.progress, context.output)
        return ToolResult(_text(value))

    return Tool(
        name=name,
        description=inspect.cleandoc(declared.__doc__ or ""),
        category=declared.category,
        arguments=takes.arguments,
        run=run,
        repeatable=declared.repeatable,
        here=declared.here,
        reaches_others=declared.category != READS and not declared.here,
        outside=tool_of(name) if declared.outside else OURS,
        preview=seen if declared.previewing else None,
        act=partial(_act, name),
        timeout=None,  # what becomes of the function then is known here alone
    )


def line_of(function: object) -> int:
    """Where in its file it begins; 0, if that is not known."""
    code = getattr(inspect.unwrap(function) if callable(function) else function, "__code__", None)
    return int(getattr(code, "co_firstlineno", 0))


def _checked(declared: Declared[..., Any], name: str, categories: Collection[str]) -> Signature:
    """What it takes. Raises WrongSignature, also for all else that is wrong with it."""
    if not inspect.isroutine(declared.function):
        raise WrongSignature("@tool is for functions")
    if not _NAME.fullmatch(name):
        raise WrongSignature("the name of a tool is of a-z, 0-9 and _, begins with a letter, and has 64 at most")
    if not (declared.__doc__ or "").strip():
        raise WrongSignature("needs a docstring: it is what the model knows of the tool")
    if len(declared.__doc__ or "") > LONGEST_DOCSTRING:
        raise WrongSignature(
            f"its docstring has more than {LONGEST_DOCSTRING:,} characters: shorten it, since each request holds it"
        )
    if inspect.isasyncgenfunction(declared.function) or inspect.isgeneratorfunction(declared.function):
        raise WrongSignature("it yields, and a tool returns: take a Progress to tell how far it is")
    if not isinstance(declared.category, str) or declared.category not in categories:
        raise WrongSignature(f"there is no category {declared.category!r}; it may be {', '.join(sorted(categories))}")
    if not _is_timeout(declared.timeout):
        raise WrongSignature(f"timeout must be seconds, more than 0 and at most {LONGEST_TIMEOUT:,.0f}")
    takes = signature(declared.function)
    if declared.previewing and signature(declared.previewing).names != takes.names:
        raise WrongSignature(f"its preview must take what it takes: {', '.join(takes.names) or 'nothing'}")
    return takes


def _too_long(name: str, declared: Declared[..., Any]) -> str:
    """What became of it."""
    if inspect.iscoroutinefunction(declared.function):
        return f"{name} took too long and was ended; it may have taken effect"
    return f"{name} took too long: I no longer wait for it, but it may go on, and may take effect"


def _is_timeout(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 < value <= LONGEST_TIMEOUT


async def _called(
    function: Callable[..., Any],
    given: Mapping[str, Any],
    name: str,
    progress: str = "",
    output: Callable[[str], None] = lambda text: None,
) -> Any:
    """What it returns: a coroutine runs here, and all else in a thread. Raises what it raises."""
    loop, here, ended = asyncio.get_running_loop(), get_ident(), False

    def show(text: str) -> None:
        """From whichever thread."""
        if ended or loop.is_closed():
            raise Stopped
        line = str(text)[:LONGEST_PROGRESS]
        if get_ident() == here:
            told(line)
        else:
            loop.call_soon_threadsafe(told, line)

    def told(text: str) -> None:
        if not ended:
            output(text if text.endswith("\n") else f"{text}\n")

    call = partial(function, **given, **({progress: Progress(show)} if progress else {}))

    async def whole() -> Any:
        try:
            if inspect.iscoroutinefunction(function):
                return await call()
            value = await in_thread(call, name)
            return await value if inspect.isawaitable(value) else value
        except (SystemExit, KeyboardInterrupt, GeneratorExit) as error:  # which a task lets through, to end the loop
            raise harmless(error) from None

    try:
        return await _apart(whole())
    finally:
        ended = True


async def _apart(called: Coroutine[Any, Any, Any]) -> Any:
    """In a task of its own: what cancels the task that it is in, as a cancel scope does, does not cancel ours; and who
    does not let itself be cancelled is waited for no longer than GRACE.
    """
    task = asyncio.create_task(called)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait({task}, timeout=GRACE)
        task.add_done_callback(_forgotten)
        raise
    return task.result()


def _forgotten(task: "asyncio.Task[Any]") -> None:
    """Nobody waits for what becomes of it, and nobody is told that nobody did."""
    if not task.cancelled():
        task.exception()


def _change(shown: Shown) -> OwnChange:
    """The diff as far as there is room, and by all of it or by its version what the call depends on."""
    text, whole = cut(str(shown.diff).splitlines())
    depends = f"version\0{shown.version}" if shown.version else f"diff\0{shown.diff}"
    return OwnChange(sha256(depends.encode(errors="surrogatepass")).hexdigest()[:32], text, whole)


def _text(value: object) -> str:
    """For the model. Raises Failed for what is neither text nor can be JSON."""
    if value is None:
        return "Done."
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    try:
        return to_json(value).decode()
    except (ValueError, TypeError, RecursionError):
        why = "it has run, but what it returned is neither text nor a value that JSON has"
        raise Failed(f"{why}: {type(value).__name__}") from None


def _act(name: str, arguments: BaseModel, seen: Preview | None) -> Act:
    doing = used(name)
    if not isinstance(seen, OwnChange) or not seen.diff:
        return doing
    notes = () if seen.whole else ("this is not all that would change",)
    return Act(doing.verb, doing.past, doing.object, blocks=(Block(seen.diff, "diff", name="change"),), notes=notes)
