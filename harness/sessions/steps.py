"""Turns open, step, and end; calls get their one result."""

from harness.approvals.asks import Outcome
from harness.chat.people import Person, Place
from harness.chat.wording import capitalized
from harness.sessions.effects import Offer, Post, React
from harness.sessions.session import Session, TurnEnd, Unheard
from harness.sessions.turn import Call, Ended, Origin, Turn
from harness.sessions.values import replace
from harness.tools.calls import At

WORKING = "This takes a while. What you write here meanwhile reaches me at my next step."
WORKED = "This took a while."


def listen(session: Session, by: Person) -> Session:
    """What `by` said at the current row waits to be heard."""
    others = tuple(u for u in session.unheard if (u.by.id, u.by.roles) != (by.id, by.roles))
    return replace(session, unheard=(*others, Unheard(by, session.head)))


def open_turn(session: Session, by: Person, place: Place, origin: Origin = "person") -> Session:
    """A turn of `by`, unless one is open: then what was said is heard at its next step."""
    if session.turn:
        return session
    turn = Turn(At(session.turns + 1, 0), by, place, origin)
    return next_step(replace(session, turns=session.turns + 1, turn=turn))


def next_step(session: Session) -> Session:
    """The model is to be called with everything up to here; whoever was not heard yet is an author from here on."""
    assert session.turn
    turn = session.turn.heard(tuple(u.by for u in session.unheard))
    at = At(turn.at.turn, turn.at.step + 1)
    turn = replace(turn, at=at, through=session.head, calls=(), begun=False)
    return replace(session, turn=turn, closed=session.turn.calls)


def author(session: Session, by: Person) -> Session:
    """What `by` wrote enters the turn otherwise than as a message: they are an author from here on."""
    assert session.turn
    return replace(session, turn=session.turn.heard((by,)))


def heard(session: Session, through: int) -> Session:
    """A reply has covered what was said up to `through`."""
    if not session.unheard and not session.guidance:
        return session
    there = {item.id for item in session.outbox}
    receipts = (
        React(f"heard-{said.position}", said.place, said.message, "heard")
        for said in session.guidance
        if said.position <= through
    )
    return replace(
        session,
        outbox=(*session.outbox, *(receipt for receipt in receipts if receipt.id not in there)),
        unheard=tuple(u for u in session.unheard if u.position > through),
        guidance=tuple(g for g in session.guidance if g.position > through),
    )


def result(session: Session, id: str, ended: Ended) -> Session:
    """The one result of a call; with the last of a step, the step closes and what was said meanwhile joins."""
    call = session.call(id)
    if call is None:
        return session
    session = session.having(replace(call, ended=ended))
    turn = session.turn
    assert turn
    if any(c.ended is None for c in turn.calls):
        return session
    if turn.waits and not session.unheard:
        return end_turn(session, f"{turn.waits} turned the plan down; I am waiting for new instructions", resumes=False)
    return next_step(replace(session, turn=replace(turn, waits=None)))


def complete_turn(session: Session) -> Session:
    """The turn ends by its reply."""
    assert session.turn
    return replace(session, turn=None, closed=(), last=TurnEnd(session.turn.at.turn, session.turn.requester))


def end_turn(
    session: Session, why: str, outcome: Outcome = "ended", by: Person | None = None, resumes: bool = True
) -> Session:
    """The turn ends in another way than by its reply, and says so. What nobody heard waits for whatever opens the
    next.
    """
    turn = session.turn
    assert turn
    for ask in session.open_asks:
        session = session.settle(ask.id, outcome, by)
    if turn.begun and turn.thinking:
        session = session.post(Post(f"reply-{turn.at}", turn.place, "", begun=True))
    names = ", ".join(sorted({str(u.by) for u in session.unheard}))
    text = f"{capitalized(why)}.{f' Not heard yet: {names}.' if names else ''}"
    number = turn.at.turn
    offer = Offer("continue", number, text) if resumes else None
    session = session.post(Post(f"end-{number}", turn.place, text, offer=offer))
    closed = tuple(c if c.ended else _cut_short(session, c, why) for c in turn.calls)
    return replace(session, turn=None, closed=closed, last=TurnEnd(number, turn.requester, why, resumes))


def offer_stop(session: Session) -> Session:
    """The turn takes long: whoever watches it may stop it by a button."""
    turn = session.turn
    assert turn
    offer = Offer("stop", turn.at.turn, WORKED)
    return replace(
        session.post(Post(f"work-{turn.at.turn}", turn.place, WORKING, offer=offer)), turn=replace(turn, lasted=True)
    )


def _cut_short(session: Session, call: Call, why: str) -> Call:
    when = "while it was running; it may have taken effect" if call.started else "before it ran"
    return replace(call, ended=Ended("stopped", session.head, f"{why} {when}"))
