"""Turns open, step, and end; calls get their one result."""

from collections.abc import Sequence
from itertools import takewhile

from harness.approvals.asks import Outcome
from harness.chat.people import Person, Place
from harness.sessions.call_status import Awaited, CallEnd, CutShort, Ended, Event, Lost, PlanApproved, Returned, Started
from harness.sessions.effects import ContinueTurn, LiftBudget, MessageAction, Post, React, StopTurn
from harness.sessions.facts import BackgroundRead, LimitReached, TurnAdmitted, TurnCompiled, TurnLasted, TurnQueued
from harness.sessions.inbox import Guidance, Queued, Unheard
from harness.sessions.loops import ENDED_AFTER, repeated, signature
from harness.sessions.notices import Brief, TurnEnded, Worked
from harness.sessions.policies import PERSON, TurnPolicy
from harness.sessions.preparations import PlaceHistory, Preparation
from harness.sessions.reasons import BudgetHit, EndReason, GaveWay, LimitHit, PlanTurnedDown, WentInCircles
from harness.sessions.reporting import broken_off, reported
from harness.sessions.session import Session, TurnEnd
from harness.sessions.turn import Call, Turn
from harness.tools.calls import NO_OP, WRITE_TODOS, At
from harness.tools.origins import BACKGROUND
from harness.tools.values import replace

QUIET = frozenset({NO_OP, WRITE_TODOS})
"""Tools that do nothing which people would count."""


def listen(session: Session, by: Person, position: int = 0, kept: bool = True, ours: bool = False) -> Session:
    """What `by` said at that row (at the current one, if it is 0) waits to be heard."""
    return replace(session, inbox=session.inbox.listening(by, position or session.head, kept, ours))


def open_turn(
    session: Session,
    by: Person,
    place: Place,
    policy: TurnPolicy = PERSON,
    preparations: tuple[Preparation, ...] = (),
    opening: str = "",
    opened: int = 0,
) -> Session:
    """A turn of `by`, unless one is open: then what was said is heard at its next step. What opens it was said at the
    row `opened`, which is the current one if it is 0.
    """
    if session.turn:
        return session
    turn = Turn(
        At(session.turns + 1, 0),
        by,
        place,
        policy,
        opening=opening,
        messages=(opening,) if opening else (),
        opened=opened or session.head,
        began=session.now,
    )
    session = next_step(replace(session, turns=session.turns + 1, turn=turn, place=place))
    if session.turn is None or not preparations:
        return session
    return replace(session, turn=replace(session.turn, preparations=preparations))


def next_step(session: Session) -> Session:
    """The model is to be called with everything up to here."""
    turn = session.turn
    assert turn
    at = At(turn.at.turn, turn.at.step + 1)
    closed = turn.calls or session.closed  # those of a turn that ended with this very row, too
    turn = replace(turn, at=at, calls=(), begun=False, compacted=False, asides=0, said="")
    return requested(replace(session, turn=turn, closed=closed))


def requested(session: Session) -> Session:
    """The request of the current step holds everything up to here; whoever was not heard yet is an author from here
    on.
    """
    assert session.turn
    turn = session.turn.heard(tuple(u.by for u in session.inbox.unheard))
    if session.inbox.unheard and turn.denied:
        turn = replace(turn, denied=())  # people may want it now
    inbox = replace(session.inbox, requested_through=session.head)
    return replace(session, inbox=inbox, turn=replace(turn, through=session.head))


def on_background_read(session: Session, fact: BackgroundRead) -> Session:
    """What was said before is known, or never will be: the model may be called."""
    turn = session.turn
    if turn is None or turn.at != fact.at or not turn.prepares(PlaceHistory):
        return session
    if not all(line.ours for line in fact.lines):
        session = session.tainted(BACKGROUND)
    return requested(replace(session, turn=turn.prepared()))


def author(session: Session, by: Person) -> Session:
    """What `by` wrote enters the turn otherwise than as a message: they are an author from here on."""
    assert session.turn
    return replace(session, turn=session.turn.heard((by,)))


def heard(session: Session, through: int) -> Session:
    """A reply has covered what was said up to `through`."""
    inbox = session.inbox
    if not inbox.unheard and not inbox.guidance:
        return session
    messages = list[str]()
    for said in inbox.guidance:
        if said.position <= through:
            messages.append(said.message)
            session = session.post(React(f"heard-{said.position}", said.place, said.message, "heard"))
    if turn := session.turn:
        session = replace(session, turn=replace(turn, messages=(*turn.messages, *messages)))
    return replace(session, inbox=inbox.heard(through), timers=session.timers.heard(through))


