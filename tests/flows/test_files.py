"""Files that people bring along, and that they are sent."""

from collections.abc import Iterator

import pytest

from harness.chat.people import Place
from harness.toolbox.attached_files import folder_of
from tests.fakes.openai.script import call, reply
from tests.fakes.pictures import png
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Desk.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


def folder(desk: Desk, room: Room) -> str:
    """Where what was attached in that room is kept."""
    return folder_of(Place("slack", desk.slack.team.id, room.channel.id))


@story
async def test_what_is_attached_is_saved_and_read(desk: Desk, room: Room) -> None:
    text = f"{desk.slack.bot} what does it say?"
    room.root = await desk.slack.says(desk.bob, room.channel, text, files={"report.csv": b"a,b\n1,2\n"})
    id = room.root.files[0].id
    room.model_will(
        reply(call("save_attachment", id=id)),
        reply(call("read_file", file_path=f"{folder(desk, room)}/{id}-report.csv")),
        reply("One and two."),
    )
    await room.reads("One and two.")
    assert f"[attached: report.csv, text/csv, 8 bytes, with the id {id}]" in (await room.asked(1)).said
    assert "1,2" in (await room.asked(3)).said


@story
async def test_what_the_model_cannot_look_at_is_said_in_words(desk: Desk, room: Room) -> None:
    text, picture = f"{desk.slack.bot} what is on it?", png()
    room.root = await desk.slack.says(desk.bob, room.channel, text, files={"chart.png": picture})
    id = room.root.files[0].id
    room.model_will(reply(call("save_attachment", id=id)), reply("I cannot see it."))
    await room.reads("I cannot see it.")
    assert (
        f"[{folder(desk, room)}/{id}-chart.png is image/png, which this model cannot look at]"
        in (await room.asked(2)).said
    )


@story
async def test_a_file_is_sent_into_the_thread_once_it_is_approved(desk: Desk, room: Room) -> None:
    (desk.files / "chart.png").write_bytes(b"\x89PNG")
    room.model_will(reply(call("send_file", file_path="/chart.png")), reply("There it is."))
    await room.mentions(desk.bob, "show me the chart")
    await room.clicks(desk.bob, await room.card("chart.png"), "Approve")
    await room.reads("There it is.")
    assert [file.content for message in room.posts for file in message.files] == [b"\x89PNG"]


@story
async def test_a_folder_goes_once_it_is_approved_as_it_was_shown(desk: Desk, room: Room) -> None:
    build = desk.files / "build"
    build.mkdir()
    (build / "a.o").write_bytes(b"12345")
    room.model_will(reply(call("delete", file_path="/build")), reply("All clean."))
    await room.mentions(desk.bob, "clean up")
    card = await room.card("Delete build")
    (build / "thesis.md").write_text("three years of work")
    await room.clicks(desk.bob, card, "Approve")
    again = await room.card("2 files, 24 bytes")
    assert (build / "thesis.md").exists()
    await room.clicks(desk.bob, again, "Approve")
    await room.reads("All clean.")
    assert not build.exists()


@story
async def test_a_file_that_was_not_read_is_read_before_anybody_is_asked_to_replace_it(desk: Desk, room: Room) -> None:
    (desk.files / "plan.md").write_text("by hand\n")
    write = reply(call("write_file", file_path="/plan.md", content="by me\n"))
    room.model_will(write, reply(call("read_file", file_path="/plan.md")), write, reply("Written."))
    await room.mentions(desk.bob, "write the plan")
    await room.clicks(desk.bob, await room.card("Replace plan.md"), "Approve")
    await room.reads("Written.")
    assert "you have not read it in this conversation" in (await room.asked(2)).said
    assert (desk.files / "plan.md").read_text() == "by me\n"
