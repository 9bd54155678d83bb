"""Stories that are Discord's alone: the parts of the colleague in this process, the real discord.py over sockets."""

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot import app, wiring
from bot.platforms import registry
from bot.platforms.definition import Reaching
from bot.platforms.discord import discord_of
from bot.settings import read
from harness.chat.people import Place
from harness.toolbox.attached_files import folder_of
from tests.fakes.clock import WITHIN
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.discord.shape import Json
from tests.fakes.openai.script import Call, call, reply
from tests.fakes.openai.server import ScriptedModel
from tests.flows.surface import mention
from tests.forked import Forked
from tests.unit.bot.deskmate import environment

WORKSPACE = """
name: Deskmate
model: openai/scripted
api_base: {model}
modes:
  build: {{}}
default_mode: build
places:
  "discord:{guild}:{open}": {{replies: channel}}
  "discord:{guild}:{forum}": {{answers: all}}
sandbox: {{backend: none}}
"""


class Desk:
    """Channels: ops; open, where everybody is answered in the channel; ideas, a forum where every post is."""

    def __init__(self, discord: DiscordEmulator, model: ScriptedModel, folder: Path) -> None:
        self.discord, self.model, self.folder = discord, model, folder
        self.files = folder / "files"
        self.ana, self.bob = discord.user("ana"), discord.user("bob")
        self.channel, self.open_channel = discord.channel("ops")["id"], discord.channel("open")["id"]
        self.forum = discord.forum("ideas")["id"]
        self.files.mkdir()
        named = {"guild": discord.state.guild, "open": self.open_channel, "forum": self.forum}
        (folder / "workspace.yaml").write_text(WORKSPACE.format(model=model.base_url, **named))
        self.environment = {
            "DISCORD_BOT_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
            "DESKMATE_DATA_DIR": str(folder / "data"),
            "OPENAI_API_KEY": "k",
        }

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """The same parts that `deskmate run` puts together."""
        settings = read(self.environment, str(self.folder))
        outside = wiring.Outside()
        tools = wiring.toolbox(self.files, self.environment, outside, time.time)
        workspace = wiring.workspace(self.folder, tools)
        model = wiring.ModelsInUse(workspace, self.files)
        with app.opened(settings) as journal:
            assert list(registry.made(settings, journal.marks)) == ["discord"]
            discord = discord_of(settings, journal.marks, self.discord.clock)
            assert isinstance(discord, Reaching)
            outside.add("discord", discord.rooms, discord.attachments)
            colleague = wiring.colleague(workspace, tools, journal, model, {"discord": discord.chat})
            try:
                async with app.at_work(colleague):
                    await discord.start(colleague.intake, colleague.commands)
                    yield
                    await discord.stop()
            finally:
                await discord.close()
                await model.aclose()

    @asynccontextmanager
    async def process(self) -> AsyncIterator[None]:
        """`deskmate run`, until it is killed in the middle of whatever it does."""
        more = {**self.environment, "DESKMATE_WORKSPACE": str(self.folder), "PYTHONWARNINGS": "default"}
        nowhere = os.open(os.devnull, os.O_WRONLY)
        program = await asyncio.to_thread(Forked, ["run"], environment(self.folder, more), self.folder, stderr=nowhere)
        os.close(nowhere)
        try:
            await self.discord.connected(WITHIN)
            yield
        finally:
            program.kill()
            await program.ended(WITHIN)

    def mentions(self, who: Json, text: str) -> str:
        """Opens a thread: its id."""
        return str(self.discord.says(who, self.channel, f"{self.discord.bot} {text}")["id"])

    async def reads(self, thread: str, text: str) -> Json:
        """Some message of ours in the thread, once it reads so."""
        found = lambda: next((m for m in self.discord.posts(thread) if text in self.discord.shown(m)), None)  # noqa: E731
        return await self.discord.until(found, WITHIN)

    async def card(self, thread: str, about: str) -> Json:
        card = await self.reads(thread, about)
        return await self.discord.until(lambda: card if self.discord.controls(card) else None, WITHIN)

    async def told(self, who: Json, text: str) -> None:
        await self.discord.until(lambda: any(text in one for one in self.discord.private(who)), WITHIN)


