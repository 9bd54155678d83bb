"""The running worker, where two things come close together; the laws play the rest."""

import asyncio
from collections.abc import Sequence

import pytest

from harness.approvals.asks import Approve
from harness.context.model import ModelError, ModelUnavailable, Overflowed, ProposedCall, Reply, Request, RequestRefused
from harness.context.observations import OBSERVE
from harness.context.window import CUT, SUMMED
from harness.loop.activation import SNAPSHOT_EVERY
from harness.loop.progress import Unwatched
from harness.sessions import facts as f
from harness.sessions.call_status import Lost
from harness.sessions.counting import OBSERVING
from harness.sessions.fold import fold
from harness.sessions.journal import Appended, JournalUnavailable, Unreadable
from harness.sessions.ledger import LedgerEntry
from harness.sessions.session import Session
from harness.sessions.usage import Usage
from harness.toolbox.shell import Completed
from harness.tools.calls import At, ToolResult
from tests.fakes.journal import FailingJournal, MemoryJournal
from tests.laws.colleague import ANA, BOB, CHANNEL, DEE, LOOSER, USUAL
from tests.laws.rig import THREAD, Rig
from tests.references import unreferred

DEPLOY = Reply("", (ProposedCall("deploy", '{"what": "staging"}', "call_1"),))
READ = Reply("well", (ProposedCall("read", "{}"),))


