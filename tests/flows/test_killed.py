"""The stories in which the process is killed at its worst moment, and started again."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.openai.script import call, pieces, reply
from tests.fakes.proxy import Proxy
from tests.flows.discord_house import DiscordDesk
from tests.flows.house import BlackBox, Desk, Household, InProcess
from tests.flows.room import Room
from tests.flows.surface import AnyRoom, made, mention
from tests.postgres import Postgres


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    yield from opened(tmp_path)


@pytest.fixture(params=[Desk, DiscordDesk], ids=["slack", "discord"])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk | DiscordDesk]:
    desk: Desk | DiscordDesk = request.param.open(tmp_path)
    try:
        desk.play(desk.move_in(BlackBox()))
        yield desk
    finally:
        desk.close()


@pytest.fixture
def desk_on_postgresql(tmp_path: Path, postgres: Postgres) -> Iterator[Desk]:
    yield from opened(tmp_path, postgres.database())


def opened(folder: Path, database: str = "") -> Iterator[Desk]:
    desk = Desk.open(folder, database)
    try:
        desk.play(desk.move_in(BlackBox()))
        yield desk
    finally:
        desk.close()


async def killed(desk: Household) -> None:
    assert isinstance(desk.house, BlackBox)
    await desk.house.kill()


async def again(desk: Household) -> None:
    await desk.move_in(BlackBox())


def test_an_approval_survives_and_is_answered_after_the_restart(anywhere: Desk | DiscordDesk) -> None:
    approved_after_a_restart(anywhere)


def test_an_approval_survives_on_postgresql_too(desk_on_postgresql: Desk) -> None:
    approved_after_a_restart(desk_on_postgresql)


def approved_after_a_restart(desk: Desk | DiscordDesk) -> None:
    async def story() -> None:
        room: AnyRoom = desk.room()
        room.model_will(reply(call("write_file", file_path="/late.md", content="x")), reply("At last."))
        await room.mentions(desk.bob, "write late.md")
        card = await room.card("Create ")
        await killed(desk)
        await again(desk)
        await room.clicks(desk.bob, card, "Approve")
        await room.reads("At last.")
        assert (desk.files / "late.md").exists()
        await room.until(lambda: list(room.now(card).controls) == ["Undo"])
        assert len([m for m in room.posts if "late.md" in m.shown]) == 1, "the card was posted twice"

    desk.play(story())


def test_a_tool_that_was_running_ends_with_the_process_and_its_outcome_is_unknown(anywhere: Desk | DiscordDesk) -> None:
    desk = anywhere

    async def story() -> None:
        room: AnyRoom = desk.room()
        command = "echo begun >> begun.txt; sleep 3; echo survived > survived.txt"
        room.model_will(reply(call("execute", command=command)), reply("I will look first."))
        await room.mentions(desk.bob, "run it")
        await room.clicks(desk.bob, await room.card("Run "), "Approve")
        await made(desk.files / "begun.txt")
        await killed(desk)
        await again(desk)
        await room.reads("I will look first.")
        assert "its outcome is unknown" in (await room.asked(2)).said
        await asyncio.sleep(3.0)  # as long as the command would have taken
        assert (desk.files / "begun.txt").read_text() == "begun\n", "it was run twice"
        assert not (desk.files / "survived.txt").exists(), "it outlived the process"

    desk.play(story())


@pytest.mark.parametrize("way", ["streamed", "streamed, and dead since", "edited"])
def test_a_reply_that_was_being_written_is_one_message_in_the_end(desk: Desk, way: str) -> None:
    async def story() -> None:
        room = desk.room()
        if way == "edited":
            desk.slack.refuses("chat.startStream", "feature_not_enabled", times=None)
        gate, whole = asyncio.Event(), "Once upon a time there was a very long reply."
        room.model_will(reply(*pieces(whole[:24]), gate, whole[24:]), reply(*pieces(whole)))
        await room.mentions(desk.bob, "tell me a story")
        await room.reads("Once upon a")
        assert [one.streaming for one in room.posts] == [None if way == "edited" else "in_progress"]
        await killed(desk)
        gate.set()
        if way == "streamed, and dead since":
            desk.slack.clock.advance(400)
        await again(desk)
        await room.reads(whole)
        await room.rests()
        assert [m.shown for m in room.replies] == [whole]
        assert not [one for one in room.posts if one.streaming == "in_progress"]

    desk.play(story())


def test_a_reply_that_was_being_written_in_discord_is_one_message_in_the_end(tmp_path: Path) -> None:
    desk = DiscordDesk.open(tmp_path)

    async def story() -> None:
        await desk.move_in(BlackBox())
        room = desk.room()
        gate, whole = asyncio.Event(), "Once upon a time there was a very long reply."
        room.model_will(reply(*pieces(whole[:24]), gate, whole[24:]), reply(*pieces(whole)))
        await room.mentions(desk.bob, "tell me a story")
        await room.reads("Once upon a")
        await killed(desk)
        gate.set()
        await again(desk)
        await room.reads(whole)
        await room.rests()
        assert [one.shown for one in room.replies] == [whole]

    try:
        desk.play(story())
    finally:
        desk.close()


def test_what_a_thread_shows_of_the_work_ends_with_it_all_the_same(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        room.model_will(reply(call("execute", command="sleep 30")), reply("I will look first."))
        await room.mentions(desk.bob, "run it")
        await room.clicks(desk.bob, await room.card("Run "), "Approve")
        await room.until(lambda: desk.slack.status(room.channel, room.thread))
        await killed(desk)
        assert desk.slack.status(room.channel, room.thread), "Slack leaves it there for an hour"
        await again(desk)
        await room.reads("I will look first.")
        await room.rests()

    desk.play(story())


def test_a_thread_rests_whose_turn_had_ended_before_its_reply_was_out(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        desk.slack.refuses(
            "*.setStatus", "service_unavailable", times=None, when=lambda args: args["status"] == "active"
        )
        held = desk.slack.holds("chat.postMessage")
        room.model_will(reply("Done."))
        await room.mentions(desk.bob, "do it")
        await held.reached()
        await killed(desk)
        desk.slack.recovers("*.setStatus")
        assert desk.slack.status(room.channel, room.thread)
        held.release()
        await again(desk)
        await room.reads("Done.")
        await room.rests()
        assert [m.shown for m in room.replies] == ["Done."]

    desk.play(story())


def test_a_message_that_was_sent_while_it_was_down_is_answered(anywhere: Desk | DiscordDesk) -> None:
    desk = anywhere

    async def story() -> None:
        room: AnyRoom = desk.room()
        await killed(desk)
        room.model_will(reply("I was away."))
        await room.mentions(desk.bob, "are you there?")
        await again(desk)
        await room.reads("I was away.")

    desk.play(story())


def test_what_was_due_is_done_once_though_it_is_killed_over_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked an hour ago, due while it was down; killed between the fact that it is due and the answer."""
    desk = Desk.open(tmp_path)
    for name, value in desk.environment.items():
        monkeypatch.setenv(name, value)  # litellm reads it, wherever it runs

    async def story() -> None:
        await desk.move_in(InProcess(now=lambda: time.time() - 4_000))
        room, gate = desk.room(), asyncio.Event()
        room.model_will(reply(call("schedule_wakeup", note="Look again.", seconds=3_600)), reply("In an hour."))
        await room.mentions(desk.bob, "look again in an hour")
        await room.reads("In an hour.")
        await room.rests()
        assert desk.house
        await desk.house.stop()
        room.model_will(reply(gate, "Too late."), reply("I have looked."))
        await again(desk)
        await room.asked(3)
        await killed(desk)
        gate.set()
        await again(desk)
        await room.reads("I have looked.")
        await room.rests()
        woken = [message for message in (await room.asked(4)).messages if message["role"] == "user"][1:]
        assert [message["content"] for message in woken] == [
            "[The time that you asked to be woken at, for bob: Look again.]"
        ]
        assert [m.shown for m in room.replies] == ["In an hour.", "I have looked."]

    try:
        desk.play(story())
    finally:
        desk.close()


