"""The colleague has itself woken, and looks at what it said it would look at."""

from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Desk.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


@story
async def test_it_is_woken_in_its_thread_once_and_looks_again(desk: Desk, room: Room) -> None:
    room.model_will(
        reply(call("schedule_wakeup", note="Is the deployment through?", seconds=3_600)),
        reply("I will look in an hour."),
        reply("It is through."),
    )
    await room.mentions(desk.bob, "watch the deployment")
    await room.reads("I will look in an hour.")
    await room.rests()
    desk.passes(3_590)
    await room.rests()
    assert room.requests == 2
    desk.passes(20)
    await room.reads("It is through.")
    woken = (await room.asked(3)).said
    assert woken == "[The time that you asked to be woken at, for bob: Is the deployment through?]"
    await room.rests()
    desk.passes(7_200)
    await room.rests()
    assert room.requests == 3


@story
async def test_what_is_due_at_the_same_time_is_heard_at_once(desk: Desk, room: Room) -> None:
    room.model_will(
        reply(
            call("schedule_wakeup", note="Is the deployment through?", seconds=600),
            call("schedule_wakeup", note="Is the disk full?", seconds=600),
        ),
        reply("In ten minutes."),
        reply("It is through, and it is not."),
    )
    await room.mentions(desk.bob, "watch the deployment and the disk")
    await room.reads("In ten minutes.")
    await room.rests()
    desk.passes(610)
    await room.reads("It is through, and it is not.")
    await room.rests()
    heard = str((await room.asked(3)).messages)
    assert "Is the deployment through?]" in heard
    assert "Is the disk full?]" in heard
    assert room.requests == 3


@story
async def test_people_see_when_it_wakes_and_keep_it_from_it(desk: Desk, room: Room) -> None:
    room.model_will(reply(call("schedule_wakeup", note="Look again.", seconds=600)), reply("In ten minutes."))
    await room.mentions(desk.bob, "look again in ten minutes")
    await room.reads("In ten minutes.")
    await room.says(desk.dee, f"{desk.slack.bot} wakeups")
    told = await room.told(desk.dee, "`1.1.0`")
    assert ", for bob: Look again." in told
    await room.says(desk.dee, f"{desk.slack.bot} wakeups cancel 1.1.0")
    await room.told(desk.dee, "Cancelled: Look again.")
    desk.passes(700)
    await room.rests()
    assert room.requests == 2


@story
async def test_it_does_regularly_what_somebody_agreed_to(desk: Desk, room: Room) -> None:
    room.model_will(
        reply(call("schedule", note="Post the numbers.", cron="0 9 * * *", zone="Europe/Berlin")),
        reply("Every morning, then."),
        reply("The numbers of today."),
        reply("The numbers of tomorrow."),
    )
    await room.mentions(desk.bob, "post the numbers every morning at nine")
    card = await room.card("Schedule every day at 9:00 (Berlin): Post the numbers.?")
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Every morning, then.")
    await room.rests()
    desk.passes(86_400)
    await room.reads("The numbers of today.")
    await room.rests()
    desk.passes(86_400)
    await room.reads("The numbers of tomorrow.")
    await room.rests()
    assert room.requests == 4


@story
async def test_it_reminds_people_at_a_time_of_their_own_clocks(desk: Desk, room: Room) -> None:
    room.model_will(
        reply(call("wakeups", action="list")),
        reply(call("schedule_wakeup", note="Remind them.", at="2000-01-01T10:00")),
        reply("That is over."),
    )
    await room.mentions(desk.bob, "remind us at ten")
    await room.reads("That is over.")
    assert "in Europe/Madrid.\nThere are none." in (await room.asked(2)).messages[-1]["content"]
    assert "in Europe/Madrid now." in (await room.asked(3)).messages[-1]["content"]


@story
async def test_what_it_asks_when_it_was_woken_is_asked_of_whom_it_works_for(desk: Desk, room: Room) -> None:
    room.model_will(
        reply(call("schedule_wakeup", note="Write it down.", seconds=60)),
        reply("In a minute."),
        reply(call("write_file", file_path="/noted.md", content="x")),
        reply("Noted."),
    )
    await room.mentions(desk.bob, "note it in a minute")
    await room.reads("In a minute.")
    desk.passes(61)
    card = await room.card("Create ")
    assert "or an approver" in card.shown
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Noted.")