def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: Callable[[Desk], Awaitable[None]]) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")

    async def whole() -> None:
        async with DiscordEmulator() as discord, ScriptedModel() as model, asyncio.timeout(60):
            await told(Desk(discord, model, tmp_path))
            assert not model.unused
            assert not discord.pinged

    asyncio.run(whole())


def write(path: str, content: str) -> Call:
    return call("write_file", file_path=path, content=content)


def test_a_mention_opens_a_thread_and_is_answered_once_however_often_it_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(desk: Desk) -> None:
        async with desk.open():
            desk.model.will(reply("Here I am, @everyone."))
            thread = desk.mentions(desk.bob, "are you there?")
            await desk.reads(thread, "Here I am")
            assert desk.discord.state.channels[thread]["name"] == "are you there?"
            desk.discord.redelivers(desk.discord.state.messages[thread])
            await desk.discord.gateway.drop()
            desk.model.will(reply("Still here."))
            desk.discord.says(desk.bob, thread, "and now?")  # sent while we are away: RESUME brings it
            await desk.reads(thread, "Still here.")
            assert desk.discord.gateway.resumed == 1
            assert len(desk.model.requests) == 2
            assert len(desk.discord.posts(thread)) == 2

    play(tmp_path, monkeypatch, story)


def test_what_was_asked_before_a_restart_is_answered_after_it_by_button_and_by_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(desk: Desk) -> None:
        desk.model.will(reply(write("/a.md", "a")), reply(write("/b.md", "b")), reply("Both."))
        async with desk.open():
            thread = desk.mentions(desk.bob, "write two files")
            card = await desk.card(thread, "a.md")
        async with desk.open():
            desk.discord.clicks(desk.bob, card, "Approve")
            second = await desk.card(thread, "b.md")
            opened = desk.discord.clicks(desk.bob, second, "Edit…")
            await desk.discord.until(lambda: opened.modal, WITHIN)
        async with desk.open():
            desk.discord.submits(desk.bob, opened, {"Content": "edited"})
            await desk.reads(thread, "Both.")
        assert (desk.files / "a.md").read_text() == "a"
        assert (desk.files / "b.md").read_text() == "edited"

    play(tmp_path, monkeypatch, story)


def test_a_direct_message_is_one_conversation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(desk: Desk) -> None:
        async with desk.open():
            direct = desk.discord.state.direct_with(desk.ana["id"])["id"]
            desk.model.will(reply("Hello, ana."), reply("Still here."))
            desk.discord.says(desk.ana, direct, "hi")
            await desk.reads(direct, "Hello, ana.")
            desk.discord.says(desk.ana, direct, "and now?")
            await desk.reads(direct, "Still here.")
            assert "Hello, ana." in json.dumps(desk.model.requests[-1].messages)

    play(tmp_path, monkeypatch, story)


def test_what_is_said_and_clicked_around_a_sudden_death_is_heard_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(desk: Desk) -> None:
        desk.model.will(reply(write("/a.md", "a")))
        async with desk.process():
            thread = desk.mentions(desk.bob, "write a file")
            card = await desk.card(thread, "a.md")
        await desk.discord.until(lambda: not desk.discord.gateway.connected, WITHIN)
        desk.model.will(reply("Hello, ana."), reply("As quick as I can."), reply("Written."))
        desk.mentions(desk.ana, "are you there?")
        desk.discord.says(desk.bob, thread, "and be quick")
        async with desk.process():
            await desk.discord.until(lambda: len(desk.model.requests) == 3, WITHIN)
            desk.discord.clicks(desk.bob, card, "Approve")
            await desk.reads(thread, "Written.")
        assert (desk.files / "a.md").read_text() == "a"
        said = json.dumps(desk.model.requests[-1].messages)
        assert said.count("and be quick") == 1
        assert len(desk.model.requests) == 4

    play(tmp_path, monkeypatch, story)


