"""The model replies, or fails, or is stopped; what it used counts once."""

from harness.sessions import asides
from harness.sessions.counting import Counting, counted
from harness.sessions.effects import Post
from harness.sessions.facts import AsideReplied, ModelFailed, ModelReplied, ModelStopped, ReplyBegun
from harness.sessions.notices import AsideFailed
from harness.sessions.reasons import EmptyAnswer
from harness.sessions.session import Session
from harness.sessions.steps import aside_id, complete_turn, end_turn, heard, next_step
from harness.sessions.turn import Call, Turn
from harness.sessions.wakeups import failed
from harness.tools.calls import NO_OP
from harness.tools.values import replace

REASON = 400
"""Characters of what a model says before its calls that is a reason for them, rather than a message of its own."""


def expects(session: Session, reply: ModelReplied) -> bool:
    """Is this the reply to the request that the session waits for?"""
    return session.turn is not None and session.thinks(reply.at) and session.turn.through == reply.through


def hears(session: Session, reply: ModelReplied) -> bool:
    """Is it that, and does it cover what people have said?"""
    return expects(session, reply) and session.turn is not None and session.turn.policy.hears


def on_reply_begun(session: Session, fact: ReplyBegun) -> Session:
    if fact.aside:
        return _aside_begun(session, fact)
    if session.turn and session.thinks(fact.at):
        return replace(session, turn=replace(session.turn, begun=True))
    # Too late to go on: it is finished as it stands.
    return session.post(Post(f"reply-{fact.at}", fact.place, "", begun=True))


def _aside_begun(session: Session, fact: ReplyBegun) -> Session:
    aside = asides.current(session, fact.at, fact.aside)
    if session.turn and aside:
        return replace(session, turn=replace(session.turn, aside=replace(aside, begun=True)))
    return session.post(Post(aside_id(fact.at, fact.aside), fact.place, "", begun=True))


def on_aside_replied(session: Session, fact: AsideReplied) -> Session:
    return asides.replied(_counted(session, fact), fact)


def on_model_replied(session: Session, fact: ModelReplied) -> Session:
    expected, session = expects(session, fact), _counted(session, fact)
    if not expected:
        return session
    if session.turn and not session.turn.policy.hears:
        return _looked(session, session.turn, fact)
    answers = any(said.position <= fact.through for said in session.inbox.guidance)
    session = heard(session, fact.through)
    turn = session.turn
    assert turn
    if _is_nudge(session, turn, fact):
        return _nudged(session, turn, fact)
    silent = bool(fact.calls) and all(call.tool == NO_OP for call in fact.calls)
    words = fact.text if fact.text.strip() and not silent else ""
    if fact.calls and not turn.begun and not answers and is_reason(words):
        turn = replace(turn, said=words, unsaid=words)
    elif words or turn.begun:
        answer = fact.at if words and not fact.calls else None
        session = session.post(Post(f"reply-{fact.at}", turn.place, words, begun=turn.begun, answer=answer))
        turn = replace(turn, unsaid="")
    if fact.calls:
        return replace(session, turn=replace(turn, calls=tuple(Call(call) for call in fact.calls)))
    if session.inbox.unheard:
        return next_step(replace(session, turn=turn))
    if not words and not turn.unsaid:
        return end_turn(session, EmptyAnswer(), again=True)
    if not words:  # it had said all that it has to say before its last calls
        session = session.post(Post(f"reply-{fact.at}", turn.place, turn.unsaid, answer=fact.at))
    return complete_turn(replace(session, turn=turn))


def _is_nudge(session: Session, turn: Turn, fact: ModelReplied) -> bool:
    """True if the model is told what its reply lacked: once a turn. An empty reply before any call is an end, as is one
    after words that say all.
    """
    if not fact.lacks or turn.nudged or session.inbox.unheard:
        return False
    return fact.lacks == "call" or (turn.at.step > 1 and not turn.unsaid)


def _nudged(session: Session, turn: Turn, fact: ModelReplied) -> Session:
    """Nobody reads a call that was written, unless they saw it come."""
    if turn.begun:
        session = session.post(Post(f"reply-{fact.at}", turn.place, fact.text, begun=True))
    return next_step(replace(session, turn=replace(turn, nudged=fact.lacks)))


def is_reason(words: str) -> bool:
    """May people read it on the card of what it was said before, or do without it? Not what is long, or has parts."""
    return 0 < len(words.strip()) <= REASON and "\n\n" not in words.strip()


def _looked(session: Session, turn: Turn, fact: ModelReplied) -> Session:
    """In a turn that hears nobody: its words are not seen, and what people said is still to be heard."""
    if fact.calls:
        said = fact.text if is_reason(fact.text) else ""
        return replace(session, turn=replace(turn, calls=tuple(Call(call) for call in fact.calls), said=said))
    return complete_turn(session)


def on_model_failed(session: Session, fact: ModelFailed) -> Session:
    session = _counted(session, fact)
    if fact.aside:
        return asides.failed(session, fact.at, fact.aside, AsideFailed(fact.why) if fact.why else None)
    return failed(session, fact.why) if session.thinks(fact.at) else session


def on_model_stopped(session: Session, fact: ModelStopped) -> Session:
    return _counted(session, fact)


def _counted(session: Session, fact: Counting) -> Session:
    return session.counting(counted(fact))
