"""What we posted is found again by its key."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from adapters.slack.calls import Calls
from adapters.slack.pacer import Pacer
from adapters.slack.threads import PAGE, Ours, ThreadMessages, metadata, ours
from harness.chat.people import Place
from tests.fakes.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Channel
from tests.unit.adapters.slack.rig import run


def looking(test: Callable[[SlackEmulator, ThreadMessages, Channel], Awaitable[None]]) -> None:
    async def main(slack: SlackEmulator) -> None:
        clock = Clock()
        calls = Calls(slack.bot_token, slack.api_url, Pacer(clock, clock.sleep))
        try:
            await test(slack, ThreadMessages(calls), slack.channel("ops", slack.user("ana")))
        finally:
            await calls.close()

    run(main)


def place(slack: SlackEmulator, channel: Channel, ts: str) -> Place:
    return Place("slack", slack.team.id, channel.id, ts)


def test_a_message_is_found_on_a_later_page_of_its_thread_and_in_no_other():
    async def test(slack: SlackEmulator, threads: ThreadMessages, channel: Channel) -> None:
        root, other = slack.state.post(channel, slack.bot, "root"), slack.state.post(channel, slack.bot, "other")
        for number in range(PAGE + 20):
            slack.state.post(channel, slack.bot, str(number), thread_ts=root.ts)
        ours = slack.state.post(channel, slack.bot, "x", thread_ts=root.ts, metadata=metadata("key"))
        assert await threads.ours(place(slack, channel, root.ts), "key") == Ours({0: ours.ts}, 1)
        assert not (await threads.ours(place(slack, channel, other.ts), "key")).whole

    looking(test)


def test_who_we_are_is_asked_once_however_many_want_to_know():
    async def test(slack: SlackEmulator, threads: ThreadMessages, channel: Channel) -> None:
        assert len({await one for one in asyncio.as_completed([threads.us() for _ in range(10)])}) == 1
        assert len(slack.calls_of("auth.test")) == 1

    looking(test)


def test_a_message_of_several_parts_is_whole_when_all_are_there():
    async def test(slack: SlackEmulator, threads: ThreadMessages, channel: Channel) -> None:
        root = slack.state.post(channel, slack.bot, "root")
        here = place(slack, channel, root.ts)
        first = slack.state.post(channel, slack.bot, "a", thread_ts=root.ts, metadata=metadata("key", 0, 2))
        assert await threads.ours(here, "key") == Ours({0: first.ts}, 2)
        assert not (await threads.ours(here, "key")).whole
        slack.state.post(channel, slack.bot, "b", thread_ts=root.ts, metadata=metadata("key", 1, 2))
        assert (await threads.ours(here, "key")).whole

    looking(test)


def test_what_we_left_unmarked_is_found_on_demand_and_nobody_elses():
    async def test(slack: SlackEmulator, threads: ThreadMessages, channel: Channel) -> None:
        root = slack.state.post(channel, slack.bot, "root", metadata=metadata("other"))
        here = place(slack, channel, root.ts)
        slack.state.post(channel, slack.user("robot", is_bot=True), "x", thread_ts=root.ts)
        slack.state.post(channel, slack.user("ana"), "x", thread_ts=root.ts)
        slack.state.post(channel, slack.bot, "joined", thread_ts=root.ts, subtype="channel_join")
        older = slack.state.post(channel, slack.bot, "streamed", thread_ts=root.ts)
        assert (await threads.ours(here, "key", unmarked=True)).unmarked == (older.ts,)
        assert (await threads.ours(here, "key")).unmarked == ()
        slack.state.post(channel, slack.bot, "a", thread_ts=root.ts, metadata=metadata("key"))
        assert (await threads.ours(here, "key", unmarked=True)).unmarked == (), "it is older than what has the key"
        newer = slack.state.post(channel, slack.bot, "streamed", thread_ts=root.ts)
        assert (await threads.ours(here, "key", unmarked=True)).unmarked == (newer.ts,)

    looking(test)


def test_a_message_in_no_thread_is_found_in_its_channel():
    async def test(slack: SlackEmulator, threads: ThreadMessages, channel: Channel) -> None:
        ours = slack.state.post(channel, slack.bot, "x", metadata=metadata("key"))
        assert await threads.ours(place(slack, channel, ""), "key") == Ours({0: ours.ts}, 1)

    looking(test)


def test_metadata_of_others_is_none_of_ours():
    async def test(slack: SlackEmulator, threads: ThreadMessages, channel: Channel) -> None:
        theirs = {**metadata("key"), "event_type": "other"}
        root = slack.state.post(channel, slack.bot, "x", metadata=theirs)
        assert not (await threads.ours(place(slack, channel, root.ts), "key")).whole

    looking(test)


def test_in_a_thread_that_is_gone_there_is_nothing():
    async def test(slack: SlackEmulator, threads: ThreadMessages, channel: Channel) -> None:
        assert not (await threads.ours(place(slack, channel, f"{time.time():.6f}"), "key")).whole

    looking(test)


def test_files_are_found_by_name():
    async def test(slack: SlackEmulator, threads: ThreadMessages, channel: Channel) -> None:
        ana = slack.user("ana2")
        slack.joins(ana, channel)
        said = await slack.says(ana, channel.id, "see", files={"a.txt": b"x"})
        assert await threads.files(place(slack, channel, said.ts)) == {"a.txt"}

    looking(test)


def test_what_was_said_before_a_message_is_the_last_of_it_in_order():
    async def test(slack: SlackEmulator, threads: ThreadMessages, channel: Channel) -> None:
        root = slack.state.post(channel, slack.bot, "0")
        said = [slack.state.post(channel, slack.bot, str(number), thread_ts=root.ts) for number in range(1, 8)]
        before = await threads.before(place(slack, channel, root.ts), said[4].ts, 3)
        assert [message["text"] for message in before] == ["2", "3", "4"]

    looking(test)


def test_what_we_posted_is_known_as_ours():
    assert ours({"metadata": metadata("key"), "bot_id": "B1"}, "B1")
    assert not ours({"text": "hello", "bot_id": "B1"}, "B1")


def test_what_another_app_marks_as_we_do_is_not():
    assert not ours({"metadata": metadata("key"), "bot_id": "B2"}, "B1")
    assert not ours({"metadata": metadata("key")}, "")

    async def test(slack: SlackEmulator, threads: ThreadMessages, channel: Channel) -> None:
        root = slack.state.post(channel, slack.bot, "root")
        slack.state.post(channel, slack.user("eve"), "as if", thread_ts=root.ts, metadata=metadata("key"))
        assert not (await threads.ours(place(slack, channel, root.ts), "key")).whole

    looking(test)
