"""What people think of an answer is in the journal, and nothing else comes of it."""

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


async def given(desk: Desk, room: Room) -> list[tuple[str, str, bool]]:
    """By whom, of which step, and what."""
    assert isinstance(desk.house, InProcess)
    assert desk.house.colleague
    intake, journal = desk.house.colleague.intake, desk.house.colleague.journal
    facts = [row.fact for row in await journal.read(await intake.reader.thread(room.place), 0)]
    return [(fact.by.name, str(fact.at), fact.good) for fact in facts if isinstance(fact, FeedbackGiven)]


@story
async def test_each_click_is_kept_and_wakes_nobody(desk: Desk, room: Room) -> None:
    room.model_will(reply("I look.", call("write_file", file_path="/a.md", content="a")), reply("I wrote it."))
    await room.mentions(desk.bob, "write it")
    card = await room.card("Create ")
    await room.clicks(desk.bob, card, "Approve")
    answer = await room.reads("I wrote it.")
    await room.rests()
    assert [one.shown for one in room.posts if one.rated] == ["I wrote it."]
    asides = [len(desk.slack.ephemerals(who)) for who in (desk.ana, desk.bob)]
    calls = len(desk.slack.calls)
    await desk.slack.rates(desk.bob, answer, good=True)
    await desk.slack.rates(desk.ana, answer, good=True)
    await desk.slack.rates(desk.bob, answer, good=False)
    await room.rests()
    assert await given(desk, room) == [("bob", "1.2", True), ("ana", "1.2", True), ("bob", "1.2", False)]
    assert room.requests == 2
    assert asides == [len(desk.slack.ephemerals(who)) for who in (desk.ana, desk.bob)]
    assert {one.method for one in desk.slack.calls[calls:]} <= {"users.info"}


@story
async def test_it_stands_below_an_answer_that_was_streamed(desk: Desk, room: Room) -> None:
    room.model_will(reply(*pieces(TALE[:400], 40)), reply("You are welcome."))
    await room.mentions(desk.bob, "tell me a tale")
    tale = await room.until(lambda: next((one for one in room.posts if one.rated), None))
    await room.rests()
    await desk.slack.rates(desk.bob, tale, good=True)
    await room.says(desk.bob, "thank you")
    await room.reads("You are welcome.")
    assert await given(desk, room) == [("bob", "1.1", True)]
    assert room.requests == 2