async def looks_now(desk: Desk, room: Room) -> None:
    """A heartbeat is set and comes at once, before it is due: a process of its own has no other clock than ours."""
    room.model_will(reply("Hello."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    await room.says(desk.bob, f"{desk.slack.bot} heartbeat every 1h")
    await room.reads(f"{mention(desk.bob)} set a heartbeat")
    await room.says(desk.bob, f'{desk.slack.bot} heartbeat checklist "is the build red?"')
    await room.reads(f"{mention(desk.bob)} changed my heartbeat here")
    await room.says(desk.bob, f"{desk.slack.bot} heartbeat now")
    await room.told(desk.bob, "Checking now")


def test_a_heartbeat_that_was_looking_looks_again_and_says_it_once(desk: Desk) -> None:
    async def story() -> None:
        room, gate = desk.room(), asyncio.Event()
        await looks_now(desk, room)
        told = reply(call("report", notify=True, text="The build is red."))
        room.model_will(reply("I am look", gate, "ing"), told)
        await room.asked(2)
        await killed(desk)
        gate.set()
        await again(desk)
        await room.reads("The build is red.")
        await room.rests()
        assert "is the build red?" in (await room.asked(3)).said
        assert len([m for m in room.posts if "The build is red." in m.shown]) == 1
        assert not [m for m in room.posts if "I am look" in m.shown]

    desk.play(story())


def test_what_a_heartbeat_has_to_say_arrives_once_though_it_died_while_it_said_it(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        await looks_now(desk, room)
        held = desk.slack.holds("chat.postMessage")
        room.model_will(reply(call("report", notify=True, text="The build is red.")))
        await held.reached()
        await killed(desk)
        held.release()
        await again(desk)
        await room.reads("The build is red.")
        await room.rests()
        assert len([m for m in room.posts if "The build is red." in m.shown]) == 1
        assert room.requests == 2

    desk.play(story())


def test_a_process_that_cannot_prove_that_it_is_alone_ends_and_the_next_goes_on(
    tmp_path: Path, postgres: Postgres
) -> None:
    url = postgres.database()
    folder = tmp_path / "network"
    folder.mkdir()
    proxy = Proxy(folder, url)
    desk = Desk.open(tmp_path, proxy.url)

    async def story() -> None:
        house = BlackBox()
        await desk.move_in(house)
        room: AnyRoom = desk.room()
        room.model_will(reply(call("write_file", file_path="/late.md", content="x")), reply("At last."))
        await room.mentions(desk.bob, "write late.md")
        card = await room.card("Create ")
        proxy.hangs()
        assert await house.ends() == 1
        proxy.close()
        desk.database = url
        await again(desk)
        await room.clicks(desk.bob, card, "Approve")
        await room.reads("At last.")

    try:
        desk.play(story())
    finally:
        desk.close()
        proxy.close()
