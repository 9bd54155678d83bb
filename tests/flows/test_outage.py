"""Slack takes nothing from us, for long: what is owed arrives once it does again.

By a clock that passes it takes half an hour; OUTAGE=24 in the environment makes it a day (`make soak`).
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.clock import WITHIN
from tests.fakes.hours import Hours
from tests.fakes.openai.script import Call, call, reply
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.flows.house import Desk, InProcess
from tests.flows.room import Room
from tests.flows.surface import made, mention

HOUR = 3_600.0
OUTAGE = float(os.environ.get("OUTAGE", "0.5")) * HOUR
AFTERWARDS = min(2 * OUTAGE, 2.25 * HOUR)
"""Seconds in which it is tried again: pauses grow to an hour, and what comes after something waits for that."""
LATE = "late"
TELLING = ("chat.*", "agents.*", "conversations.open", "files.*", "reactions.*", "views.*")
"""The methods by which people see anything of us."""


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def desk(hours: Hours, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    clock = Clock(source=hours)
    hours.moved = lambda: clock.advance(0)
    slack = SlackEmulator(clock=clock, later=hours.later)
    yield from Desk.lived_in(tmp_path, InProcess(hours, hours.sleep), monkeypatch, loop=hours.loop, slack=slack)


async def begun(desk: Desk) -> Room:
    """A conversation: until its first words are there time stands still, and the model is loaded."""
    room = desk.room()
    room.model_will(reply("Hello."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    return room


def write(path: str) -> Call:
    return call("write_file", file_path=path, content="x")


def test_what_is_owed_arrives_once_and_says_that_it_is_late(desk: Desk, hours: Hours) -> None:
    async def story() -> None:
        finished, asked, decided = [await begun(desk) for _ in range(3)]
        desk.model.will(reply(write("/decided.md")))
        await decided.says(desk.bob, f"{desk.slack.bot} write decided.md")
        card = await decided.card("Create ")

        for method in TELLING:
            desk.slack.breaks(method, 503, times=None)
        desk.model.will(reply("The report is ready."))
        await finished.says(desk.bob, f"{desk.slack.bot} is the report ready?")
        await desk.model.asked(5)
        desk.model.will(reply(write("/asked.md")))
        await asked.says(desk.bob, f"{desk.slack.bot} write asked.md")
        await desk.model.asked(6)
        desk.model.will(reply("It is decided, and written."))
        await decided.clicks(desk.bob, card, "Approve")
        await desk.model.asked(7)
        await hours.passes(OUTAGE)
        for method in TELLING:
            desk.slack.recovers(method)
        await hours.passes(AFTERWARDS)

        assert late(finished) == ["Hello.", LATE, "The report is ready."]
        assert late(decided)[-2:] == [LATE, "It is decided, and written."]
        assert (desk.files / "decided.md").exists()
        assert list(decided.now(card).controls) == ["Undo"]
        assert f"approved by {mention(desk.bob)}" in decided.now(card).shown
        cards = [one for one in asked.posts if "Approve" in one.controls]
        assert len(cards) == 1
        desk.model.will(reply("It is asked, and written."))
        await asked.clicks(desk.bob, cards[0], "Approve")
        await made(desk.files / "asked.md")
        await desk.model.asked(8)
        await hours.passes(60)
        await asked.reads("It is asked, and written.")

    desk.play(story(), WITHIN + OUTAGE / 60)


def late(room: Room) -> list[str]:
    """What its replies say, with LATE for the words by which one says so itself."""
    lines = "\n".join(one.shown for one in room.replies).split("\n")
    return [
        LATE if re.fullmatch(r"This comes late: I could not post for [^.]+\.", line) else line for line in lines if line
    ]
