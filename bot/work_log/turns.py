"""Lines on turns, their requests to the model, and the calls of tools that ran."""

from collections.abc import Iterator
from typing import assert_never

from bot.work_log.line import WorkLine, called, given, in_line, lasting, named, rounded, spent, usage_fields
from harness.chat.people import Person
from harness.chat.phrases import plain
from harness.chat.wording import counted
from harness.context.packages import SHORT
from harness.sessions import facts as f
from harness.sessions.call_status import CutShort, Lost, Prevented, Returned
from harness.sessions.counting import OBSERVING
from harness.sessions.display import RunClaimed, RunCompleted, RunFailed, RunSuspended, ToolCallCompleted, lifecycle
from harness.sessions.reasons import (
    BudgetHit,
    EmptyAnswer,
    EndReason,
    GaveWay,
    HeartbeatOver,
    InterruptedBy,
    LimitHit,
    ModelFailure,
    PlanTurnedDown,
    RequestDeleted,
    StoppedBy,
    WentInCircles,
)
from harness.sessions.session import Session
from harness.sessions.turn import Call, Turn
from harness.sessions.usage import NOTHING, Usage
from harness.wording.usage import named as spelt

ModelOutcome = f.ModelReplied | f.ModelFailed | f.ModelStopped | f.AsideReplied | f.Compacted | f.CompactionFailed


def of_model(fact: f.Fact, seconds: float | None) -> Iterator[WorkLine]:
    match fact:
        case f.ModelReplied(calls=calls):
            asks_for = f": {counted(len(calls), 'call')}" if calls else ""
            yield _request("model.replied", f"the model replied{asks_for}", fact, seconds)
        case f.ModelFailed(why=why):
            yield _request("model.failed", f"the model failed: {in_line(why)}", fact, seconds, in_line(why))
        case f.ModelStopped(at=at) if at == OBSERVING:
            yield _ahead("model.stopped", "what was said need not be written down any more", fact)
        case f.ModelStopped():
            yield _request("model.stopped", "the model was stopped", fact, seconds)
        case f.Compacted(before=before):
            yield _request("context.compacted", f"some {before:,} tokens were summed up", fact, seconds)
        case f.CompactionFailed(why=why):
            yield _request("context.full", f"nothing was summed up: {in_line(why)}", fact, seconds, in_line(why))
        case f.AsideReplied(changes=changes):
            changed = f", and changed {counted(len(changes), 'call')}" if changes else ""
            yield _request("model.replied", f"the model replied{changed}", fact, seconds)
        case f.Observed():
            yield _ahead("context.observed", "what was said was written down ahead of need", fact)
        case f.Reflected():
            yield _ahead("context.observed", "what was written down was condensed", fact)
        case f.ObservationFailed(why=why):
            yield _ahead("context.not-observed", f"nothing was written down: {in_line(why)}", fact, in_line(why))
        case f.ObservationsTaken(at=at, before=before):
            text = f"step {at}: some {before:,} tokens gave way to what was written down of them"
            yield WorkLine("context.compacted", text, given(turn=at.turn, step=at.step))


def _ahead(
    event: str, what: str, fact: f.Observed | f.Reflected | f.ObservationFailed | f.ModelStopped, why: str = ""
) -> WorkLine:
    used = "" if fact.usage == NOTHING else f"; {spent(fact.usage)}"
    return WorkLine(event, f"{what}{used}", given(why=why) | usage_fields(fact.usage))


def _request(event: str, what: str, fact: ModelOutcome, seconds: float | None, why: str = "") -> WorkLine:
    used = "" if fact.usage == NOTHING else f"; {spent(fact.usage)}"
    aside = fact.aside if isinstance(fact, f.ModelFailed | f.ModelStopped | f.AsideReplied) else 0
    where = f"step {fact.at}, aside {aside}" if aside else f"step {fact.at}"
    text = f"{where}: {what}{lasting(seconds)}{used}"
    fields = given(turn=fact.at.turn, step=fact.at.step, aside=aside or None, why=why, seconds=rounded(seconds))
    return WorkLine(event, text, fields | usage_fields(fact.usage))


