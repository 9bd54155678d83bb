"""Who may talk, and what becomes of who may not."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.house import Desk, InProcess
from tests.forked import completed


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    yield from Desk.lived_in(tmp_path, InProcess(), monkeypatch)


def test_a_guest_neither_talks_nor_decides_until_somebody_vouches_for_them(desk: Desk) -> None:
    async def story() -> None:
        gus = desk.slack.user("gus", restricted=True)
        channel = desk.slack.channel("shared", desk.bob, gus)
        room = desk.room()
        room.channel = channel
        room.model_will(reply(call("write_file", file_path="/a.md", content="x")), reply("Written."))
        await room.mentions(desk.bob, "write a.md")
        card = await room.card("Create ")
        await room.clicks(gus, card, "Approve")
        told = await room.told(gus, "I work only with full members of this workspace.")
        await room.says(gus, f"{desk.slack.bot} do it anyway")
        await desk.slack.settled()
        assert not (desk.files / "a.md").exists()
        code = told.rsplit(" ", 1)[1].strip("`")
        pair = await asyncio.to_thread(completed, ["pair", code], desk.environment)
        assert pair.stdout == f"slack:{desk.slack.team.id}:{gus.id} can talk with me from now on.\n"
        await room.clicks(desk.bob, card, "Approve")
        await room.reads("Written.")
        await room.rests()
        assert "do it anyway" not in (await room.asked(2)).said
        room.model_will(reply("Welcome, gus."))
        await room.says(gus, f"{desk.slack.bot} and now?")
        await room.reads("Welcome, gus.")

    desk.play(story())


def test_somebody_of_another_workspace_stops_nothing_with_slacks_own_button(desk: Desk) -> None:
    async def story() -> None:
        globex = desk.slack.workspace("globex")
        far = desk.slack.user("far", team=globex)
        room = desk.room()
        room.channel = desk.slack.channel("shared", desk.bob, far)
        gate = asyncio.Event()
        room.model_will(reply("I am at it", gate, ", and done."))
        await room.mentions(desk.bob, "take your time")
        await room.reads("I am at it")
        await desk.slack.stops(far, room.channel, room.thread)
        told = await room.told(far, "I work only with full members of this workspace.")
        gate.set()
        await room.reads("and done.")
        assert not any("Stopped by" in one for one in room.shown)
        pair = await asyncio.to_thread(completed, ["pair", told.rsplit(" ", 1)[1].strip("`")], desk.environment)
        assert pair.stdout == f"slack:{globex.id}:{far.id} can talk with me from now on.\n", "as when they write"

    desk.play(story())
