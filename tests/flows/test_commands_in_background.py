"""A command runs in the background: people see it, it is looked at, ends, is ended, and is never forgotten."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.clock import WITHIN
from tests.fakes.openai.script import Reply, call, reply
from tests.flows.discord_house import DiscordDesk
from tests.flows.house import BlackBox, Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.surface import AnyDesk, AnyRoom, made

WAITS = "echo begun; touch {name}.begun; until [ -e {name}.go ]; do sleep 0.02; done; echo done; exit 3"


@pytest.fixture(scope="module")
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk | DiscordDesk]:
    kind: type[Desk] | type[DiscordDesk] = getattr(request, "param", Desk)
    with pytest.MonkeyPatch.context() as process:
        yield from kind.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


def begins(name: str, command: str = WAITS, **more: object) -> Reply:
    return reply("", call("execute", command=command.format(name=name), background=True, **more))


async def begun(desk: AnyDesk, room: AnyRoom, name: str) -> None:
    """Bob wants it, and approves."""
    await room.mentions(desk.bob, "run it")
    card = await room.card("Run ")
    assert "n the background, 1 h at most" in card.shown
    await room.clicks(desk.bob, card, "Approve")
    await made(desk.files / f"{name}.begun")
    await room.reads("It runs.")
    await room.rests()


async def nothing_runs(room: AnyRoom, who: Any) -> None:
    """As `status` says it."""
    async with asyncio.timeout(WITHIN):
        while True:
            known = len(statuses(room, who))
            await room.addresses(who, "status")
            await room.until(partial(told_more, room, who, known))
            if "In the background" not in statuses(room, who)[-1]:
                return
            await asyncio.sleep(0.5)  # a process tells nobody, and Slack lets a hundred such answers a minute through


def statuses(room: AnyRoom, who: Any) -> list[str]:
    return [told for told in room.ephemerals(who) if "Mode: " in told]


def told_more(room: AnyRoom, who: Any, than: int) -> bool:
    return len(statuses(room, who)) > than


def goes_on(desk: AnyDesk, name: str) -> None:
    (desk.files / f"{name}.go").touch()


@pytest.mark.parametrize("desk", [Desk, DiscordDesk], ids=["slack", "discord"], indirect=True)
@story
async def test_it_is_begun_looked_at_and_its_end_is_told_with_what_is_said_next(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(
        begins("one"),
        reply("It runs."),
        reply("", call("poll", id="1.1.0")),
        reply("It has begun."),
        reply("", call("read_file", file_path="/results/1.1.0.txt")),
        reply("It has failed."),
    )
    await begun(desk, room, "one")
    assert "It runs in the background as 1.1.0, for 1 h at most." in (await room.asked(2)).said
    await room.addresses(desk.bob, "how is it?")
    await room.reads("It has begun.")
    looked = str((await room.asked(4)).messages)
    assert "It has been running for" in looked
    assert '<outside from="command">' in looked
    assert "This is new:\\nbegun" in looked
    goes_on(desk, "one")
    await nothing_runs(room, desk.bob)
    assert room.requests == 4, "nobody wanted to be notified"
    await room.addresses(desk.bob, "and now?")
    await room.reads("It has failed.")
    assert "has ended: exit code 3. What it has said is in /results/1.1.0.txt" in str((await room.asked(5)).messages)
    assert "begun\\n" in str((await room.asked(6)).messages[-1])
    assert "[exit code 3]" in str((await room.asked(6)).messages[-1])


@pytest.mark.parametrize("desk", [Desk, DiscordDesk], ids=["slack", "discord"], indirect=True)
@story
async def test_with_notify_it_goes_on_once_it_has_ended(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(begins("two", notify=True), reply("It runs."), reply("The build has failed."))
    await room.mentions(desk.bob, "run it, and tell me")
    card = await room.card("Run ")
    assert "I go on once it has ended" in card.shown
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("It runs.")
    await room.rests()
    goes_on(desk, "two")
    await room.reads("The build has failed.")
    assert "has ended: exit code 3" in (await room.asked(3)).said
    await room.rests()


@pytest.mark.parametrize("gone", ["archived", "deleted"])
def test_where_nobody_can_write_any_more_whoever_it_was_for_is_told_directly(desk: Desk, gone: str) -> None:
    async def told() -> None:
        room = desk.room()
        room.model_will(begins(gone, notify=True), reply("It runs."), reply(f"Failed: {gone}."))
        await begun(desk, room, gone)
        desk.slack.archives(room.channel) if gone == "archived" else desk.slack.deletes_channel(room.channel)
        goes_on(desk, gone)
        direct = desk.slack.dm(desk.bob)
        lost = await room.until(lambda: next((m for m in desk.slack.posts(direct) if gone in m.shown), None))
        assert lost.shown.startswith("I could not post where you asked me to")
        assert lost.shown.endswith(f"Failed: {gone}.")

    desk.play(told())


@pytest.mark.parametrize("desk", [DiscordDesk], ids=["discord"], indirect=True)
@story
async def test_a_thread_that_was_archived_meanwhile_is_opened_again_for_it(desk: DiscordDesk, room: AnyRoom) -> None:
    room.model_will(begins("closed", notify=True), reply("It runs."), reply("It has failed."))
    await begun(desk, room, "closed")
    thread = room.place.thread or room.place.channel
    desk.discord.state.archive(thread)
    goes_on(desk, "closed")
    await room.reads("It has failed.")
    assert not desk.discord.state.channels[thread]["thread_metadata"]["archived"]


@pytest.mark.parametrize("desk", [Desk, DiscordDesk], ids=["slack", "discord"], indirect=True)
@story
async def test_it_is_ended_once_it_is_not_needed_any_more(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(
        begins("three", command="touch {name}.begun; sleep 60"),
        reply("It runs."),
        reply("", call("kill", id="1.1.0")),
        reply("It is over."),
        reply("Yes."),
    )
    await begun(desk, room, "three")
    await room.addresses(desk.bob, "we do not need it")
    await room.reads("It is over.")
    assert "It has ended: ended by kill." in str((await room.asked(4)).messages)
    await room.addresses(desk.bob, "sure?")
    await room.reads("Yes.")
    assert "which ran in the background" not in str((await room.asked(5)).messages), "it knows"


@pytest.mark.parametrize("desk", [Desk, DiscordDesk], ids=["slack", "discord"], indirect=True)
@story
async def test_people_see_what_runs_and_end_it_by_a_button(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(
        begins("four", command="touch {name}.begun; sleep 60", notify=True), reply("It runs."), reply("Oh.")
    )
    await begun(desk, room, "four")
    await room.addresses(desk.dee, "status")
    listed = await room.ephemeral(desk.dee, "In the background: `touch four.begun; sleep 60`, since")
    await room.clicks(desk.dee, listed, "End touch four.begun; sleep 60")
    await room.told(desk.dee, "Stopped.")
    await nothing_runs(room, desk.dee)
    assert room.requests == 2, "it opened a turn, though somebody has ended it"
    await room.addresses(desk.bob, "is it through?")
    await room.reads("Oh.")
    assert "people stopped it" in str((await room.asked(3)).messages)


@pytest.mark.parametrize("desk", [Desk, DiscordDesk], ids=["slack", "discord"], indirect=True)
@story
async def test_a_stop_ends_what_runs(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(begins("five", command="touch {name}.begun; sleep 60"), reply("It runs."))
    await begun(desk, room, "five")
    await room.says(desk.dee, "stop")
    await room.told(desk.dee, "Stopped.")
    await nothing_runs(room, desk.dee)
    await room.addresses(desk.dee, "stop")
    await room.told(desk.dee, "There is nothing to stop.")


@story
async def test_of_five_at_once_the_fifth_is_not_begun(desk: Desk, room: Room) -> None:
    calls = [call("execute", command=f"touch six{n}.begun; sleep 60", background=True) for n in range(5)]
    room.model_will(reply("", *calls), reply("Four run."))
    await room.mentions(desk.bob, "run them")
    await room.clicks(desk.bob, await room.card("Do these 5 things?"), "Approve all (5)")
    await room.reads("Four run.")
    told = str((await room.asked(2)).messages)
    assert told.count("It runs in the background as") == 4
    assert told.count("Not started: 4 commands run in the background of this thread already") == 1
    await room.says(desk.bob, "stop")
    await room.told(desk.bob, "Stopped.")


@pytest.mark.parametrize(
    ("kind", "in_order"),
    [(Desk, False), (DiscordDesk, False), (Desk, True)],
    ids=["slack, killed", "discord, killed", "slack, stopped"],
)
def test_what_ran_when_the_program_ended_is_told_to_be_lost(
    kind: type[Desk] | type[DiscordDesk], in_order: bool, tmp_path: Path
) -> None:
    desk = kind.open(tmp_path)

    async def told() -> None:
        house = BlackBox()
        await desk.move_in(house)
        room: AnyRoom = desk.room()
        survives = "echo begun; touch {name}.begun; sleep 3; touch survived"
        room.model_will(begins("seven", survives, notify=True), reply("It runs."), reply("I begin it again?"))
        await begun(desk, room, "seven")
        await (house.stop() if in_order else house.kill())
        await desk.move_in(BlackBox())
        lost = await room.reads("I was restarted, and lost a command that was running: ")
        assert "seven.begun" in lost.shown
        await room.reads("I begin it again?")
        said = (await room.asked(3)).said
        assert "it was lost when I was restarted; what it has done by then is not known" in said
        kept = "What is kept of it is in /results/1.1.0.txt" if in_order else "Nothing of what it said is kept."
        assert kept in said
        assert not (desk.files / "survived").exists()

    try:
        desk.play(told())
    finally:
        desk.close()
