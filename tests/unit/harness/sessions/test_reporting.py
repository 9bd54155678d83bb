"""Once the turn of a heartbeat is over, what becomes of what it has to say. How it gets there is in test_heartbeats."""

from harness.sessions import facts as f
from harness.sessions.effects import Post
from harness.sessions.heartbeat import SILENT, SLOWEST, LookOutcome
from harness.sessions.policies import HEARTBEAT
from harness.sessions.reasons import EmptyAnswer, GaveWay
from harness.sessions.reporting import broken_off, reported, unsaid
from harness.sessions.session import Session
from harness.sessions.timers import Timers
from harness.sessions.turn import Turn
from harness.tools.calls import At
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Interval
from harness.tools.values import replace
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

TURN = Turn(At(7, 1), BOB, CHANNEL, HEARTBEAT, heartbeat=OWN, report=" it is red ", found="d1", began=0.0)


def beating() -> Session:
    script = Script().tell(f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig(OWN, Interval(60.0))))
    return replace(script.session, postings=replace(script.session.postings, outbox=()))


def test_what_was_looked_at_is_known_from_then_on_and_what_was_not_is_not() -> None:
    after = reported(beating(), TURN).timers.heartbeat(OWN)
    assert after
    assert (after.found, after.post, after.last) == ("d1", 7, LookOutcome("reported"))
    broken = broken_off(beating(), TURN, EmptyAnswer(), counts=True).timers.heartbeat(OWN)
    assert broken
    assert (broken.found, broken.silent, broken.last) == ("", 1, LookOutcome("broken-off", ended=EmptyAnswer()))


def test_what_it_was_stopped_for_does_not_count_as_silence() -> None:
    stopped = broken_off(beating(), TURN, GaveWay(ANA), counts=False).timers.heartbeat(OWN)
    assert stopped
    assert stopped.silent == 0


def test_of_one_that_has_ended_meanwhile_nothing_is_said() -> None:
    ended = replace(beating(), timers=Timers())
    assert reported(ended, TURN) == broken_off(ended, TURN, EmptyAnswer(), counts=True) == ended


def test_blanks_are_no_words() -> None:
    assert not reported(beating(), replace(TURN, report=" \n")).postings.outbox
    assert [post.id for post in reported(beating(), TURN).postings.outbox] == ["beat-7"]


def test_it_says_once_that_it_comes_less_often() -> None:
    session = beating()
    for _ in range(12):
        [heartbeat] = session.timers.heartbeats
        session = unsaid(session, heartbeat, LookOutcome("silent"))
    assert len(session.postings.outbox) == 1
    assert session.timers.heartbeats[0].schedule.every == 120.0


def test_with_its_last_words_it_ends_and_what_is_broken_off_goes_on() -> None:
    last = replace(TURN, ends=True)
    after = reported(beating(), last)
    assert not after.timers.heartbeats
    assert [(post.id, post.text, post.action) for post in after.postings.outbox if isinstance(post, Post)] == [
        ("beat-7", "it is red", None)
    ]
    assert not reported(beating(), replace(last, report="")).postings.outbox
    [heartbeat] = beating().timers.heartbeats
    muted = reported(beating().having_timer(replace(heartbeat, muted=True)), last)
    assert (muted.timers.heartbeats, muted.postings.outbox) == ((), ())
    assert broken_off(beating(), last, GaveWay(ANA), counts=False).timers.heartbeats, "it will look again"


def test_what_comes_as_seldom_as_it_may_says_nothing_of_coming_less_often() -> None:
    [heartbeat] = beating().timers.heartbeats
    slowest = replace(heartbeat, schedule=replace(heartbeat.schedule, every=SLOWEST), silent=SILENT - 1)
    after = unsaid(beating().having_timer(slowest), slowest, LookOutcome("silent"))
    assert not after.postings.outbox
    assert after.timers.heartbeats[0].silent == SILENT
