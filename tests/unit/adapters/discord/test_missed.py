"""How far everything was heard, and what is read because of that."""

from collections.abc import Awaitable, Callable

import pytest

from adapters.discord import missed
from adapters.discord.missed import (
    DIRECTS,
    LONG,
    MET,
    OLDEST,
    Missed,
    active_since,
    archived_thread,
    channels_with_threads,
    first_id,
    told_at,
)
from tests.fakes.marks import MemoryMarks
from tests.unit.adapters.discord.rig import Scene, scene

NOW = 1_800_000_000.0


def with_marks(test: Callable[[Missed, MemoryMarks, Scene], Awaitable[None]]) -> None:
    async def main(here: Scene) -> None:
        marks = MemoryMarks()
        kept = Missed(marks, here.calls, "1", here.discord.clock)
        await kept.load()
        await test(kept, marks, here)

    scene(main)


def test_ids_are_times():
    assert told_at(first_id(NOW)) == NOW
    assert first_id(0) == 0


def test_the_mark_stays_below_what_is_being_taken():
    async def test(kept: Missed, marks: MemoryMarks, here: Scene) -> None:
        begun = kept.mark
        for id in (begun + 10, begun + 20, begun + 20):
            kept.begin(id)
        assert kept.mark == begun + 9
        kept.end(begun + 10)
        kept.end(begun + 20)
        assert kept.mark == begun + 19
        kept.end(begun + 20)
        assert kept.mark == begun + 20
        await kept.note()
        again = Missed(marks, here.calls, "1", here.discord.clock)
        await again.load()
        assert again.mark == begun + 20

    with_marks(test)


def test_who_is_new_has_missed_nothing():
    async def test(kept: Missed, marks: MemoryMarks, here: Scene) -> None:
        assert told_at(kept.mark) == pytest.approx(here.discord.clock(), abs=60)
        assert list(marks.kept) == ["discord:1:"]

    with_marks(test)


def test_direct_messages_are_known_where_somebody_wrote_lately():
    async def test(kept: Missed, marks: MemoryMarks, here: Scene) -> None:
        now = here.discord.clock()
        await kept.meet("7", first_id(now))
        await kept.meet("7", first_id(now + 60))
        await kept.meet("8", first_id(now - MET - 1))
        assert marks.kept["discord:1:7"] == str(first_id(now)), "once a day is enough"
        again = Missed(marks, here.calls, "1", here.discord.clock)
        await again.load()
        assert again.directs() == ["7"]
        for number in range(DIRECTS):
            await again.meet(f"9{number}", first_id(now + 60))
        assert len(again.directs()) == DIRECTS
        assert "7" not in again.directs()

    with_marks(test)


def test_what_was_said_is_read_whole_in_order_and_not_from_days_ago():
    async def test(kept: Missed, marks: MemoryMarks, here: Scene) -> None:
        first = int(here.said["id"])
        for number in range(230):
            here.discord.says(here.ana, here.channel, str(number))
        said = [one["content"] async for one in kept.said(here.channel, first)]
        assert said == [str(number) for number in range(230)]
        here.discord.clock.advance(OLDEST + 60)
        here.discord.says(here.ana, here.channel, "today")
        assert [one["content"] async for one in kept.said(here.channel, first)] == ["today"]

    with_marks(test)


def test_only_where_something_was_said_is_read_and_channels_come_first():
    text = {"id": "1", "last_message_id": "50", "parent_id": "9"}
    thread = {"id": "2", "last_message_id": "60", "parent_id": "1", "thread_metadata": {}}
    quiet = {"id": "3", "last_message_id": "40"}
    guild = {"id": "0", "channels": [text, quiet, {"id": "4", "last_message_id": None}], "threads": [thread]}
    assert active_since(guild, 40) == [("1", ""), ("2", "1")]
    assert missed.active_since({"id": "0"}, 40) == []


def test_threads_hang_on_channels_of_words_and_on_forums():
    kinds = {"1": 0, "2": 2, "3": 4, "4": 5, "5": 13, "6": 15, "7": 16}
    guild = {"channels": [{"id": id, "type": kind} for id, kind in kinds.items()]}
    assert channels_with_threads(guild) == ["1", "4", "6", "7"]


@pytest.mark.parametrize(
    ("thread", "found"),
    [(None, ""), ({"archived": False}, ""), ({"archived": True}, "5")],
)
def test_the_thread_of_a_message_that_is_archived_is_known(thread: dict[str, bool] | None, found: str):
    assert (
        archived_thread({"id": "5", **({"thread": {"id": "5", "thread_metadata": thread}} if thread else {})}) == found
    )


def test_threads_that_were_archived_are_read_back_to_what_was_taken():
    async def test(kept: Missed, marks: MemoryMarks, here: Scene) -> None:
        threads = []
        for number in range(3):
            thread = here.discord.says(here.ana, here.channel, f"{number}")["id"]
            here.discord.state.begin_thread(here.channel, thread, "name")
            threads.append(here.discord.says(here.ana, thread, "words"))
            here.discord.state.archive(thread)
            here.discord.clock.advance(60)
        since = int(threads[0]["id"])
        assert not kept.long(since)
        here.discord.clock.advance(LONG)
        assert kept.long(since)
        found = [thread["id"] async for thread in kept.archived(here.channel, since)]
        assert found == [threads[2]["channel_id"], threads[1]["channel_id"]]

    with_marks(test)
