"""The turn of a heartbeat ends, and nobody sees that there was one, but for what it reports."""

from harness.sessions.effects import AdjustHeartbeat, Post
from harness.sessions.heartbeat import SILENT, Heartbeat, LookOutcome
from harness.sessions.notices import HeartbeatSlowed
from harness.sessions.reasons import EndReason
from harness.sessions.session import Session
from harness.sessions.turn import Turn
from harness.tools.values import replace


def reported(session: Session, turn: Turn) -> Session:
    """The model has looked, in that turn, and has or has not said what people are to be told."""
    heartbeat = session.timers.heartbeat(turn.heartbeat)
    if heartbeat is None:
        return session
    words = (turn.report or "").strip()
    if turn.ends:
        return _for_the_last_time(session, turn, heartbeat, words)
    heartbeat = replace(heartbeat, found=turn.found or heartbeat.found)
    if why := _kept_back(session, heartbeat, words):
        return unsaid(session, heartbeat, why)
    number = turn.at.turn
    post = Post(f"beat-{number}", heartbeat.place, words, action=AdjustHeartbeat(heartbeat.id, number))
    return session.having_timer(heartbeat.said(words, number, session.now)).post(post)


def _for_the_last_time(session: Session, turn: Turn, heartbeat: Heartbeat, words: str) -> Session:
    """There is nothing more to be changed by buttons."""
    session = replace(session, timers=session.timers.without(heartbeat.id))
    if _kept_back(session, heartbeat, words):
        return session
    return session.post(Post(f"beat-{turn.at.turn}", heartbeat.place, words))


def _kept_back(session: Session, heartbeat: Heartbeat, words: str) -> LookOutcome | None:
    """Why nobody is told them; None, if people are."""
    if not words:
        return LookOutcome("silent")
    if heartbeat.muted:
        return LookOutcome("muted")
    return LookOutcome("repeated") if heartbeat.repeats(words, session.now) else None


def unsaid(session: Session, heartbeat: Heartbeat, why: LookOutcome) -> Session:
    """It said nothing. After some times in a row it comes half as often, and says so once."""
    heartbeat = replace(heartbeat, silent=heartbeat.silent + 1, last=why)
    if heartbeat.silent != SILENT:
        return session.having_timer(heartbeat)
    slower = heartbeat.slower()
    if slower.schedule == heartbeat.schedule:  # it comes as seldom as it may
        return session.having_timer(heartbeat)
    notice = HeartbeatSlowed(SILENT, heartbeat.schedule.every, slower.schedule.every)
    return session.having_timer(slower).post(Post(f"slower-{session.head}", heartbeat.place, notice=notice))


def broken_off(session: Session, turn: Turn, why: EndReason, counts: bool) -> Session:
    """It ended before the model had said what came of it. `counts`: as a time at which there was nothing to say."""
    heartbeat = session.timers.heartbeat(turn.heartbeat)
    if heartbeat is None:
        return session
    looked = LookOutcome("broken-off", ended=why)
    return unsaid(session, heartbeat, looked) if counts else session.having_timer(replace(heartbeat, last=looked))
