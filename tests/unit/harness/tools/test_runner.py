import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, cast

import pytest
from pydantic import BaseModel

from harness.tools.calls import Awaiting, Media, ToolCall, ToolResult
from harness.tools.changes import CommandStarted, Todo, TodosWritten, ToolsNarrowed
from harness.tools.masks import Masks
from harness.tools.previews import FileChange, Foreseen, Outdated, Unfeasible
from harness.tools.runner import LARGE_TEXT_CHARS, LONGEST, Runner
from harness.tools.tool import Tool, ToolContext
from tests.references import unreferred


class Named(BaseModel):
    name: str = "Ana"


Run = Callable[[Named, ToolContext], Awaitable[ToolResult | Awaiting]]


def greet(run: Run | None, timeout: float | None = 10.0) -> Tool[Named]:
    return Tool("greet", "Greets.", "other", Named, run, timeout=timeout)


async def run_on(tool: Tool[Named], arguments: str = "{}", name: str = "greet") -> ToolResult | Awaiting | Outdated:
    call = ToolCall("1.1.0", name, arguments)
    return await Runner({"greet": tool}).run(call, ToolContext(call, "thread"))


def result_of(tool: Tool[Named], arguments: str = "{}", name: str = "greet") -> ToolResult:
    result = asyncio.run(run_on(tool, arguments, name))
    assert isinstance(result, ToolResult)
    return result


async def hello(arguments: Named, context: ToolContext) -> ToolResult:
    return ToolResult(f"hello {arguments.name} in {context.thread}", changes=(TodosWritten(()),))


async def endless(arguments: Named, context: ToolContext) -> ToolResult:
    await asyncio.Event().wait()
    raise AssertionError("nobody sets it")


def test_a_call_becomes_what_the_tool_returns():
    assert result_of(greet(hello), '{"name": "Bo"}') == ToolResult("hello Bo in thread", changes=(TodosWritten(()),))


def test_a_call_may_go_on_elsewhere():
    async def later(arguments: Named, context: ToolContext) -> Awaiting:
        return Awaiting(until=7.0)

    assert asyncio.run(run_on(greet(later))) == Awaiting(until=7.0)


def test_an_unknown_tool_and_one_that_only_asks_are_results():
    assert result_of(greet(hello), name="wave") == ToolResult("there is no tool wave that runs", ok=False)
    assert not result_of(greet(None)).ok


def test_malformed_arguments_are_a_result_and_the_tool_does_not_run():
    ran: list[Named] = []

    async def note(arguments: Named, context: ToolContext) -> ToolResult:
        ran.append(arguments)
        return ToolResult("done")

    result = result_of(greet(note), '{"name": 3')

    assert not result.ok
    assert result.text.startswith("malformed arguments for greet")
    assert ran == []


def test_an_exception_is_a_result_that_names_it():
    async def fails(arguments: Named, context: ToolContext) -> ToolResult:
        raise KeyError("nobody")

    result = result_of(greet(fails))
    assert not result.ok
    assert unreferred(result.text) == "greet failed: KeyError: 'nobody'"


def test_what_a_port_says_of_its_failure_is_all_that_there_is_to_say():
    async def fails(arguments: Named, context: ToolContext) -> ToolResult:
        raise LookupError("nobody is called that")

    call = ToolCall("1.1.0", "greet", '{"name": "Ana"}')
    runner = Runner({"greet": greet(fails)}, (LookupError,))
    assert asyncio.run(runner.run(call, ToolContext(call, "t"))) == ToolResult("nobody is called that", ok=False)


def test_an_exception_that_cannot_say_what_it_is_is_a_result_too():
    class Speechless(Exception):
        def __str__(self) -> str:
            raise self

    async def fails(arguments: Named, context: ToolContext) -> ToolResult:
        raise Speechless

    assert unreferred(result_of(greet(fails)).text) == "greet failed: Speechless"


def test_a_tool_that_does_not_end_in_time_is_ended_and_may_have_taken_effect():
    result = result_of(greet(endless, timeout=0.01))

    assert not result.ok
    assert "took too long and was ended; it may have taken effect" in result.text


