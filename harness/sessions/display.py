"""The one value that every surface draws, and the lifecycle events of the field by name.

A run is a turn. Each is claimed once, and ends in exactly one terminal event: RunCompleted or RunFailed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from harness.chat.people import Place
from harness.chat.port import Activity, Status
from harness.sessions import facts as f
from harness.sessions.preparations import Compaction
from harness.sessions.reasons import EndReason
from harness.sessions.session import Session
from harness.sessions.turn import Call, OpenAsk, Turn
from harness.sessions.usage import Usage
from harness.tools.calls import At
from harness.tools.changes import Todo


@dataclass(frozen=True, slots=True)
class Progress:
    """What is not journaled: the reply so far, and what running tools have printed, by call."""

    at: At | None = None
    text: str = ""
    thinking: str = ""
    output: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Running:
    """A tool at work, and the end of what it has printed."""

    call: str
    tool: str
    output: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayState:
    """What there is to see of a session. `queue` counts the people who wait to be heard."""

    status: Status
    mode: str
    activity: str = ""
    place: Place | None = None
    turn: int | None = None
    text: str = ""
    thinking: str = ""
    running: tuple[Running, ...] = ()
    asks: tuple[OpenAsk, ...] = ()
    todos: tuple[Todo, ...] = ()
    queue: int = 0
    usage: Usage = Usage()


def display(session: Session, progress: Progress | None = None) -> DisplayState:
    """A pure function of the session and what is in progress: reading it changes nothing."""
    turn, progress = session.turn, progress or Progress()
    running = _running(turn, progress)
    current = turn is not None and progress.at == turn.at and turn.thinking
    doing = activity(session)
    return DisplayState(
        status=doing.status,
        mode=session.mode,
        activity=doing.text,
        place=turn.place if turn else None,
        turn=turn.at.turn if turn else None,
        text=progress.text if current else "",
        thinking=progress.thinking if current else "",
        running=running,
        asks=session.asks.open,
        todos=session.todos,
        queue=len({u.by.id for u in session.inbox.unheard if turn and u.position > turn.through}),
        usage=session.usage,
    )


def activity(session: Session) -> Activity:
    """What is being done, as far as people wait for it: nobody does while a heartbeat looks."""
    turn = session.turn
    waiting = turn is not None and turn.waiting
    if turn is None or not (turn.policy.visible or waiting):
        return Activity("resting")
    if turn.aside:
        return Activity("working", "is thinking…")
    if waiting:
        return Activity("waiting")
    if turn.queued is not None:
        return Activity("working", "is waiting for other work to end…")
    if turn.prepares(Compaction):
        return Activity("working", "is summing up what was said…")
    tools = ", ".join(sorted({call.call.tool for call in _at_work(turn)}))
    return Activity("working", f"is running {tools}…" if tools else "is thinking…")


def _running(turn: Turn | None, progress: Progress) -> tuple[Running, ...]:
    calls = _at_work(turn) if turn else []
    return tuple(Running(c.call.id, c.call.tool, progress.output.get(c.call.id, "")) for c in calls)


def _at_work(turn: Turn) -> list[Call]:
    return [call for call in turn.calls if call.started]


# The lifecycle of a run, by the names that the field has for it
@dataclass(frozen=True, slots=True)
class RunClaimed:
    run: int


@dataclass(frozen=True, slots=True)
class RunStarted:
    """No fact: it comes from whoever watches the work, as deltas do."""

    run: int


@dataclass(frozen=True, slots=True)
class ThinkingDelta:
    run: int
    text: str


@dataclass(frozen=True, slots=True)
class OutputDelta:
    run: int
    text: str


@dataclass(frozen=True, slots=True)
class ToolCallStarted:
    run: int
    call: str
    tool: str


@dataclass(frozen=True, slots=True)
class ToolCallCompleted:
    run: int
    call: str
    tool: str


@dataclass(frozen=True, slots=True)
class RunSuspended:
    """It waits for people, children or the clock."""

    run: int


@dataclass(frozen=True, slots=True)
class RunCompleted:
    run: int


@dataclass(frozen=True, slots=True)
class RunFailed:
    run: int
    why: EndReason


RunEvent = (
    RunClaimed
    | RunStarted
    | ThinkingDelta
    | OutputDelta
    | ToolCallStarted
    | ToolCallCompleted
    | RunSuspended
    | RunCompleted
    | RunFailed
)


def lifecycle(before: Session, row: f.Row, after: Session) -> Iterator[RunEvent]:
    """The events that a row brings, as it takes the session from `before` to `after`."""
    was, now = before.turn, after.turn
    if isinstance(row.fact, f.ToolStarted) and (call := after.call(row.fact.call)) and call.started and now:
        yield ToolCallStarted(now.at.turn, call.call.id, call.call.tool)
    if was:
        ended = {c.call.id for c in was.calls if c.over}
        left = after.closed if after.closed is not before.closed else now.calls if now else ()
        for call in left:
            if call.over and call.call.id not in ended:
                yield ToolCallCompleted(was.at.turn, call.call.id, call.call.tool)
    over = was is not None and not was.policy.visible and (now is None or now.at.turn != was.at.turn)
    if was and over:
        yield RunCompleted(was.at.turn)
    elif was and after.last is not before.last and after.last:
        why = after.last.why
        yield RunFailed(was.at.turn, why) if why else RunCompleted(was.at.turn)
    if now and (was is None or was.at.turn != now.at.turn):
        yield RunClaimed(now.at.turn)
    if now and now.waiting and not (was and was.at.turn == now.at.turn and was.waiting):
        yield RunSuspended(now.at.turn)