def result(session: Session, call: Call, event: Event, ended: Ended, text: str = "") -> Session:
    """The one result of a call, with its `text` where it has run; with the last of a step, the step closes and what was
    said meanwhile joins.
    """
    session = _ended(session, call, ended).having(call.moved(event, ended))
    turn = session.turn
    assert turn
    came = text if isinstance(ended, Returned) else type(ended).__name__
    turn = replace(turn, repeated=repeated(turn.repeated, call.call, came, turn.at.step))
    session = replace(session, turn=turn)
    if not all(c.over for c in turn.calls):
        return session
    session = hushed(session)
    turn = session.turn
    assert turn
    if turn.waits and not session.inbox.unheard:
        return end_turn(session, PlanTurnedDown(turn.waits), resumes=False)
    if turn.policy.report and (turn.silent or turn.report is not None):
        return take_up(complete_turn(session), _said_in(session, turn))
    if (gave := give_way(session)) is not session:
        return gave
    if why := _went_in_circles(turn):
        return end_turn(session, why)
    if turn.silent and not session.inbox.unheard:
        return complete_turn(session)
    return next_step(replace(session, turn=replace(turn, waits=None)))


def _went_in_circles(turn: Turn) -> WentInCircles | None:
    """The call of this step that was made too often."""
    often = {one.call: one.times for one in turn.repeated if one.times >= ENDED_AFTER and one.step == turn.at.step}
    for call in turn.calls if often else ():
        if times := often.get(signature(call.call)):
            return WentInCircles(call.call.tool, call.call.arguments, times)
    return None


def _ended(session: Session, call: Call, ended: Ended) -> Session:
    """The card on which it was cleared says what became of it, and the turn counts what ran."""
    session = _counted(session, call, ended)
    seconds = session.now - call.status.at if isinstance(call.status, Started) else None
    match ended:
        case PlanApproved():
            end = CallEnd("ran")
        case Returned(ok=ok, exit_code=exit_code):
            end = CallEnd("ran" if ok else "failed", seconds, exit_code)
        case CutShort(running=True):
            end = CallEnd("cut", seconds)
        case Lost():
            end = CallEnd("lost", seconds)
        case _:
            end = CallEnd("not-run")
    return session.ending(call.ask, end)


def _counted(session: Session, call: Call, ended: Ended) -> Session:
    """One more that ran. What keeps a list, or says that there is nothing to say, is no step."""
    turn = session.turn
    assert turn
    if not isinstance(ended, Returned | Lost) or call.call.tool in QUIET:
        return session
    well = isinstance(ended, Returned) and ended.ok
    return replace(session, turn=replace(turn, ran=turn.ran + 1, failed=turn.failed + (not well)))


def complete_turn(session: Session) -> Session:
    """The turn ends by its reply, or by having none. What waited for that opens the next."""
    turn = session.turn
    assert turn
    if not turn.policy.visible:
        return reported(replace(session, turn=None, closed=turn.calls), turn)
    session = replace(session, timers=session.timers.succeeded(turn.wakeup))
    session = replace(session, inbox=replace(session.inbox, replied=session.now))
    return take_next(_over(session, turn, turn.calls))


def _over(
    session: Session, turn: Turn, closed: tuple[Call, ...], why: EndReason | None = None, resumes: bool = False
) -> Session:
    """Without that turn, which people have seen. Where it could be stopped stands now how long it has worked."""
    seconds = turn.worked_until(session.now)
    if turn.planned:
        done = sum(todo.status == "completed" for todo in session.todos)
        worked = Worked(seconds, done, of=len(session.todos))
    else:
        worked = Worked(seconds, turn.ran, turn.failed)
    last = TurnEnd(turn.at.turn, turn.requester, why=why, resumes=resumes, row=session.head)
    postings = session.postings.closing(StopTurn(turn.at.turn), worked)
    return replace(session, turn=None, closed=closed, last=last, postings=postings)


