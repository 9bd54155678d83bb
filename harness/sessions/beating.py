"""Heartbeats: somebody sets one, its time comes, and people say what becomes of it.

Nothing goes before anything else that there is to do: a heartbeat is passed over while a turn is open, or something
that was said to us waits; and it ends as soon as somebody wants something.
"""

import re
from typing import Literal, assert_never

from harness.chat.people import Person, Place
from harness.sessions import pulses
from harness.sessions.effects import AdjustHeartbeat, Post, Unwritten
from harness.sessions.facts import (
    ChecklistRead,
    HeartbeatAdjusted,
    HeartbeatEnded,
    HeartbeatFired,
    HeartbeatSet,
    HeartbeatSkipped,
    HeartbeatTimed,
)
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
from harness.sessions.pulses import IDLE, MOST, LookOutcome, Pulse
from harness.sessions.reasons import HeartbeatOver, SkipReason
from harness.sessions.session import Session
from harness.sessions.steps import end_turn, requested
from harness.sessions.turn import Turn
from harness.sessions.values import replace
from harness.tools.beats import OWN, Beat
from harness.tools.calls import At
from harness.tools.changes import BeatWanted, Reported

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


def ends_at(session: Session, pulse: Pulse) -> float:
    """When it ends, if nobody says anything."""
    return max(pulse.since, session.inbox.last_human_at) + IDLE


# Somebody sets it
def on_heartbeat_set(session: Session, fact: HeartbeatSet) -> Session:
    """What is there already is there, however often it is said. Everybody here sees what somebody has set."""
    by, place, beat = fact.by, fact.place, fact.beat
    known = pulses.of(session.pulses, beat.id)
    if known and (known.beat, known.place) == (beat, place) and (beat.id != OWN or not known.slowed):
        return session.tell(place, by, Brief("heartbeat-same")) if beat.id == OWN else session
    if known is None and beat.id != OWN and len(pulses.without(session.pulses, OWN)) >= MOST:
        return session  # the workspace is not read with more
    session = _begun(session, by, place, beat)
    if beat.id != OWN:
        return session
    notice = HeartbeatPlaced(by, beat.cadence, changed=known is not None, muted=known is not None and known.muted)
    return session.post(Post(f"beating-{session.head}-{beat.id}", place, notice=notice))


def wanted(session: Session, change: BeatWanted) -> Session:
    """On behalf of whoever the turn is for, and where it replies to."""
    turn = session.turn
    if turn is None:
        return session
    session = replace(session, turn=replace(turn, ends=turn.ends and turn.beat != OWN))
    return _begun(session, turn.requester, turn.place, Beat(OWN, change.cadence, change.checklist))


def dropped(session: Session, id: str) -> Session:
    """By the colleague. In the turn of that very heartbeat it may still say what it has found, at last."""
    pulse, turn = pulses.of(session.pulses, id), session.turn
    if pulse and turn and turn.beat == id:
        return replace(session, turn=replace(turn, ends=True))
    return over(session, pulse) if pulse else session


def _begun(session: Session, by: Person, place: Place, beat: Beat) -> Session:
    known = pulses.of(session.pulses, beat.id)
    pulse = Pulse(beat, replace(beat.cadence, anchor=session.now), by, place, session.now)
    if known:
        same = (known.beat.checklist, known.beat.check) == (beat.checklist, beat.check)
        found = known.found if same else ""  # what is to be looked at now has not been looked at
        if not same and session.turn and session.turn.beat == beat.id:
            session = replace(session, turn=_looking_at(session.turn, beat))
        pulse = replace(pulse, told=known.told, post=known.post, found=found, muted=known.muted)
    others = pulses.without(session.pulses, beat.id)
    return replace(
        session,
        pulses=(*others, pulse),
        declined=session.declined - {beat.id},
        place=session.place or place,
    )


def _looking_at(turn: Turn, beat: Beat) -> Turn:
    """What is looked at has changed under the turn: what it has not read yet is read as it is now."""
    read = (Checklist(beat.checklist, beat.check),) if turn.prepares(Checklist) else ()
    return replace(turn, found="", preparations=read, model=beat.model)


def on_heartbeat_timed(session: Session, fact: HeartbeatTimed) -> Session:
    pulse = pulses.of(session.pulses, fact.beat)
    if pulse is None or pulse.at is not None or pulse.cadence != fact.cadence:
        return session
    return session.beating(replace(pulse, at=fact.at))


# Its time comes
def on_heartbeat_fired(session: Session, fact: HeartbeatFired) -> Session:
    """It opens a turn, which first has read what is to be looked at; or is passed over."""
    pulse = _due(session, fact.beat)
    if pulse is None:
        return session
    if why := busy(session):
        return _passed(session, pulse, why, fact.next)
    turn = Turn(
        At(session.turns + 1, 1),
        pulse.by,
        pulse.place,
        HEARTBEAT,
        (pulse.by,),
        beat=pulse.id,
        preparations=(Checklist(pulse.beat.checklist, pulse.beat.check, pulse.found),),
        model=pulse.beat.model,
        limit=pulse.limit,
    )
    return replace(session.beating(replace(pulse, at=fact.next)), turns=turn.at.turn, turn=turn)


