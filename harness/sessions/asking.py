"""Calls are judged; what the rules leave to people is asked, once it is seen what it would do; a grant answers as a
person would.
"""

from collections import Counter
from functools import reduce

from harness.approvals.asks import Approval, Grant
from harness.approvals.gate import Judged, Verdict
from harness.approvals.reasons import RuleReason
from harness.chat.people import Person, Place
from harness.sessions.asked import Asks
from harness.sessions.call_status import (
    Asked,
    CallEnd,
    Clearance,
    Cleared,
    Denied,
    Edited,
    Lost,
    Prevented,
    Previewing,
    Proposed,
    Started,
)
from harness.sessions.effects import PostAsk
from harness.sessions.facts import CallJudged, CallOutdated, CallPreviewed
from harness.sessions.loops import signature
from harness.sessions.notices import EditRefused
from harness.sessions.session import Session
from harness.sessions.steps import author, result
from harness.sessions.turn import Call, OpenAsk
from harness.tools.previews import Foreseen, Stale
from harness.tools.values import replace

DENIED_BEFORE = (
    "people denied this same call earlier in this turn, and nobody has spoken since; change it, or say why you need it"
)
ROWS = 5
"""Asks on one card: more would not be looked at one by one."""


def on_call_judged(session: Session, fact: CallJudged) -> Session:
    """A verdict counts if it is on what is to be judged now; on what was judged before, only if it tightens."""
    call = session.call(fact.call)
    if call is None or call.to_judge is None or call.to_judge.digest != fact.digest:
        return session
    match call.status:
        case Proposed(stale=stale):
            session = _ruled(session, call, fact.judged, stale)
        case Edited() as edited:
            session = _edit_judged(session, call, edited, fact.judged)
        case _ if call.ruling and fact.judged.tightens(call.ruling):
            session = _tightened(session, call, call.ruling, fact.judged)
        case Asked() as asked if fact.judged.matches_more(asked.ruling):
            session = _granted_here(session.having(call.moved("matched", Asked(fact.judged))), call.call.id)
    return _ask_what_was_seen(session)


def on_call_previewed(session: Session, fact: CallPreviewed) -> Session:
    """What cannot be done is a result, and nobody is asked."""
    call = session.call(fact.call)
    if call is None or not isinstance(call.status, Previewing) or call.status.seen:
        return session
    if (call.next_ask, call.call.digest, call.status.ruling.tool) != (fact.ask, fact.digest, fact.tool):
        return session
    if fact.seen is None:
        session = result(session, call, "prevented", Prevented(session.head, fact.why))
    else:
        session = session.having(call.moved("previewing", replace(call.status, seen=fact.seen)))
    return _ask_what_was_seen(session)


def on_call_outdated(session: Session, fact: CallOutdated) -> Session:
    """What was cleared is not what there is now: it is judged anew, and people are asked about that. What had run
    before may have taken effect, and is not asked about as if it had not.
    """
    call = session.call(fact.call)
    if call is None or not isinstance(call.status, Started) or call.ask != fact.ask:
        return session
    if call.status.before:
        return result(session, call, "lost", Lost(session.head))
    session = session.ending(call.ask, CallEnd("outdated"))
    return session.having(call.moved("outdated", Proposed(call.status.ruling, fact.what)))


def _ask_what_was_seen(session: Session) -> Session:
    """As soon as it is known of all calls of the step, so that those for the same people share a card."""
    calls = session.turn.calls if session.turn else ()
    if any(call.unseen for call in calls):
        return session
    for call in calls:
        if isinstance(call.status, Previewing):
            session = _seen(session, call, call.status)
    return session


def _seen(session: Session, call: Call, status: Previewing) -> Session:
    """Whoever edited the call approves of it if that is about what they were shown, or says all that it does; else they
    are asked, too.
    """
    assert status.seen
    by, preview = status.editor, status.seen.preview
    known = preview.evident or (status.shown is not None and preview.same(status.shown))
    if by is None or not known:
        return _asked(session, call, status.ruling, stale=status.stale, seen=status.seen)
    return _approved_by_editor(session, call, status.ruling, by, status.stale, status.seen)


def _tightened(session: Session, call: Call, before: Judged, ruling: Judged) -> Session:
    """The rules want more than before. Where they want other people, what was said of it is void."""
    granted = isinstance(call.status, Cleared) and call.status.clearance.grant
    if not ruling.asks_anew(before) and not granted:
        assert isinstance(call.status, Previewing | Asked | Cleared)
        return session.having(call.moved("tightened", replace(call.status, ruling=ruling)))
    stale = "tool" if ruling.tool != before.tool else _stale(session, call)
    return _ruled(_overtaken(session, call, before, ruling), call, ruling, stale)