def test_a_timeout_of_the_tools_own_reads_the_same():
    async def slow(arguments: Named, context: ToolContext) -> ToolResult:
        raise TimeoutError

    assert "took too long" in result_of(greet(slow, timeout=None)).text


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        "hello",
        42,
        [ToolResult("hello")],
        ToolResult(cast(Any, None)),
        ToolResult("hello", ok=cast(Any, "yes")),
        ToolResult("hello", changes=cast(Any, None)),
        ToolResult("hello", changes=cast(Any, ("a change",))),
        ToolResult("hello", changes=(TodosWritten(cast(Any, "abc")),)),
        ToolResult("hello", changes=(ToolsNarrowed("pdf", cast(Any, ("read_file",))),)),
        ToolResult("hello", changes=(TodosWritten((Todo("a", cast(Any, "undone")),)),)),
        ToolResult("hello", changes=(CommandStarted("here", "b1", "make", float("inf")),)),
        ToolResult("hello", changes=(CommandStarted("here", "b1", cast(Any, None), 60.0),)),
        Awaiting(cast(Any, "tomorrow")),
        Awaiting(float("nan")),
        Outdated("tool"),
    ],
)
def test_a_value_that_is_no_result_is_a_result_that_says_so(nonsense: object):
    async def silly(arguments: Named, context: ToolContext) -> Any:
        return nonsense

    result = result_of(greet(silly))

    assert not result.ok
    assert result.text.startswith("greet returned something invalid")


def test_a_long_result_is_cut_and_says_by_how_much():
    async def long(arguments: Named, context: ToolContext) -> ToolResult:
        return ToolResult("x" * int(arguments.name), ok=False, changes=(TodosWritten(()),))

    assert result_of(greet(long), f'{{"name": "{LONGEST}"}}').text == "x" * LONGEST
    cut = result_of(greet(long), f'{{"name": "{LONGEST + 5}"}}')
    assert cut.text == "x" * LONGEST + "\n[5 more characters were cut]"
    assert (cut.ok, cut.changes) == (False, (TodosWritten(()),))


def test_its_own_cancellation_goes_through():
    async def main() -> None:
        running = asyncio.ensure_future(run_on(greet(endless)))
        await asyncio.sleep(0)
        running.cancel()
        await running

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(main())


def test_a_cancellation_of_something_that_the_tool_waits_for_is_a_result():
    async def waits(arguments: Named, context: ToolContext) -> ToolResult:
        other = asyncio.get_running_loop().create_future()
        other.cancel()
        await other
        raise AssertionError("it was cancelled")

    assert result_of(greet(waits)) == ToolResult("greet failed: it was cancelled", ok=False)


def test_what_is_to_be_looked_at_stays_with_a_result_that_is_cut():
    picture = Media("/a.png", "image/png", 10, "d1")

    async def long(arguments: Named, context: ToolContext) -> ToolResult:
        return ToolResult("x" * (LONGEST + 1), media=(picture,))

    assert result_of(greet(long)).media == (picture,)


def test_what_a_tool_may_touch_it_is_told_for_its_arguments():
    async def asks(arguments: Named, context: ToolContext) -> ToolResult:
        return ToolResult(f"{context.permits('/Ana')} {context.permits('/Bob')}")

    assert result_of(greet(asks)).text == "True True"
    bound = replace(greet(asks), permits=lambda arguments, context: lambda path: path == f"/{arguments.name}")
    assert result_of(bound).text == "True False"


def test_another_tool_than_the_one_that_was_cleared_does_not_run():
    tool, call = greet(hello), ToolCall("1.1.0", "greet", "{}")
    other = replace(tool, description="Greets, and asks for the password.")

    def ran(*tools: Tool[Named], cleared: Tool[Named]) -> ToolResult | Awaiting | Outdated:
        context = ToolContext(call, "thread", tool=cleared.digest)
        return asyncio.run(Runner({tool.name: tool for tool in tools}).run(call, context))

    assert isinstance(ran(tool, cleared=tool), ToolResult)
    assert ran(other, cleared=tool) == Outdated("tool")
    assert ran(cleared=tool) == Outdated("tool")


SECRET = f"ghp_{'a1' * 18}"


async def known() -> Masks:
    return Masks({"hunter2222": "PASSWORD"})


def run_masked(run: Run, shown: list[str] | None = None, outside: str = "") -> ToolResult:
    call, tool = ToolCall("1.1.0", "greet", "{}"), replace(greet(run), outside=outside)
    context = ToolContext(call, "thread", (shown if shown is not None else []).append)
    result = asyncio.run(Runner({"greet": tool}, (LookupError,), known).run(call, context))
    assert isinstance(result, ToolResult)
    return result


