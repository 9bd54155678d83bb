"""A session is woken: at the times that it asked for, and by its heartbeats."""

from typing import Literal

from harness.approvals.asks import Outcome
from harness.chat.people import Person, Place
from harness.sessions import alarms
from harness.sessions.alarms import Alarm
from harness.sessions.effects import Post
from harness.sessions.facts import HeartbeatFired, WakeupCancelled, WakeupHastened, WakeupPaused, WakeupSkipped
from harness.sessions.notices import Brief, Notice, WakeupMissed, WakeupTold
from harness.sessions.policies import WAKEUP
from harness.sessions.reasons import ModelFailure
from harness.sessions.session import Session
from harness.sessions.steps import end_turn, listen, open_turn, pre_empt, requested
from harness.sessions.turn import Turn
from harness.sessions.values import replace
from harness.tools.changes import Wakeup, WakeupHeld, WakeupWanted

GONE = Brief("wakeup-gone")
APPROVED: frozenset[Outcome] = frozenset({"approved", "edited"})


def wanted(session: Session, call: str, change: WakeupWanted) -> Session:
    """On behalf of whoever the turn is for, and where it replies to."""
    turn = session.turn
    if turn is None:
        return session
    approver = _approver(session, call) if change.unasked else None
    allowed_by = str(approver) if approver else ""
    wakeup = Wakeup(call, change.at, change.note, change.again)
    alarm = Alarm(wakeup, turn.requester, turn.place, allowed_by=allowed_by)
    return replace(session, alarms=(*session.alarms, alarm), self_wakeups=session.self_wakeups + 1)


def _approver(session: Session, id: str) -> Person | None:
    """Who approved just this call; nobody, if a rule or a grant let it through."""
    call = session.call(id)
    ask = session.asks.get(call.ask) if call else None
    return ask.settled.by if ask and ask.settled and ask.settled.outcome in APPROVED else None


def forgotten(session: Session, id: str) -> Session:
    """It does not come any more, nor again if the turn that it has opened fails."""
    turn = session.turn
    if turn and turn.alarm and turn.alarm.wakeup.id == id:
        session = replace(session, turn=replace(turn, alarm=None))
    return _unset(session, id)


def _unset(session: Session, id: str) -> Session:
    return replace(session, alarms=alarms.without(session.alarms, id))


def held(session: Session, change: WakeupHeld) -> Session:
    return _paused(session, change.id, change.held)


def on_wakeup_cancelled(session: Session, fact: WakeupCancelled) -> Session:
    """Anybody who may talk may: it only keeps us quiet. The turn that it has opened goes on, and is not tried again."""
    alarm = session.alarm(fact.wakeup)
    told = WakeupTold("cancelled", alarm.wakeup.note) if alarm else GONE
    return _told(forgotten(session, fact.wakeup), fact, told)


def on_wakeup_paused(session: Session, fact: WakeupPaused) -> Session:
    """Anybody who may talk may, and may have it go on."""
    alarm = session.alarm(fact.wakeup)
    told = WakeupTold("paused" if fact.paused else "resumed", alarm.wakeup.note) if alarm else GONE
    return _told(_paused(session, fact.wakeup, fact.paused), fact, told)


def _paused(session: Session, id: str, paused: bool) -> Session:
    """What comes again and came while it was paused does not come for that once it goes on."""

    def change(alarm: Alarm) -> Alarm:
        if alarm.paused == paused:
            return alarm
        late = not paused and alarm.wakeup.again is not None and alarm.wakeup.at <= session.now
        return replace(alarm, wakeup=replace(alarm.wakeup, paused=paused), late=late)

    session = replace(session, alarms=alarms.changed(session.alarms, id, change))
    turn = session.turn
    if turn and turn.alarm and turn.alarm.wakeup.id == id:  # if that fails, it is this that comes again
        return replace(session, turn=replace(turn, alarm=change(turn.alarm)))
    return session


def on_wakeup_hastened(session: Session, fact: WakeupHastened) -> Session:
    """It comes now, for whom and where it was to come; what comes again does so as before."""
    alarm = alarms.of(session.alarms, fact.wakeup)
    if alarm is None:
        return _told(session, fact, GONE)
    session = _told(pre_empt(session, fact.by), fact, WakeupTold("run", alarm.wakeup.note))
    if alarm.wakeup.again is None:
        session = _unset(session, fact.wakeup)
    return _come(session, alarm)