class Counted(MemoryJournal):
    """Knows how many facts each append held."""

    def __init__(self) -> None:
        super().__init__(lambda: 0.0)
        self.appends: list[int] = []

    async def append(
        self,
        thread: str,
        facts: Sequence[f.Fact],
        *,
        key: str | None = None,
        lasting: bool = False,
        generation: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        self.appends.append(len(facts))
        return await super().append(thread, facts, key=key, lasting=lasting, generation=generation, spent=spent)

    async def decide(
        self,
        thread: str,
        facts: Sequence[f.Fact],
        *,
        generation: int,
        expect: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        self.appends.append(len(facts))
        return await super().decide(thread, facts, generation=generation, expect=expect, spent=spent)


def said(text: str = "hi", addressed: bool = True) -> f.MessageReceived:
    return f.MessageReceived(BOB, CHANNEL, text, "", addressed=addressed)


async def works(rig: Rig, *outcomes: tuple[str, object]) -> None:
    for kind, outcome in outcomes:
        await rig.settle()
        work = next(work for work in rig.world.pending if work.kind == kind)
        work.ends(error=outcome) if isinstance(outcome, Exception) else work.ends(outcome)
    await rig.settle()


def test_how_a_command_in_the_background_ended_is_said_once_by_whoever_has_the_thread() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        await rig.put(said())
        await works(rig, ("model", READ))
        [work] = [work for work in rig.world.pending if work.kind == "tool"]
        work.ends(ToolResult("It runs.", changes=(rig.begins(work.what.id, notify=False, outside=""),)))
        await works(rig, ("model", Reply("It runs.")), ("post", None))
        assert not rig.engine.live, "nobody waits for it"
        rig.running["1.1.0"].set_result(Completed(3, ""))
        await rig.settle()
        assert [row.fact for row in rig.rows if isinstance(row.fact, f.CommandEnded)] == [
            f.CommandEnded("1.1.0", "exited", 3, kept=False)
        ]
        assert not rig.engine.live
        await rig.end()

    asyncio.run(play())


def test_a_command_of_a_machine_that_was_replaced_is_lost() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        await rig.put(said())
        await works(rig, ("model", READ))
        [work] = [work for work in rig.world.pending if work.kind == "tool"]
        work.ends(ToolResult("It runs.", changes=(rig.begins(work.what.id, notify=True, outside=""),)))
        await rig.settle()
        await rig.crash(lambda _: True)
        await rig.settle()
        assert rig.rows[-1].fact == f.CommandEnded("1.1.0", "lost", kept=False)
        await rig.end()

    asyncio.run(play())


def test_a_parked_session_holds_no_task() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        await rig.put(said())
        await works(rig, ("model", DEPLOY), ("post", None))
        assert rig.session.asks.open
        assert not rig.engine.live
        await rig.end()

    asyncio.run(play())


async def started_before_a_stop(rig: Rig, turns: int) -> bool:
    """Whether a tool had started when, after so many turns of the event loop, a stop came."""
    await rig.spin(turns)
    await rig.put(f.StopRequested(BOB, CHANNEL, 1))
    await rig.settle()
    kinds = [type(row.fact) for row in rig.rows]
    started = f.ToolStarted in kinds
    assert not started or kinds.index(f.ToolStarted) < kinds.index(f.StopRequested)
    await rig.end()
    return started


def test_no_tool_starts_after_a_stop_however_close_they_come() -> None:
    async def stopped_after(turns: int) -> bool:
        rig = Rig(USUAL)
        await rig.put(said())
        await works(rig, ("model", DEPLOY), ("post", None))
        await rig.put(f.AskAnswered("1.1.0#1", ANA, CHANNEL, Approve(), message="ts1"))
        return await started_before_a_stop(rig, turns)

    assert {asyncio.run(stopped_after(turns)) for turns in range(24)} == {True, False}


def test_what_follows_from_a_reply_is_left_out_if_a_stop_came_first_however_close_they_come() -> None:
    async def stopped_after(turns: int) -> bool:
        rig = Rig(USUAL)
        await rig.put(said())
        await rig.settle()
        rig.world.pending[0].ends(READ)
        return await started_before_a_stop(rig, turns)

    assert {asyncio.run(stopped_after(turns)) for turns in range(24)} == {True, False}


def test_one_machine_does_nothing_twice_however_close_two_outcomes_come() -> None:
    async def play(turns: int) -> None:
        rig = Rig(USUAL)
        asked: list[At] = []
        rig.world.on_model = lambda request: asked.append(request.at)
        await rig.put(said(), f.ContinueRequested(DEE, CHANNEL, 9))
        await rig.settle()
        for work in list(rig.world.pending):
            work.ends(READ if work.kind == "model" else None)
            await rig.spin(turns)
        await works(rig, ("tool", ToolResult("x")), ("model", Reply("bye")), ("post", None))
        assert asked == [At(1, 1), At(1, 2)]
        assert len(rig.world.ran) == 1
        assert [m.key for m in rig.world.messages.values()] == [f"{THREAD}:reply-1.2"]
        assert not rig.engine.live
        await rig.end()

    for turns in range(24):
        asyncio.run(play(turns))


def test_a_step_with_an_allowed_tool_is_two_appends() -> None:
    async def play() -> None:
        journal = Counted()
        rig = Rig(USUAL, journal)
        await rig.put(said())
        await rig.settle()
        journal.appends.clear()
        await works(rig, ("model", Reply("", READ.calls)), ("tool", ToolResult("x")))
        assert journal.appends == [4, 1], "the reply with its package, verdict and start; the result"
        await rig.end()

    asyncio.run(play())


def test_an_outcome_is_told_until_the_storage_takes_it() -> None:
    async def play() -> None:
        journal = FailingJournal(lambda: 0.0)
        rig = Rig(USUAL, journal)
        await rig.put(said())
        await rig.settle()
        journal.fails("decide", *[JournalUnavailable("down")] * 3)
        await works(rig, ("model", READ), ("tool", ToolResult("x")), ("model", Reply("bye")))
        assert len([row for row in rig.rows if isinstance(row.fact, f.ModelReplied)]) == 2
        assert len(rig.world.ran) == 1
        await rig.end()

    asyncio.run(play())


def test_a_journal_that_cannot_be_read_for_a_while_is_read_again() -> None:
    async def play() -> None:
        journal = FailingJournal(lambda: 0.0)
        rig = Rig(USUAL, journal)
        await rig.put(said())
        await rig.settle()
        journal.fails("read", *[JournalUnavailable("down")] * 3)
        await rig.put(said("and this"))
        await works(rig, ("model", Reply("hi")), ("model", Reply("and that")), ("post", None), ("post", None))
        assert not rig.session.inbox.unheard
        assert not rig.engine.live
        await rig.end()

    asyncio.run(play())


def test_a_thread_that_cannot_be_read_is_set_aside_once_and_woken_again_by_what_is_said(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play() -> None:
        journal = FailingJournal(lambda: 0.0)
        rig = Rig(USUAL, journal)
        journal.fails("read", *[Unreadable("row 1 of t is odd")] * 2)

        await rig.put(said())
        await rig.settle()
        assert await journal.unreadable() == {THREAD: "row 1 of t is odd"}
        assert await journal.restless(0.0) == []
        assert not rig.engine.live
        assert [record.levelname for record in caplog.records] == ["ERROR"], "one line, no traceback"

        await rig.put(said("and now?"))
        await rig.settle()
        assert len(caplog.records) == 2

        await journal.look_again()
        await rig.engine.sweep()
        await rig.settle()
        assert [work.kind for work in rig.world.pending] == ["model"], "what was said is kept"
        await rig.end()

    asyncio.run(play())


async def _outgrown(*summary: Reply | ModelError) -> tuple[Rig, list[Request]]:
    """A window that has become smaller than what was said in it, which a model was asked to sum up."""
    rig = Rig(USUAL)
    asked: list[Request] = []
    rig.world.on_model = asked.append
    await rig.put(said("x" * 2000))
    await works(rig, ("model", Reply("well")), ("post", None))
    await rig.put(said("and now?"))
    await works(rig, ("model", READ))
    rig.window = 100
    await works(rig, ("tool", ToolResult("y")), ("model", Reply("bye")), ("post", None))
    await rig.put(said("and then?"))
    await works(rig, *[("compact", one) for one in summary], ("model", Reply("bye")), ("post", None))
    await rig.end()
    return rig, asked


def test_what_the_next_request_has_no_room_for_is_summed_up_first() -> None:
    async def play() -> None:
        rig, asked = await _outgrown(Reply("Bob wrote many an x."))
        summing, after = asked[3], asked[4]
        assert "about to be left out" in str(summing.messages[-1].value)
        assert summing.messages[:1] == asked[2].messages[:1], "it begins as the last request did, to the byte"
        assert summing.tools == after.tools
        assert "and then?" not in str(summing.values()), "what the model has not seen is not summed up"
        assert after.messages[0].value["content"] == f"{SUMMED}\nBob wrote many an x."
        assert "x" * 2000 not in str(after.values())
        assert "and then?" in str(after.messages[-1].value), "what opened the turn stays"
        [compacted] = [row.fact for row in rig.rows if isinstance(row.fact, f.Compacted)]
        assert (compacted.at, compacted.tokens, compacted.before > 400) == (At(3, 1), 100, True)
        assert not any(isinstance(row.fact, f.WindowCut) for row in rig.rows)
        assert compacted.usage == Usage(4, 1), "what it used is counted"

    asyncio.run(play())


@pytest.mark.parametrize(
    "summary",
    [
        (Reply(""),),
        (Reply("x" * 9_000),),
        (Reply("", (ProposedCall("read", "{}"),)),),
        (RequestRefused("not that"),),
        (Overflowed("too long"), ModelUnavailable("it is down")),
    ],
)
def test_without_a_summary_it_is_left_out(summary: tuple[Reply | ModelError, ...]) -> None:
    async def play() -> None:
        rig, asked = await _outgrown(*summary)
        assert [row.fact for row in rig.rows if isinstance(row.fact, f.WindowCut)] == [f.WindowCut(At(3, 1), 100)]
        assert asked[-1].messages[0].value["content"] == CUT
        assert "and then?" in str(asked[-1].messages[-1].value)
        assert not any(isinstance(row.fact, f.ToolStarted) and row.position > 20 for row in rig.rows)

    asyncio.run(play())


def test_what_is_too_long_for_the_model_at_once_is_summed_up_in_parts() -> None:
    async def play() -> None:
        _, asked = await _outgrown(Overflowed("too long"), *[Reply(f"part {n}") for n in range(3)])
        assert asked[-1].messages[0].value["content"] == f"{SUMMED}\npart 2"
        assert f"{SUMMED}\npart 0" in [message.value["content"] for message in asked[5].messages]

    asyncio.run(play())


def test_a_session_that_has_grown_leaves_a_snapshot_and_goes_on_from_it() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        for n in range(SNAPSHOT_EVERY + 10):
            await rig.journal.append(THREAD, [said(f"chatter {n}", addressed=False)])
        rig.engine.wake(THREAD)
        await rig.settle()
        snapshot = await rig.journal.load(THREAD)
        assert snapshot
        assert snapshot.session.head == SNAPSHOT_EVERY + 10
        await rig.put(said("now"))
        await works(rig, ("model", Reply("all heard")), ("post", None))
        assert not rig.session.inbox.unheard
        await rig.end()

    asyncio.run(play())


@pytest.mark.parametrize("arguments", ["[" * 5_000, '"\ud83d"', "not json"])
def test_a_thread_goes_on_whatever_people_models_and_tools_say(arguments: str) -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        await rig.put(said("half \ud83d\0"))
        await works(rig, ("model", Reply("\udcff", (ProposedCall("read", arguments), ProposedCall("read", "{}")))))
        await works(rig, ("tool", ToolResult("half \udcff\0")), ("model", Reply("bye")), ("post", None))
        assert rig.session.turn is None
        assert not rig.engine.live
        await rig.end()

    asyncio.run(play())


def test_a_chat_that_raises_what_it_should_not_ends_the_effect_and_not_the_worker() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        await rig.put(said())
        await works(rig, ("model", Reply("done")))
        next(work for work in rig.world.pending if work.kind == "post").ends(error=RuntimeError("a bug"))
        await rig.settle()
        [failed] = [row.fact for row in rig.rows if isinstance(row.fact, f.PostFailed)]
        assert unreferred(failed.why) == "RuntimeError: a bug"
        [direct] = rig.world.pending
        direct.ends()  # what was to be said goes to whom it was for
        await rig.settle()
        assert not rig.engine.live
        await rig.end()

    asyncio.run(play())


@pytest.mark.parametrize(("reply", "runs"), [(DEPLOY, 1), (READ, 2)])
def test_a_tool_in_flight_at_a_crash_runs_again_only_if_it_is_repeatable(reply: Reply, runs: int) -> None:
    async def play() -> None:
        rig = Rig(LOOSER)  # nobody is asked
        await rig.put(said())
        await works(rig, ("model", reply))
        assert len(rig.world.ran) == 1
        await rig.crash(lambda work: False)
        await rig.settle()
        assert len(rig.world.ran) == runs
        lost = [call.call.id for call in rig.session.closed if isinstance(call.status, Lost)]
        assert bool(lost) is (runs == 1)
        await rig.end()

    asyncio.run(play())


def test_a_card_that_is_on_its_way_when_a_machine_before_this_one_reports_its_own_is_known_too() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        await rig.put(said())
        await works(rig, ("model", DEPLOY))
        assert [work.kind for work in rig.world.pending] == ["post"]
        await rig.put(f.AskPosted("1.1.0#1", CHANNEL, "theirs"))
        await works(rig, ("post", None))
        assert {card.message for card in rig.session.asks.cards} == {"theirs", "ts1"}
        await rig.end()

    asyncio.run(play())


@pytest.mark.parametrize("turns", range(40))
def test_calls_whose_tool_becomes_another_as_they_start_are_each_started_once_on_the_new_one(turns: int) -> None:
    """However many turns of the event loop after the reply that comes: the outcomes of both may be told together."""
    waits = Reply("", (ProposedCall("wait", '{"what": "a"}', "c1"), ProposedCall("wait", '{"what": "b"}', "c2")))

    async def play() -> None:
        rig = Rig(USUAL)
        await rig.put(said())
        await rig.settle()
        rig.world.pending[0].ends(waits)
        await rig.spin(turns)
        rig.change("wait")
        await rig.settle()
        outdated = {row.fact.call: row.position for row in rig.rows if isinstance(row.fact, f.CallOutdated)}
        started = [
            row.fact.call
            for row in rig.rows
            if isinstance(row.fact, f.ToolStarted) and row.position > outdated.get(row.fact.call, 0)
        ]
        assert sorted(started) == ["1.1.0", "1.1.1"]
        await rig.end()

    asyncio.run(play())


class Watcher(Unwatched):
    """Knows the rows that it was told of."""

    def __init__(self) -> None:
        self.told: list[f.Row] = []

    def recalled(self, thread: str, before: Session, row: f.Row, after: Session) -> None:
        self.folded(thread, before, row, after)

    def folded(self, thread: str, before: Session, row: f.Row, after: Session) -> None:
        assert after == fold([*self.told, row])
        self.told.append(row)


@pytest.mark.parametrize("warm", [True, False])
def test_whoever_watches_is_told_once_of_each_row_also_of_those_that_came_while_nobody_was_at_work(warm: bool) -> None:
    async def play() -> None:
        watcher = Watcher()
        rig = Rig(USUAL, observer=watcher)
        await rig.put(said())
        await works(rig, ("model", DEPLOY), ("post", None))
        if not warm:
            rig.start()
        await rig.put(f.AskAnswered("1.1.0#1", ANA, CHANNEL, Approve()))
        await works(rig, ("tool", ToolResult("ran")))
        assert watcher.told == rig.rows
        await rig.end()

    asyncio.run(play())


async def _observed(*asked: tuple[str, object]) -> tuple[Rig, list[Request]]:
    """A window that is more than half full while a model thinks, with what comes of that."""
    rig = Rig(USUAL)
    rig.observe, requests = True, list[Request]()
    rig.world.on_model = requests.append
    for text in ("x" * 600, "y" * 600):
        await rig.put(said(text))
        await works(rig, ("model", Reply("well")), ("post", None))
    rig.window = 500
    await rig.put(said("and now?"))
    await works(rig, *asked)
    return rig, requests


def test_what_was_said_is_written_down_while_the_model_thinks_and_stands_in_place_of_it_at_once() -> None:
    async def play() -> None:
        rig, requests = await _observed(("observe", Reply("Bob wrote an x and a y.")), ("model", Reply("bye")))
        await works(rig, ("post", None))
        [wanted] = [row for row in rig.rows if isinstance(row.fact, f.ObservationWanted)]
        [observed] = [row.fact for row in rig.rows if isinstance(row.fact, f.Observed)]
        assert (observed.through, observed.usage) == (wanted.position, Usage(4, 1))
        assert OBSERVE in str(requests[3].messages[-1].value)
        assert "and now?" not in str(requests[3].values()), "what the model has not answered is not written down yet"
        before = len(requests)

        rig.window = 300
        await rig.put(said("and then?"))
        await works(rig, ("model", Reply("bye")), ("post", None))
        assert len(requests) == before + 1, "no model is asked for a summary"
        assert requests[-1].messages[0].value["content"] == f"{SUMMED}\nBob wrote an x and a y."
        assert "and now?" in str(requests[-1].values())
        assert not any(isinstance(row.fact, f.ContextFilled | f.Compacted | f.WindowCut) for row in rig.rows)
        await rig.end()

    asyncio.run(play())


def test_a_request_never_waits_for_what_is_written_down() -> None:
    async def play() -> None:
        rig, _ = await _observed(("model", Reply("bye")), ("post", None))
        assert [work.kind for work in rig.world.pending] == ["observe"], "it goes on behind"
        assert rig.session.turn is None
        rig.window = 300
        await rig.put(said("and then?"))
        await works(rig, ("compact", Reply("Bob wrote many an x.")), ("model", Reply("bye")), ("post", None))
        assert not any(isinstance(row.fact, f.ObservationsTaken) for row in rig.rows)
        assert [row.fact.at for row in rig.rows if isinstance(row.fact, f.ModelStopped)] == [OBSERVING]
        await rig.end()

    asyncio.run(play())


def test_what_is_being_written_down_goes_on_after_a_crash() -> None:
    async def play() -> None:
        rig, _ = await _observed(("model", Reply("bye")), ("post", None))
        await rig.crash(lambda work: False)
        await rig.settle()
        await works(rig, ("observe", Reply("Bob wrote an x and a y.")))
        assert [row.fact.text for row in rig.rows if isinstance(row.fact, f.Observed)] == ["Bob wrote an x and a y."]
        assert rig.session.observing is None
        await rig.end()

    asyncio.run(play())


def test_without_the_setting_nothing_is_written_down() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        rig.window = 500
        await rig.put(said("x" * 1200))
        await works(rig, ("model", Reply("well")), ("post", None))
        await rig.put(said("and now?"))
        await works(rig, ("model", Reply("well")), ("post", None))
        assert not any(isinstance(row.fact, f.ObservationWanted) for row in rig.rows)
        await rig.end()

    asyncio.run(play())
