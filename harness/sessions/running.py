"""Tools run: they start, their results come, and what they change in the session is changed."""

from typing import assert_never

from harness.sessions import heartbeats, in_background, noted, undone, wakeups
from harness.sessions.call_status import Awaited, Cleared, Lost, Returned, Started
from harness.sessions.facts import CallAwaited, Resumed, ToolReturned, ToolStarted
from harness.sessions.session import Session
from harness.sessions.steps import result
from harness.tools.changes import (
    Change,
    CommandStarted,
    FileChanged,
    FileSeen,
    HeartbeatWanted,
    NoteForgotten,
    NoteWritten,
    Reported,
    TimerDropped,
    TimerHeld,
    TodosWritten,
    ToolsNarrowed,
    WakeupWanted,
)
from harness.tools.origins import OURS
from harness.tools.values import replace


def on_tool_started(session: Session, fact: ToolStarted) -> Session:
    """What was cleared is what starts; what had started before may start again, if that is as good as once."""
    call = session.call(fact.call)
    if call is None or not isinstance(call.status, Cleared | Started) or call.call.digest != fact.digest:
        return session
    before = call.status.at if isinstance(call.status, Started) else None
    at = session.now if before is None else before
    started = Started(call.status.ruling, call.status.clearance, before is not None, at)
    return session.having(call.moved("started", started))


def on_call_awaited(session: Session, fact: CallAwaited) -> Session:
    call = session.call(fact.call)
    if call is None or not isinstance(call.status, Started):
        return session
    awaited = Awaited(call.status.ruling, call.status.clearance, fact.awaiting)
    return session.having(call.moved("awaited", awaited))


def on_tool_returned(session: Session, fact: ToolReturned) -> Session:
    call = session.call(fact.call)
    if call is None or not isinstance(call.status, Started | Awaited):
        return in_background.begun_late(session, fact)
    session = session.tainted(fact.result.outside or OURS)
    for change in fact.result.changes:
        session = _changed(session, fact.call, change)
    returned = Returned(session.head, call.status.clearance, fact.result.ok, fact.result.exit_code)
    return result(session, call, "returned", returned, fact.result.text)


def _changed(session: Session, call: str, change: Change) -> Session:
    match change:
        case WakeupWanted():
            return wakeups.wanted(session, call, change)
        case HeartbeatWanted():
            return heartbeats.wanted(session, change)
        case TimerDropped(id=id):
            dropped = heartbeats.dropped if session.timers.heartbeat(id) else wakeups.forgotten
            return dropped(session, id)
        case TimerHeld():
            return wakeups.held(session, change)
        case Reported():
            return heartbeats.reports(session, change)
        case TodosWritten(todos=todos):
            session = replace(session, todos=todos)
            return replace(session, turn=replace(session.turn, planned=bool(todos))) if session.turn else session
        case NoteWritten():
            return noted.written(session, call, change)
        case NoteForgotten():
            return noted.forgotten(session, call, change)
        case CommandStarted():
            return in_background.begun(session, call, change)
        case FileSeen(file=file, version=version):
            return undone.seen(session.seeing(file, version), file, version)
        case FileChanged():
            return undone.changed(session, call, change)
        case ToolsNarrowed():
            turn = session.turn
            if turn is None or change in turn.narrowed:
                return session
            return replace(session, turn=replace(turn, narrowed=(*turn.narrowed, change)))
        case _:
            assert_never(change)


def on_resumed(session: Session, fact: Resumed) -> Session:
    """What was running when its machine went away, and may not be run twice, ends: its outcome is not known. So does
    what was running each time that it went away: it may be what ends us.
    """
    for call in session.turn.calls if session.turn else ():
        if isinstance(call.status, Started) and (call.status.before or not call.status.ruling.repeatable):
            session = result(session, call, "lost", Lost(session.head))
    return session
