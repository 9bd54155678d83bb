"""Session from rows: the one door by which facts come in.

Late, doubled and foreign facts are no errors: each branch takes only what the state still has a use for. The fold
needs neither rules nor a clock: what they have to say comes in as facts too.
"""

from collections.abc import Iterable
from functools import reduce
from typing import assert_never

from harness.chat.people import Place
from harness.sessions import beating
from harness.sessions import facts as f
from harness.sessions.answers import answered
from harness.sessions.asking import expired, judged, overdue, unreachable
from harness.sessions.call_status import Awaited, Cleared, Lost, Returned, Started
from harness.sessions.effects import AdjustHeartbeat, Post, StopTurn, Unwritten
from harness.sessions.messages import continue_requested, corrected, deleted, said, stop_requested
from harness.sessions.reasons import EmptyAnswer, LimitHit
from harness.sessions.session import KEPT_COUNTED, Session
from harness.sessions.steps import (
    background_read,
    complete_turn,
    end_turn,
    heard,
    next_step,
    offer_stop,
    result,
)
from harness.sessions.thread_settings import (
    dropped,
    grant_revoked,
    mode_allowed,
    mode_chosen,
    model_chosen,
    place_bound,
    renamed,
)
from harness.sessions.turn import Call, Turn
from harness.sessions.usage import NOTHING, CountedUsage
from harness.sessions.values import replace
from harness.sessions.waking import cancelled, failed, forgotten, hastened, held, paused, skipped, wanted, woken
from harness.tools.calls import NO_OP
from harness.tools.changes import (
    BeatDropped,
    BeatWanted,
    Change,
    Reported,
    TodosWritten,
    WakeupDropped,
    WakeupHeld,
    WakeupWanted,
)


def fold(rows: Iterable[f.Row], session: Session | None = None) -> Session:
    """The session after `rows`, which follow on `session` (on nothing, if it is None)."""
    return reduce(apply, rows, Session() if session is None else session)


def apply(session: Session, row: f.Row) -> Session:
    """The session after one more row. Pure, total, and the same for ever: what a journal has meant, it means."""
    return _timed(_fold(replace(session, head=row.position, now=row.at), row.fact))


