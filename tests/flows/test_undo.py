"""The last change of a file is had back by a button on its card."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.openai.script import Reply, call, reply
from tests.flows.discord_house import DiscordDesk
from tests.flows.house import BlackBox, Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.surface import AnyDesk, AnyRoom, at


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Desk | DiscordDesk]:
    home: type[Desk | DiscordDesk] = getattr(request, "param", Desk)
    with pytest.MonkeyPatch.context() as process:
        yield from home.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


async def edited(desk: AnyDesk, room: AnyRoom, name: str, *more: Reply, by: object = None) -> Any:
    """A card of an edit that Bob, or another, has had done."""
    by = by or desk.bob
    (desk.files / name).write_text("red\nblue\n")
    edit = call("edit_file", file_path=f"/{name}", old_string="blue", new_string="green")
    room.model_will(reply(edit), reply("Painted."), *more)
    await room.mentions(by, f"paint {name}")
    card = await room.card(f"Edit {name}")
    await room.clicks(by, card, "Approve")
    await room.reads("Painted.")
    await room.until(lambda: "Undo" in room.now(card).controls)
    assert (desk.files / name).read_text() == "red\ngreen\n"
    return room.now(card)


@pytest.mark.parametrize("desk", [Desk, DiscordDesk], ids=["slack", "discord"], indirect=True)
@story
async def test_a_change_is_undone_by_whoever_may_decide_and_the_model_is_told(desk: AnyDesk, room: AnyRoom) -> None:
    card = await edited(desk, room, "fence.md", reply("Blue again, I see."))
    await room.clicks(desk.dee, card, "Undo")
    await room.told(desk.dee, "can decide this")
    assert (desk.files / "fence.md").read_text() == "red\ngreen\n"
    await room.clicks(desk.cyd, card, "Undo")
    await room.until(lambda: "undone by" in room.now(card).shown)
    assert (desk.files / "fence.md").read_text() == "red\nblue\n"
    await room.until(lambda: not room.now(card).controls)
    await room.says(desk.bob, "and now?")
    await room.reads("Blue again, I see.")
    assert "has undone your change of /fence.md: it is as it was before that." in str((await room.asked(3)).messages)


@at(Desk)
@story
async def test_what_was_changed_since_stays(desk: Desk, room: Room) -> None:
    card = await edited(desk, room, "gate.md")
    (desk.files / "gate.md").write_text("by hand\n")
    await room.clicks(desk.bob, card, "Undo")
    await room.told(desk.bob, "I undid nothing: the file has changed since.")
    assert (desk.files / "gate.md").read_text() == "by hand\n"
    await room.until(lambda: not room.now(card).controls)


@pytest.mark.parametrize("desk", [Desk, DiscordDesk], ids=["slack", "discord"], indirect=True)
@story
async def test_of_edits_approved_together_one_is_had_back_and_the_other_stays(desk: AnyDesk, room: AnyRoom) -> None:
    (desk.files / "list.md").write_text("one\n\n\n\n\ntwo\n")
    edits = [call("edit_file", file_path="/list.md", old_string=old, new_string="x") for old in ("one", "two")]
    room.model_will(reply(*edits), reply("Crossed out."))
    await room.mentions(desk.bob, "cross them out")
    card = await room.card("list.md")
    await room.clicks(desk.bob, card, "Approve all (2)")
    await room.reads("Crossed out.")
    await room.until(lambda: room.now(card).controls == ["Undo"])
    await room.clicks(desk.bob, card, "Undo")
    await room.until(lambda: "undone by" in room.now(card).shown)
    assert sorted((desk.files / "list.md").read_text().split()) in (["one", "x"], ["two", "x"])


@at(Desk)
@story
async def test_a_change_that_nobody_was_asked_about_takes_the_button_away(desk: Desk, room: Room) -> None:
    card = await edited(desk, room, "door.md")
    await room.addresses(desk.cyd, "mode free")
    await room.reads("switched me to free mode")
    room.model_will(
        reply(call("edit_file", file_path="/door.md", old_string="green", new_string="black")), reply("Black.")
    )
    await room.says(desk.bob, "black, then")
    await room.reads("Black.")
    await room.until(lambda: not room.now(card).controls)


@at(Desk)
@story
async def test_what_was_deleted_is_back_and_what_was_made_is_gone(desk: Desk, room: Room) -> None:
    (desk.files / "old.md").write_text("old\r\n", newline="")
    (desk.files / "old.md").chmod(0o750)
    room.model_will(
        reply(call("delete", file_path="/old.md"), call("write_file", file_path="/new.md", content="new\n")),
        reply("Moved."),
    )
    await room.mentions(desk.bob, "move it")
    card = await room.card("old.md")
    await room.clicks(desk.bob, card, "Approve all (2)")
    await room.reads("Moved.")
    await room.until(lambda: room.now(card).controls == ["Undo", "Undo"])
    assert not (desk.files / "old.md").exists()
    await room.clicks(desk.bob, card, "Undo", nth=0)
    await room.until(lambda: room.now(card).controls == ["Undo"])
    assert (desk.files / "old.md").read_bytes() == b"old\r\n"
    assert (desk.files / "old.md").stat().st_mode & 0o777 == 0o750
    await room.clicks(desk.bob, card, "Undo")
    await room.until(lambda: not room.now(card).controls)
    assert not (desk.files / "new.md").exists()


@at(Desk)
@story
async def test_what_a_rule_denies_by_then_stays(desk: Desk, room: Room) -> None:
    card = await edited(desk, room, "late.md")
    settings = desk.folder / "workspace" / "workspace.yaml"
    before = settings.read_text()
    settings.write_text(f"{before}\nfiles: [{{operations: [write], paths: [/late.md], verdict: deny}}]\n")
    try:
        await room.clicks(desk.bob, card, "Undo")
        await room.told(desk.bob, "I undid nothing: a rule keeps me from changing that file now.")
        assert (desk.files / "late.md").read_text() == "red\ngreen\n"
    finally:
        settings.write_text(before)


@at(Desk)
@story
async def test_once_its_conversation_is_deleted_nothing_is_undone(desk: Desk, room: Room) -> None:
    card = await edited(desk, room, "gone.md", by=desk.ana)
    await room.addresses(desk.ana, "delete")
    await room.clicks(desk.ana, await room.ephemeral(desk.ana, "This deletes “paint gone.md"), "Delete for good")
    await room.reads("is having this conversation deleted")
    await room.rests()
    await room.clicks_as_seen(desk.ana, card, "Undo")
    await desk.slack.settled()
    assert (desk.files / "gone.md").read_text() == "red\ngreen\n"


@at(Desk)
@story
async def test_a_card_says_before_that_the_deletion_of_a_folder_cannot_be_undone(desk: Desk, room: Room) -> None:
    (desk.files / "shed").mkdir()
    (desk.files / "shed" / "rake.md").write_text("rake\n")
    room.model_will(reply(call("delete", file_path="/shed")), reply("Gone."))
    await room.mentions(desk.bob, "clear the shed")
    card = await room.card("Delete shed?")
    assert "1 file, 5 bytes · this cannot be undone" in card.shown
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Gone.")
    await room.until(lambda: not room.now(card).controls)


def test_it_is_undone_once_whatever_is_killed_meanwhile(tmp_path: Path) -> None:
    desk = Desk.open(tmp_path)

    async def story() -> None:
        house = BlackBox()
        await desk.move_in(house)
        room = desk.room()
        card = await edited(desk, room, "fence.md")
        await room.clicks(desk.bob, card, "Undo")
        await house.kill()
        await desk.move_in(BlackBox())
        await room.until(lambda: "undone by" in room.now(card).shown)
        assert (desk.files / "fence.md").read_text() == "red\nblue\n"

    try:
        desk.play(story())
    finally:
        desk.close()
