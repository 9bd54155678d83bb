"""The turn of a heartbeat ends, and nobody sees that there was one, but for what it reports."""

from harness.chat.wording import duration
from harness.sessions import pulses
from harness.sessions.effects import Offer, Post
from harness.sessions.pulses import SILENT, Pulse
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
    offer = Offer("beat", number, words, beat=pulse.id)
    return session.beating(pulse.said(words, number, session.now)).post(
        Post(f"beat-{number}", pulse.place, words, offer=offer)
    )


def _for_the_last_time(session: Session, turn: Turn, pulse: Pulse, words: str) -> Session:
    """There is nothing more to be changed by buttons."""
    session = replace(session, pulses=pulses.without(session.pulses, pulse.id))
    if _kept_back(session, pulse, words):
        return session
    return session.post(Post(f"beat-{turn.at.turn}", pulse.place, words))


def _kept_back(session: Session, pulse: Pulse, words: str) -> str:
    """Why nobody is told them; empty, if people are."""
    if not words:
        return "it had nothing to say"
    if pulse.muted:
        return "it is muted"
    return "it had said the same within a day" if pulse.repeats(words, session.now) else ""


def unsaid(session: Session, pulse: Pulse, why: str) -> Session:
    """It said nothing. After some times in a row it comes half as often, and says so once."""
    pulse = replace(pulse, silent=pulse.silent + 1, last=why)
    if pulse.silent != SILENT:
        return session.beating(pulse)
    slower = pulse.slower()
    if slower.cadence == pulse.cadence:  # it comes as seldom as it may
        return session.beating(pulse)
    words = (
        f"I have looked {SILENT} times and had nothing to say here, so from now on I look "
        f"every {duration(slower.cadence.every)} instead of every {duration(pulse.cadence.every)}."
    )
    return session.beating(slower).post(Post(f"slower-{session.head}", pulse.place, words))


def broken_off(session: Session, turn: Turn, why: str, counts: bool) -> Session:
    """It ended before the model had said what came of it. `counts`: as a time at which there was nothing to say."""
    pulse = pulses.of(session.pulses, turn.beat)
    if pulse is None:
        return session
    return unsaid(session, pulse, why) if counts else session.beating(replace(pulse, last=why))
