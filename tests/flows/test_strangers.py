"""Who may talk, and what becomes of who may not."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.house import Desk, InProcess


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
        card = await room.card("write_file")
        await room.clicks(gus, card, "Approve")
        told = await room.told(gus, "I work only with full members of this workspace.")
        await room.says(gus, f"{desk.slack.bot} do it anyway")
        await desk.slack.settled()
        assert not (desk.files / "a.md").exists()
        code = told.rsplit(" ", 1)[1].strip("`")
        command = (sys.executable, "-m", "bot.cli", "pair", code)
        pair = await asyncio.create_subprocess_exec(*command, env=desk.environment, stdout=asyncio.subprocess.PIPE)
        said, _ = await pair.communicate()
        assert said.decode() == f"slack:{desk.slack.team.id}:{gus.id} may talk with me from now on.\n"
        await room.clicks(desk.bob, card, "Approve")
        await room.reads("Written.")
        await room.rests()
        assert "do it anyway" not in (await room.asked(2)).said
        room.model_will(reply("Welcome, gus."))
        await room.says(gus, f"{desk.slack.bot} and now?")
        await room.reads("Welcome, gus.")

    desk.play(story())
