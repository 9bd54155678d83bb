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
    alarm = Alarm(Wakeup(call, change.at, change.note), turn.requester, turn.place)
    return replace(session, alarms=(*session.alarms, alarm), woken=session.woken + 1)


def forgotten(session: Session, id: str) -> Session:
    return replace(session, alarms=tuple(alarm for alarm in session.alarms if alarm.wakeup.id != id))


def cancelled(session: Session, fact: WakeupCancelled) -> Session:
    """Anybody who may talk may: it only keeps us quiet."""
    notes = [alarm.wakeup.note for alarm in session.alarms if alarm.wakeup.id == fact.wakeup]
    told = f"Cancelled: {notes[0]}" if notes else "That does not wait any more."
    return forgotten(session, fact.wakeup).tell(fact.place, fact.by, told)


def woken(session: Session, fact: HeartbeatFired) -> Session:
    """It opens a turn, or is heard at the next step of the one that goes on. A wakeup comes once, however often it is
    told, and not at all once it is not wanted any more.
    """
    if fact.wakeup:
        if not any(alarm.wakeup.id == fact.wakeup for alarm in session.alarms):
            return session
        session = forgotten(session, fact.wakeup)
    return open_turn(listen(session, fact.by), fact.by, fact.place, fact.origin)
