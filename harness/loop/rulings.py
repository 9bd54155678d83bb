"""What the rules have to say about a session, as facts: the fold takes only what tightens. With what the clock brings
(`due`) these are its rulings.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from harness.approvals.asks import Approval, Grant
from harness.approvals.gate import Gate, Judged, Verdict
from harness.loop.due import due
from harness.loop.rules import Rules
from harness.sessions.call_status import Asked, Proposed
from harness.sessions.effects import RunTool
from harness.sessions.facts import CallJudged, Fact, ModelReplied, Row, ToolStarted
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.sessions.turn import Call
from harness.sessions.wants import wants
from harness.tools.arguments import MalformedArguments
from harness.tools.calls import At, ToolCall

Grants = tuple[Grant, ...]


class VerdictCache:
    """The calls of the current step that stand as they were judged: a worker that looks at them again and again need
    not ask the same gate each time.
    """

    def __init__(self) -> None:
        self._at: At | None = None
        self._under: dict[str, tuple[Call, Gate, Grants]] = {}

    def holds(self, call: Call, gate: Gate, grants: Grants) -> bool:
        """Has just this gate been asked about just this call, beside just these grants?"""
        asked, by, beside = self._under.get(call.call.id, (None, None, None))
        return asked is call and by is gate and beside is grants

    def keep(self, at: At, call: Call, gate: Gate, grants: Grants) -> None:
        if at != self._at:
            self._at, self._under = at, {}
        self._under[call.call.id] = call, gate, grants


def verdicts(session: Session, rules: Rules, now: float, cache: VerdictCache | None = None) -> Iterator[Fact]:
    """On calls and edits that have none; and on what was judged before, where the rules have tightened since, or a
    grant on a pattern answers for what still waits for people.
    """
    turn = session.turn
    gate = rules.gate_of(session)
    for call in turn.calls if turn else ():
        judging = call.to_judge
        if turn is None or judging is None or (cache and cache.holds(call, gate, session.asks.grants)):
            continue
        ruling = _with_grants(session, judging, _judged(call, judging, gate, now), gate)
        if call.ruling is None or ruling.tightens(call.ruling) or _matched(call, call.ruling, ruling):
            yield CallJudged(call.call.id, judging.digest, ruling)
        elif cache:
            cache.keep(turn.at, call, gate, session.asks.grants)


def _matched(call: Call, before: Judged, ruling: Judged) -> bool:
    return isinstance(call.status, Asked) and ruling.matches_more(before)


def _judged(call: Call, judging: ToolCall, gate: Gate, now: float) -> Judged:
    """What the gate says; but what was left to people stays with them, though the rules would let through what has
    become of it since.
    """
    ruling, earlier = gate.judge(judging, now), call.earlier
    if earlier is None or earlier.verdict is not Verdict.ASK or ruling.verdict is not Verdict.ALLOW:
        return ruling
    another = isinstance(call.status, Proposed) or earlier.tool != ruling.tool
    return gate.judge(judging, now, asking=True) if another else ruling


def _with_grants(session: Session, call: ToolCall, ruling: Judged, gate: Gate) -> Judged:
    """With those of its grants that are on a pattern: what a pattern means is for rules to say, not for the fold."""
    if not (isinstance(ruling.ask, Approval) and ruling.ask.grantable):
        return ruling
    on_pattern = (grant for grant in session.asks.grants if (grant.scope, grant.on) == ("pattern", call.tool))
    covering = tuple(grant.id for grant in on_pattern if gate.within(call, grant.match))
    return replace(ruling, grants=covering) if covering else ruling


async def read_ahead(calls: Iterable[ToolCall], gate: Gate) -> None:
    """Parses the commands of new calls off the event loop, before the gate judges them on it."""
    for call in calls:
        tool = gate.tools.get(call.tool)
        if tool is not None and tool.shell is not None:
            with suppress(MalformedArguments):
                await tool.shell.ahead(tool.subject(tool.parse(call.arguments)))


def consequences(
    session: Session, fact: Fact, rules: Rules, now: float, cache: VerdictCache | None = None
) -> tuple[list[Fact], list[Fact]]:
    """What follows from a fact on the latest journal: the verdicts on its calls, and the tools that may start with
    them. None may where a limit is reached or a time has come, which is to be said first.
    """
    if not _startable(session, fact):
        return [], []
    ahead = apply(session, Row(session.head + 1, now, fact))
    judged = list(verdicts(ahead, rules, now, cache))
    for verdict in judged:
        ahead = apply(ahead, Row(ahead.head + 1, now, verdict))
    started: list[Fact] = list(starts(ahead, rules))
    return judged, [] if started and any(due(ahead, rules, now)) else started


def _startable(session: Session, fact: Fact) -> bool:
    """Is there a call that is yet to be judged or to start, when `fact` is there? Nothing else has consequences."""
    if isinstance(fact, ModelReplied):
        return bool(fact.calls)
    return session.turn is not None and any(call.to_judge for call in session.turn.calls)


def starts(session: Session, rules: Rules) -> Iterator[ToolStarted]:
    """The tools that the session wants to run and that have not started, in call order."""
    wanted = wants(session, rules.limits_of(session).parallel)
    for call in session.turn.calls if session.turn else ():
        if not call.started and RunTool(call.call) in wanted:
            yield ToolStarted(call.call.id, call.call.digest)
