"""The turn of a heartbeat ends, and nobody sees that there was one, but for what it reports."""

from harness.sessions import pulses
from harness.sessions.effects import AdjustHeartbeat, Post
from harness.sessions.notices import HeartbeatSlowed
from harness.sessions.pulses import SILENT, LookOutcome, Pulse
from harness.sessions.reasons import EndReason
from harness.sessions.session import Session
from harness.sessions.turn import Turn
from harness.sessions.values import replace


def reported(session: Session, turn: Turn) -> Session:
    """The model has looked, in that turn, and has or has not said what people are to be told."""
    pulse = pulses.of(session.pulses, turn.beat)
    if pulse is None:
        return session
    words = (turn.report or "").strip()
    if turn.ends:
        return _for_the_last_time(session, turn, pulse, words)
    pulse = replace(pulse, found=turn.found or pulse.found)
    if why := _kept_back(session, pulse, words):
        return unsaid(session, pulse, why)
    number = turn.at.turn
    post = Post(f"beat-{number}", pulse.place, words, action=AdjustHeartbeat(pulse.id, number))
    return session.beating(pulse.said(words, number, session.now)).post(post)


def _for_the_last_time(session: Session, turn: Turn, pulse: Pulse, words: str) -> Session:
    """There is nothing more to be changed by buttons."""
    session = replace(session, pulses=pulses.without(session.pulses, pulse.id))
    if _kept_back(session, pulse, words):
        return session
    return session.post(Post(f"beat-{turn.at.turn}", pulse.place, words))


def _kept_back(session: Session, pulse: Pulse, words: str) -> LookOutcome | None:
    """Why nobody is told them; None, if people are."""
    if not words:
        return LookOutcome("silent")
    if pulse.muted:
        return LookOutcome("muted")
    return LookOutcome("repeated") if pulse.repeats(words, session.now) else None


def unsaid(session: Session, pulse: Pulse, why: LookOutcome) -> Session:
    """It said nothing. After some times in a row it comes half as often, and says so once."""
    pulse = replace(pulse, silent=pulse.silent + 1, last=why)
    if pulse.silent != SILENT:
        return session.beating(pulse)
    slower = pulse.slower()
    if slower.cadence == pulse.cadence:  # it comes as seldom as it may
        return session.beating(pulse)
    notice = HeartbeatSlowed(SILENT, pulse.cadence.every, slower.cadence.every)
    return session.beating(slower).post(Post(f"slower-{session.head}", pulse.place, notice=notice))


def broken_off(session: Session, turn: Turn, why: EndReason, counts: bool) -> Session:
    """It ended before the model had said what came of it. `counts`: as a time at which there was nothing to say."""
    pulse = pulses.of(session.pulses, turn.beat)
    if pulse is None:
        return session
    looked = LookOutcome("broken-off", ended=why)
    return unsaid(session, pulse, looked) if counts else session.beating(replace(pulse, last=looked))