def of_turns(before: Session, row: f.Row, after: Session, seconds: float | None) -> Iterator[WorkLine]:
    for event in lifecycle(before, row, after):
        match event:
            case RunClaimed() if after.turn:
                yield _began(after.turn)
            case ToolCallCompleted(call=id):
                yield from _ran(_left(id, before, after), row.fact, seconds)
            case RunSuspended(run=number):
                yield WorkLine("turn.waits", f"turn {number} waits", {"turn": number})
            case RunCompleted() if before.turn:
                yield _ended(before.turn, before, row, after)
            case RunFailed(why=why) if before.turn:
                yield _ended(before.turn, before, row, after, why)
            case _:
                pass
    if isinstance(row.fact, f.TurnQueued) and not row.fact.long:
        yield WorkLine("turn.queued", f"turn {row.fact.turn} waits for others to end", {"turn": row.fact.turn})


def _began(turn: Turn) -> WorkLine:
    number, who, where = turn.at.turn, turn.requester.id, turn.place.id
    ours = "wakeup" if turn.wakeup else "heartbeat" if turn.heartbeat else "command"
    by = "message" if turn.policy.attended else ours
    text = f"turn {number} began by a {by}, for {who} in {where}"
    return WorkLine("turn.began", text, {"turn": number, "opened_by": by, "for": who, "place": where})


def _ended(turn: Turn, before: Session, row: f.Row, after: Session, why: EndReason | None = None) -> WorkLine:
    outcome, by, detail = _end(why) if why else ("completed", None, "")
    worked = turn.worked_until(row.at)
    usage = turn.usage + _last_used(before, row, after)
    who, what = f" by {by.id}" if by else "", f" ({detail})" if detail else ""
    number, steps, package = turn.at.turn, turn.at.step, after.package[:SHORT] if turn.package else ""
    ran = f", package {package}" if package else ""
    text = f"turn {number} {outcome}{who}{what}: {worked:.1f} s of work, {counted(steps, 'step')}, {spent(usage)}{ran}"
    fields = given(turn=number, outcome=outcome, by=by and by.id, why=detail, steps=steps, seconds=rounded(worked))
    fields |= given(package=package)
    return WorkLine("turn.ended", text, fields | usage_fields(usage))


def _last_used(before: Session, row: f.Row, after: Session) -> Usage:
    """By the request whose outcome has ended the turn."""
    counts = isinstance(row.fact, ModelOutcome) and after.usage != before.usage
    return row.fact.usage if counts and isinstance(row.fact, ModelOutcome) else NOTHING


def _end(why: EndReason) -> tuple[str, Person | None, str]:
    """What it came to, by whom, and the detail."""
    match why:
        case StoppedBy(by=by):
            return "stopped", by, ""
        case InterruptedBy(by=by):
            return "interrupted", by, ""
        case GaveWay(to=to):
            return "gave way", to, ""
        case LimitHit(which=which):
            return "reached a limit", None, which
        case BudgetHit(budget=budget):
            return "reached a budget", None, in_line(plain(spelt(budget)))
        case ModelFailure(why=detail):
            return "failed", None, in_line(detail)
        case PlanTurnedDown(by=by):
            return "had its plan turned down", by, ""
        case EmptyAnswer():
            return "got an empty answer", None, ""
        case WentInCircles(tool=tool):
            return "went in circles", None, tool
        case HeartbeatOver():
            return "lost its heartbeat", None, ""
        case RequestDeleted():
            return "lost its request", None, ""
        case _:
            assert_never(why)


def _left(id: str, before: Session, after: Session) -> Call | None:
    """The call, as it is in the end."""
    closed = after.closed if after.closed is not before.closed else ()
    calls = (*closed, *(after.turn.calls if after.turn else ()))
    return next((call for call in calls if call.call.id == id), None)


def _ran(call: Call | None, fact: f.Fact, seconds: float | None) -> Iterator[WorkLine]:
    """Nothing of a call that people or rules kept from it: the decision says so."""
    if call is None or not (outcome := _outcome(call, fact)):
        return
    size = len(fact.result.text) if isinstance(fact, f.ToolReturned) else None
    of_size = "" if size is None else f", {counted(size, 'character')}"
    fields = given(call=call.call.id, tool=named(call.call.tool), outcome=outcome, characters=size)
    took = given(seconds=rounded(seconds))
    yield WorkLine("call.ended", f"{called(call.call)}: {outcome}{lasting(seconds)}{of_size}", fields | took)


def _outcome(call: Call, fact: f.Fact) -> str:
    match call.status:
        case Returned() if isinstance(fact, f.ToolReturned):
            return "ok" if fact.result.ok else "failed"
        case Lost():
            return "lost"
        case Prevented():
            return "prevented"
        case CutShort(running=running):
            return "cut short while it ran" if running else "cut short"
        case _:
            return ""
