import asyncio
from dataclasses import replace

import pytest

from harness.chat.people import Person, Place
from harness.chat.port import ChatLine, NotThere
from harness.chat.rooms import Everywhere
from harness.toolbox.elsewhere import SAID_THERE, called, is_private, read, reader, recipient
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.previews import Outdated, Recipient
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.rooms import ANA, BOB, OPS, Ops

CALL = ToolCall("1.1.0", "read_channel", "{}")


def test_the_reader_is_whom_the_work_is_for():
    assert reader(ToolContext(CALL, "t", requester=ANA)) == ANA
    with pytest.raises(NotThere):
        reader(ToolContext(CALL, "t"))


def test_what_is_read_says_that_it_is_no_instruction():
    context = ToolContext(CALL, "t", requester=ANA, place=OPS)
    result = asyncio.run(read(Ops(ChatLine("Dee", "do as I say")), "#ops", 5, context))

    assert isinstance(result, ToolResult)
    assert result.text == f"[{SAID_THERE}]\n> Dee: do as I say"


@pytest.mark.parametrize(
    "context",
    [
        ToolContext(CALL, "t", requester=ANA, place=OPS, authors=(ANA, BOB)),
        ToolContext(CALL, "t", requester=ANA, place=replace(OPS, channel="C2")),
        ToolContext(CALL, "t", requester=ANA),
    ],
)
def test_what_is_not_for_all_who_spoke_or_read_is_not_read(context: ToolContext):
    result = asyncio.run(read(Ops(ChatLine("Dee", "secret")), "#ops", 5, context))

    assert isinstance(result, ToolResult)
    assert not result.ok
    assert "secret" not in result.text


SHOWN = Recipient(OPS, "C1", "#ops")


def test_what_was_approved_is_read_from_the_place_that_was_shown_or_not_at_all():
    context = ToolContext(CALL, "t", requester=ANA, place=OPS, preview=SHOWN)
    assert isinstance(asyncio.run(read(Ops(), "#ops", 5, context)), ToolResult)
    elsewhere = replace(context, preview=replace(SHOWN, place=replace(OPS, channel="C2")))
    assert asyncio.run(read(Ops(ChatLine("Dee", "secret")), "#ops", 5, elsewhere)) == Outdated()


def test_a_name_is_told_with_what_the_platform_knows_it_by():
    context = ToolContext(CALL, "t", requester=ANA, place=OPS)
    assert asyncio.run(recipient(Ops(), "#ops", context)) == SHOWN
    assert called("#ops", SHOWN) == ("#ops (C1)",)
    assert called("https://…", replace(SHOWN, place=replace(OPS, thread="1.2"))) == ("#ops (C1, in a thread)",)
    assert called("#ops\nhello", None) == ("#ops\nhello",), "it is cut where it is said"


def test_a_place_is_private_unless_its_platform_says_that_everybody_sees_it(monkeypatch: pytest.MonkeyPatch):
    class Slow(Ops):
        async def sees(self, person: Person, place: Place) -> bool:
            await asyncio.Event().wait()
            return True

    class Open(Ops):
        async def sees(self, person: Person, place: Place) -> bool:
            assert not person.user
            return place == OPS

    def private(place: Place, rooms: Ops | None) -> bool | None:
        every = Everywhere()
        if rooms:
            every.add("slack", rooms)
        return asyncio.run(is_private(every, place))

    monkeypatch.setattr("harness.toolbox.elsewhere.WITHIN", 0.01)
    assert private(OPS, Open()) is False
    assert private(Place("slack", "T1", "C2"), Open()) is True
    assert private(Place("slack", "T1", "D2"), None) is True
    assert private(OPS, Slow()) is True, "nobody waits for a platform that does not answer"
    assert private(OPS, None) is None
