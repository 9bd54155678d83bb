"""A budget is spent: the turn ends before its next step, and owners may lift that. See docs/decisions/0043."""

from harness.approvals.deciders import OWNERS
from harness.sessions import asides
from harness.sessions.budgets import SpentBudget
from harness.sessions.effects import Post
from harness.sessions.facts import BudgetLifted, BudgetReached, BudgetReset, LiftRequested
from harness.sessions.notices import AsideUnpaid, Brief, BudgetTold, Lifted, LiftNotYours
from harness.sessions.reasons import BudgetHit
from harness.sessions.session import Lifting, Session
from harness.sessions.steps import end_turn, go_on
from harness.tools.values import replace


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
    if fact.turn == 0:
        return _told_of(session, fact)
    last = session.last
    if session.turn and session.turn.policy.visible:
        return session.tell(fact.place, fact.by, Brief("already-working"))
    if last is None or last.turn != fact.turn or not isinstance(last.why, BudgetHit):
        return session.tell(fact.place, fact.by, Brief("moved-on"))
    if session.now >= last.why.budget.until:
        return go_on(session, fact.by, fact.place, fact.turn)
    return _wanted(session, fact, last.why.budget)


def _told_of(session: Session, fact: LiftRequested) -> Session:
    """The one of which owners were told here."""
    if session.liftable is None:
        return session.tell(fact.place, fact.by, Brief("moved-on"))
    if session.now >= session.liftable.until:
        return replace(session.tell(fact.place, fact.by, Brief("budget-reset")), liftable=None)
    return _wanted(session, fact, session.liftable)


def _wanted(session: Session, fact: LiftRequested, budget: SpentBudget) -> Session:
    if not OWNERS.entitles(fact.by):
        return session.tell(fact.place, fact.by, LiftNotYours(fact.by))
    return replace(session, lifting=Lifting(fact.by, fact.place, fact.turn, budget))


def on_budget_lifted(session: Session, fact: BudgetLifted) -> Session:
    """Everybody sees who has. The turn that it has ended goes on, for whom it was at work, unless another was opened
    meanwhile.
    """
    told = session.liftable is not None and session.liftable.id == fact.budget.id
    session = replace(session, lifting=None, liftable=None if told else session.liftable)
    session = session.post(Post(f"lifted-{session.head}", fact.place, notice=Lifted(fact.by, fact.budget)))
    last, held = session.last, session.held is not None
    if last is None or last.turn != fact.turn or not held:
        return session
    return go_on(session, last.requester, fact.place, fact.turn)


def on_budget_reset(session: Session, fact: BudgetReset) -> Session:
    """The turn that the budget ended goes on for its requester, unless another was opened meanwhile."""
    last, held = session.last, session.held
    if last is None or held is None or session.place is None or (last.turn, held) != (fact.turn, fact.budget):
        return session
    return go_on(session, last.requester, session.place, fact.turn)
