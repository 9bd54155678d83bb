"""Once the turn of a heartbeat is over, what becomes of what it has to say. How it gets there is in test_beating."""

from harness.sessions import facts as f
from harness.sessions.effects import Post
from harness.sessions.policies import HEARTBEAT
from harness.sessions.pulses import SILENT, SLOWEST, LookOutcome, of
from harness.sessions.reasons import EmptyAnswer, GaveWay
from harness.sessions.reporting import broken_off, reported, unsaid
from harness.sessions.session import Session
from harness.sessions.turn import Turn
from harness.sessions.values import replace
from harness.tools.beats import OWN, Beat, Cadence
from harness.tools.calls import At
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

TURN = Turn(At(7, 1), BOB, CHANNEL, HEARTBEAT, beat=OWN, report=" it is red ", found="d1")


def beating() -> Session:
    script = Script().tell(f.HeartbeatSet(BOB, CHANNEL, Beat(OWN, Cadence(60.0))))
    return replace(script.session, postings=replace(script.session.postings, outbox=()))


def test_what_was_looked_at_is_known_from_then_on_and_what_was_not_is_not() -> None:
    after = of(reported(beating(), TURN).pulses, OWN)
    assert after
    assert (after.found, after.post, after.last) == ("d1", 7, LookOutcome("reported"))
    broken = of(broken_off(beating(), TURN, EmptyAnswer(), counts=True).pulses, OWN)
    assert broken
    assert (broken.found, broken.silent, broken.last) == ("", 1, LookOutcome("broken-off", ended=EmptyAnswer()))


def test_what_it_was_stopped_for_does_not_count_as_silence() -> None:
    stopped = of(broken_off(beating(), TURN, GaveWay(ANA), counts=False).pulses, OWN)
    assert stopped
    assert stopped.silent == 0


def test_of_one_that_has_ended_meanwhile_nothing_is_said() -> None:
    ended = replace(beating(), pulses=())
    assert reported(ended, TURN) == broken_off(ended, TURN, EmptyAnswer(), counts=True) == ended


def test_blanks_are_no_words() -> None:
    assert not reported(beating(), replace(TURN, report=" \n")).postings.outbox
    assert [post.id for post in reported(beating(), TURN).postings.outbox] == ["beat-7"]


def test_it_says_once_that_it_comes_less_often() -> None:
    session = beating()
    for _ in range(12):
        [pulse] = session.pulses
        session = unsaid(session, pulse, LookOutcome("silent"))
    assert len(session.postings.outbox) == 1
    assert session.pulses[0].cadence.every == 120.0


def test_with_its_last_words_it_ends_and_what_is_broken_off_goes_on() -> None:
    last = replace(TURN, ends=True)
    after = reported(beating(), last)
    assert not after.pulses
    assert [(post.id, post.text, post.action) for post in after.postings.outbox if isinstance(post, Post)] == [
        ("beat-7", "it is red", None)
    ]
    assert not reported(beating(), replace(last, report="")).postings.outbox
    [pulse] = beating().pulses
    muted = reported(beating().beating(replace(pulse, muted=True)), last)
    assert (muted.pulses, muted.postings.outbox) == ((), ())
    assert broken_off(beating(), last, GaveWay(ANA), counts=False).pulses, "it will look again"


def test_what_comes_as_seldom_as_it_may_says_nothing_of_coming_less_often() -> None:
    [pulse] = beating().pulses
    slowest = replace(pulse, cadence=replace(pulse.cadence, every=SLOWEST), silent=SILENT - 1)
    after = unsaid(beating().beating(slowest), slowest, LookOutcome("silent"))
    assert not after.postings.outbox
    assert after.pulses[0].silent == SILENT
