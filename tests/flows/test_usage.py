"""What a model call used counts, however it ends."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from adapters.storage.journal import SqlJournal
from bot.settings import read
from harness.chat.people import Place
from harness.loop.intake import thread_of
from harness.sessions import facts as f
from tests.fakes.openai.script import CUT, HANG, pieces, reply
from tests.flows.house import Desk, InProcess
from tests.flows.room import Room
from tests.flows.surface import SOON, WITHIN, mention

T = TypeVar("T")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    yield from Desk.lived_in(tmp_path, InProcess(), monkeypatch)


async def journaled(desk: Desk, room: Room, kind: type[T]) -> T:
    """The first fact of that kind in the room's journal, once it is there."""
    settings = read(desk.environment, str(desk.folder / "workspace"))
    thread = thread_of(Place("slack", desk.slack.team.id, room.channel.id, room.thread))
    with SqlJournal.open(settings.database_url, time.time) as journal:
        async with asyncio.timeout(WITHIN):
            while True:
                for row in await journal.read(thread):
                    if isinstance(row.fact, kind):
                        return row.fact
                await asyncio.sleep(0.05)


def test_a_stop_in_the_middle_of_a_reply_has_used_what_was_sent_and_what_had_come(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        room.model_will(reply(*pieces("I will tell you a long story. "), HANG))
        await room.mentions(desk.bob, "tell me a story")
        await room.reads("I will tell you a long story.")
        await room.says(desk.bob, "stop")
        await room.reads(f"Stopped by {mention(desk.bob)}", within=SOON)
        stopped = await journaled(desk, room, f.ModelStopped)
        assert stopped.text == "I will tell you a long story. "
        assert stopped.usage.output_tokens == 9
        assert stopped.usage.input_tokens > len((await room.asked(1)).messages[0]["content"]) // 4
        await room.rests()

    desk.play(story())


def test_a_reply_that_broke_off_and_was_repeated_has_used_both(desk: Desk) -> None:
    async def story() -> None:
        room = desk.room()
        room.model_will(reply("Once ", "upon ", CUT), reply("Once upon a time.", usage=(1_000, 5)))
        await room.mentions(desk.bob, "tell me a story")
        await room.reads("Once upon a time.")
        replied = await journaled(desk, room, f.ModelReplied)
        assert replied.usage.output_tokens == 3 + 5
        assert replied.usage.input_tokens > 1_000 + len((await room.asked(1)).messages[0]["content"]) // 4
        await room.rests()

    desk.play(story())
