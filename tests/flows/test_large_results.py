"""What is too large for a request: the model gets both ends of it and a path, and reads the rest where it needs it."""

import json
from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.surface import AnyRoom

COUNTS = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo line-$i; done"
"""Some 210 kB."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Desk.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


async def held(room: AnyRoom, nth: int) -> str:
    """All that the nth request of this story holds."""
    return json.dumps((await room.asked(nth)).messages, ensure_ascii=False)


async def counted(desk: Desk, room: Room) -> str:
    """A turn that makes far too much output; returns the path at which all of it is."""
    room.model_will(reply(call("execute", command=COUNTS)), reply("Counted."))
    begun = room.requests
    await room.mentions(desk.bob, "count")
    card = await room.card("Run ")
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Counted.")
    await room.rests()
    told = (await room.asked(begun + 2)).said
    assert "[exit code 0]" in told
    assert "line-1\n" in told
    assert "line-20000\n" in told
    assert "line-10000\n" not in told
    assert len(told) < 20_000
    return told.partition("All of it is in ")[2].partition(":")[0]


@story
async def test_the_middle_is_read_and_looked_for_where_all_of_it_is(desk: Desk, room: Room) -> None:
    path = await counted(desk, room)
    assert path == "/results/1.1.0.txt"
    looks = (
        call("read_file", file_path=path, offset=9_999, limit=2),
        call("grep", pattern="line-12345", path=path, output_mode="content"),
        call("glob", pattern="*.txt", path="/results"),
        call("ls", path="/results"),
        call("grep", pattern="line-12345", path="/"),
        call("ls", path="/"),
    )
    room.model_will(reply(*looks), reply("Seen."))
    await room.addresses(desk.bob, "what is in the middle?")
    await room.reads("Seen.")
    messages = (await room.asked(4)).messages[-len(looks) :]
    middle, found, globbed, listed, above, root = [str(one["content"]) for one in messages]
    assert "10000\tline-10000\n" in middle
    assert f"{path}:12345:line-12345" in found
    assert globbed == path
    assert path in listed
    assert "No match" in above, "what was found before is not found again and again"
    assert "results" not in root


@story
async def test_another_thread_cannot_read_it_and_nobody_writes_there(desk: Desk, room: Room) -> None:
    path = await counted(desk, room)
    other = desk.room()
    tries = (
        call("read_file", file_path=path),
        call("grep", pattern="line", path="/results"),
        call("write_file", file_path="/results/mine.txt", content="x"),
    )
    other.model_will(reply(*tries), reply("No."))
    await other.mentions(desk.bob, "read it")
    await other.reads("No.")
    read, looked, wrote = [str(one["content"]) for one in (await other.asked(2)).messages[-3:]]
    assert read == f"{path} does not exist"
    assert "No match" in looked
    assert "cannot be written" in wrote


@story
async def test_it_is_there_after_a_restart(desk: Desk, room: Room) -> None:
    path = await counted(desk, room)
    assert desk.house
    await desk.house.stop()
    await desk.move_in(InProcess())
    room.model_will(reply(call("read_file", file_path=path, offset=9_999, limit=1)), reply("Still."))
    await room.addresses(desk.bob, "and now?")
    await room.reads("Still.")
    assert "line-10000" in (await room.asked(4)).said
    assert path in await held(room, 4)