def _told(session: Session, fact: WakeupCancelled | WakeupPaused | WakeupHastened, told: Notice) -> Session:
    return session.tell(fact.place, fact.by, told) if fact.place else session


def on_wakeup_fired(session: Session, fact: HeartbeatFired) -> Session:
    """It opens a turn, or is heard at the next step of the one that goes on. A wakeup comes as often as it is wanted,
    however often it is told; one that comes again is passed over while there is something else to do than what came
    with it.
    """
    if not fact.wakeup:
        return open_turn(listen(session, fact.by), fact.by, fact.place, WAKEUP)
    alarm = _due(session, fact.wakeup)
    if alarm is None:
        return session
    session = pre_empt(session, alarm.by)
    if alarm.wakeup.again and session.turn and not _opens(session):
        return _passed(session, alarm, fact.next)
    return _come(_set(session, alarm, fact.next), alarm)


def on_wakeup_skipped(session: Session, fact: WakeupSkipped) -> Session:
    """Whoever it was for is told, unless it comes again."""
    alarm = _due(session, fact.wakeup)
    if alarm is None:
        return session
    session = _passed(session, alarm, fact.next)
    if fact.next is not None:
        return session
    notice = WakeupMissed(alarm.wakeup.note, fact.why)
    return session.post(Post(f"missed-{session.head}", Place.direct(alarm.by), notice=notice))


def failed(session: Session, why: str) -> Session:
    """The model did not answer. What no person asked for just now is tried again by itself: that is told once. What is
    paused is not, until it goes on, which then is for what comes next, if it comes again.
    """
    turn = session.turn
    alarm = turn.alarm if turn else None
    if alarm is None or (alarm.paused and alarm.wakeup.again):
        return end_turn(session, ModelFailure(why), again=True)
    later = alarms.retried(session.alarms, alarm, session.now)
    if later == session.alarms:
        return end_turn(session, ModelFailure(why), again=True)
    first = alarm.tries == 0
    again: Literal["", "later", "once-resumed"] = "" if not first else "once-resumed" if alarm.paused else "later"
    return end_turn(replace(session, alarms=later), ModelFailure(why, again), resumes=False, told=first)


def _due(session: Session, id: str) -> Alarm | None:
    alarm = alarms.of(session.alarms, id)
    return alarm if alarm and session.awaits(alarm) and alarm.wakeup.at <= session.now else None


def _come(session: Session, alarm: Alarm) -> Session:
    if session.turn:
        return _joins(session, session.turn, alarm)
    opened = open_turn(listen(session, alarm.by), alarm.by, alarm.place, WAKEUP)
    return replace(opened, turn=replace(opened.turn, alarm=replace(alarm, came=0))) if opened.turn else opened


def _joins(session: Session, turn: Turn, alarm: Alarm) -> Session:
    """The turn that goes on is to hear it. It may do without asking what both may, and no more."""
    session = listen(session, alarm.by)
    if turn.alarm and not alarm.allowed_by:
        session = replace(session, turn=replace(turn, alarm=replace(turn.alarm, allowed_by="")))
    if alarm.wakeup.again is None:
        session = replace(session, alarms=(*session.alarms, replace(alarm, came=session.head)))
        if session.asks.open:  # that may take days
            notice = WakeupTold("due", alarm.wakeup.note)
            session = session.post(Post(f"come-{session.head}", alarm.place, notice=notice))
    return requested(session) if _opens(session) else session


def _opens(session: Session) -> bool:
    """Has a wakeup opened its turn just now? What comes at the same time is heard along with it."""
    turn = session.turn
    if turn is None or turn.alarm is None or not turn.thinking:
        return False
    return turn.at.step == 1 and turn.since == session.now


def _passed(session: Session, alarm: Alarm, following: float | None) -> Session:
    return _set(session, replace(alarm, skipped=alarm.skipped + 1), following)


def _set(session: Session, alarm: Alarm, following: float | None) -> Session:
    """It is waited for again, if it comes again."""
    if alarm.wakeup.again is None or following is None:
        return _unset(session, alarm.wakeup.id)
    later = replace(alarm, late=False).at(following)
    return replace(session, alarms=alarms.changed(session.alarms, alarm.wakeup.id, lambda one: later))
