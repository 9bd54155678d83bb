"""The model replies, or fails, or is stopped; what it used counts once."""

from harness.sessions.effects import Post
from harness.sessions.facts import ModelFailed, ModelReplied, ModelStopped, ReplyBegun
from harness.sessions.reasons import EmptyAnswer
from harness.sessions.session import KEPT_COUNTED, Session
from harness.sessions.steps import complete_turn, end_turn, heard, next_step
from harness.sessions.turn import Call, Turn
from harness.sessions.usage import NOTHING, CountedUsage
from harness.sessions.values import replace
from harness.sessions.wakeups import failed
from harness.tools.calls import NO_OP


def expects(session: Session, reply: ModelReplied) -> bool:
    """Is this the reply to the request that the session waits for?"""
    return session.turn is not None and session.thinks(reply.at) and session.turn.through == reply.through


def on_reply_begun(session: Session, fact: ReplyBegun) -> Session:
    if session.turn and session.thinks(fact.at):
        return replace(session, turn=replace(session.turn, begun=True))
    # Too late to go on: it is finished as it stands.
    return session.post(Post(f"reply-{fact.at}", fact.place, "", begun=True))


def on_model_replied(session: Session, fact: ModelReplied) -> Session:
    counted = _counted(session, fact)
    if not expects(session, fact):
        return counted
    if counted.turn and not counted.turn.policy.hears:
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
    if session.inbox.unheard:
        return next_step(session)
    if not words:
        return end_turn(session, EmptyAnswer(), again=True)
    return complete_turn(session)


def _looked(session: Session, turn: Turn, fact: ModelReplied) -> Session:
    """In a turn that hears nobody: its words are not seen, and what people said is still to be heard."""
    if fact.calls:
        return replace(session, turn=replace(turn, calls=tuple(Call(call) for call in fact.calls)))
    return complete_turn(session)


def on_model_failed(session: Session, fact: ModelFailed) -> Session:
    counted = _counted(session, fact)
    return failed(counted, fact.why) if session.thinks(fact.at) else counted


def on_model_stopped(session: Session, fact: ModelStopped) -> Session:
    return _counted(session, fact)


def _counted(session: Session, fact: ModelReplied | ModelFailed | ModelStopped) -> Session:
    """What a model call used was used, whether its outcome is still of use or not; told twice, it counts once."""
    at, usage = fact.at, fact.usage
    if usage == NOTHING or any(counted.at == at and counted.usage == usage for counted in session.counted):
        return session
    turn = session.turn
    if turn and turn.at.turn == at.turn:
        session = replace(session, turn=replace(turn, usage=turn.usage + usage))
    counted = (*session.counted, CountedUsage(at, usage))[-KEPT_COUNTED:]
    return replace(session, usage=session.usage + usage, counted=counted)
