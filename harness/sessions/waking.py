"""A session is woken: at the times that it asked for, and by its heartbeats."""

from harness.sessions.facts import HeartbeatFired, WakeupCancelled
from harness.sessions.session import Alarm, Session
from harness.sessions.steps import listen, open_turn
from harness.sessions.values import replace
from harness.tools.changes import Wakeup, WakeupWanted


def wanted(session: Session, call: str, change: WakeupWanted) -> Session:
    """On behalf of whoever the turn is for, and where it replies to."""
    turn = session.turn
    if turn is None:
        return session
    alarm = Alarm(Wakeup(call, change.at, change.note, change.again), turn.requester, turn.place)
    return replace(session, alarms=(*session.alarms, alarm), woken=session.woken + 1)


def forgotten(session: Session, id: str) -> Session:
    return replace(session, alarms=tuple(alarm for alarm in session.alarms if alarm.wakeup.id != id))


def cancelled(session: Session, fact: WakeupCancelled) -> Session:
    """Anybody who may talk may: it only keeps us quiet."""
    notes = [alarm.wakeup.note for alarm in session.alarms if alarm.wakeup.id == fact.wakeup]
    told = f"Cancelled: {notes[0]}" if notes else "That does not wait any more."
    return forgotten(session, fact.wakeup).tell(fact.place, fact.by, told)


def woken(session: Session, fact: HeartbeatFired) -> Session:
    """It opens a turn, or is heard at the next step of the one that goes on. A wakeup comes as often as it is wanted,
    however often it is told; one that comes again is passed over while there is something else to do.
    """
    if fact.wakeup:
        alarm = next((alarm for alarm in session.alarms if alarm.wakeup.id == fact.wakeup), None)
        if alarm is None or session.now < alarm.wakeup.at:
            return session
        session = _gone_off(session, alarm, fact.next)
        if alarm.wakeup.again and session.turn:
            return session
    return open_turn(listen(session, fact.by), fact.by, fact.place, fact.origin)


def _gone_off(session: Session, alarm: Alarm, following: float | None) -> Session:
    if alarm.wakeup.again is None or following is None:
        return forgotten(session, alarm.wakeup.id)
    later = replace(alarm, wakeup=replace(alarm.wakeup, at=following))
    return replace(session, alarms=tuple(later if one is alarm else one for one in session.alarms))