def _fold(session: Session, fact: f.Fact) -> Session:
    match fact:
        case f.MessageReceived():
            return said(session, fact)
        case f.MessageCorrected():
            return corrected(session, fact)
        case f.MessageDeleted():
            return deleted(session, fact)
        case f.BackgroundRead(at=at):
            return background_read(session, at)
        case f.HeartbeatFired():
            return beating.beaten(session, fact) if fact.beat else woken(session, fact)
        case f.StopRequested():
            return stop_requested(session, fact)
        case f.ContinueRequested():
            return continue_requested(session, fact)
        case f.AskAnswered():
            return answered(session, fact)
        case f.GrantRevoked():
            return grant_revoked(session, fact)
        case f.ModeChosen():
            return mode_chosen(session, fact)
        case f.ModeAllowed():
            return mode_allowed(session, fact)
        case f.ModelChosen():
            return model_chosen(session, fact)
        case f.MessageDropped():
            return dropped(session, fact)
        case f.WakeupCancelled():
            return cancelled(session, fact)
        case f.WakeupPaused():
            return paused(session, fact)
        case f.WakeupHastened():
            return hastened(session, fact)
        case f.WakeupSkipped():
            return skipped(session, fact)
        case f.HeartbeatSet():
            return beating.heartbeat_set(session, fact)
        case f.HeartbeatTimed():
            return beating.timed(session, fact)
        case f.HeartbeatSkipped():
            return beating.skipped(session, fact)
        case f.HeartbeatAdjusted():
            return beating.adjusted(session, fact)
        case f.HeartbeatEnded():
            return beating.ended(session, fact)
        case f.BeatPrepared():
            return beating.prepared(session, fact)
        case f.Renamed():
            return renamed(session, fact)
        case f.PlaceBound():
            return place_bound(session, fact)
        case f.Introduced(place=place, text=text):
            return session.post(Post("introduction", place, text))
        case f.FeedbackGiven():
            return session
        case f.AskExpired(ask=ask):
            return expired(session, ask)
        case f.AskOverdue():
            return overdue(session, fact)
        case f.LimitReached():
            return _limited(session, fact)
        case f.TurnLasted(turn=turn):
            return offer_stop(session) if session.turn and session.turn.at.turn == turn else session
        case f.Resumed():
            return _resumed(session)
        case f.ReplyBegun():
            return _reply_begun(session, fact)
        case f.ModelReplied():
            return _replied(session, fact)
        case f.ModelFailed(at=at, why=why):
            counted = _counted(session, fact)
            return failed(counted, why) if session.thinks(at) else counted
        case f.ModelStopped():
            return _counted(session, fact)
        case f.CallJudged():
            return judged(session, fact)
        case f.ToolStarted():
            return _started(session, fact)
        case f.CallAwaited():
            return _awaited(session, fact)
        case f.ToolReturned():
            return _returned(session, fact)
        case f.AskPosted(ask=ask, place=place, message=message, shows=shows):
            return session.card_posted(place, message, ask, shows)
        case f.CardSettled(place=place, message=message, ask=ask, why=why, shows=shows):
            if why:
                return session.card_lost(place, message, ask)
            return session.card_settled(place, message, ask, shows)
        case f.ActionWithdrawn(id=id):
            return replace(session, actions=tuple(made for made in session.actions if made.post.id != id))
        case f.PostSent(id=id, message=message):
            return session.post_sent(id, message)
        case f.PostFailed(id=id, why=why):
            return _unposted(session, id, why)
        case _:
            assert_never(fact)


def expects(session: Session, reply: f.ModelReplied) -> bool:
    """Is this the reply to the request that the session waits for?"""
    return session.turn is not None and session.thinks(reply.at) and session.turn.through == reply.through


def _replied(session: Session, fact: f.ModelReplied) -> Session:
    counted = _counted(session, fact)
    if not expects(session, fact):
        return counted
    if counted.turn and counted.turn.beat:
        return _looked(counted, counted.turn, fact)
    session = heard(counted, fact.through)
    turn = session.turn
    assert turn
    silent = bool(fact.calls) and all(call.tool == NO_OP for call in fact.calls)
    words = fact.text if fact.text.strip() and not silent else ""
    if words or turn.begun:
        answer = fact.at if words and not fact.calls else None
        session = session.post(Post(f"reply-{fact.at}", turn.place, words, begun=turn.begun, answer=answer))
    if fact.calls:
        return replace(session, turn=replace(turn, calls=tuple(Call(call) for call in fact.calls)))
    if session.unheard:
        return next_step(session)
    if not words:
        return end_turn(session, EmptyAnswer(), again=True)
    return complete_turn(session)


def _looked(session: Session, turn: Turn, fact: f.ModelReplied) -> Session:
    """In a heartbeat: nobody sees its words, and what people said among themselves is still to be heard."""
    if fact.calls:
        return replace(session, turn=replace(turn, calls=tuple(Call(call) for call in fact.calls)))
    return complete_turn(session)


def _counted(session: Session, fact: f.ModelReplied | f.ModelFailed | f.ModelStopped) -> Session:
    """What a model call used was used, whether its outcome is still of use or not; told twice, it counts once."""
    at, usage = fact.at, fact.usage
    if usage == NOTHING or any(counted.at == at and counted.usage == usage for counted in session.counted):
        return session
    turn = session.turn
    if turn and turn.at.turn == at.turn:
        session = replace(session, turn=replace(turn, usage=turn.usage + usage))
    counted = (*session.counted, CountedUsage(at, usage))[-KEPT_COUNTED:]
    return replace(session, usage=session.usage + usage, counted=counted)


