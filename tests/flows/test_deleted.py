"""A conversation is put away, or deleted for good: nothing of it comes back."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.discord_house import DiscordDesk
from tests.flows.discord_room import Room as DiscordRoom
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.surface import AnyDesk, at


@pytest.fixture(scope="module")
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyDesk]:
    with pytest.MonkeyPatch.context() as process:
        yield from request.param.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


@at(Desk)
@story
async def test_what_is_archived_is_listed_again_once_somebody_speaks(desk: Desk, room: Room) -> None:
    room.model_will(reply("Noted."), reply("Yes."))
    await room.mentions(desk.bob, "paint it blue")
    await room.reads("Noted.")
    await room.rests()
    await room.addresses(desk.bob, "archive")
    await room.told(desk.bob, "Archived. It is listed again once somebody speaks here.")
    await room.rests()
    await room.addresses(desk.cyd, "threads")
    await room.told(desk.cyd, "There are no threads here yet.")
    await room.addresses(desk.bob, "still there?")
    await room.reads("Yes.")
    await room.rests()
    await room.addresses(desk.bob, "threads")
    await room.told(desk.bob, "paint it blue")


@at(Desk)
@story
async def test_what_is_deleted_does_not_come_back(desk: Desk, room: Room) -> None:
    room.model_will(reply("Running it.", call("execute", command="make secret-4711")), reply("I know nothing of it."))
    said = await room.mentions(desk.ana, "the code is 4711, run it")
    card = await room.card("Run make secret-4711?")
    await room.addresses(desk.ana, "delete")
    asked = await room.ephemeral(desk.ana, "This deletes “the code is 4711, run it” for good")
    await room.clicks(desk.ana, asked, "Delete for good")
    await room.reads("is having this conversation deleted: once it is, I remember nothing of it.")
    await room.until(lambda: not room.now(card).controls)
    await at_rest(desk)
    assert not stored(desk, "4711")
    room.comes_again(said, 2)
    await room.clicks_as_seen(desk.ana, card, "Approve")
    await desk.slack.settled()
    assert not stored(desk, "4711")
    await room.addresses(desk.ana, "what was the code?")
    await room.reads("I know nothing of it.")
    assert "4711" not in str((await room.asked(2)).messages)


@at(Desk)
@story
async def test_what_it_has_saved_of_what_was_attached_is_deleted_too(desk: Desk, room: Room) -> None:
    text = f"{desk.slack.bot} keep it"
    room.root = await desk.slack.says(desk.ana, room.channel, text, files={"code.txt": b"4711"})
    room.model_will(reply(call("save_attachment", id=room.root.files[0].id)), reply("Kept."))
    await room.reads("Kept.")
    saved = list(desk.files.rglob("*code.txt"))
    assert saved
    await room.addresses(desk.ana, "delete")
    asked = await room.ephemeral(desk.ana, "This deletes “keep it")
    await room.clicks(desk.ana, asked, "Delete for good")
    await room.reads("is having this conversation deleted")
    await at_rest(desk)
    assert not any(one.exists() for one in saved)


async def at_rest(desk: Desk) -> None:
    assert isinstance(desk.house, InProcess)
    await desk.house.rests()


def stored(desk: Desk, text: str) -> bool:
    """Is it anywhere in the database?"""
    with closing(sqlite3.connect(f"file:{next(desk.folder.rglob('deskmate.db'))}?mode=ro", uri=True)) as kept:
        tables = [name for (name,) in kept.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = (row for table in tables for row in kept.execute(f'SELECT * FROM "{table}"'))  # noqa: S608
        return any(text in str(row) for row in rows)


@at(Desk)
@story
async def test_whoever_is_not_alone_there_does_not_delete_it(desk: Desk, room: Room) -> None:
    room.model_will(reply("Noted."), reply("You too."))
    await room.mentions(desk.bob, "paint it blue")
    await room.reads("Noted.")
    await room.rests()
    await room.addresses(desk.cyd, "hello")
    await room.reads("You too.")
    await room.rests()
    await room.addresses(desk.bob, "delete")
    await room.told(desk.bob, "Only an owner can delete a conversation in which others take part.")
    assert stored(desk, "paint it blue")


@at(Desk)
@story
async def test_with_it_goes_what_a_branch_began_with_and_what_was_noted(desk: Desk, room: Room) -> None:
    room.model_will(
        reply(call("remember", text="The code is 4711.", layer="place")), reply("Noted."), reply("Nothing.")
    )
    await room.mentions(desk.ana, "the code is 4711")
    await room.clicks(desk.ana, await room.card("Remember this here?"), "Approve")
    await room.reads("Noted.")
    await room.rests()
    await room.addresses(desk.ana, "branch")
    root = await room.until(lambda: next((one for one in room.outside if " began a branch" in one.shown), None))
    await room.told(desk.ana, "The branch is a new thread here.")
    await room.addresses(desk.ana, "delete")
    asked = await room.ephemeral(desk.ana, "This deletes “the code is 4711” for good")
    await room.clicks(desk.ana, asked, "Delete for good")
    await room.reads("is having this conversation deleted")
    await room.told(desk.ana, "A new conversation begins here.")
    await at_rest(desk)
    assert not stored(desk, "code is 4711")
    await desk.slack.says(desk.ana, room.channel, f"{desk.slack.bot} what do you know?", thread_ts=root.ts)
    await room.until(lambda: any("Nothing." in one.shown for one in desk.slack.posts(room.channel, root.ts)))
    assert "4711" not in str((await room.asked(3)).messages)


@at(DiscordDesk)
@story
async def test_in_discord_it_is_deleted_too(desk: DiscordDesk, room: DiscordRoom) -> None:
    room.model_will(reply("Noted."), reply("I know nothing."))
    await room.mentions(desk.ana, "the code is 4711")
    await room.reads("Noted.")
    await room.rests()
    await room.addresses(desk.ana, "delete")
    asked = await room.ephemeral(desk.ana, "for good")
    await room.clicks(desk.ana, asked, "Delete for good")
    await room.reads("is having this conversation deleted")
    await room.rests()
    await room.addresses(desk.ana, "which code?")
    await room.reads("I know nothing.")
    assert "4711" not in str((await room.asked(2)).messages)
