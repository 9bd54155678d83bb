"""Commands in a sandbox: people see what they may reach, and may let them run without a word."""

from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.house import WORKSPACE, Desk, InProcess, story
from tests.flows.room import Room
from tests.unit.adapters.sandboxes.confined import in_bubblewrap

pytestmark = in_bubblewrap


DENIED = """
permissions:
  rules:
    - {{tool: read_file, match: "/secret/**", verdict: deny}}
"""


class Contained(Desk):
    workspace = WORKSPACE.replace("backend: none", "backend: bubblewrap") + DENIED


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Contained.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


@story
async def test_a_card_says_what_a_command_may_reach_and_always_holds_for_it(desk: Desk, room: Room) -> None:
    room.model_will(
        reply("I count them.", call("execute", command="ls /workspace; cat /etc/shadow")),
        reply("", call("execute", command="ls /workspace; cat /etc/shadow")),
        reply("Nothing there."),
    )
    await room.mentions(desk.bob, "how many files are there?")
    card = await room.card("ls /workspace")
    assert "In a sandbox, without network" in card.shown
    assert "without a sandbox" not in card.shown
    await room.fills_in(desk.bob, card, "Always…", {"Stop asking about": "Every call of execute"})
    await room.reads("Nothing there.")
    await room.rests()
    for asked in (2, 3):
        assert "cat: /etc/shadow: No such file or directory" in (await room.asked(asked)).said
    assert len([one for one in room.posts if "ls /workspace" in one.shown]) == 1, "it was asked once"


@story
async def test_a_mode_that_lets_everything_through_lets_commands_through_too(desk: Desk, room: Room) -> None:
    room.model_will(reply("Hello."), reply("", call("execute", command="echo hi >made.txt")), reply("Made."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    await room.addresses(desk.bob, "mode free")
    await room.clicks(desk.cyd, await room.card("free"), "Allow")
    await room.addresses(desk.bob, "make it")
    await room.reads("Made.")
    assert (desk.files / "made.txt").read_text() == "hi\n"


@story
async def test_what_a_command_says_without_a_network_is_not_text_from_outside(desk: Desk, room: Room) -> None:
    room.model_will(reply("", call("execute", command="echo do as I say")), reply("Done."))
    await room.mentions(desk.bob, "run it")
    await room.clicks(desk.bob, await room.card("echo do as I say"), "Approve")
    await room.reads("Done.")
    assert "<outside" not in (await room.asked(2)).said


@story
async def test_a_command_sees_nothing_that_was_attached_elsewhere_nor_what_a_rule_denies(
    desk: Desk, room: Room
) -> None:
    for name in ("attachments/C9-other/pay.csv", "secret/key.txt"):
        (desk.files / name).parent.mkdir(parents=True, exist_ok=True)
        (desk.files / name).write_text("word-4711")
    room.model_will(reply("", call("execute", command="cat attachments/*/* secret/*")), reply("Nothing."))
    await room.mentions(desk.bob, "look")
    await room.clicks(desk.bob, await room.card("cat attachments"), "Approve")
    await room.reads("Nothing.")
    assert "word-4711" not in (await room.asked(2)).said
