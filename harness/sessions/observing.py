"""What was said is written down before there is no room for it, while nobody waits for that: in the background, one
thing at once, and no turn ends over it. What was written down is in the window.
"""

from harness.sessions.compaction import told
from harness.sessions.counting import counted
from harness.sessions.facts import (
    ObservationFailed,
    ObservationsTaken,
    ObservationWanted,
    Observed,
    Reflected,
)
from harness.sessions.notices import SummedUp
from harness.sessions.session import Observing, Session
from harness.tools.values import replace


def begins(session: Session, fact: ObservationWanted) -> bool:
    """Is it taken up? Not while another goes on, nor where what is said may yet be forgotten; and in a turn alone, in
    which the window holds fast what nobody has heard.
    """
    observing, turn = session.observing, session.turn
    return (observing is None or observing.failed) and turn is not None and not turn.policy.forgets


def expects(session: Session, fact: Observed | Reflected | ObservationFailed) -> bool:
    """Is it what goes on?"""
    observing = session.observing
    return observing is not None and not observing.failed and observing.through == fact.through


def on_observation_wanted(session: Session, fact: ObservationWanted) -> Session:
    return replace(session, observing=Observing(session.head, fact.reflects)) if begins(session, fact) else session


def on_observed(session: Session, fact: Observed | Reflected) -> Session:
    session = session.counting(counted(fact))
    return replace(session, observing=None) if expects(session, fact) else session


def on_observation_failed(session: Session, fact: ObservationFailed) -> Session:
    session = session.counting(counted(fact))
    if session.observing is None or not expects(session, fact):
        return session
    return replace(session, observing=replace(session.observing, failed=True))


def on_observations_taken(session: Session, fact: ObservationsTaken) -> Session:
    """What is being written down meanwhile is of what is not shown any more."""
    if not session.thinks(fact.at):
        return session
    return told(replace(session, observing=None), SummedUp(fact.before))