def test_a_direct_message_goes_on_until_it_is_begun_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(desk: Desk) -> None:
        async with desk.open():
            direct = desk.discord.state.direct_with(desk.ana["id"])["id"]
            desk.model.will(reply("One."), reply("Two."))
            desk.discord.says(desk.ana, direct, "the word is rhubarb")
            await desk.reads(direct, "One.")
            desk.discord.says(desk.ana, direct, "new")
            await desk.discord.until(lambda: len(desk.discord.posts(direct)) == 2, WITHIN)
            desk.discord.says(desk.ana, direct, "which word?")
            await desk.reads(direct, "Two.")
            assert "rhubarb" not in json.dumps(desk.model.requests[-1].messages)

    play(tmp_path, monkeypatch, story)


def test_a_channel_may_be_one_conversation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(desk: Desk) -> None:
        async with desk.open():
            there = desk.open_channel
            desk.model.will(reply(write("/open.md", "x")), reply("Written."), reply("Again."))
            desk.discord.says(desk.ana, there, "we talk about rhubarb")
            desk.discord.says(desk.bob, there, f"{desk.discord.bot} write it down")
            desk.discord.clicks(desk.bob, await desk.card(there, "open.md"), "Approve")
            await desk.reads(there, "Written.")
            assert "we talk about rhubarb" in json.dumps(desk.model.requests[0].messages)
            desk.discord.says(desk.ana, there, f"{desk.discord.bot} and again")
            await desk.reads(there, "Again.")
            assert "Written." in json.dumps(desk.model.requests[-1].messages)
            assert not [one for one in desk.discord.state.channels.values() if one["type"] == 11]

    play(tmp_path, monkeypatch, story)


def test_a_post_in_a_forum_is_answered_in_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(desk: Desk) -> None:
        async with desk.open():
            desk.model.will(reply("What a rocket."), reply("Red."))
            post = desk.discord.posts_in_forum(desk.ana, desk.forum, "A rocket", "Let us build one")
            await desk.reads(post["id"], "What a rocket.")
            desk.discord.redelivers(post)
            desk.discord.says(desk.ana, post["id"], "in which colour?")
            await desk.reads(post["id"], "Red.")
            assert len(desk.model.requests) == 2

    play(tmp_path, monkeypatch, story)


def test_an_archived_thread_is_opened_again_for_what_is_settled_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(desk: Desk) -> None:
        async with desk.open():
            desk.model.will(reply(write("/late.md", "x")), reply("Written."))
            thread = desk.mentions(desk.bob, "write it")
            card = await desk.card(thread, "late.md")
            desk.discord.state.archive(thread)
            desk.discord.clicks(desk.bob, card, "Approve")
            await desk.reads(thread, "Written.")
            await desk.reads(thread, f"approved by {mention(desk.bob)}")
            assert not desk.discord.state.channels[thread]["thread_metadata"]["archived"]

    play(tmp_path, monkeypatch, story)


def test_without_the_message_content_intent_only_what_mentions_it_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(desk: Desk) -> None:
        desk.discord.without_content()
        async with desk.open():
            desk.model.will(reply("Yes."), reply("Once more."))
            thread = desk.mentions(desk.bob, "are you there?")
            await desk.reads(thread, "Yes.")
            desk.discord.says(desk.bob, thread, "this is not told")
            desk.discord.says(desk.bob, thread, f"{desk.discord.bot} this is")
            await desk.reads(thread, "Once more.")
            said = json.dumps(desk.model.requests[-1].messages)
            assert "this is" in said
            assert len(desk.model.requests) == 2

    play(tmp_path, monkeypatch, story)


