"""Heartbeats: somebody sets one, its time comes, and people say what becomes of it.

None goes before anything else that there is to do: it is skipped while a turn is open, or something
that was said to us waits; and it ends as soon as somebody wants something.
"""

import re
from typing import Literal, assert_never

from harness.chat.people import Person, Place
from harness.sessions.effects import AdjustHeartbeat, Post, Unwritten
from harness.sessions.facts import ChecklistRead, HeartbeatAdjusted, HeartbeatSet, TimerEnded, TimerTriggered
from harness.sessions.heartbeat import IDLE, MOST, Heartbeat, LookOutcome
from harness.sessions.notices import (
    Brief,
    HeartbeatLapsed,
    HeartbeatNotNow,
    HeartbeatPace,
    HeartbeatPlaced,
    HeartbeatTold,
    Notice,
)
from harness.sessions.policies import HEARTBEAT
from harness.sessions.preparations import Checklist
from harness.sessions.reasons import HeartbeatOver, SkipReason
from harness.sessions.session import Session
from harness.sessions.steps import end_turn, requested
from harness.sessions.turn import Turn
from harness.tools.calls import At
from harness.tools.changes import HeartbeatWanted, Reported
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.origins import COMMAND, OURS
from harness.tools.values import replace

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
"""One that is not closed goes on to the end, as in Markdown."""
_NOTHING = re.compile(r"#{1,6}(?:\s.*)?|(?:[-*+]|\d+[.)])?\s*(?:\[[ xX]?\])?")
"""A line without the blanks around it: were they in here, a long run of blanks would be split in every way there is."""


def is_empty(checklist: str) -> bool:
    """Is there nothing on it but headings, comments and empty items?"""
    return all(_NOTHING.fullmatch(line.strip()) for line in _COMMENT.sub("", checklist).splitlines())


def busy(session: Session) -> SkipReason | None:
    """Why a heartbeat is skipped just now; None, if it is not."""
    if session.asks.open:
        return "asking"
    if session.turn:
        return "at-work"
    return "pending" if session.inbox.pending else None


def ends_at(session: Session, heartbeat: Heartbeat) -> float:
    """When it ends, if nobody says anything."""
    return max(heartbeat.since, session.inbox.last_human_at) + IDLE


# Somebody sets it
def on_heartbeat_set(session: Session, fact: HeartbeatSet) -> Session:
    """What is there already is there, however often it is said. Everybody here sees what somebody has set."""
    by, place, config, timers = fact.by, fact.place, fact.config, session.timers
    known, own = timers.heartbeat(config.id), config.id == OWN
    if known and (known.config, known.place) == (config, place) and not (own and known.slowed):
        return session.tell(place, by, Brief("heartbeat-same")) if own else session
    if known is None and not own and sum(one.id != OWN for one in timers.heartbeats) >= MOST:
        return session  # the workspace is not read with more
    session = _begun(session, by, place, config)
    if not own:
        return session
    notice = HeartbeatPlaced(by, config.schedule, changed=known is not None, muted=known is not None and known.muted)
    return session.post(Post(f"beating-{session.head}-{config.id}", place, notice=notice))


def wanted(session: Session, change: HeartbeatWanted) -> Session:
    """On behalf of whoever the turn is for, and where it replies to."""
    turn = session.turn
    if turn is None:
        return session
    session = replace(session, turn=replace(turn, ends=turn.ends and turn.heartbeat != OWN))
    return _begun(session, turn.requester, turn.place, HeartbeatConfig(OWN, change.schedule, change.checklist))


def dropped(session: Session, id: str) -> Session:
    """By the colleague. In the turn of that very heartbeat it may still say what it has found, at last."""
    heartbeat, turn = session.timers.heartbeat(id), session.turn
    if heartbeat and turn and turn.heartbeat == id:
        return replace(session, turn=replace(turn, ends=True))
    return over(session, heartbeat) if heartbeat else session


def _begun(session: Session, by: Person, place: Place, config: HeartbeatConfig) -> Session:
    known = session.timers.heartbeat(config.id)
    schedule = replace(config.schedule, since=session.now)
    heartbeat = Heartbeat(id=config.id, config=config, schedule=schedule, by=by, place=place, since=session.now)
    if known:
        same = (known.config.checklist, known.config.check) == (config.checklist, config.check)
        found = known.found if same else ""  # what is to be looked at now has not been looked at
        if not same and session.turn and session.turn.heartbeat == config.id:
            session = replace(session, turn=_looking_at(session.turn, config))
        heartbeat = replace(heartbeat, told=known.told, post=known.post, found=found, muted=known.muted)
    return replace(session, timers=session.timers.adding(heartbeat), place=session.place or place)


def _looking_at(turn: Turn, config: HeartbeatConfig) -> Turn:
    """What is looked at has changed under the turn: what it has not read yet is read as it is now."""
    read = (Checklist(config.checklist, config.check),) if turn.prepares(Checklist) else ()
    return replace(turn, found="", preparations=read, model=config.model)


# Its time comes
def fired(session: Session, heartbeat: Heartbeat, following: float | None) -> Session:
    """It opens a turn, which first has read what is to be looked at; or is skipped."""
    if why := busy(session):
        return skipped(session, heartbeat, why, following)
    config = heartbeat.config
    turn = Turn(
        At(session.turns + 1, 1),
        heartbeat.by,
        heartbeat.place,
        HEARTBEAT,
        authors=(heartbeat.by,),
        heartbeat=heartbeat.id,
        preparations=(Checklist(config.checklist, config.check, heartbeat.found),),
        model=config.model,
        limit=heartbeat.limit,
        began=session.now,
    )
    return replace(session.having_timer(replace(heartbeat, at=following)), turns=turn.at.turn, turn=turn)