def take_next(session: Session) -> Session:
    """What waited for a turn to end opens one, if anything did."""
    queue = session.inbox.queue
    if not queue:
        return session
    first, *others = queue
    taken = [first, *(takewhile(lambda queued: queued.together, others) if first.together else ())]
    session = replace(session, inbox=replace(session.inbox, queue=queue[len(taken) :]))
    for queued in taken:
        session = _to_be_heard(session, queued)
    return open_turn(session, first.by, first.place, opening=first.message, opened=first.position)


# What people say while a turn waits for them: see `asides`
def aside_id(at: At, number: int) -> str:
    """Of what is posted in that aside of the step."""
    return f"aside-{at}.{number}"


def hushed(session: Session) -> Session:
    """The aside is over, answered or not: what people have seen of it ends as it stands."""
    turn = session.turn
    if turn is None or turn.aside is None:
        return session
    if turn.aside.begun:
        session = session.post(Post(aside_id(turn.at, turn.aside.number), turn.place, "", begun=True))
    return replace(session, turn=replace(turn, aside=None))


def unanswered(session: Session) -> Session:
    """There is no answer to what the aside was about: it waits for the decision, and whoever said it sees that."""
    if session.turn is None or session.turn.aside is None:
        return session
    session = hushed(session)
    for said in session.inbox.guidance:
        if not said.marked:
            session = session.post(React(f"waiting-{said.position}", said.place, said.message, "waiting"))
    guidance = tuple(replace(said, marked=True) for said in session.inbox.guidance)
    return replace(session, inbox=replace(session.inbox, guidance=guidance))


def give_way(session: Session) -> Session:
    """What holds up nothing ends as soon as somebody waits to be heard, and they have a turn of their own."""
    turn = session.turn
    waiting = _said_in(session, turn) if turn and turn.policy.preemptible else []
    return take_up(pre_empt(session, waiting[0].by), waiting) if waiting else session


def take_up(session: Session, waiting: Sequence[Unheard]) -> Session:
    """What people have said to us in a turn that hears nobody, and no aside has answered, opens one."""
    if not waiting or session.turn:
        return session
    first = waiting[0]
    said = next((one for one in session.inbox.guidance if one.position == first.ours), None)
    place = said.place if said else session.place
    assert place
    return open_turn(session, first.by, place, opening=said.message if said else "", opened=first.ours)


def _unheard(session: Session) -> tuple[Person, ...]:
    """Each person whose words no reply has covered, by name. What has opened a turn that no person opened is nobody's
    words.
    """
    turn = session.turn
    opened = turn.opened if turn and not turn.policy.attended else 0
    people = {one.by.id: one.by for one in session.inbox.unheard if one.ours or one.position != opened}
    return tuple(sorted(people.values(), key=str))


def _said_in(session: Session, turn: Turn) -> list[Unheard]:
    """By whom something was said to us since that turn was opened."""
    said = (unheard for unheard in session.inbox.unheard if unheard.ours > turn.opened)
    return sorted(said, key=lambda unheard: unheard.ours)


def _to_be_heard(session: Session, queued: Queued) -> Session:
    session = listen(session, queued.by, queued.position, ours=True)
    return guided(session, Guidance(queued.position, queued.by, queued.place, queued.message))


def guided(session: Session, said: Guidance) -> Session:
    """It is heard at the next step; its author sees that, if the platform has a name for it."""
    if not said.message:
        return session
    return replace(session, inbox=replace(session.inbox, guidance=(*session.inbox.guidance, said)))


def end_turn(
    session: Session,
    why: EndReason,
    outcome: Outcome = "ended",
    by: Person | None = None,
    resumes: bool = True,
    again: bool = False,
    told: bool = True,
) -> Session:
    """The turn ends in another way than by its reply, and says so, unless nothing is to be `told` and nobody has spoken
    during it, or it is a heartbeat's. What nobody heard waits for whatever opens the next, which a wakeup does by
    itself. `again`: to resume is to try once more what failed.
    """
    session = hushed(session)
    turn = session.turn
    assert turn
    for ask in session.asks.open:
        session = session.settle(ask.id, outcome, by)
    for queued in session.inbox.queue:
        session = _to_be_heard(session, queued)
    session = replace(session, inbox=replace(session.inbox, queue=()))
    session = replace(session, timers=session.timers.unheard(session.now))
    if turn.begun and turn.thinking:
        session = session.post(Post(f"reply-{turn.at}", turn.place, "", begun=True))
    closed = tuple(c if c.over else c.moved("turn ended", _cut_short(session, c, why)) for c in turn.calls)
    for call in turn.calls:
        if not call.over:
            session = _ended(session, call, _cut_short(session, call, why))
    if not turn.policy.visible:
        return broken_off(replace(session, turn=None, closed=closed), turn, why, counts=outcome != "stopped")
    notice = TurnEnded(why, _unheard(session))
    number = turn.at.turn
    action: MessageAction | None = ContinueTurn(number, again) if resumes else None
    if isinstance(why, BudgetHit):
        action = LiftBudget(number, why.budget.account.period)
    since = session.last.row if session.last else 0
    if told or any(said.position > since for said in session.inbox.guidance):
        session = session.post(Post(f"end-{number}", turn.place, action=action, notice=notice))
    return _over(session, turn, closed, why, resumes)