def _overtaken(session: Session, call: Call, before: Judged, ruling: Judged) -> Session:
    """What was asked is void, and what was approved does not run: by a mode that somebody has chosen since and that
    denies it, by another tool of the same name, or by other rules.
    """
    ask, switch = session.asks.get(call.ask), session.switched
    changed = ruling.tool != before.tool and ruling.verdict is not Verdict.DENY
    why = RuleReason("changed", call.call.tool) if changed else ruling.why
    if ask and ask.settled:
        return replace(session, asks=session.asks.overtaken(ask.id, why).ending(ask.id, CallEnd("not-run")))
    if ask and switch and ruling.verdict is Verdict.DENY and ask.since <= switch.at:
        return session.settle(ask.id, "withdrawn", switch.by, switch.mode, why)
    return session.settle(call.ask, "superseded", rules=why)


def _stale(session: Session, call: Call) -> Stale | None:
    """Why it was asked anew, if it was."""
    if isinstance(call.status, Previewing):
        return call.status.stale
    ask = session.asks.get(call.ask)
    return ask.stale if ask and isinstance(call.status, Asked) else None


def _edit_judged(session: Session, call: Call, edited: Edited, ruling: Judged) -> Session:
    """An edit is its editor's approval of the new call, if the rules and the deciders of that call allow it.

    What the editor wrote enters the turn, so they are an author from here on: where authors may not decide, others
    are asked anew.
    """
    by = edited.by
    if ruling.verdict is Verdict.DENY:
        session = session.having(call.moved("edit refused", Asked(edited.ruling)))
        return session.tell(session.asks[call.ask].place, by, EditRefused(ruling.why))
    ask = session.asks[call.ask]
    # its card says what runs, all of it
    shown = replace(ask, call=edited.call, unedited=ask.call.arguments, preview=None, summary="")
    session, call = author(session, by), replace(call, call=edited.call)
    if ruling.tool != edited.ruling.tool:
        return _ruled(_overtaken(session, call, edited.ruling, ruling), call, ruling, "tool")
    session = session.asking(shown).settle(call.ask, "edited", by)
    if ruling.ask and not session.entitled(by, ruling.ask.deciders):
        return _ruled(session, call, ruling, ask.stale)
    if ruling.previewed:
        seeing = Previewing(ruling, editor=by, shown=ask.preview, stale=ask.stale)
        return session.having(call.moved("previewing", seeing))
    return _approved_by_editor(session, call, ruling, by)


def _approved_by_editor(
    session: Session, call: Call, ruling: Judged, by: Person, stale: Stale | None = None, seen: Foreseen | None = None
) -> Session:
    """They are the first to approve of it; where it takes several, the others are asked."""
    if ruling.ask and ruling.ask.deciders.quorum > 1:
        return _asked(session, call, ruling, (by,), stale, seen)
    clearance = Clearance(by, edited=True, preview=seen.preview.bare if seen else None)
    return session.having(call.moved("approved", Cleared(ruling, clearance)))


def _ruled(session: Session, call: Call, ruling: Judged, stale: Stale | None = None) -> Session:
    """What follows from the ruling on the call. If it is `stale` and people were asked before, they are asked anew, and
    no grant answers, since they wanted to see; nor for what was put in place of what they were asked.
    """
    if ruling.verdict is Verdict.DENY:
        return result(session, call, "denied", Denied(session.head, ruling.why))
    if ruling.ask is None:
        return session.having(call.moved("allowed", Cleared(ruling, Clearance())))
    if not call.asks and session.turn and signature(call.call) in session.turn.denied:
        return result(session, call, "prevented", Prevented(session.head, DENIED_BEFORE))
    stale = stale if call.asks else None
    if ruling.previewed and not grant_for(session, call, ruling, stale):
        return session.having(call.moved("previewing", Previewing(ruling, stale=stale)))
    return _asked(session, call, ruling, stale=stale)


