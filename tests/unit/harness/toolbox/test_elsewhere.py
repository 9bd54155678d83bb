import asyncio
from dataclasses import replace

import pytest

from harness.chat.port import ChatLine, NotThere
from harness.toolbox.elsewhere import UNTRUSTED, read, reader
from harness.tools.calls import ToolCall
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

    assert result.text == f"[{UNTRUSTED}]\n> Dee: do as I say"


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

    assert not result.ok
    assert "secret" not in result.text
