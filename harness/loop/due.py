"""What the clock brings, as facts: timers come or are skipped, asks expire, people are reminded, limits are reached."""

from collections.abc import Iterator
from dataclasses import replace

from harness.chat.people import Person, Place
from harness.loop.rules import Rules
from harness.sessions.ask_status import Posted
from harness.sessions.facts import (
    AskOverdue,
    Fact,
    LimitReached,
    TimerEnded,
    TimerFired,
    TimerScheduled,
    TimerSkipped,
    TitleWanted,
)
from harness.sessions.heartbeat import Heartbeat
from harness.sessions.heartbeats import busy
from harness.sessions.limits import Limits
from harness.sessions.reasons import SkipReason
from harness.sessions.session import Session
from harness.sessions.titles import to_be_titled
from harness.sessions.turn import OpenAsk, Turn
from harness.sessions.wakeup import Wakeup
from harness.sessions.wants import wakes

MOST_MISSED = 100
MOST_COPIES = 10
"""People to whom an overdue ask is shown at most."""


def due(session: Session, rules: Rules, now: float) -> Iterator[Fact]:
    """All that the clock has to say by now."""
    for heartbeat in session.timers.heartbeats:
        if heartbeat.at is None:
            yield _scheduled(heartbeat, rules, now)
    if rules.titles and to_be_titled(session):
        yield TitleWanted(rules.titles)
    opened = False
    for wake in wakes(session):
        if wake.when > now:
            continue
        match wake.then:
            case TimerFired(timer=id):
                fact = _comes(session, id, rules, now, opened)
                opened = opened or isinstance(fact, TimerFired)
                yield fact
            case TimerEnded(timer=id):
                yield _ends(session, wake.then, rules)
            case fact:
                yield fact
    for when, ask in _reminders(session, rules):
        if when <= now:
            yield AskOverdue(ask.id, tuple(map(Place.direct, _others(session, ask, rules))))
    if limit := _limit(session, rules, now):
        yield limit


def next_due(session: Session, rules: Rules) -> float | None:
    """When the clock has something to say next."""
    times = [*(wake.when for wake in wakes(session)), *(when for when, _ in _reminders(session, rules))]
    deadline = _deadline(session.turn, rules.limits_of(session)) if session.turn else None
    return min([*times, *([] if deadline is None else [deadline])], default=None)


# Timers
def _comes(session: Session, id: str, rules: Rules, now: float, opened: bool) -> TimerFired | TimerSkipped:
    """It fires, or is skipped for a reason. What recurs says when it comes again: however many of its times have passed
    meanwhile, it comes once for all of them. `opened`: another has just opened a turn.
    """
    timer = session.timers.get(id)
    if timer is None:
        return TimerFired(id)
    following = _next(timer, rules, now)
    why = _wakeup_skipped(session, timer, rules) if isinstance(timer, Wakeup) else None
    if isinstance(timer, Heartbeat):
        why = _heartbeat_skipped(session, timer, rules) or ("at-work" if opened else None)
    return TimerSkipped(id, why, following) if why else TimerFired(id, following, _missed(timer, rules, now))


def _missed(timer: Wakeup | Heartbeat, rules: Rules, now: float) -> int:
    """How many more of its times have passed since the one that it was due at; MOST_MISSED stands for any more."""
    count, at = 0, timer.at
    while timer.recurs and at is not None and count < MOST_MISSED:
        try:
            at = rules.next_after(timer.schedule, at)
        except ValueError:
            break
        if at is None or at > now:
            break
        count += 1
    return count


def _next(timer: Wakeup | Heartbeat, rules: Rules, now: float) -> float | None:
    """When it comes again; None if it does not, or if that is not known any more."""
    try:
        return rules.next_after(timer.schedule, now) if timer.recurs else None
    except ValueError:
        return None


def _wakeup_skipped(session: Session, wakeup: Wakeup, rules: Rules) -> SkipReason | None:
    """Why it is; None, if it is not."""
    if rules.silent(wakeup.place):
        return "replies-off"
    if not wakeup.recurs:
        return None
    at_work = session.turn is not None and not session.turn.policy.preemptible
    return "paused" if wakeup.late else "at-work" if at_work else None


def _heartbeat_skipped(session: Session, heartbeat: Heartbeat, rules: Rules) -> SkipReason | None:
    """It is while there is anything else to do."""
    return "replies-off" if rules.silent(heartbeat.place) else busy(session)


def _scheduled(heartbeat: Heartbeat, rules: Rules, now: float) -> TimerScheduled | TimerEnded:
    try:
        at = rules.next_after(heartbeat.schedule, now)
    except ValueError as error:
        return TimerEnded(heartbeat.id, "never", detail=str(error))
    return TimerEnded(heartbeat.id, "never") if at is None else TimerScheduled(heartbeat.id, heartbeat.schedule, at)


def _ends(session: Session, fact: TimerEnded, rules: Rules) -> TimerEnded:
    """What ends where we are to say nothing says nothing of it."""
    timer = session.timers.get(fact.timer)
    return replace(fact, why="replies-off") if timer and rules.silent(timer.place) else fact


# Reminders
def _reminders(session: Session, rules: Rules) -> Iterator[tuple[float, OpenAsk]]:
    """One a card, when somebody is at work who may decide."""
    seen = set[str]()
    for ask in session.asks.open if rules.remind is not None else ():
        if isinstance(ask.status, Posted) and not ask.status.reminded and ask.card not in seen:
            overdue = ask.status.at + (rules.remind or 0.0)
            yield rules.calendar.reach(overdue, ask.ask.deciders, ask.requester), ask
        seen.add(ask.card)


def _others(session: Session, ask: OpenAsk, rules: Rules) -> list[Person]:
    """Who may decide it and takes no part in the thread, so that they would not see it."""
    taking_part = (ask.requester, *session.authors)
    asked = ask.ask.deciders.people  # who was asked by name has been shown it
    here = {speaker.id for speaker in session.inbox.speakers}.union(*(person.ids for person in (*taking_part, *asked)))
    there = [person.on(ask.place) for person in rules.people]
    may = [p for p in there if p.platform == ask.place.platform and here.isdisjoint(p.ids)]
    return [p for p in may if session.may_settle(p, ask)][:MOST_COPIES]


# Limits
def _limit(session: Session, rules: Rules, now: float) -> LimitReached | None:
    """The first that the turn has reached."""
    turn = session.turn
    if turn is None:
        return None
    limits = rules.limits_of(session)
    if turn.at.step > limits.steps:
        return LimitReached(turn.at.turn, "steps")
    if limits.cost is not None and turn.usage.cost - turn.talk.cost >= limits.cost:
        return LimitReached(turn.at.turn, "cost")
    if limits.tokens is not None and turn.usage.tokens - turn.talk.tokens >= limits.tokens:
        return LimitReached(turn.at.turn, "tokens")
    if turn.asking and not turn.quiet and _talked_out(turn, limits):
        return LimitReached(turn.at.turn, "asides")
    deadline = _deadline(turn, limits)
    return LimitReached(turn.at.turn, "time") if deadline is not None and deadline <= now else None


def _talked_out(turn: Turn, limits: Limits) -> bool:
    """Has it taken what it may, with what was said while it waits?"""
    dear = limits.cost is not None and turn.usage.cost >= limits.cost
    return dear or (limits.tokens is not None and turn.usage.tokens >= limits.tokens)


def _deadline(turn: Turn, limits: Limits) -> float | None:
    if turn.since is None:
        return None
    seconds = limits.seconds if turn.limit is None else min(turn.limit, limits.seconds)
    return turn.since + seconds - turn.worked
