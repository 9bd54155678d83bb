"""Commands run in the background: they are begun by a call, end, and are ended. See docs/decisions/0048."""

from collections.abc import Callable

from harness.chat.people import Person, Place
from harness.sessions.call_status import CutShort, Lost
from harness.sessions.effects import Post
from harness.sessions.facts import CommandEnded, ToolReturned
from harness.sessions.notices import CommandOver
from harness.sessions.policies import COMMAND_ENDED
from harness.sessions.session import OpenCommand, Session
from harness.sessions.steps import listen, open_turn, pre_empt
from harness.tools.changes import CommandStarted
from harness.tools.values import replace

NOBODY = Person("", "", "", "nobody")
"""On whose behalf a heartbeat begins something where nobody has spoken."""
TOLD = ("timed-out", "lost")
"""Ends that people are told of, if they were to be notified, whatever the model says."""


def begun(session: Session, call: str, change: CommandStarted) -> Session:
    """On behalf of whoever the turn is for."""
    turn = session.turn
    if turn is None:
        return session
    if change.notify:  # as if it had asked to be woken
        timers = session.timers
        session = replace(session, timers=replace(timers, self_wakeups=timers.self_wakeups + 1))
    return _opened(session, call, change, turn.requester, turn.place, turn.at.turn)


def begun_late(session: Session, fact: ToolReturned) -> Session:
    """Its turn has ended, or its machine was taken for gone, while the call ran: nobody waits for what it has begun,
    which is to end.
    """
    change = next((one for one in fact.result.changes if isinstance(one, CommandStarted)), None)
    if change is None:
        return session
    cut = any(c.call.id == fact.call and isinstance(c.status, CutShort | Lost) for c in session.closed)
    by, place = session.served or NOBODY, session.place
    if not cut or session.command(fact.call) or place is None:
        return session
    session = _opened(session, fact.call, change, by, place, session.turns)
    return stopped(session, lambda command: command.id == fact.call)


def _opened(session: Session, call: str, change: CommandStarted, by: Person, place: Place, turn: int) -> Session:
    """What it says may be read from here on."""
    command = OpenCommand(
        call,
        change.command,
        by,
        place,
        turn=turn,
        node=change.node,
        boot=change.boot,
        since=session.now,
        limit=change.limit,
        notify=change.notify,
    )
    return replace(session, commands=(*session.commands, command)).tainted(change.outside)


def stopped(session: Session, which: Callable[[OpenCommand], bool] = lambda command: True) -> Session:
    """Those are to end: an effect is wanted for each until it has."""
    if not session.commands:
        return session
    commands = tuple(replace(one, stopped=True) if which(one) else one for one in session.commands)
    return replace(session, commands=commands)


def on_command_ended(session: Session, fact: CommandEnded) -> Session:
    """Closes it. With notify its end is heard at once, unless somebody has ended it. Where nothing may be said any
    more, whoever it was for is told directly; where people have to decide first, they are told that it has ended.
    """
    command = session.command(fact.id)
    if command is None:
        return session
    session = replace(session, commands=tuple(one for one in session.commands if one.id != fact.id))
    if not command.notify or command.stopped or fact.how == "killed" or session.deleting:
        return session
    waits = bool(session.turn and session.asks.open)  # that may take days
    if fact.silent or waits or fact.how in TOLD:
        place = Place.direct(command.by) if fact.silent else command.place
        notice = CommandOver(fact.how, command.command, waits=waits and not fact.silent)
        session = session.post(Post(f"command-{command.id}", place, notice=notice))
    return session if fact.silent else _heard(session, command)


def _heard(session: Session, command: OpenCommand) -> Session:
    """By the turn that goes on, at its next step, or by one of its own."""
    session = listen(pre_empt(session, command.by), command.by)
    return session if session.turn else open_turn(session, command.by, command.place, COMMAND_ENDED)
