"""What was said before is summed up as a request of its own; nothing of a turn is lost over it."""

import pytest

from harness.sessions import facts as f
from harness.sessions.compaction import expects
from harness.sessions.effects import CallModel, Compact, Post
from harness.sessions.notices import Brief, SummedUp
from harness.sessions.reasons import StoppedBy
from harness.sessions.session import SummaryWanted
from harness.sessions.usage import Usage
from harness.tools.calls import At
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

AT = At(1, 1)
FILLED = f.ContextFilled(AT, 100)


def asked() -> Script:
    """Bob has said something, and the request that is to hold it does not fit."""
    return Script().tell(f.MessageReceived(BOB, CHANNEL, "do it", "m1"), FILLED)


def compacted(through: int = 2, summary: str = "Ana wanted it red.") -> f.Compacted:
    return f.Compacted(AT, through, 100, summary, before=4_000, usage=Usage(70, 7))


def test_the_model_is_asked_once_it_is_summed_up() -> None:
    script = asked()
    assert script.wanted(Compact) == [Compact(AT, 2, 100)]
    assert not script.wanted(CallModel)

    script.tell(compacted())
    assert not script.wanted(Compact)
    assert script.wanted(CallModel) == [CallModel(AT, 3)]
    assert script.session.usage == Usage(70, 7)


def test_what_is_said_meanwhile_is_in_the_same_request() -> None:
    script = asked().tell(f.MessageReceived(ANA, CHANNEL, "and hurry", "m2"))
    assert script.wanted(Compact) == [Compact(AT, 2, 100)], "it goes on"

    script.tell(compacted())
    assert script.wanted(CallModel) == [CallModel(AT, 4)]


def test_a_failed_one_costs_nothing_but_itself() -> None:
    script = asked().tell(f.CompactionFailed(AT, 2, "it said nothing", Usage(70, 0)))

    assert script.wanted(CallModel) == [CallModel(AT, 3)]
    assert script.session.turn


def test_there_is_one_a_request() -> None:
    script = asked().tell(compacted(), FILLED)
    assert script.wanted(CallModel) == [CallModel(AT, 3)]

    script.replies(("read", "{}")).runs().tell(f.ContextFilled(At(1, 2), 100))
    assert script.wanted(Compact) == [Compact(At(1, 2), script.session.head, 100)]


def test_where_something_is_deleted_meanwhile_it_is_begun_anew() -> None:
    script = asked().tell(f.MessageDeleted(BOB, CHANNEL, "m0"))
    assert script.wanted(Compact) == [Compact(AT, 3, 100)]

    script.tell(compacted(through=2))
    assert script.wanted(Compact) == [Compact(AT, 3, 100)], "what still has it is not taken"
    assert script.session.usage == Usage(70, 7), "and yet was used"


def test_told_twice_it_counts_once() -> None:
    script = asked().tell(compacted(), compacted())
    assert script.session.usage == Usage(70, 7)
    assert not expects(script.session, compacted())


def test_stop_ends_it_with_its_turn() -> None:
    script = asked().tell(f.StopRequested(ANA, CHANNEL, 1))
    assert not script.wanted(Compact)
    assert script.session.last
    assert script.session.last.why == StoppedBy(ANA)


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (compacted(through=3), SummedUp(4_000)),
        (f.CompactionFailed(AT, 3, "it said nothing"), Brief("not-summed-up")),
        (f.CompactionFailed(AT, 0, "there is too little"), Brief("little-to-sum-up")),
    ],
)
def test_whoever_wanted_it_hears_what_came_of_it(outcome: f.Fact, told: object) -> None:
    script = Script().tell(
        f.CompactionRequested(ANA, CHANNEL), f.MessageReceived(BOB, CHANNEL, "do it", "m1"), FILLED, outcome
    )
    notes = [post.notice for post in script.session.postings.outbox if isinstance(post, Post) and post.to == ANA]
    assert notes == [Brief("will-sum-up"), told]
    assert script.session.summary_wanted is None


def test_who_wants_it_second_knows_that_it_comes_anyway() -> None:
    script = Script().tell(f.CompactionRequested(ANA, CHANNEL), f.CompactionRequested(BOB, CHANNEL))
    assert script.session.summary_wanted == SummaryWanted(ANA, CHANNEL)
    assert script.last_note.startswith("I will sum up this conversation before my next step: somebody has asked")
