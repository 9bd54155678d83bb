"""What was said before is summed up, since the next request has no room for it, or since somebody wants it. It is
prepared like whatever a request waits for, once a request; while it goes on, what is deleted makes it another one.
"""

from harness.sessions.counting import counted
from harness.sessions.facts import Compacted, CompactionFailed, CompactionRequested, ContextFilled, QuoteDeleted
from harness.sessions.notices import Brief, SummedUp
from harness.sessions.preparations import Compaction
from harness.sessions.session import Session, SummaryWanted
from harness.sessions.steps import requested
from harness.tools.values import replace


def expects(session: Session, fact: Compacted | CompactionFailed) -> bool:
    """Is this what the request that the session has waits for?"""
    turn = session.turn
    compaction = turn.prepares(Compaction) if turn else None
    return turn is not None and turn.at == fact.at and compaction is not None and compaction.through == fact.through


def on_context_filled(session: Session, fact: ContextFilled) -> Session:
    turn = session.turn
    if turn is None or turn.compacted or not session.thinks(fact.at):
        return session
    compaction = Compaction(session.head, fact.tokens, fact.anew)
    return replace(session, turn=replace(turn, compacted=True, preparations=(compaction,)), observing=None)


def on_compacted(session: Session, fact: Compacted) -> Session:
    session = session.counting(counted(fact))
    return _over(session, SummedUp(fact.before)) if expects(session, fact) else session


def on_compaction_failed(session: Session, fact: CompactionFailed) -> Session:
    session = session.counting(counted(fact))
    if expects(session, fact):
        return _over(session, Brief("not-summed-up"))
    return session if fact.through else told(session, Brief("little-to-sum-up"))


def _over(session: Session, notice: SummedUp | Brief) -> Session:
    """The request holds what was said meanwhile."""
    assert session.turn
    return told(requested(replace(session, turn=session.turn.prepared())), notice)


def told(session: Session, notice: SummedUp | Brief) -> Session:
    """Whoever wanted a summary knows."""
    wanted = session.summary_wanted
    return replace(session, summary_wanted=None).tell(wanted.place, wanted.by, notice) if wanted else session


def on_compaction_requested(session: Session, fact: CompactionRequested) -> Session:
    """It counts for the next request: nobody pays for a conversation that nobody goes on with."""
    if (before := session.summary_wanted) and not before.by.same(fact.by):
        return session.tell(fact.place, fact.by, Brief("sums-up-already"))
    wanted = SummaryWanted(fact.by, fact.place)
    return replace(session, summary_wanted=wanted).tell(fact.place, fact.by, Brief("will-sum-up"))


def on_quote_deleted(session: Session, fact: QuoteDeleted) -> Session:
    """What it was found by is worded otherwise from here on."""
    return renewed(forgetting(session))


def forgetting(session: Session) -> Session:
    """The calls of the open step may be made of what was deleted now."""
    turn = session.turn
    return replace(session, turn=replace(turn, forgets=turn.at.step)) if turn and turn.calls else session


def renewed(session: Session) -> Session:
    """What is being summed up is not what it was: it is begun anew."""
    turn = session.turn
    compaction = turn.prepares(Compaction) if turn else None
    if turn is None or compaction is None:
        return session
    return replace(session, turn=replace(turn, preparations=(replace(compaction, through=session.head),)))