def on_heartbeat_skipped(session: Session, fact: HeartbeatSkipped) -> Session:
    pulse = _due(session, fact.beat)
    return _passed(session, pulse, fact.why, fact.next) if pulse else session


def _due(session: Session, id: str) -> Pulse | None:
    pulse = pulses.of(session.pulses, id)
    return pulse if pulse and pulse.at is not None and pulse.at <= session.now else None


def _passed(session: Session, pulse: Pulse, why: SkipReason, following: float | None) -> Session:
    return session.beating(replace(pulse, skipped=pulse.skipped + 1, why=why, at=following))


def on_checklist_read(session: Session, fact: ChecklistRead) -> Session:
    """Nothing on the list, nothing asked; and nothing either if the check found what it had found before."""
    turn = session.turn
    pulse = session.pulse
    if turn is None or pulse is None or turn.at != fact.at or not turn.prepares(Checklist):
        return session
    quiet = replace(session, turn=None)
    if fact.digest and fact.digest == pulse.found:
        return quiet.beating(replace(pulse, last=LookOutcome("nothing-new")))
    if is_empty(fact.checklist):
        return quiet.beating(
            replace(pulse, last=LookOutcome("unreadable", fact.why) if fact.why else LookOutcome("empty"))
        )
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
    pulse, by, place = pulses.of(session.pulses, fact.beat), fact.by, fact.place
    if pulse is None:
        return session.tell(place, by, Brief("heartbeat-gone"))
    pulse = replace(pulse, since=session.now)
    match fact.how:
        case "mute":
            session = session.beating(replace(pulse, muted=True)).tell(place, by, Brief("heartbeat-muted"))
            return session if pulse.muted else _said(session, pulse, HeartbeatTold(by, "muted"))
        case "unmute":
            session = session.beating(replace(pulse, muted=False, silent=0))
            session = session.tell(place, by, Brief("heartbeat-unmuted"))
            return _said(session, pulse, HeartbeatTold(by, "unmuted")) if pulse.muted else session
        case "slower":
            slower = pulse.slower()
            return session.beating(replace(slower, silent=0)).tell(place, by, HeartbeatPace(slower.cadence.every))
        case "useful":
            return session.beating(replace(pulse, silent=0)).tell(place, by, Brief("heartbeat-useful"))
        case "now":
            if why := busy(session):
                return session.tell(place, by, HeartbeatNotNow(why))
            return session.beating(replace(pulse, at=session.now)).tell(place, by, Brief("heartbeat-now"))
        case _:
            assert_never(fact.how)


def on_heartbeat_ended(session: Session, fact: HeartbeatEnded) -> Session:
    """By somebody, or since nobody has a use for it any more: then it says so, where it was. What the workspace names
    no more goes as it came, without a word; so does what nobody has a use for where we are to say nothing.
    """
    pulse, by = pulses.of(session.pulses, fact.beat), fact.by
    if fact.why == "removed":
        session = replace(session, declined=session.declined - {fact.beat})
    if pulse is None:
        return session.tell(fact.place or Place.direct(by), by, Brief("heartbeat-gone")) if by else session
    if fact.why in ("quiet", "replies-off") and session.now < ends_at(session, pulse):
        return session
    session = over(session, pulse, declined=by is not None)
    if fact.why == "removed" or fact.why == "replies-off":
        return session
    if by is None:
        why: Literal["quiet", "never"] = "never" if fact.why == "never" else "quiet"
        return _said(session, pulse, HeartbeatLapsed(why, fact.detail, again=pulse.id != OWN))
    session = session.tell(fact.place or pulse.place, by, Brief("heartbeat-ended"))
    return _said(session, pulse, HeartbeatTold(by, "ended"))


def over(session: Session, pulse: Pulse, declined: bool = False) -> Session:
    """It does not come any more, and what it was doing ends. If people have `declined` what the workspace names, it is
    not set again.
    """
    session = replace(
        session,
        pulses=pulses.without(session.pulses, pulse.id),
        declined=session.declined | ({pulse.id} if declined and pulse.id != OWN else set()),
    )
    if session.turn and session.turn.beat == pulse.id:
        return end_turn(session, HeartbeatOver(), "stopped")
    return session


def unposted(session: Session, lost: Post, why: str) -> Session:
    """What it has to say cannot be said where it is: it ends, and whoever set it hears of that."""
    of = lost.action.heartbeat if isinstance(lost.action, AdjustHeartbeat) else ""
    pulse = pulses.of(session.pulses, of)
    if pulse is None:
        return session
    session, place, unwritten = over(session, pulse), Place.direct(pulse.by), Unwritten("heartbeat", why)
    return session.post(Post(f"lost-{lost.id}", place, lost.text, unwritten=unwritten)) if pulse.by.user else session


def _said(session: Session, pulse: Pulse, notice: Notice) -> Session:
    """Where it is, for everybody there."""
    return session.post(Post(f"beating-{session.head}-{pulse.id}", pulse.place, notice=notice))
