"""How far everything was heard, and what is read because of that."""

import time
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
from harness.sessions.facts import MessageReceived
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.marks import MemoryMarks
from tests.unit.adapters.discord.rig import WITHIN, Scene, at_work, run, scene
from tests.unit.adapters.slack.rig import Journal

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


# With everything else
def texts(journal: Journal) -> list[str]:
    rows = [row for thread in journal.threads.values() for row in thread.rows]
    return sorted(row.fact.text for row in rows if isinstance(row.fact, MessageReceived))


def test_what_was_said_while_the_session_was_lost_is_answered_once_in_its_order():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops = discord.user("ana"), discord.channel("ops")["id"]
            direct = discord.state.direct_with(ana["id"])["id"]
            thread = discord.says(ana, ops, f"{discord.bot} hello")["id"]
            discord.says(ana, direct, "hi")
            await us.says(thread, "done")
            await us.says(direct, "done")
            discord.gateway.invalidate()
            other = discord.says(ana, ops, f"{discord.bot} other")["id"]
            discord.state.begin_thread(ops, other, "other")
            discord.says(ana, other, "in the new thread")
            discord.says(ana, thread, "one")
            discord.says(ana, thread, "two")
            discord.says(ana, direct, "still there?")
            discord.says(ana, ops, "nobody is meant")
            await discord.until(lambda: discord.gateway.identified == 2, WITHIN)
            discord.says(ana, thread, "three")
            expected = sorted(["hello", "hi", "other", "in the new thread", "one", "two", "three", "still there?"])
            await discord.until(lambda: texts(us.journal) == expected, WITHIN)
            heard = [f.text for f in us.facts(ops, thread) if isinstance(f, MessageReceived)]
            assert heard == ["hello", "one", "two", "three"]
            await us.says(other, "done")

    run(test)


def test_what_was_missed_is_read_once_the_server_is_available():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops = discord.user("ana"), discord.channel("ops")["id"]
            thread = discord.says(ana, ops, f"{discord.bot} hello")["id"]
            await us.says(thread, "done")
            discord.available = False
            discord.gateway.invalidate()
            discord.says(ana, thread, "one")
            await discord.until(lambda: discord.gateway.identified == 2, WITHIN)
            discord.comes_back()
            await discord.until(lambda: texts(us.journal) == ["hello", "one"], WITHIN)

    run(test)


def test_what_was_said_while_nobody_ran_is_answered_once():
    async def test(discord: DiscordEmulator) -> None:
        journal, marks = Journal(), MemoryMarks()
        ana, ops = discord.user("ana"), discord.channel("ops")["id"]
        discord.says(ana, ops, f"{discord.bot} before we were there")
        async with at_work(discord, journal, marks) as us:
            thread = discord.says(ana, ops, f"{discord.bot} hello")["id"]
            await us.says(thread, "done")
        discord.says(ana, thread, "one")
        discord.says(ana, ops, f"{discord.bot} two")
        async with at_work(discord, journal, marks):
            await discord.until(lambda: texts(journal) == ["hello", "one", "two"], WITHIN)
        async with at_work(discord, journal, marks) as us:
            discord.says(ana, thread, "three")
            await discord.until(lambda: texts(journal) == ["hello", "one", "three", "two"], WITHIN)

    run(test)


def test_what_was_said_in_threads_that_were_archived_meanwhile_is_answered_once():
    async def test(discord: DiscordEmulator) -> None:
        journal, marks = Journal(), MemoryMarks()
        ana, ops, forum = discord.user("ana"), discord.channel("ops")["id"], discord.forum("ideas")["id"]
        async with at_work(discord, journal, marks) as us:
            threads = [discord.says(ana, ops, f"{discord.bot} {text}")["id"] for text in ("hello", "bye")]
            threads.append(discord.posts_in_forum(ana, forum, "A rocket", f"{discord.bot} look")["id"])
            for thread in threads:
                await us.says(thread, "done")
            discord.state.archive(threads[1])
        discord.says(ana, threads[0], "one")
        new = discord.says(ana, ops, f"{discord.bot} two")["id"]
        discord.state.begin_thread(ops, new, "new")
        discord.says(ana, new, "three")
        discord.says(ana, threads[2], "four")
        for thread in (threads[0], new, threads[2]):
            discord.state.archive(thread)
        marks.kept[f"discord:{discord.state.guild}:"] = str(first_id(time.time() - 2 * LONG))
        discord.fails("GET", "/threads/archived/public", status=501)
        async with at_work(discord, journal, marks) as us:
            expected = sorted(["hello", "bye", "look", "one", "two", "three", "four"])
            await discord.until(lambda: texts(journal) == expected, WITHIN)
            heard = [fact.text for fact in us.facts(ops, new) if isinstance(fact, MessageReceived)]
            assert heard == ["two", "three"]

    run(test)


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


def test_what_was_said_in_private_threads_that_were_archived_meanwhile_is_answered_once():
    async def test(discord: DiscordEmulator) -> None:
        journal, marks = Journal(), MemoryMarks()
        ana, ops = discord.user("ana"), discord.channel("ops")["id"]
        quiet, talk = (discord.state.begin_private(ops, name)["id"] for name in ("quiet", "talk"))
        async with at_work(discord, journal, marks) as us:
            discord.says(ana, talk, f"{discord.bot} hello")
            await us.says(talk, "done")
        discord.says(ana, talk, "one")
        for thread in (quiet, talk):
            discord.state.archive(thread)
        marks.kept[f"discord:{discord.state.guild}:"] = str(first_id(time.time() - 2 * LONG))
        discord.fails("GET", "/threads/archived/private", status=501)
        async with at_work(discord, journal, marks) as us:
            await discord.until(lambda: texts(journal) == ["hello", "one"], WITHIN)
            assert not us.facts(ops, quiet)

    run(test)


def test_reading_is_tried_again_and_what_comes_live_waits_for_it():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops = discord.user("ana"), discord.channel("ops")["id"]
            thread = discord.says(ana, ops, f"{discord.bot} hello")["id"]
            await us.says(thread, "done")
            discord.fails("GET", f"/channels/{thread}/messages", times=1, status=501)
            discord.gateway.invalidate()
            discord.says(ana, thread, "one")
            await discord.until(lambda: discord.gateway.identified == 2, WITHIN)
            discord.says(ana, thread, "two")
            await discord.until(lambda: texts(us.journal) == ["hello", "one", "two"], WITHIN)
            heard = [fact.text for fact in us.facts(ops, thread) if isinstance(fact, MessageReceived)]
            assert heard == ["hello", "one", "two"]

    run(test)


def test_a_channel_that_we_may_not_read_keeps_nobody_from_being_heard():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops = discord.user("ana"), discord.channel("ops")["id"]
            thread = discord.says(ana, ops, f"{discord.bot} hello")["id"]
            await us.says(thread, "done")
            discord.fails("GET", f"/channels/{ops}/messages", times=9, status=403, code=50001)
            discord.gateway.invalidate()
            discord.says(ana, ops, f"{discord.bot} lost")
            discord.says(ana, thread, "one")
            await discord.until(lambda: "one" in texts(us.journal), WITHIN)
            assert texts(us.journal) == ["hello", "one"]

    run(test)
