"""In Discord, too, skills are read on demand, narrow the turn, and are listed."""

import json
from pathlib import Path

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.skills import add
from tests.flows.test_discord import Desk, play, write


def test_a_skill_is_read_narrows_the_turn_and_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(desk: Desk) -> None:
        add(desk.folder, "forms", "allowed-tools: Read\n")
        async with desk.open():
            desk.model.will(reply(call("skill", name="forms")), reply(write("/a.md", "a")), reply("It may only read."))
            thread = desk.mentions(desk.bob, "fill in the form")
            await desk.reads(thread, "It may only read.")
            assert "- forms: Use for: forms." in str(desk.model.requests[0].messages[0]["content"])
            assert "Fill them in pen." in json.dumps(desk.model.requests[1].messages)
            assert "leaves only read_file in this turn" in json.dumps(desk.model.requests[2].messages)
            desk.discord.says(desk.bob, thread, f"{desk.discord.bot} skills")
            await desk.reads(desk.discord.state.direct_with(desk.bob["id"])["id"], "Use for: forms.")

    play(tmp_path, monkeypatch, story)
    assert not (tmp_path / "files" / "a.md").exists()