def test_a_card_that_is_clicked_hours_later_is_settled_by_a_new_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(desk: Desk) -> None:
        async with desk.open():
            desk.model.will(reply(write("/hours.md", "x")), reply("Written."))
            thread = desk.mentions(desk.bob, "write it")
            card = await desk.card(thread, "hours.md")
            desk.discord.clock.advance(2 * 3_600)
            desk.discord.clicks(desk.bob, card, "Approve")
            await desk.reads(thread, "Written.")
            settled = await desk.reads(thread, f"approved by {mention(desk.bob)}")
            assert settled["id"] != card["id"]

            def gone() -> bool:
                cards = [one for one in desk.discord.posts(thread) if "hours.md" in desk.discord.shown(one)]
                return [(one["id"], desk.discord.controls(one)) for one in cards] == [(settled["id"], ["Undo"])]

            await desk.discord.until(gone, WITHIN)

    play(tmp_path, monkeypatch, story)


def test_questions_with_many_options_and_with_several_answers_are_menus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(desk: Desk) -> None:
        async with desk.open():
            days = [{"label": day} for day in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")]
            one = call("ask_user", question="Which day?", options=days, free_text=False)
            some = call("ask_user", question="Which days?", options=days, multiple=True, free_text=False)
            desk.model.will(reply(one), reply(some), reply("I see."))
            thread = desk.mentions(desk.bob, "plan it")
            desk.discord.chooses(desk.bob, await desk.card(thread, "Which day?"), "Sa")
            desk.discord.chooses(desk.bob, await desk.card(thread, "Which days?"), "Mo", "We")
            await desk.reads(thread, "I see.")
            said = json.dumps(desk.model.requests[-1].messages)
            assert "bob answered: Sa" in said
            assert "bob answered: Mo, We" in said

    play(tmp_path, monkeypatch, story)


def test_a_file_that_is_brought_is_saved_and_one_is_sent_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(desk: Desk) -> None:
        async with desk.open():
            said = desk.discord.says(desk.bob, desk.channel, f"{desk.discord.bot} keep it", {"a.csv": b"1,2"})
            thread, file = str(said["id"]), said["attachments"][0]["id"]
            kept = folder_of(Place("discord", desk.discord.state.guild, desk.channel, thread))
            desk.model.will(
                reply(call("save_attachment", id=f"{thread}-{file}")),
                reply(call("send_file", file_path=f"{kept}/{thread}-{file}-a.csv")),
                reply("Kept."),
            )
            desk.discord.clicks(desk.bob, await desk.card(thread, "Send "), "Approve")
            await desk.reads(thread, "Kept.")
            assert (desk.files / kept[1:] / f"{thread}-{file}-a.csv").read_bytes() == b"1,2"
            sent = [one for post in desk.discord.posts(thread) for one in post["attachments"]]
            assert [desk.discord.state.files[one["id"]] for one in sent] == [b"1,2"]
            assert f"with the id {thread}-{file}" in json.dumps(desk.model.requests[0].messages)

    play(tmp_path, monkeypatch, story)


def test_other_channels_are_read_and_written_to_with_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(desk: Desk) -> None:
        async with desk.open():
            desk.discord.says(desk.ana, desk.open_channel, "the build is red")
            secret = desk.discord.private_channel("secret", desk.ana)["id"]
            desk.discord.says(desk.ana, secret, "nobody may know")
            desk.model.will(
                reply(call("read_channel", channel="#open"), call("read_channel", channel="#secret")),
                reply(call("post_message", to="#open", text="We look at it, @everyone")),
                reply("Told them."),
            )
            thread = desk.mentions(desk.bob, "what goes on?")
            desk.discord.clicks(desk.bob, await desk.card(thread, "Post to "), "Approve")
            await desk.reads(thread, "Told them.")
            said = json.dumps(desk.model.requests[-1].messages)
            assert "the build is red" in said
            assert "nobody may know" not in said
            assert [desk.discord.shown(one) for one in desk.discord.posts(desk.open_channel)] == [
                "We look at it, @everyone"
            ]

    play(tmp_path, monkeypatch, story)
