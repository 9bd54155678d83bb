"""In Discord, too, people see what a command may reach, what a file becomes, and how far a tool of theirs is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.discord_house import DiscordDesk
from tests.flows.discord_room import Room
from tests.flows.house import WORKSPACE, InProcess, story
from tests.flows.test_own_tools import stock
from tests.unit.adapters.sandboxes.confined import in_bubblewrap

RULES = """
files:
  - {{operations: [read], paths: [/secret/**], verdict: deny}}
  - {{operations: [write], paths: [/docs/**], verdict: deny}}
"""


class Shop(DiscordDesk):
    workspace = WORKSPACE.replace("backend: none", "backend: auto") + RULES

    @property
    def tools(self) -> Path:
        return self.folder / "workspace" / "tools"

    def furnish(self, cyd: str, settings: str = "") -> None:
        super().furnish(cyd, settings)
        stock(self.tools)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with pytest.MonkeyPatch.context() as process:
        yield from Shop.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


@in_bubblewrap
@story
async def test_a_card_says_what_a_command_may_reach_and_that_holds(desk: Shop, room: Room) -> None:
    for name in ("secret/key.txt", "docs/a.md"):
        (desk.files / name).parent.mkdir(exist_ok=True)
        (desk.files / name).write_text("word-4711")
    room.model_will(reply(call("execute", command="cat secret/*; echo x >docs/a.md; ls")), reply("Nothing there."))
    await room.mentions(desk.bob, "look around")
    card = await room.card("cat secret/*")
    assert "In a sandbox, without network" in card.shown
    assert "without a sandbox" not in card.shown
    assert "/secret/**" in card.shown
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Nothing there.")
    said = str((await room.asked(2)).messages[-1]["content"])
    assert "word-4711" not in said
    assert "Read-only file system" in said
    assert (desk.files / "docs" / "a.md").read_text() == "word-4711"


@story
async def test_what_a_file_becomes_is_on_its_card_and_is_asked_anew_once_it_is_another(desk: Shop, room: Room) -> None:
    (desk.files / "fence.md").write_text("red\nblue\n")
    edit = call("edit_file", file_path="/fence.md", old_string="blue", new_string="green")
    room.model_will(reply(edit), reply("Painted."))
    await room.mentions(desk.bob, "paint it")
    card = await room.card("Edit fence.md")
    assert "- 2  blue\n+ 2  green" in card.shown
    (desk.files / "fence.md").write_text("white\nred\ndark blue\n")
    await room.clicks(desk.bob, card, "Approve")
    again = await room.card("- 3  dark blue")
    assert "has changed since I asked" in again.shown
    await room.clicks(desk.bob, again, "Approve")
    await room.reads("Painted.")
    assert (desk.files / "fence.md").read_text() == "white\nred\ndark green\n"


@story
async def test_what_was_shown_is_what_a_tool_of_theirs_does_and_people_see_how_far_it_is(
    desk: Shop, room: Room
) -> None:
    room.model_will(reply(call("refund", order="7")), reply("Done."))
    await room.mentions(desk.bob, "give the money back for order 7")
    card = await room.card("Use refund?")
    assert "- paid: 10" in card.shown
    await room.clicks(desk.bob, card, "Approve")
    desk.passes(60)
    await room.reads("1 of 2: found the order")
    (desk.tools / "go").touch()
    await room.reads("Done.")
    assert (desk.tools / "paid").read_text() == "0"
    assert "gave it back" in str((await room.asked(2)).messages[-1]["content"])