def pre_empt(session: Session, by: Person) -> Session:
    """What holds up nothing ends as soon as somebody wants something."""
    gives_way = session.turn is not None and session.turn.policy.preemptible
    return end_turn(session, GaveWay(by), "stopped", by) if gives_way else session


def go_on(session: Session, by: Person, place: Place, turn: int) -> Session:
    """The turn of that number, which ended early. Whoever asks for it opens a turn of their own; its calls are asked
    afresh.
    """
    session = pre_empt(session, by)
    if session.turn:
        return session.tell(place, by, Brief("already-working"))
    if session.last is None or session.last.turn != turn or not session.last.resumes:
        return session.tell(place, by, Brief("moved-on"))
    return open_turn(listen(session, by), by, place)


def on_turn_queued(session: Session, fact: TurnQueued) -> Session:
    """After a while whoever opened it sees that it waits, and that it is heard once it is."""
    turn = session.turn
    if turn is None or turn.at.turn != fact.turn or turn.waiting:
        return session
    if not fact.long:
        return session if turn.queued is not None else replace(session, turn=replace(turn, queued=session.now))
    if turn.queued is None or turn.told or not turn.opening:
        return session
    session = replace(session, turn=replace(turn, told=True))
    if any(said.message == turn.opening for said in session.inbox.guidance):
        return session  # it has waited for another turn before, and they saw that
    session = guided(session, Guidance(turn.through, turn.requester, turn.place, turn.opening))
    return session.post(React(f"waiting-{turn.through}", turn.place, turn.opening, "waiting"))


def on_turn_admitted(session: Session, fact: TurnAdmitted) -> Session:
    turn = session.turn
    if turn is None or turn.at.turn != fact.turn:
        return session
    session = replace(session, turn=replace(turn, queued=None))
    return requested(session) if turn.queued is not None and turn.thinking else session  # with all that was said since


def on_turn_compiled(session: Session, fact: TurnCompiled) -> Session:
    """Not from a machine that was slow, whose reply is not waited for any more: its turn has run with another."""
    turn = session.turn
    if turn is None or turn.at.turn != fact.turn:
        return session
    if fact.step and not (turn.at.step == fact.step and (turn.thinking or turn.aside)):
        return session
    if fact.private is not None:
        turn = replace(turn, private=fact.private, solo=fact.solo)
    session = replace(session, package=fact.checksum, turn=turn)
    if fact.mode is not None and (fact.mode, fact.model) != (session.mode, session.chosen_model):
        return session
    return replace(session, turn=replace(turn, package=fact.checksum))


def on_turn_lasted(session: Session, fact: TurnLasted) -> Session:
    """Whoever watches it may stop it by a button."""
    turn = session.turn
    if turn is None or turn.at.turn != fact.turn or turn.lasted:
        return session
    number = turn.at.turn
    post = Post(f"work-{number}", turn.place, action=StopTurn(number), notice=Brief("working"))
    return replace(session.post(post), turn=replace(turn, lasted=True))


def on_limit_reached(session: Session, fact: LimitReached) -> Session:
    """One on asides ends these, and never a turn that waits."""
    turn = session.turn
    if turn is None or turn.at.turn != fact.turn or (fact.which == "time" and turn.waiting):
        return session
    if fact.which == "asides":
        return give_way(unanswered(replace(session, turn=replace(turn, quiet=True))))
    return end_turn(session, LimitHit(fact.which))


def _cut_short(session: Session, call: Call, why: EndReason) -> CutShort:
    return CutShort(session.head, why, isinstance(call.status, Started | Awaited))
