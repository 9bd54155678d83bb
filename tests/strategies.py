"""Values of ours, drawn.

`values_of` draws any value of a class or type hint, from its fields. `courses` draws rows that follow on each other,
mostly such as the session before them has a use for, so that the folds of them are worth looking at.
"""

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from harness.approvals.asks import Ask, Choice
from harness.approvals.gate import Judged, Verdict
from harness.approvals.reasons import RuleReason
from harness.chat.people import Person, Place
from harness.sessions import facts as f
from harness.sessions.budgets import SpentBudget
from harness.sessions.fold import apply
from harness.sessions.preparations import Checklist
from harness.sessions.reasons import BudgetHit
from harness.sessions.session import Session
from harness.sessions.turn import Call
from harness.tools.calls import At, Awaiting, ToolCall, ToolResult
from harness.tools.changes import UndoOutcome
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.previews import Foreseen
from harness.tools.schedules import Interval

texts = st.text(st.characters() | st.sampled_from('\0\n"\\\ud83d\U0001f980'), max_size=12)
"""Whatever Python takes for text, halves of surrogate pairs too."""
PLAIN: Mapping[Any, st.SearchStrategy[Any]] = {
    str: texts,
    int: st.integers(-(2**53), 2**53),
    float: st.floats(-1e300, allow_nan=False),
    bool: st.booleans(),
    type(None): st.none(),
}


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a dataclass, NamedTuple, enum, union, literal, tuple, frozenset or mapping from text, or of what
    these are made of.
    """
    return _values_of(hint)


@cache
def _values_of(hint: Any) -> st.SearchStrategy[Any]:
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (types.UnionType, Union):
        return st.one_of([values_of(argument) for argument in arguments])
    if origin is tuple:
        return st.lists(values_of(arguments[0]), max_size=3).map(tuple)
    if origin is frozenset:
        return st.frozensets(values_of(arguments[0]), max_size=3)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(texts, values_of(arguments[1]), max_size=3)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(hint)
    hints = get_type_hints(hint)
    names = [field.name for field in fields(hint)] if is_dataclass(hint) else list(hints)
    return st.builds(hint, **{name: values_of(hints[name]) for name in names})


facts: st.SearchStrategy[f.Fact] = st.one_of([values_of(kind) for kind in get_args(f.Fact)])

PEOPLE = [
    Person("slack", "T1", "U1", "Ana", frozenset({"owner"})),
    Person("slack", "T1", "U2", "Bob"),
    Person("slack", "T1", "U3", "", bot=True),
]
PLACES = [Place("slack", "T1", "C1", "1.2"), Place("terminal", "", "tty")]
people, places = st.sampled_from(PEOPLE), st.sampled_from(PLACES)
BEATS, CADENCES = st.sampled_from([OWN, "file-1"]), st.builds(Interval, st.sampled_from([60.0, 3_600.0]))


@st.composite
def courses(draw: st.DrawFn, most: int = 20) -> list[f.Row]:
    """Rows of one thread, from its first."""
    session, rows, now = Session(), list[f.Row](), 1_700_000_000.0
    for _ in range(draw(st.integers(0, most))):
        now += draw(st.floats(0, 100))
        row = f.Row(session.head + 1, now, draw(fitting(session) | facts))
        session = apply(session, row)
        rows.append(row)
    return rows


def fitting(session: Session) -> st.SearchStrategy[f.Fact]:
    """A fact that this session has a use for."""
    turn = session.turn
    likely: list[st.SearchStrategy[Any]] = [st.builds(f.MessageReceived, people, places, texts, texts)]
    likely += [st.builds(f.TimerFired, texts), st.builds(f.TimerEnded, texts)]
    for wakeup in session.timers.wakeups:
        id = st.just(wakeup.id)
        following = st.none() | st.just(session.now)
        likely += [
            st.builds(f.TimerFired, id, following),
            st.builds(f.TimerSkipped, id, texts, following),
            st.builds(f.TimerTriggered, people, places, id),
            st.builds(f.TimerEnded, id, st.just(""), by=people, place=places),
            st.builds(f.WakeupPaused, people, places, id, st.booleans()),
        ]
    likely.append(st.builds(f.HeartbeatSet, people, places, st.builds(HeartbeatConfig, BEATS, CADENCES, texts)))
    for heartbeat in session.timers.heartbeats:
        id = st.just(heartbeat.id)
        likely += [
            st.just(f.TimerScheduled(heartbeat.id, heartbeat.schedule, session.now)),
            st.builds(f.TimerFired, id, st.just(session.now)),
            st.builds(f.TimerTriggered, people, places, id),
            st.builds(f.TimerSkipped, id, texts, st.just(session.now)),
            st.builds(f.HeartbeatAdjusted, people, places, id, st.sampled_from(["mute", "unmute", "slower", "useful"])),
            st.builds(f.TimerEnded, id, texts, by=people, place=places),
        ]
    likely += [st.builds(f.PostSent, st.just(item.id)) for item in session.postings.outbox]
    likely += [st.builds(f.GrantRevoked, st.just(grant.id), people) for grant in session.asks.grants]
    likely += [st.builds(f.SecretsShown, st.just(ask.id), people) for ask in session.asks]
    for ask in session.asks:
        likely.append(st.builds(f.AskPosted, st.just(ask.id), places, texts))
        likely += [st.builds(f.AskAnswered, st.just(ask.id), people, places, values_of(Choice))] * 2
        if ask.undoable:
            likely += [st.builds(f.UndoRequested, people, places, st.just(ask.id))] * 2
    for undoing in session.undoing:
        outcome = st.sampled_from(get_args(UndoOutcome))
        likely += [st.builds(f.ChangeUndone, st.just(undoing.ask), people, texts, outcome)] * 2
    if turn:
        for call in turn.calls:
            likely += _of_call(call)
        likely.append(st.builds(f.StopRequested, people, places, st.just(turn.at.turn)))
        likely += [st.just(f.TurnLasted(turn.at.turn)), st.just(f.TurnCompiled(turn.at.turn, "5f70bf18"))]
        if turn.prepares(Checklist):
            likely += [
                st.builds(f.ChecklistRead, st.just(turn.at), texts, found=texts, digest=st.sampled_from(["", "d"]))
            ] * 4
        if turn.thinking:
            likely.append(st.builds(f.ReplyBegun, st.just(turn.at), places))
            likely += [_replies(turn.at, turn.through)] * 4
            likely.append(st.builds(f.BudgetReached, st.just(turn.at), values_of(SpentBudget), hard=st.booleans()))
    elif session.last:
        likely.append(st.builds(f.ContinueRequested, people, places, st.just(session.last.turn)))
        if isinstance(session.last.why, BudgetHit):
            likely += [st.just(f.BudgetReset(session.last.turn, session.last.why.budget))] * 2
            likely += [st.builds(f.LiftRequested, people, places, st.just(session.last.turn))] * 4
    if session.liftable:
        likely += [st.builds(f.LiftRequested, people, places, st.just(0))] * 2
    if one := session.lifting:
        likely += [st.just(f.BudgetLifted(one.by, one.place, one.turn, one.budget))] * 4
    return st.one_of(likely)


def _replies(at: At, through: int) -> st.SearchStrategy[f.ModelReplied]:
    calls = st.lists(st.sampled_from(["deploy", "read", "ask_user", "report"]), max_size=3).map(
        lambda tools: tuple(ToolCall(f"{at}.{i}", tool, '{"a": 1}') for i, tool in enumerate(tools))
    )
    return st.builds(f.ModelReplied, st.just(at), st.just(through), texts, calls=calls)


def _of_call(call: Call) -> list[st.SearchStrategy[Any]]:
    id, digest = st.just(call.call.id), (call.to_judge or call.call).digest
    judged = st.builds(Judged, st.just(Verdict.ALLOW), values_of(RuleReason)) | st.builds(
        Judged, st.just(Verdict.ASK), values_of(RuleReason), values_of(Ask), texts, st.booleans(), st.booleans()
    )
    return [
        st.builds(f.CallJudged, id, st.just(digest), judged),
        st.builds(
            f.CallPreviewed, id, st.just(call.next_ask), st.just(digest), seen=values_of(Foreseen | None), why=texts
        ),
        st.builds(f.CallOutdated, id, st.just(call.ask)),
        st.builds(f.ToolStarted, id, st.just(call.call.digest)),
        st.builds(f.CallAwaited, id, values_of(Awaiting)),
        st.builds(f.ToolReturned, id, values_of(ToolResult)),
    ]
