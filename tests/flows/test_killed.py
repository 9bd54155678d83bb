"""The stories in which the process is killed at its worst moment, and started again."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.openai.script import call, pieces, reply
from tests.flows.house import BlackBox, Desk
from tests.postgres import Postgres


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    yield from opened(tmp_path)


@pytest.fixture
def desk_on_postgresql(tmp_path: Path, postgres: Postgres) -> Iterator[Desk]:
    yield from opened(tmp_path, postgres.database())


def opened(folder: Path, database: str = "") -> Iterator[Desk]:
    desk = Desk.open(folder, database)
    try:
        desk.play(desk.move_in(BlackBox()))
        yield desk
    finally:
        desk.close()


async def killed(desk: Desk) -> None:
    assert isinstance(desk.house, BlackBox)
    await desk.house.kill()


async def again(desk: Desk) -> None:
    await desk.move_in(BlackBox())


def test_an_approval_survives_and_is_answered_after_the_restart(desk: Desk) -> None:
    approved_after_a_restart(desk)


def test_an_approval_survives_on_postgresql_too(desk_on_postgresql: Desk) -> None:
    approved_after_a_restart(desk_on_postgresql)


def approved_after_a_restart(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        room.model_will(reply(call("write_file", file_path="/late.md", content="x")), reply("At last."))
        await room.mentions(desk.bob, "write late.md")
        card = await room.card("write_file")
        await killed(desk)
        await again(desk)
        await room.clicks(desk.bob, card, "Approve")
        await room.reads("At last.")
        assert (desk.files / "late.md").exists()
        assert not desk.slack.message(card).controls
        assert len([m for m in room.posts if "write_file" in m.shown]) == 1, "the card was posted twice"

    desk.play(story())


def test_a_tool_that_was_running_ends_with_the_process_and_its_outcome_is_unknown(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        command = "echo begun >> begun.txt; sleep 3; echo survived > survived.txt"
        room.model_will(reply(call("execute", command=command)), reply("I will look first."))
        await room.mentions(desk.bob, "run it")
        await room.clicks(desk.bob, await room.card("execute"), "Approve")
        await room.until(lambda: (desk.files / "begun.txt").exists() or None)
        await killed(desk)
        await again(desk)
        await room.reads("I will look first.")
        assert "its outcome is unknown" in (await room.asked(2)).said
        await asyncio.sleep(3.0)  # as long as the command would have taken
        assert (desk.files / "begun.txt").read_text() == "begun\n", "it was run twice"
        assert not (desk.files / "survived.txt").exists(), "it outlived the process"

    desk.play(story())


def test_a_reply_that_was_being_written_is_one_message_in_the_end(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        gate, whole = asyncio.Event(), "Once upon a time there was a very long reply."
        room.model_will(reply(*pieces(whole[:24]), gate, whole[24:]), reply(*pieces(whole)))
        await room.mentions(desk.bob, "tell me a story")
        await room.reads("Once upon a time")
        await killed(desk)
        gate.set()
        await again(desk)
        await room.reads(whole)
        await room.rests()
        assert [m.shown for m in room.posts] == [whole]

    desk.play(story())


def test_a_message_that_was_sent_while_it_was_down_is_answered(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        await killed(desk)
        room.model_will(reply("I was away."))
        await room.mentions(desk.bob, "are you there?")
        await again(desk)
        await room.reads("I was away.")

    desk.play(story())
