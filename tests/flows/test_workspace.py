"""A workspace that its people change while all goes on: what is told to whom, what runs, what can be shown later."""

import asyncio
import copy
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.workspace_changes import MENDED
from tests.fakes.discord.screen import shown
from tests.fakes.openai.script import HANG, call, reply
from tests.flows.discord_house import DiscordDesk
from tests.flows.house import BlackBox, Desk, InProcess
from tests.flows.surface import AnyRoom
from tests.forked import completed

SETTINGS = """
name: Deskmate
model: openai/scripted
api_base: {model}
people:
  - {{id: "{cyd}", name: Cyd, roles: [owner]}}
"""
TABS = "Use tabs."
AnyOwned = Desk | DiscordDesk


class Owned(Desk):
    workspace = SETTINGS


class OwnedInDiscord(DiscordDesk):
    workspace = SETTINGS


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Owned.lived_in(tmp_path, InProcess(), process)


@pytest.fixture(params=[Owned, OwnedInDiscord], ids=["slack", "discord"])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyOwned]:
    with pytest.MonkeyPatch.context() as process:
        yield from request.param.lived_in(tmp_path, InProcess(), process)


@pytest.fixture
def by_itself(tmp_path: Path) -> Iterator[Desk]:
    """`deskmate run`, which can be killed."""
    desk = Owned.open(tmp_path)
    try:
        desk.play(desk.move_in(BlackBox()))
        yield desk
    finally:
        desk.close()


def home(desk: AnyOwned) -> Path:
    return desk.folder / "workspace"


def told_alone(desk: AnyOwned) -> list[str]:
    """What its owner was told, directly."""
    if isinstance(desk, Desk):
        return [post.shown for post in desk.slack.posts(desk.slack.dm(desk.cyd))]
    direct = desk.discord.state.direct_with(desk.cyd["id"])["id"]
    return [shown(copy.deepcopy(post)) for post in desk.discord.posts(direct)]


async def system(room: AnyRoom, request: int) -> str:
    """What the model was told before all else."""
    return str((await room.asked(request)).messages[0]["content"])


def test_conventions_are_told_to_the_next_turn_and_not_to_the_one_that_goes_on(anywhere: AnyOwned) -> None:
    async def story() -> None:
        room: AnyRoom = anywhere.room()
        room.model_will(reply(call("write_file", file_path="/a.md", content="x")), reply("Written."), reply("I see."))
        await room.mentions(anywhere.bob, "write a.md")
        card = await room.card("Create ")
        (home(anywhere) / "AGENTS.md").write_text(TABS)
        await room.clicks(anywhere.bob, card, "Approve")
        await room.reads("Written.")
        await room.rests()
        await room.addresses(anywhere.bob, "and how do we indent?")
        await room.reads("I see.")
        assert [TABS in await system(room, number) for number in (1, 2, 3)] == [False, False, True]

    anywhere.play(story())


def test_what_is_denied_by_then_does_not_run_though_it_was_approved(anywhere: AnyOwned) -> None:
    async def story() -> None:
        room: AnyRoom = anywhere.room()
        room.model_will(reply(call("write_file", file_path="/a.md", content="x")), reply("So be it."))
        await room.mentions(anywhere.bob, "write a.md")
        card = await room.card("Create ")
        with (home(anywhere) / "workspace.yaml").open("a") as file:
            file.write("permissions: {categories: {edit: deny}}\n")
        await room.clicks(anywhere.bob, card, "Approve")
        await room.reads("So be it.")
        await room.until(lambda: "did not run" in room.now(card).shown)
        assert not (anywhere.files / "a.md").exists()

    anywhere.play(story())


def test_what_cannot_be_read_is_told_to_owners_once_with_its_line_and_counts_once_it_is_mended(
    anywhere: AnyOwned,
) -> None:
    async def story() -> None:
        room: AnyRoom = anywhere.room()
        file = home(anywhere) / "workspace.yaml"
        right = file.read_text()
        room.model_will(*map(reply, ("One.", "Two.", "Three.")))
        (home(anywhere) / "AGENTS.md").write_text(TABS)
        file.write_text(f"{right}\tremind: 1h\n")
        await room.mentions(anywhere.bob, "hello")
        await room.reads("One.")
        await room.until(lambda: told_alone(anywhere))
        await room.rests()
        await room.addresses(anywhere.bob, "and again")
        await room.reads("Two.")
        await room.rests()
        [told] = told_alone(anywhere)
        assert told.startswith("My workspace has changed, and I can't read it.")
        assert f"workspace.yaml:{len(right.splitlines()) + 1}`: not valid YAML" in told
        file.write_text(right)
        await room.addresses(anywhere.bob, "and now?")
        await room.reads("Three.")
        assert [TABS in await system(room, number) for number in (1, 2, 3)] == [False, False, True]
        await room.until(lambda: told_alone(anywhere)[1:])
        assert told_alone(anywhere)[1:] == [MENDED]

    anywhere.play(story())


