"""A turn that takes long can be stopped by a button, which is there as long as there is something to stop."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.house import Desk, InProcess
from tests.flows.room import Room


@pytest.fixture
def house() -> InProcess:
    return InProcess()


@pytest.fixture
def desk(tmp_path: Path, house: InProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    yield from Desk.lived_in(tmp_path, house, monkeypatch)


async def at_work(desk: Desk, room: Room, command: str) -> None:
    room.model_will(reply(call("execute", command=command)), reply("Done."))
    await room.mentions(desk.bob, "do it")
    await room.clicks(desk.bob, await room.card("execute"), "Approve")
    await room.until(lambda: desk.slack.status(room.channel, room.thread))


def test_its_button_stops_a_turn_and_is_gone_with_it(desk: Desk, house: InProcess) -> None:
    async def story() -> None:
        room = desk.room()
        await at_work(desk, room, "sleep 30; touch too-late")
        house.passes(11)
        working = await room.reads("This takes a while")
        assert working.controls == ["Stop"]
        await room.clicks(desk.ana, working, "Stop")
        await room.reads("Stopped by ana", within=5.0)
        await room.until(lambda: not desk.slack.message(working).controls)
        assert desk.slack.message(working).shown == "This took a while."
        await room.rests()
        assert not (desk.files / "too-late").exists()

    desk.play(story())


def test_the_button_goes_when_the_turn_has_ended_by_itself(desk: Desk, house: InProcess) -> None:
    async def story() -> None:
        room = desk.room()
        await at_work(desk, room, "until test -e go-on; do sleep 0.05; done")
        house.passes(11)
        working = await room.reads("This takes a while")
        (desk.files / "go-on").touch()
        await room.reads("Done.")
        await room.until(lambda: not desk.slack.message(working).controls)
        await desk.slack.clicks(desk.ana, working.ts, "Stop", as_seen=working)
        await room.told(desk.ana, "That had already ended.")

    desk.play(story())
