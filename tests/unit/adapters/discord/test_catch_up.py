"""What was said while nobody listened is answered once, in its order."""

import time

from adapters.discord.missed import (
    LONG,
    first_id,
)
from harness.sessions.facts import MessageReceived
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.marks import MemoryMarks
from tests.unit.adapters.discord.rig import WITHIN, at_work, run
from tests.unit.adapters.slack.rig import Journal

NOW = 1_800_000_000.0


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