def _reply_begun(session: Session, fact: f.ReplyBegun) -> Session:
    if session.turn and session.thinks(fact.at):
        return replace(session, turn=replace(session.turn, begun=True))
    # Too late to go on: it is finished as it stands.
    return session.post(Post(f"reply-{fact.at}", fact.place, "", begun=True))


def _started(session: Session, fact: f.ToolStarted) -> Session:
    """What was cleared is what starts; what had started before may start again, if that is as good as once."""
    call = session.call(fact.call)
    if call is None or not isinstance(call.status, Cleared | Started) or call.call.digest != fact.digest:
        return session
    return session.having(call.moved("started", Started(call.status.ruling, call.status.clearance)))


def _awaited(session: Session, fact: f.CallAwaited) -> Session:
    call = session.call(fact.call)
    if call is None or not isinstance(call.status, Started):
        return session
    awaited = Awaited(call.status.ruling, call.status.clearance, fact.awaiting)
    return session.having(call.moved("awaited", awaited))


def _returned(session: Session, fact: f.ToolReturned) -> Session:
    call = session.call(fact.call)
    if call is None or not isinstance(call.status, Started | Awaited):
        return session
    for change in fact.result.changes:
        session = _changed(session, fact.call, change)
    return result(session, call, "returned", Returned(session.head, call.status.clearance))


def _changed(session: Session, call: str, change: Change) -> Session:
    match change:
        case WakeupWanted():
            return wanted(session, call, change)
        case WakeupDropped(id=id):
            return forgotten(session, id)
        case WakeupHeld():
            return held(session, change)
        case BeatWanted():
            return beating.wanted(session, change)
        case BeatDropped(id=id):
            return beating.dropped(session, id)
        case Reported():
            return beating.reports(session, change)
        case TodosWritten(todos=todos):
            return replace(session, todos=todos)
        case _:
            assert_never(change)


def _limited(session: Session, fact: f.LimitReached) -> Session:
    turn = session.turn
    if turn is None or turn.at.turn != fact.turn or (fact.which == "time" and turn.waiting):
        return session
    return end_turn(session, LimitHit(fact.which))


def _resumed(session: Session) -> Session:
    """What was running when its machine went away, and may not be run twice, ends: its outcome is not known."""
    for call in session.turn.calls if session.turn else ():
        if isinstance(call.status, Started) and not call.status.ruling.repeatable:
            session = result(session, call, "lost", Lost(session.head))
    return session


def _unposted(session: Session, id: str, why: str) -> Session:
    """An ask that no card shows, and none will, cannot be answered."""
    seen = any(card.ask == id for card in session.cards)
    lost = next((item for item in session.outbox if isinstance(item, Post) and item.id == id), None)
    session = session.sent(id)
    if lost and isinstance(lost.action, AdjustHeartbeat):
        return beating.unposted(session, lost, why)
    about_now = lost is not None and isinstance(lost.action, StopTurn)
    if lost and lost.to is None and not lost.place.addressee and not about_now:
        return _elsewhere(session, lost, why)
    for ask in () if seen else session.answerable(id):
        session = unreachable(session, ask, why)
    return session


def _elsewhere(session: Session, lost: Post, why: str) -> Session:
    """What could not be said where it belongs is said to whom it was for, if that can be."""
    if session.served is None or not (lost.text or lost.notice):
        return session
    place, unwritten = Place.direct(session.served), Unwritten("reply", why)
    return session.post(Post(f"lost-{lost.id}", place, lost.text, notice=lost.notice, unwritten=unwritten))


def _timed(session: Session) -> Session:
    """The time a turn has worked, not counting what it waited for people, children or the clock."""
    turn = session.turn
    if turn is None or turn.waiting == (turn.since is None):
        return session
    if turn.since is None:
        return replace(session, turn=replace(turn, since=session.now))
    worked = turn.worked + max(0.0, session.now - turn.since)
    return replace(session, turn=replace(turn, worked=worked, since=None))
