"""Other bots: not listened to, unless the workspace names them; and then not for ever."""

from collections.abc import Iterator

import pytest

from harness.loop.guard import MOST
from tests.fakes.openai.script import call, reply
from tests.fakes.slack.records import User
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room

PAGER = "pager"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    folder = tmp_path_factory.mktemp("desk")
    with pytest.MonkeyPatch.context() as process:
        desk = Desk.open(folder)
        pager = desk.slack.user(PAGER, is_bot=True)
        file = folder / "workspace" / "workspace.yaml"
        named = f'people:\n  - {{id: "slack:{desk.slack.team.id}:{pager.id}", name: Pager}}\n'
        file.write_text(file.read_text().replace("people:\n", named))
        for name, value in desk.environment.items():
            process.setenv(name, value)
        try:
            desk.play(desk.move_in(InProcess()))
            yield desk
        finally:
            desk.close()


def where_bots_are(desk: Desk, room: Room, *bots: User) -> None:
    room.channel = desk.slack.channel(f"alerts-{len(desk.slack.calls)}", desk.ana, desk.bob, desk.cyd, desk.dee, *bots)


def pager(desk: Desk) -> User:
    return next(user for user in desk.slack.state.users.values() if user.name == PAGER)


@story
async def test_a_bot_that_nobody_named_is_not_listened_to(desk: Desk, room: Room) -> None:
    robot = desk.slack.user("robot", is_bot=True)
    where_bots_are(desk, room, robot)
    await room.mentions(robot, "the build is red")
    await desk.slack.settled()
    await room.rests()
    assert room.requests == 0
    assert not desk.slack.posts(room.channel)


@story
async def test_one_that_is_named_is_answered_and_does_not_decide_what_it_caused(desk: Desk, room: Room) -> None:
    where_bots_are(desk, room, pager(desk))
    room.model_will(reply(call("write_file", file_path="/alert.md", content="x")), reply("Noted."))
    await room.mentions(pager(desk), "the disk is full")
    card = await room.card("Create ")
    assert "Pager" not in card.shown.partition("can decide")[0]
    await room.clicks(desk.cyd, card, "Approve")
    await room.reads("Noted.")
    assert (await room.asked(1)).said == "Pager: the disk is full"


@story
async def test_two_bots_do_not_talk_for_ever_and_people_are_always_heard(desk: Desk, room: Room) -> None:
    where_bots_are(desk, room, pager(desk))
    room.model_will(*[reply(f"Answer {number}.") for number in range(MOST)])
    await room.mentions(pager(desk), "thanks 0")
    await room.reads("Answer 0.")
    for number in range(1, MOST):
        await room.says(pager(desk), f"{desk.slack.bot} thanks {number}")
        desk.passes(1)  # Slack takes a post a second in one channel
        await room.reads(f"Answer {number}.")
    await room.says(pager(desk), f"{desk.slack.bot} thanks once more")
    await desk.slack.settled()
    await room.rests()
    assert room.requests == MOST
    room.model_will(reply("Still here."))
    await room.says(desk.ana, f"{desk.slack.bot} are you there?")
    await room.reads("Still here.")