@pytest.mark.parametrize("gone", ["taken away", "another file in its place", "links that lead out", "a pipe"])
def test_a_folder_that_cannot_be_read_for_a_while_costs_nothing_but_a_line(desk: Desk, gone: str) -> None:
    async def story() -> None:
        room, workspace = desk.room(), home(desk)
        (workspace / "AGENTS.md").write_text(TABS)
        room.model_will(*map(reply, ("One.", "Two.", "Three.")))
        await room.mentions(desk.bob, "hello")
        await room.reads("One.")
        await room.rests()
        away = spoil(workspace, gone)
        await room.addresses(desk.bob, "are you there?")
        await room.reads("Two.")
        await room.until(lambda: told_alone(desk))
        await room.rests()
        mend(workspace, away)
        await room.addresses(desk.bob, "and now?")
        await room.reads("Three.")
        assert [TABS in await system(room, number) for number in (1, 2, 3)] == [True, True, True]
        await room.until(lambda: told_alone(desk)[1:])
        told, mended = told_alone(desk)
        assert mended == MENDED
        assert "My workspace has changed, and I can't read it." in told

    desk.play(story())


def spoil(workspace: Path, how: str) -> Path:
    """Where it is kept meanwhile."""
    away = workspace.with_name("away")
    workspace.rename(away)
    if how == "another file in its place":
        workspace.write_text("not a folder")
    elif how == "links that lead out":
        workspace.mkdir()
        for name in ("workspace.yaml", "AGENTS.md"):
            (workspace / name).symlink_to(away / name)
    elif how == "a pipe":
        workspace.mkdir()
        os.mkfifo(workspace / "workspace.yaml")
    return away


def mend(workspace: Path, away: Path) -> None:
    if workspace.is_dir():
        shutil.rmtree(workspace)
    workspace.unlink(missing_ok=True)
    away.rename(workspace)


def test_status_names_what_can_be_shown_later(desk: Desk) -> None:
    async def deskmate(*arguments: str) -> str:
        ended = await asyncio.to_thread(completed, arguments, desk.environment, desk.folder)
        assert (ended.returncode, ended.stderr) == (0, ""), ended
        return str(ended.stdout)

    async def story() -> None:
        room = desk.room()
        (home(desk) / "AGENTS.md").write_text(TABS)
        room.model_will(reply("One."), reply("Two."))
        await room.mentions(desk.bob, "hello")
        await room.reads("One.")
        await room.rests()
        at = ("--workspace", str(home(desk)), "--json")
        now = json.loads(await deskmate("workspace", "show", *at))
        await room.addresses(desk.bob, "status")
        await room.told(desk.bob, f"Package: `{now['checksum'][:8]}`")
        (home(desk) / "AGENTS.md").unlink()
        kept = json.loads(await deskmate("workspace", "show", "--checksum", now["checksum"][:8], *at))
        assert kept["layers"] == now["layers"]
        assert [tool["name"] for tool in kept["tools"]] == (await room.asked(1)).tools
        assert "\n\n".join(layer["text"] for layer in kept["layers"]) == await system(room, 1)

    desk.play(story())


def test_a_turn_that_goes_on_after_a_restart_is_sent_the_same_bytes(by_itself: Desk) -> None:
    desk = by_itself

    async def story() -> None:
        room = desk.room()
        room.model_will(reply(call("ls", path="/")), reply("So f", HANG), reply("So far."))
        await room.mentions(desk.bob, "look around")
        await room.reads("So f")
        assert isinstance(desk.house, BlackBox)
        await desk.house.kill()
        (home(desk) / "AGENTS.md").write_text(TABS)
        await desk.move_in(BlackBox())
        await room.reads("So far.")
        before, after = await room.asked(2), await room.asked(3)
        assert json.dumps(after.body) == json.dumps(before.body)

    desk.play(story())