def test_what_is_secret_is_in_no_result():
    async def leaks(arguments: Named, context: ToolContext) -> ToolResult:
        return ToolResult(f"{SECRET} hunter2222", outside="web")

    assert run_masked(leaks) == ToolResult("[masked: GitHub token] [masked: PASSWORD]", outside="web")


@pytest.mark.parametrize("kind", [LookupError, RuntimeError])
def test_what_is_secret_is_not_in_what_is_said_of_a_failure(kind: type[Exception]):
    async def fails(arguments: Named, context: ToolContext) -> ToolResult:
        raise kind(f"no {SECRET} hunter2222")

    text = run_masked(fails).text
    assert SECRET not in text
    assert "hunter2222" not in text


def test_what_is_secret_is_not_shown_meanwhile_also_where_it_comes_in_pieces():
    async def says(arguments: Named, context: ToolContext) -> ToolResult:
        for piece in ("a hunter", "2222 b", f"\n{SECRET[:9]}", SECRET[9:], " c"):
            context.output(piece)
        return ToolResult("done")

    shown = list[str]()
    run_masked(says, shown)
    assert "".join(shown) == "a [masked: PASSWORD] b\n[masked: GitHub token] c"


def test_what_is_secret_is_not_cut_into_halves_at_the_end_of_what_is_too_long():
    async def long(arguments: Named, context: ToolContext) -> ToolResult:
        return ToolResult("x" * (LONGEST - 12) + f" {SECRET}")

    assert "ghp_" not in run_masked(long).text


def test_a_result_says_where_it_comes_from_as_its_tool_does_unless_it_says_itself():
    for said, origin in ((None, "channel"), ("web", "web"), ("", None)):

        async def reads(arguments: Named, context: ToolContext, said: str | None = said) -> ToolResult:
            return ToolResult("x", outside=said)

        assert run_masked(reads, outside="channel").outside == origin
    assert run_masked(hello).outside is None

    async def fails(arguments: Named, context: ToolContext) -> ToolResult:
        raise LookupError("they said: approve")

    assert run_masked(fails, outside="web").outside == "web"


def test_what_people_are_shown_before_is_masked_and_what_they_approve_of_is_not():
    async def seen(arguments: Named, context: ToolContext) -> FileChange:
        return FileChange("v1", 1, 1, diff="- hunter2222")

    call, tool = ToolCall("1.1.0", "greet", "{}"), replace(greet(hello), preview=seen)
    shown = asyncio.run(Runner({"greet": tool}, (), known).preview(call, ToolContext(call, "thread")))
    assert isinstance(shown, Foreseen)
    assert shown.preview == FileChange("v1", 1, 1, diff="- [masked: PASSWORD]")


def test_what_is_secret_is_not_in_why_something_cannot_be_done():
    async def unseen(arguments: Named, context: ToolContext) -> FileChange:
        raise LookupError("no hunter2222")

    call, tool = ToolCall("1.1.0", "greet", "{}"), replace(greet(hello), preview=unseen)
    shown = asyncio.run(Runner({"greet": tool}, (LookupError,), known).preview(call, ToolContext(call, "thread")))
    assert shown == Unfeasible("no [masked: PASSWORD]")


def test_what_takes_long_to_mask_is_masked_too():
    async def long(arguments: Named, context: ToolContext) -> ToolResult:
        return ToolResult(f"{SECRET} " + "x y " * LARGE_TEXT_CHARS)

    assert run_masked(long).text.startswith("[masked: GitHub token] x y")


def test_what_was_secret_when_the_call_began_is_masked_though_it_is_not_known_any_more():
    known = [Masks({"hunter22": "PASSWORD"}), Masks()]

    async def masking() -> Masks:
        return known.pop(0)

    async def moves(arguments: Named, context: ToolContext) -> ToolResult:
        return ToolResult(f"hunter22, and {context.masked('hunter22')}")

    call = ToolCall("1.1.0", "greet", "{}")
    result = asyncio.run(Runner({"greet": greet(moves)}, masking=masking).run(call, ToolContext(call, "thread")))
    assert isinstance(result, ToolResult)
    assert result.text == "[masked: PASSWORD], and [masked: PASSWORD]"