def skipped(session: Session, heartbeat: Heartbeat, why: SkipReason, following: float | None) -> Session:
    return session.having_timer(replace(heartbeat.skipping(why), at=following))


def on_checklist_read(session: Session, fact: ChecklistRead) -> Session:
    """Nothing on the list, nothing asked; and nothing either if the check found what it had found before."""
    turn, heartbeat = session.turn, session.heartbeat
    if turn is None or heartbeat is None or turn.at != fact.at or not turn.prepares(Checklist):
        return session
    quiet = replace(session, turn=None)
    if fact.digest and fact.digest == heartbeat.found:
        return quiet.having_timer(replace(heartbeat, last=LookOutcome("nothing-new")))
    if is_empty(fact.checklist):
        last = LookOutcome("unreadable", fact.why) if fact.why else LookOutcome("empty")
        return quiet.having_timer(replace(heartbeat, last=last))
    session = session.tainted(COMMAND if fact.found else OURS)  # what its check has found
    return requested(replace(session, turn=replace(turn.prepared(), found=fact.digest)))


def reports(session: Session, change: Reported) -> Session:
    """Of several reports the last counts. Outside of a heartbeat there is nobody to report to."""
    turn = session.turn
    if turn is None or not turn.policy.report:
        return session
    return replace(session, turn=replace(turn, report=change.text if change.notify else ""))


# People say what becomes of it
def on_heartbeat_adjusted(session: Session, fact: HeartbeatAdjusted) -> Session:
    """Anybody who may talk may; whoever does is told what became of it, and the others where it concerns them."""
    known, by, place = session.timers.heartbeat(fact.heartbeat), fact.by, fact.place
    if known is None:
        return session.tell(place, by, Brief("heartbeat-gone"))
    heartbeat = replace(known, since=session.now)
    match fact.how:
        case "mute":
            session = session.having_timer(replace(heartbeat, muted=True)).tell(place, by, Brief("heartbeat-muted"))
            return session if known.muted else _said(session, heartbeat, HeartbeatTold(by, "muted"))
        case "unmute":
            session = session.having_timer(replace(heartbeat, muted=False, silent=0))
            session = session.tell(place, by, Brief("heartbeat-unmuted"))
            return _said(session, heartbeat, HeartbeatTold(by, "unmuted")) if known.muted else session
        case "slower":
            slower = replace(heartbeat.slower(), silent=0)
            return session.having_timer(slower).tell(place, by, HeartbeatPace(slower.schedule.every))
        case "useful":
            return session.having_timer(replace(heartbeat, silent=0)).tell(place, by, Brief("heartbeat-useful"))
        case _:
            assert_never(fact.how)


def triggered(session: Session, heartbeat: Heartbeat, fact: TimerTriggered) -> Session:
    """It comes now, unless there is something else to do."""
    place = fact.place or heartbeat.place
    if why := busy(session):
        return session.tell(place, fact.by, HeartbeatNotNow(why))
    now = replace(heartbeat, at=session.now, since=session.now)
    return session.having_timer(now).tell(place, fact.by, Brief("heartbeat-now"))


def ended(session: Session, heartbeat: Heartbeat, fact: TimerEnded) -> Session:
    """By somebody, or since nobody has a use for it any more: then it says so, where it was. What the workspace names
    no more goes as it came, without a word; so does what nobody has a use for where we are to say nothing.
    """
    by = fact.by
    if fact.why in ("quiet", "replies-off") and session.now < ends_at(session, heartbeat):
        return session
    session = over(session, heartbeat, declined=by is not None)
    if fact.why == "removed" or fact.why == "replies-off":
        return session
    if by is None:
        why: Literal["quiet", "never"] = "never" if fact.why == "never" else "quiet"
        return _said(session, heartbeat, HeartbeatLapsed(why, fact.detail, again=heartbeat.id != OWN))
    session = session.tell(fact.place or heartbeat.place, by, Brief("heartbeat-ended"))
    return _said(session, heartbeat, HeartbeatTold(by, "ended"))


def over(session: Session, heartbeat: Heartbeat, declined: bool = False) -> Session:
    """It does not come any more, and what it was doing ends. If people have `declined` what the workspace names, it is
    not set again.
    """
    timers = session.timers.without(heartbeat.id)
    if declined and heartbeat.id != OWN:
        timers = replace(timers, declined=timers.declined | {heartbeat.id})
    session = replace(session, timers=timers)
    if session.turn and session.turn.heartbeat == heartbeat.id:
        return end_turn(session, HeartbeatOver(), "stopped")
    return session


def unposted(session: Session, lost: Post, why: str) -> Session:
    """What it has to say cannot be said where it is: it ends, and whoever set it hears of that."""
    of = lost.action.heartbeat if isinstance(lost.action, AdjustHeartbeat) else ""
    heartbeat = session.timers.heartbeat(of)
    if heartbeat is None:
        return session
    session = over(session, heartbeat)
    if not heartbeat.by.user:
        return session
    place, unwritten = Place.direct(heartbeat.by), Unwritten("heartbeat", why)
    return session.post(Post(f"lost-{lost.id}", place, lost.text, unwritten=unwritten))


def _said(session: Session, heartbeat: Heartbeat, notice: Notice) -> Session:
    """Where it is, for everybody there."""
    return session.post(Post(f"beating-{session.head}-{heartbeat.id}", heartbeat.place, notice=notice))
