"""Wakeups: the colleague asks to be woken, the time comes, and people say what becomes of it."""

from typing import Literal

from harness.approvals.asks import Outcome
from harness.chat.people import Person, Place
from harness.sessions.effects import Post
from harness.sessions.facts import TimerEnded, TimerTriggered, WakeupPaused
from harness.sessions.notices import Brief, Notice, WakeupLate, WakeupMissed, WakeupTold
from harness.sessions.policies import WAKEUP
from harness.sessions.reasons import ModelFailure, SkipReason
from harness.sessions.session import Session
from harness.sessions.steps import end_turn, listen, open_turn, pre_empt, requested
from harness.sessions.timers import Timers
from harness.sessions.turn import Turn
from harness.sessions.wakeup import Wakeup
from harness.tools.changes import TimerHeld, WakeupWanted
from harness.tools.values import replace

APPROVED: frozenset[Outcome] = frozenset({"approved", "edited"})


# The colleague asks for it
def wanted(session: Session, call: str, change: WakeupWanted) -> Session:
    """On behalf of whoever the turn is for, and where it replies to."""
    turn = session.turn
    if turn is None:
        return session
    approver = _approver(session, call) if change.unasked else None
    wakeup = Wakeup(
        id=call,
        schedule=change.schedule,
        by=turn.requester,
        place=turn.place,
        at=change.at,
        note=change.note,
        allowed_by=str(approver) if approver else "",
    )
    timers = session.timers.adding(wakeup)
    return replace(session, timers=replace(timers, self_wakeups=timers.self_wakeups + 1))


def _approver(session: Session, id: str) -> Person | None:
    """Who approved just this call; nobody, if a rule or a grant let it through."""
    call = session.call(id)
    ask = session.asks.get(call.ask) if call else None
    return ask.settled.by if ask and ask.settled and ask.settled.outcome in APPROVED else None


def forgotten(session: Session, id: str) -> Session:
    """It does not come any more, nor again if the turn that it has opened fails."""
    turn = session.turn
    if turn and turn.wakeup and turn.wakeup.id == id:
        session = replace(session, turn=replace(turn, wakeup=None))
    return replace(session, timers=session.timers.without(id))


def held(session: Session, change: TimerHeld) -> Session:
    return _paused(session, change.id, change.held)


# People say what becomes of it
def ended(session: Session, wakeup: Wakeup, fact: TimerEnded) -> Session:
    """Anybody who may talk may: it only keeps us quiet. The turn that it has opened goes on, and is not tried again."""
    session = forgotten(session, wakeup.id)
    return _told(session, fact.place, fact.by, WakeupTold("cancelled", wakeup.note))


def on_wakeup_paused(session: Session, fact: WakeupPaused) -> Session:
    """Anybody who may talk may, and may have it go on."""
    wakeup = session.wakeup(fact.timer)
    told = WakeupTold("paused" if fact.paused else "resumed", wakeup.note) if wakeup else Brief("wakeup-gone")
    return _told(_paused(session, fact.timer, fact.paused), fact.place, fact.by, told)


def _paused(session: Session, id: str, paused: bool) -> Session:
    if wakeup := session.timers.wakeup(id):
        session = session.having_timer(wakeup.pausing(paused, session.now))
    turn = session.turn
    if turn and turn.wakeup and turn.wakeup.id == id:  # if that fails, it is this that comes again
        return replace(session, turn=replace(turn, wakeup=turn.wakeup.pausing(paused, session.now)))
    return session


def triggered(session: Session, wakeup: Wakeup, fact: TimerTriggered) -> Session:
    """It comes now, for whom and where it was to come; what recurs does so as before."""
    session = _told(pre_empt(session, fact.by), fact.place, fact.by, WakeupTold("run", wakeup.note))
    if not wakeup.recurs:
        session = _unset(session, wakeup)
    return _come(session, wakeup)


def _told(session: Session, place: Place | None, by: Person | None, told: Notice) -> Session:
    return session.tell(place, by, told) if place and by else session


