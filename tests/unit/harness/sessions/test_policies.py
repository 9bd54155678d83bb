"""A turn goes by its policy, and by nothing else about where it came from."""

import asyncio

from harness.approvals.asks import Approve
from harness.context.snapshot import Snapshot
from harness.loop.activation import Activation
from harness.loop.admission import Admission
from harness.loop.perform import EffectContext
from harness.loop.progress import Unwatched
from harness.loop.session_cache import SessionCache
from harness.sessions import facts as f
from harness.sessions.effects import CallModel, Effect, Post, PostAsk, React, RunTool, SettleCard
from harness.sessions.policies import HEARTBEAT, PERSON, WAKEUP, TurnPolicy
from harness.sessions.session import Session
from harness.sessions.turn import Turn
from harness.tools.calls import At, ToolCall, ToolResult
from tests.fakes.journal import MemoryJournal
from tests.fakes.packages import compiling
from tests.laws.colleague import ANA, BOB, CHANNEL, LOOSER, USUAL
from tests.laws.rig import THREAD

SILENT = TurnPolicy(attended=False, visible=False, hears=False)
"""A kind of turn that nobody has: it works, is seen by nobody, and holds up what is said until it is over."""


def test_the_kinds_of_turns_differ_by_values() -> None:
    assert len({PERSON, WAKEUP, HEARTBEAT, SILENT}) == 4
    assert [policy.attended for policy in (PERSON, WAKEUP, HEARTBEAT)] == [True, False, False]
    assert [policy.visible for policy in (PERSON, WAKEUP, HEARTBEAT)] == [True, True, False]


def test_a_new_silent_kind_of_turn_runs_through_the_worker_by_values_alone() -> None:
    turn = Turn(At(1, 1), BOB, CHANNEL, SILENT, authors=(BOB,), through=1, began=0.0)
    performed: list[Effect] = []
    replies = [(ToolCall("1.1.0", "deploy", '{"what": "a"}'),), ()]

    async def perform(effect: Effect, context: EffectContext) -> f.Fact:
        performed.append(effect)
        match effect:
            case CallModel(at=at, through=through, aside=number) if number:
                return f.AsideReplied(at=at, aside=number, through=through, text="at noon")
            case CallModel(at=at, through=through):
                return f.ModelReplied(at, through, "let me see", calls=replies.pop(0))
            case RunTool(call=call):
                return f.ToolReturned(call.id, ToolResult("done"))
            case PostAsk(ask=ask, place=place):
                return f.AskPosted(ask, place, "card", (ask,))
            case SettleCard(place=place, message=message, ask=ask):
                return f.CardSettled(place, message, ask)
            case Post(id=id) | React(id=id):
                return f.PostSent(id, id)
        raise AssertionError(effect)

    async def play() -> list[Session]:
        journal, rested = MemoryJournal(lambda: 0.0), list[Session]()
        await journal.append(THREAD, [f.Renamed(BOB, CHANNEL, "the tide")])
        generation = (await journal.take(THREAD)).generation
        await journal.save(THREAD, generation, Snapshot(Session(head=1, turns=1, turn=turn), (), ()))

        async def runs() -> None:
            activation = Activation(
                THREAD,
                journal,
                journal,
                lambda: LOOSER,
                compiling(),
                perform,
                Unwatched(),
                SessionCache(),
                Admission(),
                lambda: 0.0,
            )
            await activation.run()
            rested.append(activation.session)

        await runs()
        await journal.append(THREAD, [f.MessageReceived(ANA, CHANNEL, "what about lunch?", "m2")])
        await runs()
        await journal.append(THREAD, [f.AskAnswered("1.1.0#1", ANA, CHANNEL, Approve(), message="card")])
        await runs()
        return rested

    asked, said, done = asyncio.run(play())
    assert asked.asks.open, "nobody opened it, so what the mode lets through is asked"
    assert said.turn
    assert said.turn.at.turn == 1, "it is not preemptible"
    assert not said.inbox.unheard, "while it waits for people, it answers them"
    assert done.turn is None
    assert done.last is None, "nobody may have it continued"
    seen = [each.text for each in performed if isinstance(each, Post) and each.to is None]
    assert seen == ["at noon"], "what else it says is seen by nobody"


def test_what_a_person_opens_is_let_through_as_its_mode_says() -> None:
    assert LOOSER.gate("", Turn(At(1, 1), BOB, CHANNEL, began=0.0)) is not LOOSER.gate(
        "", Turn(At(1, 1), BOB, CHANNEL, WAKEUP, began=0.0)
    )
    assert USUAL.gate("", Turn(At(1, 1), BOB, CHANNEL, HEARTBEAT, began=0.0)) is USUAL.reporting[USUAL.default]
