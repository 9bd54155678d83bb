"""In Discord, too, the colleague looks by itself, and speaks only if people need to know something."""

import asyncio
import json
from functools import partial
from pathlib import Path

import pytest

from tests.fakes.clock import WITHIN
from tests.fakes.discord.shape import Json
from tests.fakes.openai.script import call, reply
from tests.flows.surface import mention
from tests.flows.test_discord import Desk, play, write


async def looks(desk: Desk, thread: str) -> None:
    """As soon as somebody wants it to, which is told them: the process has no other clock than ours."""
    asked, direct = len(desk.model.requests), desk.discord.state.direct_with(desk.bob["id"])["id"]
    while True:  # it may be at the end of the last time still
        told = len(desk.discord.posts(direct))
        desk.discord.says(desk.bob, thread, f"{desk.discord.bot} heartbeat now")
        [answer] = await desk.discord.until(partial(told_since, desk, direct, told), WITHIN)
        if "Checking now" in desk.discord.shown(answer):
            break
        await asyncio.sleep(0.2)
    await desk.model.asked(asked + 1, within=WITHIN)


def told_since(desk: Desk, direct: str, known: int) -> list[Json]:
    return desk.discord.posts(direct)[known:]


def latest(desk: Desk, thread: str) -> Json:
    """What it has told people, as it is now."""
    return next(one for one in desk.discord.posts(thread) if "The build is red." in desk.discord.shown(one))


def test_it_stays_silent_and_tells_what_people_need_to_know_with_buttons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(desk: Desk) -> None:
        async with desk.open():
            desk.model.will(reply("Hello."), reply("all is well", call("report", notify=False)))
            thread = desk.mentions(desk.bob, "hello")
            await desk.reads(thread, "Hello.")
            desk.discord.says(desk.bob, thread, f"{desk.discord.bot} heartbeat every 30m")
            await desk.reads(thread, f"{mention(desk.bob)} set a heartbeat")
            desk.discord.says(desk.bob, thread, f'{desk.discord.bot} heartbeat checklist "is the build red?"')
            await desk.reads(thread, f"{mention(desk.bob)} changed my heartbeat here")
            said = len(desk.discord.posts(thread))
            await looks(desk, thread)
            assert "is the build red?" in json.dumps(desk.model.requests[-1].messages)
            desk.model.will(reply(call("report", notify=True, text="The build is red.")))
            await looks(desk, thread)
            post = await desk.reads(thread, "The build is red.")
            assert len(desk.discord.posts(thread)) == said + 1
            desk.discord.clicks(desk.ana, post, "Useful")
            await desk.told(desk.ana, "Good to know. Thank you.")
            desk.discord.clicks(desk.ana, post, "Stop")
            await desk.reads(thread, f"{mention(desk.ana)} ended my heartbeat here.")
            await desk.discord.until(lambda: not desk.discord.controls(latest(desk, thread)), WITHIN)

    play(tmp_path, monkeypatch, story)


def test_it_is_passed_over_while_something_is_to_be_decided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(desk: Desk) -> None:
        async with desk.open():
            desk.model.will(reply(write("/a.md", "a")))
            thread = desk.mentions(desk.bob, "write it")
            card = await desk.card(thread, "a.md")
            desk.discord.says(desk.bob, thread, f"{desk.discord.bot} heartbeat every 30m")
            await desk.reads(thread, f"{mention(desk.bob)} set a heartbeat")
            desk.discord.says(desk.bob, thread, f"{desk.discord.bot} heartbeat now")
            direct = desk.discord.state.direct_with(desk.bob["id"])["id"]
            await desk.reads(direct, "Not now: a decision is pending.")
            desk.model.will(reply("Written."))
            desk.discord.clicks(desk.bob, card, "Approve")
            await desk.reads(thread, "Written.")
            assert len(desk.model.requests) == 2

    play(tmp_path, monkeypatch, story)
