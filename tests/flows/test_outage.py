"""Slack takes nothing from us, for long: what is owed arrives once it does again.

By a clock that passes it takes half an hour; OUTAGE=24 in the environment makes it a day (`make soak`).
"""

import os
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

HOUR = 3_600.0
OUTAGE = float(os.environ.get("OUTAGE", "0.5")) * HOUR
AFTERWARDS = 1.25 * HOUR
"""Seconds in which it is tried again: pauses grow to an hour at most."""
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


def begins(desk: Desk) -> None:
    for method in TELLING:
        desk.slack.breaks(method, 503, times=None)


async def ends(desk: Desk, hours: Hours) -> None:
    await hours.passes(OUTAGE)
    for method in TELLING:
        desk.slack.recovers(method)
    await hours.passes(AFTERWARDS)


def write(path: str) -> Call:
    return call("write_file", file_path=path, content="x")


def test_an_answer_that_was_finished_meanwhile_is_posted_once(desk: Desk, hours: Hours) -> None:
    async def story() -> None:
        room = await begun(desk)
        begins(desk)
        room.model_will(reply("The report is ready."))
        await room.says(desk.bob, f"{desk.slack.bot} is the report ready?")
        await ends(desk, hours)
        assert [one.shown for one in room.replies] == ["Hello.", "The report is ready."]

    desk.play(story(), WITHIN + OUTAGE / 60)


def test_what_was_asked_meanwhile_is_shown_and_decided(desk: Desk, hours: Hours) -> None:
    async def story() -> None:
        room = await begun(desk)
        begins(desk)
        room.model_will(reply(write("/late.md")), reply("Written."))
        await room.says(desk.bob, f"{desk.slack.bot} write late.md")
        await ends(desk, hours)
        cards = [one for one in room.posts if "Approve" in one.controls]
        assert len(cards) == 1
        await room.clicks(desk.bob, cards[0], "Approve")
        await hours.passes(60)
        assert (desk.files / "late.md").exists()
        assert room.replies[-1].shown == "Written."

    desk.play(story(), WITHIN + OUTAGE / 60)


def test_what_was_decided_meanwhile_has_no_buttons_left_and_is_answered(desk: Desk, hours: Hours) -> None:
    async def story() -> None:
        room = await begun(desk)
        room.model_will(reply(write("/meanwhile.md")), reply("Written."))
        await room.says(desk.bob, f"{desk.slack.bot} write meanwhile.md")
        card = await room.card("write_file")
        begins(desk)
        await room.clicks(desk.bob, card, "Approve")
        await ends(desk, hours)
        assert (desk.files / "meanwhile.md").exists()
        assert not room.now(card).controls
        assert "Approved by bob" in room.now(card).shown
        assert [one.shown for one in room.replies if one.shown == "Written."] == ["Written."]

    desk.play(story(), WITHIN + OUTAGE / 60)