# Its time comes
def fired(session: Session, wakeup: Wakeup, following: float | None, missed: int = 0) -> Session:
    """It opens a turn, or is heard at the next step of the one that goes on: as often as it is wanted, however often it
    is told. What recurs is skipped while there is something else to do than what came with it. People see that it is
    late.
    """
    session = pre_empt(session, wakeup.by)
    if wakeup.recurs and session.turn and not _opens(session):
        return _again(session, wakeup.skipping("at-work"), following)
    if due := wakeup.overdue(session.now):
        notice = WakeupLate(wakeup.note, due, session.now - due, missed)
        session = session.post(Post(f"late-{session.head}", wakeup.place, notice=notice))
    return _come(_again(session, wakeup, following), wakeup)


def skipped(session: Session, wakeup: Wakeup, why: SkipReason, following: float | None) -> Session:
    """Whoever it was for is told, unless it comes again."""
    session = _again(session, wakeup.skipping(why), following)
    if following is not None:
        return session
    notice = WakeupMissed(wakeup.note, why)
    return session.post(Post(f"missed-{session.head}", Place.direct(wakeup.by), notice=notice))


def _come(session: Session, wakeup: Wakeup) -> Session:
    if session.turn:
        return _joins(session, session.turn, wakeup)
    opened = open_turn(listen(session, wakeup.by), wakeup.by, wakeup.place, WAKEUP)
    return replace(opened, turn=replace(opened.turn, wakeup=replace(wakeup, came=0))) if opened.turn else opened


def _joins(session: Session, turn: Turn, wakeup: Wakeup) -> Session:
    """The turn that goes on is to hear it. It may do without asking what both may, and no more."""
    session = listen(session, wakeup.by)
    if turn.wakeup and not wakeup.allowed_by:
        session = replace(session, turn=replace(turn, wakeup=replace(turn.wakeup, allowed_by="")))
    if not wakeup.recurs:
        session = replace(session, timers=session.timers.adding(replace(wakeup, came=session.head)))
        if session.asks.open:  # that may take days
            notice = WakeupTold("due", wakeup.note)
            session = session.post(Post(f"come-{session.head}", wakeup.place, notice=notice))
    return requested(session) if _opens(session) else session


def _opens(session: Session) -> bool:
    """Has a wakeup opened its turn just now? What comes at the same time is heard along with it."""
    turn = session.turn
    if turn is None or turn.wakeup is None or not turn.thinking:
        return False
    return turn.at.step == 1 and turn.since == session.now


def _again(session: Session, wakeup: Wakeup, following: float | None) -> Session:
    """It is waited for again, if it recurs."""
    if not wakeup.recurs or following is None:
        return _unset(session, wakeup)
    return session.having_timer(replace(wakeup, late=False, at=following))


def _unset(session: Session, wakeup: Wakeup) -> Session:
    return replace(session, timers=session.timers.without(wakeup.id))


# Its turn fails
def failed(session: Session, why: str) -> Session:
    """The model did not answer. What no person asked for just now is tried again by itself: that is told once. What is
    paused is not, until it goes on, which then is for what comes next, if it recurs.
    """
    turn = session.turn
    wakeup = turn.wakeup if turn else None
    if wakeup is None or (wakeup.paused and wakeup.recurs):
        return end_turn(session, ModelFailure(why), again=True)
    later = _tried_again(session, wakeup)
    if later is None:
        return end_turn(session, ModelFailure(why), again=True)
    first = wakeup.tries == 0
    again: Literal["", "later", "once-resumed"] = "" if not first else "once-resumed" if wakeup.paused else "later"
    session = replace(session, timers=later)
    return end_turn(session, ModelFailure(why, again), resumes=False, told=first)


def _tried_again(session: Session, wakeup: Wakeup) -> Timers | None:
    """The timers with it once more; None if it was tried often enough, or is not wanted any more."""
    if not wakeup.recurs:
        later = wakeup.retried(session.now)
        return session.timers.adding(later) if later else None
    waits = session.timers.wakeup(wakeup.id)  # for its next time
    later = replace(waits, tries=wakeup.tries).retried(session.now) if waits else None
    return session.timers.having(later) if later else None
