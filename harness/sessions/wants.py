"""What does the session want done now? Level-triggered: it reads the state, not the last fact."""

from collections.abc import Iterator, Set

from harness.chat.people import Place
from harness.sessions.call_status import Awaited
from harness.sessions.effects import (
    BeginBranch,
    CallModel,
    Effect,
    EndCommand,
    EraseThread,
    MakeTitle,
    Observe,
    Outgoing,
    PostAsk,
    PreviewCall,
    React,
    Reflect,
    RunTool,
    SettleCard,
    VoidNotes,
    WakeAt,
    WithdrawAction,
)
from harness.sessions.facts import (
    AskExpired,
    BudgetReset,
    PostsDue,
    TimerEnded,
    TimerFired,
    ToolReturned,
    TurnLasted,
    TurnQueued,
)
from harness.sessions.heartbeats import ends_at
from harness.sessions.limits import Limits
from harness.sessions.post_status import Delayed
from harness.sessions.preparations import reading
from harness.sessions.session import Session
from harness.sessions.turn import Turn
from harness.tools.calls import ToolCall, ToolResult

STOPPABLE_AFTER = 10.0
"""Seconds of work after which a turn gets a button that stops it: what is over before is not worth a message."""

TOLD_AFTER = 5.0
"""Seconds that a turn waits for others before that is worth a word."""


def wants(session: Session, parallel: int = Limits().parallel) -> Set[Effect]:
    """The effects wanted now, `parallel` tools of a step at most. What is wanted and not being done is to start, in
    this order: the same journal is worked off alike by every process.
    """
    found = dict.fromkeys(_wants(session, parallel))
    if session.deleting and all(isinstance(effect, WakeAt) for effect in found):  # nothing of it is left in the chat
        found = {EraseThread(session.deleting.by, session.head): None}
    return found.keys()


def _wants(session: Session, parallel: int) -> Iterator[Effect]:
    yield from _next(session)
    cards = session.asks.cards
    for card in sorted(cards, key=lambda card: (card.place.channel, card.message)) if cards else ():
        face = session.asks.face(card.ask)
        if face != card.face:
            settle = SettleCard(card.place, card.message, card.ask, face)
            if not session.postings.delayed(settle.id):
                yield settle
    for made in session.postings.actions:
        if not session.offers(made.post.action):
            withdraw = WithdrawAction(made.post, made.message)
            if not session.postings.delayed(withdraw.id):
                yield withdraw
    yield from wakes(session)
    yield from session.dropping
    yield from session.undoing
    yield from session.passing
    yield from (EndCommand(one.id) for one in session.commands if one.stopped)
    if session.titling:
        yield MakeTitle(session.titling, session.opening)
    if session.observing and not session.observing.failed and not session.deleting:
        through = session.observing.through
        yield Reflect(through) if session.observing.reflects else Observe(through)
    for one in session.branching:
        if one.at:
            yield BeginBranch(one.row, one.by, one.at, one.message, one.bound)
    yield from map(VoidNotes, session.voiding)
    turn = session.turn
    if turn is None or turn.queued is not None:
        return
    if turn.preparations:
        yield reading(turn.preparations[0], turn.at, turn.place)
    elif turn.thinking:
        yield CallModel(turn.at, turn.through)
    elif turn.aside:
        yield CallModel(turn.at, turn.aside.through, turn.aside.number)
    yield from (PreviewCall(c.call, c.next_ask, c.ruling.tool) for c in turn.calls if c.unseen and c.ruling)
    yield from map(RunTool, _tools(turn, parallel))


def wakes(session: Session) -> Iterator[WakeAt]:
    """The times that it waits for, each with what is then to be said."""
    for ask in session.asks.open:
        if ask.expires is not None:
            yield WakeAt(ask.expires, AskExpired(ask.id))
    for owed in session.postings.owed:
        if isinstance(owed.status, Delayed):
            yield WakeAt(owed.status.until, PostsDue(owed.id))
    for timer in (*session.timers.wakeups, *session.timers.heartbeats):  # those that go before nothing come last
        if timer.at is not None and session.awaits(timer):
            yield WakeAt(timer.at, TimerFired(timer.id))
    for heartbeat in session.timers.heartbeats:
        yield WakeAt(ends_at(session, heartbeat), TimerEnded(heartbeat.id, "quiet"))
    if (held := session.held) and session.last:
        yield WakeAt(held.until, BudgetReset(session.last.turn, held))
    turn = session.turn
    if turn and turn.queued is not None and not turn.told and turn.at.step == 1 and turn.opening:
        yield WakeAt(turn.queued + TOLD_AFTER, TurnQueued(turn.at.turn, long=True))
    if turn and turn.since is not None and not turn.lasted and turn.policy.visible:
        yield WakeAt(turn.since + STOPPABLE_AFTER - turn.worked, TurnLasted(turn.at.turn))
    for call in turn.calls if turn else ():
        if isinstance(call.status, Awaited) and call.status.awaiting.until is not None:
            yield WakeAt(call.status.awaiting.until, ToolReturned(call.call.id, ToolResult("the time has come")))


def _tools(turn: Turn, parallel: int) -> list[ToolCall]:
    """Those that have started, always: one that is cleared later waits for its place, and takes nobody's. Then the next
    in call order.
    """
    running = sorted((call for call in turn.calls if call.running), key=lambda call: not call.started)
    started = sum(call.started for call in running)
    return [call.call for call in running[: max(parallel, started)]]


def _next(session: Session) -> Iterator[Outgoing]:
    """First in, first out, in each place; receipts do not hold up words. What is delayed holds up what comes after it
    in its place, and nothing elsewhere. A card waits until it is seen what all calls of its step would do: they may
    stand on it too.
    """
    lanes: dict[tuple[Place, bool], Outgoing] = {}
    for item in session.postings.outbox:
        lanes.setdefault((item.place, isinstance(item, React)), item)
    unseen = session.turn is not None and any(call.unseen for call in session.turn.calls)
    for item in lanes.values():
        if not session.postings.delayed(item.id) and not (unseen and isinstance(item, PostAsk)):
            yield item
