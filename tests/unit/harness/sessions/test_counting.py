"""Which facts say what was used, and for what."""

from harness.sessions import facts as f
from harness.sessions.counting import OBSERVING, counted, counts, told_already
from harness.sessions.usage import CountedUsage, Usage
from harness.tools.calls import At
from tests.laws.colleague import BOB, CHANNEL

AT, ONE = At(1, 2), Usage(10, 1)


def test_a_reply_an_aside_and_a_compaction_are_told_apart() -> None:
    assert counted(f.ModelReplied(AT, 3, "x", usage=ONE)) == CountedUsage(AT, ONE)
    assert counted(f.ModelFailed(AT, "x", usage=ONE, aside=2)) == CountedUsage(AT, ONE, aside=2)
    assert counted(f.ModelStopped(AT, "x", ONE)) == CountedUsage(AT, ONE)
    assert counted(f.AsideReplied(at=AT, aside=1, through=3, text="x", usage=ONE)) == CountedUsage(AT, ONE, aside=1)
    assert counted(f.Compacted(AT, 7, 9, "x", usage=ONE)) == CountedUsage(AT, ONE, compaction=7)
    assert counted(f.CompactionFailed(AT, 7, "x", ONE)) == CountedUsage(AT, ONE, compaction=7)
    for ahead in (f.Observed(7, "x", ONE), f.Reflected(7, "x", ONE), f.ObservationFailed(7, "x", ONE)):
        assert counted(ahead) == CountedUsage(OBSERVING, ONE, compaction=7), "of no turn"


def test_what_has_used_nothing_counts_for_nothing() -> None:
    assert counts(f.ModelStopped(AT, "x", ONE))
    assert not counts(f.ModelStopped(AT, "x"))
    assert not counts(f.MessageReceived(BOB, CHANNEL, "x"))


def test_the_same_use_is_told_but_once() -> None:
    reply = f.ModelReplied(AT, 3, "x", usage=ONE)
    assert told_already(counted(reply), [f.MessageReceived(BOB, CHANNEL, "x"), reply])
    assert not told_already(counted(reply), [f.ModelReplied(AT, 3, "x"), f.ModelFailed(AT, "x", usage=ONE, aside=2)])
    assert not told_already(counted(reply), [])
