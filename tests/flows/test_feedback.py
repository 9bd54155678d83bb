"""What people think of an answer is in the journal; what they say was wrong is read with the next message."""

from collections.abc import Iterator

import pytest

from harness.sessions.facts import FeedbackGiven
from tests.fakes.openai.script import call, pieces, reply
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.test_streaming import TALE


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Desk.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


async def given(desk: Desk, room: Room) -> list[tuple[str, str, bool, str]]:
    """By whom, of which step, what, and in which words."""
    assert isinstance(desk.house, InProcess)
    assert desk.house.colleague
    intake, journal = desk.house.colleague.intake, desk.house.colleague.journal
    facts = [row.fact for row in await journal.read(await intake.reader.thread(room.place), 0)]
    return [(fact.by.name, str(fact.at), fact.good, fact.words) for fact in facts if isinstance(fact, FeedbackGiven)]


@story
async def test_each_click_is_kept_and_wakes_nobody(desk: Desk, room: Room) -> None:
    room.model_will(reply("I look.", call("write_file", file_path="/a.md", content="a")), reply("I wrote it."))
    await room.mentions(desk.bob, "write it")
    card = await room.card("Create ")
    await room.clicks(desk.bob, card, "Approve")
    answer = await room.reads("I wrote it.")
    await room.rests()
    assert [one.shown for one in room.posts if one.rated] == ["I wrote it."]
    before = [len(desk.slack.ephemerals(who)) for who in (desk.ana, desk.bob)]
    calls = len(desk.slack.calls)
    await desk.slack.rates(desk.bob, answer, good=True)
    await desk.slack.rates(desk.ana, answer, good=True)
    await desk.slack.rates(desk.bob, answer, good=False)
    await room.rests()
    assert await given(desk, room) == [
        ("bob", "1.2", True, ""), ("ana", "1.2", True, ""), ("bob", "1.2", False, ""),
    ]  # fmt: skip
    assert room.requests == 2
    assert before == [len(desk.slack.ephemerals(who)) for who in (desk.ana, desk.bob)]
    assert {one.method for one in desk.slack.calls[calls:]} <= {"users.info", "views.open"}


@story
async def test_it_stands_below_an_answer_that_was_streamed(desk: Desk, room: Room) -> None:
    room.model_will(reply(*pieces(TALE[:400], 40)), reply("You are welcome."))
    await room.mentions(desk.bob, "tell me a tale")
    tale = await room.until(lambda: next((one for one in room.posts if one.rated), None))
    await room.rests()
    await desk.slack.rates(desk.bob, tale, good=True)
    await room.says(desk.bob, "thank you")
    await room.reads("You are welcome.")
    assert await given(desk, room) == [("bob", "1.1", True, "")]
    assert room.requests == 2


@story
async def test_what_was_wrong_is_asked_in_a_form_and_read_with_the_next_message(desk: Desk, room: Room) -> None:
    slack = desk.slack
    room.model_will(reply("12 desks."), reply("14 desks, then."))
    await room.mentions(desk.bob, "how many desks are there?")
    answer = await room.reads("12 desks.")
    view = await room.dislikes(desk.dee, answer)
    assert "What was wrong?" in view.shown
    assert not (await slack.submits(desk.dee, view, {"What was wrong?": "the two of the annex"})).get("errors")
    assert await given(desk, room) == [
        ("dee", "1.1", False, ""), ("dee", "1.1", False, "the two of the annex"),
    ]  # fmt: skip
    assert room.requests == 1, "it wakes nobody"
    await room.says(desk.bob, f"{slack.bot} are you sure?")
    await room.reads("14 desks, then.")
    told = str((await room.asked(2)).messages)
    assert "dee did not like an answer of yours" in told
    assert "the two of the annex" in told


@story
async def test_a_form_without_words_says_no_more_than_the_click(desk: Desk, room: Room) -> None:
    slack = desk.slack
    room.model_will(reply("12 desks."))
    await room.mentions(desk.bob, "how many desks are there?")
    view = await room.dislikes(desk.bob, await room.reads("12 desks."))
    assert not (await slack.submits(desk.bob, view, {"What was wrong?": "  "})).get("errors")
    assert set(await given(desk, room)) == {("bob", "1.1", False, "")}
    room.model_will(reply("Gladly."))
    await room.says(desk.bob, f"{slack.bot} count again")
    await room.reads("Gladly.")
    assert "did not like" not in str((await room.asked(2)).messages)


@story
async def test_who_may_not_talk_is_told_once_and_asked_nothing(desk: Desk, room: Room) -> None:
    slack = desk.slack
    gus = slack.user("gus", restricted=True)
    slack.joins(gus, room.channel)
    room.model_will(reply("12 desks."))
    await room.mentions(desk.bob, "how many desks are there?")
    await slack.rates(gus, await room.reads("12 desks."), good=False)
    await room.until(lambda: slack.ephemerals(gus))
    await room.rests()
    assert len(slack.ephemerals(gus)) == 1
    assert slack.views.top(gus.id) is None
    assert not await given(desk, room)
