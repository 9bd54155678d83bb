"""Those who watch are told everything in order, and places show the latest of what goes on."""

import asyncio

import pytest

from harness.chat.cards import Text
from harness.chat.people import Place
from harness.chat.port import Activity
from harness.loop.activity_broadcaster import ActivityBroadcaster
from harness.sessions import facts as f
from harness.sessions.display import (
    DisplayState,
    OutputDelta,
    RunClaimed,
    RunCompleted,
    RunEvent,
    RunStarted,
    ThinkingDelta,
)
from harness.sessions.facts import Row
from harness.sessions.fold import apply
from harness.sessions.notices import Brief
from harness.sessions.session import Session
from harness.tools.calls import At, ToolResult
from harness.tools.tool import Tool
from harness.wording.notices import notice
from tests.laws.colleague import BOB, CHANNEL
from tests.reading import READER
from tests.unit.harness.loop.test_delivery import Wire
from tests.unit.harness.sessions.script import Script
from tests.unit.harness.sessions.test_heartbeats import Beating
from tests.unit.harness.tools.test_registry import Nothing


class Wall(Wire):
    """A chat on which what is shown can be read; slow, until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Activity] = []
        self.drawn: list[Text] = []
        self.go = asyncio.Event()

    async def stream(self, place: Place, message: str, body: Text, key: str = "") -> None:
        self.drawn.append(body)

    async def show(self, place: Place, activity: Activity) -> None:
        self.shown.append(activity)
        await self.go.wait()


def watch(watching: ActivityBroadcaster, rows: list[Row], session: Session) -> Session:
    for row in rows:
        after = apply(session, row)
        watching.folded("t", session, row, after)
        session = after
    return session


async def turns() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_run_is_told_from_its_claim_to_its_end_with_its_deltas() -> None:
    async def main() -> list[RunEvent]:
        wall = Wall()
        wall.go.set()
        watching, events = ActivityBroadcaster(wall), list[RunEvent]()
        watching.subscribe(lambda thread, event, state: events.append(event) if event else None)
        script = Script().says(BOB)
        watching.woken("t", Session())
        session = watch(watching, script.rows, Session())
        watching.started("t", At(1, 1))
        watching.said("t", At(1, 1), "", "hm")
        watching.said("t", At(1, 1), "do", "hm")
        watching.said("t", At(1, 1), "done", "hm")
        watch(watching, script.replies(text="done").rows[1:], session)
        watching.rested("t")
        await turns()
        return events

    assert asyncio.run(main()) == [
        RunClaimed(1),
        RunStarted(1),
        ThinkingDelta(1, "hm"),
        OutputDelta(1, "do"),
        OutputDelta(1, "ne"),
        RunCompleted(1),
    ]


def test_a_place_shows_the_latest_and_is_cleared_when_a_person_is_asked() -> None:
    async def main() -> list[Activity]:
        wall = Wall()
        watching = ActivityBroadcaster(wall)
        script = Script().says(BOB).replies(("read", "x")).runs().replies(("deploy", "a"))
        watching.woken("t", Session())
        watch(watching, script.rows, Session())
        await turns()
        wall.go.set()
        await turns()
        return wall.shown

    shown = asyncio.run(main())
    assert shown[-1] == Activity("waiting"), "nothing is being done while people are asked"
    assert len(shown) <= 2, "what came and went while the place was slow is not shown"


def test_a_heartbeat_is_not_shown_until_it_asks_somebody() -> None:
    async def main(rows: list[Row]) -> list[Activity]:
        wall = Wall()
        wall.go.set()
        watching = ActivityBroadcaster(wall)
        watching.woken("t", Session())
        watch(watching, rows, Session())
        await turns()
        return wall.shown

    script = Beating().passes().looks()
    before = asyncio.run(main(Beating().rows))
    assert asyncio.run(main(script.rows)) == before, "nothing was shown, and nothing is taken away"
    assert asyncio.run(main(script.replies(("deploy", "a")).rows))[-1] == Activity("waiting")


def test_what_an_activation_before_left_in_a_place_is_replaced() -> None:
    async def main() -> list[Activity]:
        wall = Wall()
        wall.go.set()
        ActivityBroadcaster(wall).woken("t", Script().says(BOB).replies(("deploy", "a")).session)
        ActivityBroadcaster(wall).woken("t", Script().says(BOB).replies(text="done").session)
        await turns()
        return wall.shown

    assert asyncio.run(main()) == [Activity("waiting"), Activity("resting")]


def test_the_message_that_offers_to_stop_says_what_is_done() -> None:
    async def main() -> list[Text]:
        wall = Wall()
        wall.go.set()
        watching = ActivityBroadcaster(wall)
        watching.woken("t", Session())
        script = Script().says(BOB).replies(("read", "x"), ("read", "y")).runs("1.1.0").starts("1.1.1")
        session = watch(watching, script.rows, Session())
        assert not wall.drawn, "there is no such message yet"
        done = len(script.rows)
        script.tell(f.TurnLasted(1), f.PostSent("work-1", "ts1"))
        session = watch(watching, script.rows[done:], session)
        await turns()
        done = len(script.rows)
        script.tell(f.ToolReturned("1.1.1", result=ToolResult("broken", ok=False)))
        watch(watching, script.rows[done:], session)
        await turns()
        return wall.drawn

    first, second = asyncio.run(main())
    assert [(task.title, task.status) for task in first.tasks] == [("Use read", "done"), ("Use read", "running")]
    assert [(task.title, task.status) for task in second.tasks] == [("Use read", "done"), ("Use read", "failed")]
    assert (first.lead, [button.label for button in first.buttons]) == (notice(Brief("working")), ["Stop"])


def test_what_tools_print_is_kept_by_call_and_bounded() -> None:
    states: list[DisplayState] = []

    async def main() -> None:
        wall = Wall()
        wall.go.set()
        watching = ActivityBroadcaster(wall)
        watching.subscribe(lambda thread, event, state: states.append(state))
        watching.woken("t", Script().says(BOB).replies(("read", "x")).starts().session)
        watching.output("t", "1.1.0", "x" * 5000)
        watching.output("t", "1.1.0", "end")
        await turns()

    asyncio.run(main())
    [running] = states[-1].running
    assert running.output.endswith("xend")
    assert len(running.output) <= 2000
    assert states[-1].place == CHANNEL


@pytest.mark.parametrize(("shell", "details"), [(False, "1 of 2"), (True, "")])
def test_how_far_a_tool_is_stands_in_that_message_and_what_a_command_prints_does_not(shell: bool, details: str) -> None:
    async def main() -> list[Text]:
        wall = Wall()
        wall.go.set()
        watching = ActivityBroadcaster(
            wall, {"read": Tool("read", "Reads.", "read", Nothing, shell=READER if shell else None)}
        )
        watching.woken("t", Session())
        script = Script().says(BOB).replies(("read", "x")).starts()
        script.tell(f.TurnLasted(1), f.PostSent("work-1", "ts1"))
        watch(watching, script.rows, Session())
        watching.output("t", "1.1.0", "1 of 2\n")
        await turns()
        return wall.drawn

    assert [(task.title, task.details) for task in asyncio.run(main())[-1].tasks] == [("Use read", details)]
