"""People talk about an open approval, and decide in words, on each platform and in both houses."""

from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import Call, call, reply
from tests.flows.house import story
from tests.flows.surface import AnyDesk, AnyRoom
from tests.flows.test_stories import HOUSES


@pytest.fixture(scope="module", params=HOUSES)
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyDesk]:
    house, desk = HOUSES[request.param]
    with pytest.MonkeyPatch.context() as process:
        yield from desk.lived_in(tmp_path_factory.mktemp("desk"), house(), process)


def write(name: str) -> Call:
    return call("write_file", file_path=f"/{name}.md", content=f"all about {name}")


@story
async def test_a_question_about_an_open_card_is_answered_and_decides_nothing(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("talk")), reply("So that the others know."), reply("It is written."))
    await room.mentions(desk.bob, "write talk.md")
    card = await room.card("all about talk")
    await room.says(desk.bob, "why that file?")
    await room.reads("So that the others know.")
    assert "has not run" in str((await room.asked(2)).messages)
    assert not (desk.files / "talk.md").exists()
    assert (await room.card("all about talk")).id == card.id, "it waits as before"
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("It is written.")
    assert "You answered: So that the others know." in str((await room.asked(3)).messages)
    assert (desk.files / "talk.md").exists()
    await room.rests()


@story
async def test_what_people_do_not_want_is_taken_back(desk: AnyDesk, room: AnyRoom) -> None:
    taken_back = call("withdraw_call", call="1.1.0", reason="nobody needs it")
    room.model_will(reply(write("unwanted")), reply("Then I leave it.", taken_back), reply("All is as it was."))
    await room.mentions(desk.bob, "write unwanted.md")
    card = await room.card("all about unwanted")
    await room.says(desk.bob, "no, leave that out")
    await room.reads("All is as it was.")
    settled = await room.until(
        lambda: next((one for one in room.posts if one.id == card.id and not one.controls), None)
    )
    assert "nobody needs it" in settled.shown
    assert not (desk.files / "unwanted.md").exists()
    await room.rests()


@story
async def test_what_people_want_otherwise_is_asked_anew(desk: AnyDesk, room: AnyRoom) -> None:
    instead = call(
        "replace_call",
        call="1.1.0",
        arguments={"file_path": "/second.md", "content": "all about second"},
        reason="as you say",
    )
    room.model_will(reply(write("first")), reply("Rather the second, then.", instead), reply("It is there."))
    await room.mentions(desk.bob, "write first.md")
    await room.card("all about first")
    await room.says(desk.bob, "call it second")
    await room.clicks(desk.bob, await room.card("all about second"), "Approve")
    await room.reads("It is there.")
    assert not (desk.files / "first.md").exists()
    assert (desk.files / "second.md").exists()
    await room.rests()


@story
async def test_a_yes_shows_the_buttons_and_the_word_decides(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("words")), reply("It stands there."))
    await room.mentions(desk.bob, "write words.md")
    await room.card("all about words")
    await room.says(desk.bob, "go ahead")
    await room.told(desk.bob, "That decides nothing.")
    assert not (desk.files / "words.md").exists()
    await room.says(desk.bob, "approve")
    await room.reads("It stands there.")
    assert (desk.files / "words.md").exists()
    assert room.requests == 2, "no model was asked about either"
    await room.rests()


@story
async def test_no_word_decides_on_a_card_with_a_hidden_part_until_somebody_has_opened_it(
    desk: AnyDesk, room: AnyRoom
) -> None:
    hidden = call("execute", command="true && echo ran > ran.txt && true --token sk-proj-0123456789abcdef")
    room.model_will(reply(hidden), reply("It ran."))
    await room.mentions(desk.bob, "run it")
    card = await room.card("A part of this is hidden.")
    assert "sk-proj" not in str(card)
    await room.says(desk.bob, "approve")
    await room.told(desk.bob, "Open “Show secrets…” on the card first.")
    assert not (desk.files / "ran.txt").exists()
    await room.looks(desk.bob, card, "Show secrets…")
    await room.says(desk.bob, "approve")
    await room.reads("It ran.")
    assert (desk.files / "ran.txt").exists()
    await room.rests()


@story
async def test_the_buttons_that_a_yes_has_shown_decide(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("pressed")), reply("It stands there."))
    await room.mentions(desk.bob, "write pressed.md")
    await room.card("all about pressed")
    known = len(room.ephemerals(desk.bob))  # of stories before this one
    await room.says(desk.bob, "ok")
    await room.until(lambda: room.ephemerals(desk.bob)[known:])
    await room.clicks(desk.bob, await room.ephemeral(desk.bob, "That decides nothing."), "Approve")
    await room.reads("It stands there.")
    await room.rests()


@story
async def test_a_denial_in_words_has_its_reason(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("refused")), reply("Not today, then."))
    await room.mentions(desk.bob, "write refused.md")
    await room.card("all about refused")
    await room.says(desk.bob, "deny: not on a Friday")
    await room.reads("Not today, then.")
    assert "bob denied it: not on a Friday" in (await room.asked(2)).said
    await room.rests()
