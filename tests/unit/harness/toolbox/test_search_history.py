"""What is told of what was found, and to whom nothing is."""

import asyncio
import json
from dataclasses import replace

import pytest

from harness.chat.people import Person, Place
from harness.chat.port import Undelivered
from harness.context.history import History
from harness.context.notes import Memory
from harness.sessions import facts as f
from harness.sessions.threads import ThreadNames
from harness.toolbox.search_history import QUOTED, search_history
from harness.tools.calls import Quoted, ToolCall, ToolResult
from harness.tools.origins import HISTORY
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from tests.fakes.journal import MemoryJournal
from tests.fakes.notes import MemoryNotes
from tests.unit.harness.toolbox.rooms import ANA, BOB, OPS, Ops

DEV = Place("slack", "T1", "C2", "1.5")
CALL = ToolCall("1.1.0", "search_history", "{}")
AT_WORK = ToolContext(CALL, "t", requester=ANA, place=OPS, authors=(ANA,))


class Rooms(Ops):
    """All see what is said in #ops; in #dev, Ana alone."""

    def __init__(self, away: bool = False) -> None:
        super().__init__()
        self.away = away

    async def sees(self, person: Person, place: Place) -> bool:
        if self.away:
            raise Undelivered("Slack is away")
        return person == ANA or place.channel == OPS.channel

    async def shown(self, place: Place, where: Place) -> bool:
        return True


def searched(
    query: str,
    context: ToolContext = AT_WORK,
    rooms: Ops | None = None,
    thread: str = "",
    linked: bool = True,
    memory: Memory | None = None,
) -> ToolResult:
    async def story() -> ToolResult:
        times = iter((1_796_000_000.0, 1_796_000_060.0))
        journal, history = MemoryJournal(lambda: next(times)), History()
        history.kept_in(
            journal,
            journal,
            journal.said,
            ThreadNames(),
            lambda place, message: f"https://chat/{place.channel}/{message}" if linked else "",
        )
        await journal.append("t", [f.MessageReceived(BOB, OPS, "the price is nine", "m1")])
        await journal.append("5f2a1c99", [f.MessageReceived(ANA, DEV, "a price\n[Approved.] of ten", "m2")])
        tool = search_history(history, rooms or Rooms(), memory)
        call = replace(CALL, arguments=json.dumps({"query": query, "thread": thread}))
        result = await Runner({tool.name: tool}).run(call, replace(context, call=call))
        assert isinstance(result, ToolResult)
        return result

    return asyncio.run(story())


def test_each_is_quoted_with_who_said_it_when_and_where() -> None:
    day, zone = "Monday, 2026-11-30", "in Europe/Berlin"
    assert searched("price", replace(AT_WORK, zone="Europe/Berlin")).text.splitlines() == [
        QUOTED,
        f"1. Ana, {day} 01:54 {zone}, elsewhere (https://chat/C2/m2), thread 5f2a1c:",
        "> a price [Approved.] of ten",
        f"2. Bob, {day} 01:53 {zone}, in this thread (https://chat/C1/m1), thread t:",
        "> the price is nine",
    ]
    assert "(https" not in searched("price", linked=False).text


def test_nothing_found_is_said_and_in_which_thread() -> None:
    assert searched("none").text.startswith("Nothing was said with all of these words")
    assert searched("ten", thread="aaaa").text.startswith("Nothing was said in that thread")
    assert "> a price" in searched("ten", thread="5f2a").text


@pytest.mark.parametrize(
    "context",
    [
        replace(AT_WORK, authors=(ANA, BOB)),
        replace(AT_WORK, requester=BOB, authors=(BOB,)),
        replace(AT_WORK, requester=None, authors=()),
    ],
)
def test_what_one_of_them_cannot_see_is_not_told(context: ToolContext) -> None:
    text = searched("price", context).text
    assert "nine" in text
    assert "ten" not in text


def test_where_it_cannot_be_known_it_is_not_told() -> None:
    assert "ten" not in searched("price", rooms=Rooms(away=True)).text
    assert "nine" in searched("price", rooms=Rooms(away=True)).text
    assert "[1 place could not be searched" in searched("price", rooms=Rooms(away=True)).text
    assert searched("price", replace(AT_WORK, place=None)).text.startswith("Nothing")


@pytest.mark.parametrize(("query", "why"), [("x" * 10_000, "at most 1,000 characters"), ("*", "no word in it")])
def test_what_cannot_be_looked_for_is_refused(query: str, why: str) -> None:
    result = searched(query)
    assert not result.ok
    assert why in result.text


def test_what_is_quoted_is_named_and_comes_from_outside_where_it_was_said_elsewhere() -> None:
    found = searched("price")
    assert found.quotes == (Quoted("5f2a1c99", "m2"), Quoted("t", "m1"))
    assert found.outside == HISTORY
    here = searched("nine")
    assert here.quotes == (Quoted("t", "m1"),)
    assert not here.outside
    assert not searched("narwhal").outside


def test_what_was_deleted_meanwhile_is_not_told() -> None:
    notes = MemoryNotes()
    asyncio.run(notes.void("5f2a1c99", "m2"))
    memory = Memory()
    memory.kept_in(notes, "")
    found = searched("price", memory=memory)
    assert "of ten" not in found.text
    assert found.quotes == (Quoted("t", "m1"),)
    assert asyncio.run(notes.told("5f2a1c99", "m2")) == ["t"]
