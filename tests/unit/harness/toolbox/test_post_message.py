import asyncio
from dataclasses import replace

from harness.chat.people import Person, Place
from harness.toolbox.post_message import CATEGORY, post_message
from harness.tools.calls import ToolCall
from harness.tools.previews import Foreseen, Recipient, Unfeasible
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.rooms import ANA, BOB, OPS, Ops, asked


def test_it_is_said_there_once_however_often_it_runs():
    rooms = Ops()
    tool = post_message(rooms)

    for _ in range(2):
        assert asked(tool, to="#ops", text="The build is green.").ok

    assert rooms.said == {"t:1.1.0": "The build is green."}
    assert tool.repeatable


def test_whoever_cannot_see_a_place_does_not_speak_there():
    rooms = Ops()

    assert not asked(post_message(rooms), BOB, to="#ops", text="hello").ok
    assert not rooms.said


def test_it_is_of_a_category_of_its_own_that_no_rule_allows_by_default():
    assert post_message(Ops()).category == CATEGORY == "message"


CALL = ToolCall("1.1.0", "post_message", '{"to": "#ops", "text": "hello"}')


class Renamed(Ops):
    """What was #ops when it was shown is another channel by now."""

    def __init__(self) -> None:
        super().__init__()
        self.to = list[Place]()

    async def find(self, named: str, reader: Person) -> Place:
        return replace(OPS, channel="C2")

    async def post(self, place: Place, key: str, text: str) -> None:
        self.to.append(place)


def test_what_was_approved_goes_to_whom_it_was_shown_to_go_to_whoever_is_called_so_by_now():
    rooms = Renamed()
    context = ToolContext(CALL, "t", requester=ANA, place=OPS, preview=Recipient(OPS, "C1", "#ops"))

    asyncio.run(Runner({"post_message": post_message(rooms)}).run(CALL, context))

    assert rooms.to == [OPS]


def test_its_card_names_the_account_and_what_cannot_be_found_is_asked_of_nobody():
    tool = post_message(Ops())
    runner, context = Runner({"post_message": tool}), ToolContext(CALL, "t", requester=ANA, place=OPS)

    seen = asyncio.run(runner.preview(CALL, context))

    assert seen == Foreseen(Recipient(OPS, "C1", "#ops"), "Post to #ops (C1)")
    assert isinstance(asyncio.run(runner.preview(CALL, replace(context, requester=BOB))), Unfeasible)
