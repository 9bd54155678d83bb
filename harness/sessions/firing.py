"""What happens to timers of both kinds: they are worked out, come, are skipped, made to come, and end."""

from harness.sessions import heartbeats, wakeups
from harness.sessions.facts import TimerEnded, TimerFired, TimerScheduled, TimerSkipped, TimerTriggered
from harness.sessions.heartbeat import Heartbeat
from harness.sessions.notices import Brief
from harness.sessions.session import Session
from harness.sessions.wakeup import Wakeup
from harness.tools.heartbeats import OF_WORKSPACE, OWN
from harness.tools.values import replace


def on_timer_scheduled(session: Session, fact: TimerScheduled) -> Session:
    timer = session.timers.get(fact.timer)
    if timer is None or timer.at is not None or timer.schedule != fact.schedule:
        return session
    return session.having_timer(replace(timer, at=fact.at))


def on_timer_fired(session: Session, fact: TimerFired) -> Session:
    match _due(session, fact.timer):
        case Wakeup() as wakeup:
            return wakeups.fired(session, wakeup, fact.next, fact.missed)
        case Heartbeat() as heartbeat:
            return heartbeats.fired(session, heartbeat, fact.next)
        case None:
            return session


def on_timer_skipped(session: Session, fact: TimerSkipped) -> Session:
    match _due(session, fact.timer):
        case Wakeup() as wakeup:
            return wakeups.skipped(session, wakeup, fact.why, fact.next)
        case Heartbeat() as heartbeat:
            return heartbeats.skipped(session, heartbeat, fact.why, fact.next)
        case None:
            return session


def on_timer_triggered(session: Session, fact: TimerTriggered) -> Session:
    match session.timers.get(fact.timer):
        case Wakeup() as wakeup:
            return wakeups.triggered(session, wakeup, fact)
        case Heartbeat() as heartbeat:
            return heartbeats.triggered(session, heartbeat, fact)
        case None:
            return session.tell(fact.place, fact.by, _gone(fact.timer)) if fact.place else session


def on_timer_ended(session: Session, fact: TimerEnded) -> Session:
    if fact.why == "removed":
        timers = session.timers
        session = replace(session, timers=replace(timers, declined=timers.declined - {fact.timer}))
    if wakeup := session.wakeup(fact.timer):
        return wakeups.ended(session, wakeup, fact)
    if heartbeat := session.timers.heartbeat(fact.timer):
        return heartbeats.ended(session, heartbeat, fact)
    return session.tell(fact.place, fact.by, _gone(fact.timer)) if fact.by and fact.place else session


def _due(session: Session, id: str) -> Wakeup | Heartbeat | None:
    timer = session.timers.get(id)
    return timer if timer and session.awaits(timer) and timer.due(session.now) else None


def _gone(id: str) -> Brief:
    return Brief("heartbeat-gone" if id == OWN or id.startswith(OF_WORKSPACE) else "wakeup-gone")
