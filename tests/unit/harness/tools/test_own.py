"""Functions of a team's own are Tools like any other."""

import asyncio
import json
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

import pytest

from deskmate.tools import Declared, Failed, Preview, Progress, Stopped, tool
from harness.tools import own
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.own import NotATool, line_of, own_tool
from harness.tools.previews import Foreseen, Outdated, OwnChange, Unfeasible
from harness.tools.registry import Registry
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext

CATEGORIES = ("read", "other")


def made(function: Callable[..., Any], **more: Any) -> AnyTool:
    return own_tool(tool(**more)(function), CATEGORIES)


def ran(one: AnyTool, arguments: str = "{}", **more: Any) -> ToolResult:
    found = asyncio.run(outcome(one, arguments, **more))
    assert isinstance(found, ToolResult)
    return found


async def outcome(one: AnyTool, arguments: str = "{}", **more: Any) -> object:
    call = ToolCall("1.1.0", one.name, arguments)
    return await Runner(Registry([one]), (Failed,)).run(call, ToolContext(call, "t", **more))


def refund(order: str, amount: float = 0.0) -> str:
    """Give money back.

    For one order.
    """
    return f"{order}: {amount:.2f}"


async def later(order: str) -> str:
    """Give it back later."""
    await asyncio.sleep(0)
    return order


def test_the_model_is_told_its_name_its_docstring_and_what_it_takes() -> None:
    one = made(refund)
    assert (one.name, one.category) == ("refund", "other")
    assert one.description == "Give money back.\n\nFor one order."
    assert one.schema()["properties"]["amount"] == {"default": 0.0, "title": "Amount", "type": "number"}
    assert one.schema()["required"] == ["order"]


def test_it_runs_with_what_it_was_given_whether_it_blocks_or_not() -> None:
    assert ran(made(refund), '{"order": "7", "amount": 2}').text == "7: 2.00"
    assert ran(made(later), '{"order": "7"}').text == "7"


def test_what_it_is_not_to_be_given_is_told_in_words() -> None:
    wrong = ran(made(refund), '{"order": 7, "amout": 2}')
    assert not wrong.ok
    assert "order: input should be a valid string" in wrong.text
    assert "amout: extra inputs are not permitted" in wrong.text


@dataclass
class Parcel:
    number: int


@pytest.mark.parametrize(
    ("value", "text"),
    [("", ""), (None, "Done."), ({"a": [1, None]}, '{"a":[1,null]}'), ([Parcel(1)], '[{"number":1}]'), (True, "true")],
)
def test_a_text_is_the_result_and_any_other_value_as_json(value: object, text: str) -> None:
    def give() -> object:
        """Gives it."""
        return value

    assert ran(made(give)).text == text


def test_what_is_neither_says_that_it_has_run() -> None:
    def give() -> object:
        """Gives a lock."""
        return threading.Lock()

    found = ran(made(give))
    assert not found.ok
    assert found.text.startswith("it has run, but what it returned is neither text nor a value that JSON has")


def test_what_may_well_happen_is_told_as_it_is_and_what_nobody_foresaw_with_a_reference() -> None:
    def lacks() -> None:
        """Lacks."""
        raise Failed("there is no order 7")

    def breaks() -> None:
        """Breaks."""
        raise KeyError("order")

    assert (ran(made(lacks)).text, ran(made(lacks)).ok) == ("there is no order 7", False)
    assert ran(made(breaks)).text.startswith("breaks failed: KeyError: 'order' (ref ")


@pytest.mark.parametrize("coroutine", [False, True])
def test_nothing_that_it_does_ends_us(coroutine: bool) -> None:
    def leaves() -> None:
        """Leaves."""
        sys.exit(3)

    async def leaves_later() -> None:
        """Leaves."""
        sys.exit(3)

    found = ran(made(leaves_later if coroutine else leaves))
    assert not found.ok
    assert "SystemExit: 3" in found.text


