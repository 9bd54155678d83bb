import asyncio

from harness.approvals.asks import Approve
from harness.loop.rejudging import judge_again
from harness.loop.rules import Rules
from harness.loop.thread_reader import ThreadReader
from harness.sessions import facts as f
from harness.sessions.call_status import Denied
from tests.laws.colleague import ANA, CHANNEL, TIGHTER, USUAL
from tests.laws.rig import THREAD, Rig
from tests.unit.harness.loop.test_activation import DEPLOY, said, works


async def asking(rig: Rig) -> None:
    await rig.put(said())
    await works(rig, ("model", DEPLOY), ("post", None))
    assert rig.session.asks.open
    assert not rig.engine.live, "it waits, and costs nothing"


async def judge(rig: Rig, rules: Rules) -> None:
    reader = ThreadReader(rig.journal, rig.journal, rig.journal.index)
    await judge_again(rig.journal, rig.journal.index, reader, rig.engine, rules, rig.clock)


def test_an_answer_that_comes_after_the_rules_have_changed_finds_nothing_to_decide() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        await asking(rig)
        rig.rules = TIGHTER
        await judge(rig, TIGHTER)
        await rig.journal.append(THREAD, [f.AskAnswered("1.1.0#1", ANA, CHANNEL, Approve(), message="ts1")])
        await rig.settle()
        assert not any(isinstance(row.fact, f.ToolStarted) for row in rig.rows)
        [call] = rig.session.closed
        assert isinstance(call.status, Denied)
        await rig.end()

    asyncio.run(play())


def test_where_nothing_became_stricter_nothing_is_said() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        await asking(rig)
        before = len(rig.rows)
        await judge(rig, USUAL)
        await rig.settle()
        assert len(rig.rows) == before
        await rig.end()

    asyncio.run(play())
