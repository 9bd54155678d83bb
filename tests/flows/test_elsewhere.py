"""Reading and speaking outside of the conversation."""

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
async def test_a_channel_is_read_only_if_all_who_hear_of_it_can_see_it(desk: Desk, room: Room) -> None:
    board = desk.slack.channel("board", desk.ana, kind="private")
    await desk.slack.says(desk.ana, board, "the secret is xyzzy")
    room.model_will(reply(call("read_channel", channel="#board")), reply("I cannot see it."))
    await room.mentions(desk.bob, "what does the board say?")
    await room.reads("I cannot see it.")
    assert "whoever asked cannot see it" in (await room.asked(2)).said
    room.model_will(reply(call("read_channel", channel="#board")), reply("Ask me directly."))
    await room.says(desk.ana, f"{desk.slack.bot} and for me?")
    await room.reads("Ask me directly.")
    assert "may ask me directly" in (await room.asked(4)).said
    room.model_will(reply(call("read_channel", channel="#board")), reply("It has a secret."))
    await room.writes(desk.ana, "and here?")
    await room.reads("It has a secret.")
    assert "> ana: the secret is xyzzy" in (await room.asked(6)).said


@story
async def test_speaking_elsewhere_is_asked_first_and_happens_once(desk: Desk, room: Room) -> None:
    news = desk.slack.channel("news", desk.ana, desk.bob)
    room.model_will(reply(call("post_message", to="#news", text="We ship, <!channel>!")), reply("Announced."))
    await room.mentions(desk.bob, "announce it")
    card = await room.card("Post to ")
    assert not desk.slack.posts(news)
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Announced.")
    [post] = desk.slack.posts(news)
    assert "We ship" in post.shown
    assert "<!channel>" not in post.text