def test_its_time_is_limited_and_what_blocks_hears_that_nobody_waits() -> None:
    heard, go = threading.Event(), threading.Event()

    def blocks(progress: Progress) -> None:
        """Blocks."""
        go.wait(10)
        try:
            progress("still here")
        except Stopped:
            heard.set()

    said = list[str]()
    found = ran(made(blocks, timeout=0.01), output=said.append)
    assert found.text == "blocks took too long: I no longer wait for it, but it may go on, and may take effect"
    go.set()
    assert heard.wait(10)
    assert said == []


def test_a_coroutine_is_ended_by_then_and_a_timeout_of_its_own_is_a_failure_like_any_other() -> None:
    ended = list[bool]()

    async def waits() -> None:
        """Waits."""
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    async def gives_up() -> None:
        """Gives up."""
        raise TimeoutError("no carrier")

    assert ran(made(waits, timeout=0.01)).text == "waits took too long and was ended; it may have taken effect"
    assert ended == [True]
    assert not ran(made(gives_up)).ok


@pytest.mark.parametrize("coroutine", [False, True])
def test_people_see_how_far_it_is_line_by_line(coroutine: bool) -> None:
    def counts(progress: Progress) -> str:
        """Counts."""
        progress("1 of 2")
        progress("2 of 2\n")
        return "counted"

    async def counts_later(progress: Progress) -> str:
        """Counts."""
        return counts(progress)

    said = list[str]()
    one = made(counts_later if coroutine else counts)
    assert ran(one, output=said.append).text == "counted"
    assert "".join(said) == "1 of 2\n2 of 2\n"
    assert one.schema()["properties"] == {}


def test_what_it_gives_is_from_outside_unless_it_says_otherwise() -> None:
    assert ran(made(refund), '{"order": "7"}').outside == "tool:refund"
    assert ran(made(refund, outside=False), '{"order": "7"}').outside is None


class Orders:
    """Something that it changes: how much was paid for order 7."""

    def __init__(self, preview: Any = None) -> None:
        self.paid, self.done, self.restless = 10, 0, False

        @tool
        def refund(order: str, progress: Progress) -> str:
            """Give it back."""
            self.done += 1
            return "refunded"

        @refund.preview
        def would(order: str) -> Preview:
            if order != "7":
                raise Failed(f"there is no order {order}")
            self.paid += self.restless
            return preview or Preview(f"- paid {self.paid}\n+ paid 0", version=str(self.paid))

        self.tool = own_tool(cast("Declared[..., Any]", refund), CATEGORIES)

    def seen(self, order: str = "7") -> Foreseen | Unfeasible:
        call = ToolCall("1.1.0", "refund", json.dumps({"order": order}))
        return asyncio.run(Runner(Registry([self.tool]), (Failed,)).preview(call, ToolContext(call, "t")))


def test_a_card_shows_what_it_would_do_and_what_cannot_be_done_is_asked_of_nobody() -> None:
    orders = Orders()
    seen = orders.seen()
    assert isinstance(seen, Foreseen)
    assert seen.summary == "Use refund"
    act = orders.tool.doing(orders.tool.parse('{"order": "7"}'), seen.preview)
    assert [(block.text, block.kind) for block in act.blocks] == [("- paid 10\n+ paid 0", "diff")]
    assert orders.seen("8") == Unfeasible("there is no order 8")
    assert orders.done == 0


def test_it_runs_on_what_was_shown_or_not_at_all() -> None:
    orders = Orders()
    seen = orders.seen()
    assert isinstance(seen, Foreseen)
    orders.paid = 5
    assert asyncio.run(outcome(orders.tool, '{"order": "7"}', preview=seen.preview.bare)) == Outdated()
    orders.paid = 10
    assert ran(orders.tool, '{"order": "7"}', preview=seen.preview.bare).text == "refunded"
    assert orders.done == 1


def test_a_preview_that_is_never_twice_the_same_is_told_and_asked_of_nobody_again() -> None:
    orders = Orders()
    seen = orders.seen()
    assert isinstance(seen, Foreseen)
    orders.restless = True
    said = ran(orders.tool, '{"order": "7"}', preview=seen.preview.bare)
    assert not said.ok
    assert "the preview of refund is different each time" in said.text
    assert orders.done == 0


