"""What the rules and the clock have to say about a session, as facts. The fold takes only what tightens or is still
due.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from harness.approvals.gate import Gate
from harness.approvals.hours import WorkCalendar
from harness.chat.people import Person, Place
from harness.sessions import alarms, pulses
from harness.sessions.alarms import Alarm
from harness.sessions.beating import busy
from harness.sessions.call_status import Asked, Cleared
from harness.sessions.effects import RunTool
from harness.sessions.facts import (
    AskOverdue,
    CallJudged,
    Fact,
    HeartbeatEnded,
    HeartbeatFired,
    HeartbeatSkipped,
    HeartbeatTimed,
    LimitReached,
    ModelReplied,
    Row,
    ToolStarted,
    WakeupSkipped,
)
from harness.sessions.fold import apply
from harness.sessions.limits import Limits
from harness.sessions.pulses import Pulse
from harness.sessions.reasons import SkipReason
from harness.sessions.session import Session
from harness.sessions.turn import Call, OpenAsk, Turn
from harness.sessions.wants import wakes, wants
from harness.tools.beats import Cadence
from harness.tools.calls import At
from harness.tools.changes import Recurrence
from harness.tools.tool import AnyTool

MOST_COPIES = 10
"""People to whom an overdue ask is shown at most."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The gates of the workspace's modes, and the limits of a turn. A mode that is there no more is ruled as the
    default.
    """

    default: str
    gates: Mapping[str, Gate] = field(default_factory=dict)
    limits: Limits = Limits()
    people: tuple[Person, ...] = ()
    """Those whom the workspace names, with their roles."""
    remind: float | None = None
    """Seconds after which people are reminded of an ask; never, if None."""
    calendar: WorkCalendar = WorkCalendar()
    """When people work."""
    following: Callable[[Recurrence, float], float | None] = lambda again, now: None
    """The first time of it after that moment (in seconds since the epoch), if there is one."""
    silent: Callable[[Place], bool] = lambda place: False
    """May we say nothing there?"""
    beating: Callable[[Cadence, float], float] = lambda cadence, now: now + cadence.every
    """The first time of that cadence after that moment. Raises ValueError if there is none."""
    reports: AnyTool | None = None
    """The tool that is there in turns that end by a report alone, where it is allowed."""
    unattended: Mapping[str, Gate] = field(init=False, repr=False, compare=False)
    """The same gates for turns that no person opened: there no mode lets everything through."""
    reporting: Mapping[str, Gate] = field(init=False, repr=False, compare=False)
    """And those of turns that end by a report."""

    def __post_init__(self) -> None:
        strict = {mode: replace(gate, yolo=False) if gate.yolo else gate for mode, gate in self.gates.items()}
        object.__setattr__(self, "unattended", strict)
        tool = self.reports
        object.__setattr__(self, "reporting", {m: g.allowing(tool) for m, g in strict.items()} if tool else strict)

    def gate(self, mode: str, turn: Turn | None = None) -> Gate:
        """The one of that mode for that turn, or for what a person opens."""
        gates = self.gates if turn is None or turn.policy.attended or turn.unasked else self.unattended
        gates = self.reporting if turn and turn.policy.report else gates
        return gates.get(mode) or gates[self.default]


class VerdictCache:
    """The calls of the current step that stand as they were judged: a worker that looks at them again and again need
    not ask the same gate each time.
    """

    def __init__(self) -> None:
        self._at: At | None = None
        self._under: dict[str, tuple[Call, Gate]] = {}

    def holds(self, call: Call, gate: Gate) -> bool:
        """Has just this gate been asked about just this call?"""
        asked, by = self._under.get(call.call.id, (None, None))
        return asked is call and by is gate

    def keep(self, at: At, call: Call, gate: Gate) -> None:
        if at != self._at:
            self._at, self._under = at, {}
        self._under[call.call.id] = call, gate


def verdicts(session: Session, rules: Rules, now: float, cache: VerdictCache | None = None) -> Iterator[Fact]:
    """On calls and edits that have none; and on what was judged before, where the rules have tightened since."""
    turn = session.turn
    gate = rules.gate(session.mode, turn)
    for call in turn.calls if turn else ():
        judging = call.to_judge
        if turn is None or judging is None or (cache and cache.holds(call, gate)):
            continue
        verdict = gate.judge(judging, now)
        before = call.status.ruling if isinstance(call.status, Asked | Cleared) else None
        if before is None or verdict.tightens(before):
            yield CallJudged(call.call.id, judging.digest, verdict)
        elif cache:
            cache.keep(turn.at, call, gate)


def due(session: Session, rules: Rules, now: float) -> Iterator[Fact]:
    """What the clock brings: expiries, awaited times, limits."""
    for pulse in session.pulses:
        if pulse.at is None:
            yield _timed(pulse, rules, now)
    opened = False
    for fact in (_with_next(session, wake.then, rules, now) for wake in wakes(session) if wake.when <= now):
        if isinstance(fact, HeartbeatFired) and fact.beat and opened:
            yield HeartbeatSkipped(fact.beat, "at-work", fact.next)
        else:
            yield fact
        opened = opened or isinstance(fact, HeartbeatFired)
    for when, ask in _reminders(session, rules):
        if when <= now:
            yield AskOverdue(ask.id, tuple(map(Place.direct, _others(session, ask, rules))))
    turn = session.turn
    if turn is None:
        return
    if turn.at.step > rules.limits.steps:
        yield LimitReached(turn.at.turn, "steps")
    elif rules.limits.cost is not None and turn.usage.cost >= rules.limits.cost:
        yield LimitReached(turn.at.turn, "cost")
    elif (deadline := _deadline(session, rules)) is not None and deadline <= now:
        yield LimitReached(turn.at.turn, "time")


def _with_next(session: Session, fact: Fact, rules: Rules, now: float) -> Fact:
    """What comes again says when: however many times have passed meanwhile, it comes once for all of them; and is
    passed over while there is something else to do. What ends where we are to say nothing says nothing of it.
    """
    if isinstance(fact, HeartbeatEnded):
        ends = pulses.of(session.pulses, fact.beat)
        return replace(fact, why="replies-off") if ends and rules.silent(ends.place) else fact
    if not isinstance(fact, HeartbeatFired):
        return fact
    if pulse := pulses.of(session.pulses, fact.beat):
        return _beaten(session, pulse, fact, rules, now)
    alarm = alarms.of(session.alarms, fact.wakeup)
    if alarm is None:
        return fact
    following = rules.following(alarm.wakeup.again, now) if alarm.wakeup.again else None
    if why := _passed_over(session, alarm, rules):
        return WakeupSkipped(fact.wakeup, why, following)
    return replace(fact, next=following)


def _passed_over(session: Session, alarm: Alarm, rules: Rules) -> SkipReason | None:
    """Why its time is; None, if it is not."""
    if rules.silent(alarm.place):
        return "replies-off"
    if alarm.wakeup.again is None:
        return None
    at_work = session.turn is not None and not session.turn.policy.preemptible
    return "paused" if alarm.late else "at-work" if at_work else None


def _beaten(session: Session, pulse: Pulse, fact: HeartbeatFired, rules: Rules, now: float) -> Fact:
    """It is passed over while there is anything else to do."""
    timed = _timed(pulse, rules, now)
    following = timed.at if isinstance(timed, HeartbeatTimed) else None
    if why := "replies-off" if rules.silent(pulse.place) else busy(session):
        return HeartbeatSkipped(pulse.id, why, following)
    return replace(fact, next=following)


def _timed(pulse: Pulse, rules: Rules, now: float) -> HeartbeatTimed | HeartbeatEnded:
    try:
        return HeartbeatTimed(pulse.id, pulse.cadence, rules.beating(pulse.cadence, now))
    except ValueError as error:
        return HeartbeatEnded(pulse.id, "never", detail=str(error))


def next_due(session: Session, rules: Rules) -> float | None:
    """When the clock has something to say next."""
    times = [*(wake.when for wake in wakes(session)), *(when for when, _ in _reminders(session, rules))]
    deadline = _deadline(session, rules)
    return min([*times, *([] if deadline is None else [deadline])], default=None)


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
    wanted = wants(session, rules.limits.parallel)
    for call in session.turn.calls if session.turn else ():
        if not call.started and RunTool(call.call) in wanted:
            yield ToolStarted(call.call.id, call.call.digest)


def _reminders(session: Session, rules: Rules) -> Iterator[tuple[float, OpenAsk]]:
    """One a card, when somebody is at work who may decide."""
    seen = set[str]()
    for ask in session.asks.open if rules.remind is not None else ():
        if not ask.reminded and ask.card not in seen:
            due = ask.since + (rules.remind or 0.0)
            yield rules.calendar.reach(due, ask.ask.deciders, ask.requester), ask
        seen.add(ask.card)


def _others(session: Session, ask: OpenAsk, rules: Rules) -> list[Person]:
    """Who may decide it and takes no part in the thread, so that they would not see it."""
    taking_part = (ask.requester, *(session.turn.authors if session.turn else ()))
    asked = ask.ask.deciders.people  # who was asked by name has been shown it
    here = {speaker.id for speaker in session.inbox.speakers}.union(*(person.ids for person in (*taking_part, *asked)))
    there = [person.on(ask.place) for person in rules.people]
    may = [p for p in there if p.platform == ask.place.platform and here.isdisjoint(p.ids)]
    return [p for p in may if session.entitled(p, ask.ask.deciders)][:MOST_COPIES]


def _deadline(session: Session, rules: Rules) -> float | None:
    turn = session.turn
    if turn is None or turn.since is None:
        return None
    seconds = rules.limits.seconds if turn.limit is None else min(turn.limit, rules.limits.seconds)
    return turn.since + seconds - turn.worked
