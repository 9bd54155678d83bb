"""What was said is written down behind a turn, one thing at once, and no turn waits for it or ends over it."""

import pytest

from harness.sessions import facts as f
from harness.sessions.counting import OBSERVING
from harness.sessions.effects import CallModel, Observe, Post, Reflect
from harness.sessions.notices import Brief, SummedUp
from harness.sessions.observing import expects
from harness.sessions.session import Observing
from harness.sessions.usage import CountedUsage, Usage
from harness.tools.calls import At
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

USED = Usage(70, 7)


def wanted() -> Script:
    """A model thinks, and what was said before is to be written down meanwhile."""
    return Script().says(BOB).tell(f.ObservationWanted(100))


def test_it_is_wanted_beside_the_request_and_beyond_its_turn() -> None:
    script = wanted()
    assert script.wanted(CallModel) == [CallModel(At(1, 1), 1)]
    assert script.wanted(Observe) == [Observe(2)]

    script.replies(text="Well.")
    assert script.session.turn is None
    assert script.wanted(Observe) == [Observe(2)]

    script.tell(f.Observed(2, "Bob wants it red.", USED))
    assert not script.wanted(Observe)
    assert script.session.usage == USED
    assert script.session.counted[-1] == CountedUsage(OBSERVING, USED, compaction=2)


def test_what_it_uses_is_the_threads_and_no_turns() -> None:
    script = wanted().tell(f.Observed(2, "Bob wants it red.", USED))
    assert script.session.turn
    assert script.session.turn.usage == Usage()
    assert script.wanted(CallModel) == [CallModel(At(1, 1), 1)], "nothing of the turn has changed"


def test_one_goes_on_at_once() -> None:
    script = wanted().tell(f.ObservationWanted(100), f.ObservationWanted(100, reflects=True))
    assert script.wanted(Observe) == [Observe(2)]
    assert not script.wanted(Reflect)


def test_what_was_written_down_is_condensed_alike() -> None:
    script = Script().says(BOB).tell(f.ObservationWanted(100, reflects=True))
    assert script.wanted(Reflect) == [Reflect(2)]
    assert not script.tell(f.Reflected(2, "Red.", USED)).wanted(Reflect)


def test_one_that_failed_stays_failed_until_another_is_wanted() -> None:
    script = wanted().tell(f.ObservationFailed(2, "it said nothing", USED))
    assert not script.wanted(Observe)
    assert script.session.observing == Observing(2, failed=True)
    assert not expects(script.session, f.Observed(2, "late"))

    assert script.tell(f.ObservationWanted(100)).wanted(Observe) == [Observe(4)]


@pytest.mark.parametrize(
    "late", [f.Observed(9, "x", USED), f.Reflected(9, "x", USED), f.ObservationFailed(9, "x", USED)]
)
def test_what_comes_of_another_is_not_taken_and_yet_was_used(late: f.Fact) -> None:
    script = wanted().tell(late, late)
    assert script.wanted(Observe) == [Observe(2)]
    assert script.session.usage == USED, "told twice, it counts once"


def test_none_is_taken_up_without_a_turn() -> None:
    assert Script().tell(f.ObservationWanted(100)).session.observing is None, "there nothing is held fast"


def test_a_compaction_and_taking_it_end_what_goes_on() -> None:
    assert not wanted().tell(f.ContextFilled(At(1, 1), 100)).wanted(Observe)
    assert not wanted().tell(f.ObservationsTaken(At(1, 1), 90)).wanted(Observe)
    assert wanted().tell(f.ObservationsTaken(At(1, 2), 90)).wanted(Observe), "that is of another request"


def test_the_request_waits_for_nothing_and_whoever_wanted_a_summary_knows() -> None:
    script = Script().tell(f.CompactionRequested(ANA, CHANNEL)).says(BOB).tell(f.ObservationsTaken(At(1, 1), 90))

    assert script.wanted(CallModel) == [CallModel(At(1, 1), 2)]
    notes = [post.notice for post in script.session.postings.outbox if isinstance(post, Post) and post.to == ANA]
    assert notes == [Brief("will-sum-up"), SummedUp(90)]
    assert script.session.summary_wanted is None


def test_a_thread_that_is_deleted_waits_for_none() -> None:
    script = wanted().tell(f.DeleteRequested(BOB, CHANNEL))
    assert script.session.deleting
    assert not script.wanted(Observe)