def test_a_coroutine_that_does_not_let_itself_be_ended_is_no_longer_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "GRACE", 0.01)
    until: list[asyncio.Event] = []

    async def stubborn() -> str:
        """Go on."""
        until.append(asyncio.Event())
        while not until[0].is_set():
            with suppress(asyncio.CancelledError):
                await until[0].wait()
        return "never"

    async def tried() -> object:
        said = await outcome(made(stubborn, timeout=0.01))
        until[0].set()
        return said

    said = asyncio.run(tried())
    assert isinstance(said, ToolResult)
    assert "stubborn took too long" in said.text


def test_a_coroutine_that_cancels_the_task_it_is_in_has_failed_and_nobody_waits_for_it() -> None:
    async def gives_up() -> str:
        """Give up."""
        task = asyncio.current_task()
        assert task
        task.cancel()
        await asyncio.sleep(60)
        return "never"

    said = ran(made(gives_up))
    assert (said.text, said.ok) == ("gives_up failed: it was cancelled", False)


def test_without_a_version_it_is_the_diff_that_has_to_be_the_same() -> None:
    one, other = Orders(Preview("- a")).seen(), Orders(Preview("- b")).seen()
    assert isinstance(one, Foreseen)
    assert isinstance(other, Foreseen)
    assert one.preview.same(one.preview)
    assert not one.preview.same(other.preview)


def test_a_diff_that_is_too_long_is_cut_and_the_card_says_so() -> None:
    orders = Orders(Preview("\n".join("+ a line" for _ in range(5_000))))
    seen = orders.seen()
    assert isinstance(seen, Foreseen)
    assert isinstance(seen.preview, OwnChange)
    assert len(seen.preview.diff) <= 12_100
    act = orders.tool.doing(orders.tool.parse('{"order": "7"}'), seen.preview)
    assert act.notes == ("this is not all that would change",)


def test_what_is_no_preview_is_told_and_nobody_is_asked() -> None:
    assert Orders({"diff": "- a"}).seen() == Unfeasible("the preview of refund returned dict, and not a Preview")


def undocumented(order: str) -> str:
    return order


def long(order: str) -> str:
    """Has a long name."""
    return order


long.__name__ = "l" * 65


def at_length(order: str) -> str:
    return order


at_length.__doc__ = "word " * 2_001


async def piecewise(order: str) -> AsyncIterator[str]:
    """Yield the order."""
    yield order


@pytest.mark.parametrize(
    ("function", "more", "why"),
    [
        (undocumented, {}, "undocumented: needs a docstring"),
        (long, {}, "the name of a tool is of a-z"),
        (refund, {"category": "reed"}, "refund: there is no category 'reed'; it may be other, read"),
        (refund, {"category": None}, "there is no category None"),
        (refund, {"category": ["read"]}, "there is no category"),
        (refund, {"timeout": 0}, "timeout must be seconds"),
        (refund, {"timeout": float("nan")}, "timeout must be seconds"),
        (refund, {"timeout": "60"}, "timeout must be seconds"),
        (refund, {"timeout": 3601}, "more than 0 and at most 3,600"),
        (lambda order: order, {}, "the name of a tool"),
        (at_length, {}, "its docstring has more than 10,000 characters"),
        (piecewise, {}, "it yields, and a tool returns"),
        (Orders, {}, "@tool is for functions"),
    ],
)
def test_what_cannot_be_a_tool_says_what_would_be_right(function: Any, more: Any, why: str) -> None:
    with pytest.raises(NotATool, match=why):
        made(function, **more)


def test_a_preview_takes_what_its_tool_takes() -> None:
    one = tool(refund)
    one.preview(later)  # type: ignore[arg-type]
    with pytest.raises(NotATool, match="its preview must take what it takes: order, amount"):
        own_tool(cast("Declared[..., Any]", one), CATEGORIES)


def test_where_it_is_wrong_is_known() -> None:
    with pytest.raises(NotATool) as error:
        made(undocumented)
    assert error.value.line == line_of(undocumented) > 0
    assert line_of(3) == 0