def _asked(
    session: Session,
    call: Call,
    ruling: Judged,
    approved_by: tuple[Person, ...] = (),
    stale: Stale | None = None,
    seen: Foreseen | None = None,
) -> Session:
    """People are asked, unless a grant answers, which may have been given since the ruling."""
    turn = session.turn
    assert turn
    assert ruling.ask
    grant = None if approved_by else grant_for(session, call, ruling, stale)
    if grant:
        return session.having(call.moved("granted", _cleared_by(grant, ruling)))
    replaced = call.replaced if call.replaced and call.replaced.ask == call.ask else None
    session = session.ending(call.ask, CallEnd("not-run"))
    call = replace(call.moved("asked", Asked(ruling)), asks=call.asks + 1)
    ask = OpenAsk(
        call.ask,
        ruling.ask,
        call.call,
        turn.place,
        turn.requester,
        category=ruling.category,
        approved_by=approved_by,
        since=session.now,
        preview=seen.preview if seen else None,
        summary=seen.summary if seen else "",
        stale=stale,
        lapsed=any(grant.lapsed(call.call.tool, ruling.tool) for grant in session.asks.grants),
        authors=turn.authors,
        replaces=replaced,
        reason=turn.said,
        private=turn.private is True,
    )
    session = replace(session, turn=replace(turn, unsaid=""))
    return _put(session.having(call), ask, turn.authors)


def _put(session: Session, ask: OpenAsk, authors: tuple[Person, ...]) -> Session:
    """On the card of what is asked at the same time; or on one of its own, with a copy for everybody who is asked by
    name and is not in the thread.
    """
    if card := _card_for(session, ask):
        return session.asking(replace(ask, on=card))
    session = session.asking(ask).post(PostAsk(ask.id, ask.place))
    here = {s.id for s in session.inbox.speakers}.union(*(person.ids for person in (ask.requester, *authors)))
    for person in ask.ask.deciders.people:
        if here.isdisjoint(person.ids):
            session = session.post(PostAsk(ask.id, Place.direct(person.on(ask.place)), copy=True))
    return session


def _card_for(session: Session, ask: OpenAsk) -> str:
    """The card of what is asked at the same time, of the same people; empty if it needs one of its own. What a step
    asks about first is asked at the same time: its card waits until it is seen what all of its calls would do.
    """
    rows = Counter(one.card for one in session.asks)
    for one in session.asks.open:
        alike = isinstance(one.ask, Approval) and isinstance(ask.ask, Approval) and one.ask.deciders == ask.ask.deciders
        seen = ask.preview is not None and one.first and ask.first and session.postings.find(one.id) is not None
        together = one.since == ask.since or seen
        if alike and together and not one.on and rows[one.id] < ROWS:
            return one.id
    return ""


def grant_for(session: Session, call: Call, ruling: Judged, stale: Stale | None) -> Grant | None:
    """The grant that answers for this call: of somebody who could decide it, in a turn whose authors all may, and where
    nothing asks every time. None does for what is `stale`, since people wanted to see, nor for what was put in place of
    what they were asked.
    """
    turn = session.turn
    if stale or call.replaced:
        return None
    if turn is None or not isinstance(ruling.ask, Approval) or not ruling.ask.grantable:
        return None
    deciders = ruling.ask.deciders
    if not deciders.may_grant(turn.requester, turn.authors):
        return None
    of_call = call.call.tool, ruling.tool, ruling.category, ruling.ask, ruling.grants
    return next((grant for grant in session.asks.grants if grant.covers(*of_call)), None)


def _cleared_by(grant: Grant, ruling: Judged) -> Cleared:
    return Cleared(ruling, Clearance(grant=grant.id))


def granted(session: Session, grant: Grant) -> Session:
    """A new grant settles the open asks that it covers. It takes the place of one for what its tool was before."""
    lapsed = [g.id for g in session.asks.grants if grant.scope != "category" and g.lapsed(grant.on, grant.tool)]
    asks = reduce(Asks.ungranted, lapsed, session.asks)
    session = replace(session, asks=asks.granting(grant))
    for call in session.turn.calls if session.turn else ():
        session = _granted_here(session, call.call.id)
    return session


def _granted_here(session: Session, id: str) -> Session:
    """A call that waits for people is settled by a grant that covers it, unless some have approved of it already."""
    call = session.call(id)
    ask = session.asks.get(call.ask) if call else None
    if call is None or not isinstance(call.status, Asked) or ask is None or ask.settled or ask.approved_by:
        return session
    covered = grant_for(session, call, call.status.ruling, ask.stale)
    if covered is None:
        return session
    cleared = call.moved("granted", _cleared_by(covered, call.status.ruling))
    return session.settle(ask.id, "granted", covered.by).having(cleared)


def revoked(session: Session, grant: str, by: Person) -> Session:
    """What it had cleared and has not started is asked again."""
    session = replace(session, asks=session.asks.ungranted(grant, by))
    for call in session.turn.calls if session.turn else ():
        if isinstance(call.status, Cleared) and call.status.clearance.grant == grant:
            session = _ruled(session, call, call.status.ruling)
    return session.tidied()
