"""A turn that takes long can be stopped by a button, which is there as long as there is something to stop."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.house import Desk, InProcess
from tests.flows.room import Room
from tests.flows.surface import SOON, mention


@pytest.fixture
def house() -> InProcess:
    return InProcess()


@pytest.fixture
def desk(tmp_path: Path, house: InProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    yield from Desk.lived_in(tmp_path, house, monkeypatch)


async def at_work(desk: Desk, room: Room, command: str) -> None:
    room.model_will(reply(call("execute", command=command)), reply("Done."))
    await room.mentions(desk.bob, "do it")
    await room.clicks(desk.bob, await room.card("Run "), "Approve")
    await room.until(lambda: desk.slack.status(room.channel, room.thread))


def test_its_button_stops_a_turn_and_is_gone_with_it(desk: Desk, house: InProcess) -> None:
    async def story() -> None:
        room = desk.room()
        await at_work(desk, room, "sleep 30; touch too-late")
        house.passes(11)
        working = await room.reads("Run sleep 30; touch too-late (in_progress)")
        assert working.shown.startswith("Working on it")
        assert working.controls == ["Stop"]
        await room.clicks(desk.ana, working, "Stop")
        await room.reads(f"Stopped by {mention(desk.ana)}", within=SOON)
        await room.until(lambda: not desk.slack.message(working).controls)
        assert re.fullmatch(r"Worked \d\d s", desk.slack.message(working).shown)
        await room.rests()
        assert not (desk.files / "too-late").exists()

    desk.play(story())


def test_the_button_goes_when_the_turn_has_ended_by_itself(desk: Desk, house: InProcess) -> None:
    async def story() -> None:
        room = desk.room()
        await at_work(desk, room, "until test -e go-on; do sleep 0.05; done")
        house.passes(11)
        working = await room.reads("Working on it")
        (desk.files / "go-on").touch()
        await room.reads("Done.")
        await room.until(lambda: not desk.slack.message(working).controls)
        await desk.slack.clicks(desk.ana, working.ts, "Stop", as_seen=working)
        await room.told(desk.ana, "That has already ended.")

    desk.play(story())


def test_who_may_decide_and_is_not_there_is_shown_what_waits_and_all_copies_settle_together(
    desk: Desk, house: InProcess
) -> None:
    async def story() -> None:
        room = desk.room()
        why = "You want to be greeted."
        room.model_will(reply(why, call("execute", command="echo hi")), reply("Said hi."))
        await room.mentions(desk.bob, "do it")
        card = await room.card("Run ")
        await house.rests()  # it is known when the card came
        house.passes(3_601)
        link = f"https://acme.slack.com/archives/{room.channel.id}/p{card.ts.replace('.', '')}"
        reminder = await room.reads("bob's request is still waiting: Run echo hi?")
        assert why in reminder.shown
        assert f"{mention(desk.bob)} or an approver (Cyd) can decide. Open card" in reminder.shown
        assert link in str(reminder.blocks)
        direct = desk.slack.dm(desk.cyd)
        copy = await room.until(lambda: next((m for m in desk.slack.posts(direct) if m.controls), None))
        assert "echo hi" in copy.shown
        assert f"{mention(desk.bob)} asks in <#{room.channel.id}>" in copy.shown.replace("  ", " ")
        assert f"<{link}" in copy.shown
        assert why in copy.shown
        assert "asks in" not in desk.slack.message(card).shown, "who is there knows"
        await room.clicks(desk.cyd, copy, "Approve")
        await room.reads("Said hi.")
        await room.until(lambda: not desk.slack.message(card).controls and not desk.slack.message(copy).controls)
        assert f"approved by {mention(desk.cyd)}" in desk.slack.message(card).shown
        assert f"approved by {mention(desk.cyd)}" in desk.slack.message(copy).shown

    desk.play(story())


def test_of_what_was_said_in_a_direct_message_others_are_shown_what_they_decide(desk: Desk, house: InProcess) -> None:
    async def story() -> None:
        slack = desk.slack
        room = Room(slack, desk.model, slack.dm(desk.bob), desk.files)
        why = "You fear the audit."
        room.model_will(reply(why, call("execute", command="echo hi")), reply("Said hi."))
        room.root = await slack.says(desk.bob, slack.dm(desk.bob), "do it, before anybody looks")
        card = await room.card("Run ")
        assert why in card.shown
        await house.rests()
        house.passes(3_601)
        direct = slack.dm(desk.cyd)
        copy = await room.until(lambda: next((m for m in slack.posts(direct) if m.controls), None))
        assert "echo hi" in copy.shown
        assert "asks in a direct message" in copy.shown
        assert why not in copy.shown
        assert "Open thread" not in copy.shown
        await slack.opens_app(desk.cyd, "home")
        home = await room.until(lambda: slack.views.homes.get(desk.cyd.id))
        assert "a direct message" in home.shown
        assert "Open thread" not in home.shown
        await slack.clicks(desk.cyd, slack.home(desk.cyd), "Approve…")
        review = await room.until(lambda: slack.views.top(desk.cyd.id))
        assert "echo hi" in review.shown
        assert why not in review.shown
        await slack.closes_view(desk.cyd, review)
        await room.clicks(desk.cyd, copy, "Approve")
        await room.until(lambda: not slack.message(card).controls and not slack.message(copy).controls)
        assert why not in slack.message(copy).shown

    desk.play(story())


def test_what_cannot_be_said_in_the_channel_is_said_to_whom_it_was_for(desk: Desk, house: InProcess) -> None:
    async def story() -> None:
        room = desk.room()
        go_on = desk.files / "go-on"
        await at_work(desk, room, f"until test -e {go_on.name}; do sleep 0.05; done")
        desk.slack.archives(room.channel)
        go_on.touch()
        direct = desk.slack.dm(desk.bob)
        lost = await room.until(lambda: next(iter(desk.slack.posts(direct)), None))
        assert "(it is archived)" in lost.shown
        assert lost.shown.endswith("Done.")

    desk.play(story())
