"""A budget is spent: the turn ends before its next step, and owners may lift that. See docs/decisions/0043."""

from harness.approvals.deciders import OWNERS
from harness.sessions import asides
from harness.sessions.effects import Post
from harness.sessions.facts import BudgetLifted, BudgetReached, LiftRequested
from harness.sessions.notices import AsideUnpaid, Brief, BudgetTold, Lifted, LiftNotYours
from harness.sessions.reasons import BudgetHit
from harness.sessions.session import Lifting, Session
from harness.sessions.steps import end_turn, go_on
from harness.sessions.values import replace


def on_budget_reached(session: Session, fact: BudgetReached) -> Session:
    """A hard one ends the turn that is about to ask a model, or the aside, and never a turn that waits for people."""
    turn = session.turn
    if turn is None or turn.at != fact.at:
        return session
    if not fact.hard:
        told = Post(f"budget-{session.head}", turn.place, notice=BudgetTold(fact.budget))
        return session.post(told) if turn.policy.visible else session
    if fact.aside:
        return asides.failed(session, fact.at, fact.aside, AsideUnpaid(fact.budget))
    return end_turn(session, BudgetHit(fact.budget)) if turn.thinking else session


def on_lift_requested(session: Session, fact: LiftRequested) -> Session:
    """Owners alone may; once it has begun anew there is nothing to lift, and whoever wants it has the turn go on."""
    last = session.last
    if session.turn and session.turn.policy.visible:
        return session.tell(fact.place, fact.by, Brief("already-working"))
    if last is None or last.turn != fact.turn or not isinstance(last.why, BudgetHit):
        return session.tell(fact.place, fact.by, Brief("moved-on"))
    if session.now >= last.why.budget.until:
        return go_on(session, fact.by, fact.place, fact.turn)
    if not OWNERS.entitles(fact.by):
        return session.tell(fact.place, fact.by, LiftNotYours(fact.by))
    return replace(session, lifting=Lifting(fact.by, fact.place, fact.turn, last.why.budget))


def on_budget_lifted(session: Session, fact: BudgetLifted) -> Session:
    """Everybody sees who has, and the turn goes on that it was lifted for, unless another was opened meanwhile."""
    session = replace(session, lifting=None)
    told = Lifted(fact.by, fact.budget)
    session = session.post(Post(f"lifted-{session.head}", fact.place, notice=told))
    last, busy = session.last, session.turn is not None and session.turn.policy.visible
    goes_on = last is not None and last.turn == fact.turn and last.resumes and not busy
    return go_on(session, fact.by, fact.place, fact.turn) if goes_on else session
