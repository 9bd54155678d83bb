"""What the workspace says of all sessions: what may run, for how long, who is reminded, and when timers come."""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import UTC, tzinfo

from harness.approvals.gate import Gate
from harness.approvals.hours import WorkCalendar
from harness.chat.people import Person, Place
from harness.chat.platforms import direct
from harness.sessions.budgets import Budget
from harness.sessions.limits import Limits
from harness.sessions.session import Session
from harness.sessions.turn import Turn
from harness.tools.changes import ToolsNarrowed
from harness.tools.schedules import Interval, Schedule
from harness.tools.tool import AnyTool
from harness.workspace.gates import in_private
from harness.workspace.profiles import Profile

KEPT = 64
"""Gates of which models or skills leave less, at most."""


_NEEDS_NOTHING = Profile()


def unprofiled(session: Session) -> Profile:
    """Where models need nothing."""
    return _NEEDS_NOTHING


def next_of_intervals(schedule: Schedule, now: float) -> float | None:
    """Where nothing else tells: intervals are counted from now, and nothing else comes again."""
    return now + schedule.every if isinstance(schedule, Interval) else None


@dataclass(frozen=True, slots=True)
class Rules:
    """What a workspace says of all of its sessions. A mode that is there no more is ruled as the default.

    Attributes:
        default: the mode that is meant where none is named
        gates: of the modes, by name
        limits: of a turn
        people: those whom the workspace names, with their roles
        remind: seconds after which people are reminded of an ask; never, if None
        calendar: when people work
        next_after: the first time of a schedule after that moment, in seconds since the epoch; None if there is none.
            Raises ValueError if it says no time
        silent: may we say nothing there?
        reports: the tool that is there in turns that end by a report alone, where it is allowed
        profile: what the model needs that thinks in a session
        titles: the model that names threads; empty if none does
        observe: what was said is written down before there is no room for it
        budgets: what may be spent in a day or a month
        zone: by whose clocks that is counted
        unattended: the same gates for turns that no person opened: there no mode lets everything through
        reporting: and those of turns that end by a report
    """

    default: str
    gates: Mapping[str, Gate] = field(default_factory=dict)
    _: KW_ONLY
    limits: Limits = Limits()
    people: tuple[Person, ...] = ()
    remind: float | None = None
    calendar: WorkCalendar = WorkCalendar()
    next_after: Callable[[Schedule, float], float | None] = next_of_intervals
    silent: Callable[[Place], bool] = lambda place: False
    reports: AnyTool | None = None
    profile: Callable[[Session], Profile] = unprofiled
    titles: str = ""
    observe: bool = False
    budgets: tuple[Budget, ...] = ()
    zone: tzinfo = UTC
    unattended: Mapping[str, Gate] = field(init=False, repr=False, compare=False)
    reporting: Mapping[str, Gate] = field(init=False, repr=False, compare=False)
    _of_turns: dict[tuple[int, frozenset[str], tuple[ToolsNarrowed, ...], bool, bool, bool, tuple[str, ...]], Gate] = (
        field(default_factory=dict, init=False, repr=False, compare=False)
    )
    """What is left of gates, by which gate that is, for their turns."""

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

    def gate_of(self, session: Session) -> Gate:
        """The one that judges the calls of its turn: what its model is not offered is not there, what skills do not
        leave that it has read is denied, and it knows of the text from outside that was read. The same gate for the
        same, by identity.
        """
        gate, excluded = self.gate(session.mode, session.turn), self.profile(session).exclude_tools
        narrowed = session.turn.narrowed if session.turn else ()
        heard = session.origins
        alone = session.turn is not None and direct(session.turn.place) is True
        private = session.turn is not None and in_private_place(session.turn)
        solo = session.turn is not None and session.turn.solo
        if gate.tools.keys().isdisjoint(excluded) and not narrowed and not private and not heard:
            return gate
        known = (id(gate), excluded, narrowed, alone, private, solo, heard)
        if known not in self._of_turns:
            if len(self._of_turns) >= KEPT:
                self._of_turns.clear()
            left = replace(gate.without(excluded), narrowed=narrowed, untrusted=heard)
            self._of_turns[known] = in_private(left, alone, solo) if private else left
        return self._of_turns[known]

    def limits_of(self, session: Session) -> Limits:
        """Those of its turn."""
        return self.profile(session).limits.narrow(self.limits)


def in_private_place(turn: Turn) -> bool:
    """True if not everybody in the team can read the turn's place; unless somebody looked, by its kind."""
    return direct(turn.place) is True or turn.private is True


def shares_private_files(turn: Turn) -> bool:
    """True if people who can't read the turn's place read the files."""
    return in_private_place(turn) and not turn.solo
