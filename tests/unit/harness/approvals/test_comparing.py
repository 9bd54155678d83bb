"""Does one gate permit more than another? What is not plain to see counts as more."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from harness.approvals.asks import Approval
from harness.approvals.comparing import no_more
from harness.approvals.deciders import Deciders
from harness.approvals.gate import Gate, Judged, Rule, Terms, Verdict
from harness.tools.calls import ToolCall
from harness.tools.registry import Registry
from harness.tools.tool import Tool
from tests.reading import READER

ALLOW, ASK, DENY = Verdict.ALLOW, Verdict.ASK, Verdict.DENY


class What(BaseModel):
    what: str


TOOLS = Registry(
    [
        Tool("run", "runs", "execute", What, unsandboxed=True, shell=READER, subject=lambda a: a.what),
        Tool("write", "writes", "edit", What, subject=lambda a: a.what),
        Tool("paint", "paints", "edit", What, subject=lambda a: a.what),
    ]
)
EDITS, WRITES, DOCS = (
    Rule(ALLOW, category="edit"),
    Rule(ALLOW, tool="write"),
    Rule(ALLOW, tool="write", match="docs*"),
)
FEW = Terms(Deciders(frozenset({"lead"}), requester=False))


def gate(*rules: Rule) -> Gate:
    return Gate(TOOLS, rules)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ((), ()),
        ((), (EDITS,)),
        ((EDITS,), (EDITS, DOCS)),
        ((EDITS, Rule(DENY, tool="paint")), (EDITS,)),
        ((Rule(ASK, tool="paint"), EDITS), (EDITS,)),
        ((Rule(ASK, category="edit"),), (DOCS, WRITES, EDITS)),
        ((Rule(ASK, tool="write", terms=FEW), Rule(DENY, tool="run")), (Rule(ASK, tool="write", terms=FEW),)),
    ],
)
def test_what_leaves_out_an_allow_or_adds_an_ask_or_a_deny_permits_no_more(
    new: tuple[Rule, ...], old: tuple[Rule, ...]
) -> None:
    assert no_more(gate(*new), gate(*old))


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ((EDITS,), ()),
        ((EDITS,), (Rule(DENY, tool="paint"), EDITS)),
        ((EDITS,), (EDITS, Rule(ASK, tool="paint"))),
        ((DOCS, Rule(ASK, tool="write", match="*")), (Rule(ASK, tool="write", match="*"), DOCS)),
        ((), (EDITS, Rule(ASK, tool="write", terms=FEW))),
        ((Rule(ASK, tool="write", terms=FEW),), (Rule(ASK, tool="write"),)),
    ],
)
def test_what_may_permit_more_does(new: tuple[Rule, ...], old: tuple[Rule, ...]) -> None:
    assert not no_more(gate(*new), gate(*old))


def test_tools_yolo_and_how_it_is_asked_count_too() -> None:
    old = gate(EDITS)
    assert no_more(replace(old, tools=Registry([TOOLS["write"]])), old)
    assert not no_more(old, replace(old, tools=Registry([TOOLS["write"]])))
    assert no_more(old, replace(old, yolo=True))
    assert not no_more(replace(old, yolo=True), old)
    assert no_more(replace(old, terms=Terms(every_time=True)), old)
    assert not no_more(old, replace(old, terms=Terms(every_time=True)))
    assert not no_more(replace(old, terms=FEW), old)
    assert no_more(replace(old, terms=Terms(patience=None)), old)


rules = st.lists(
    st.builds(
        Rule,
        st.sampled_from(Verdict),
        tool=st.sampled_from(["run", "write", "paint", ""]),
        category=st.sampled_from(["edit", "execute"]),
        match=st.sampled_from(["", "", "docs*", "*"]),
        terms=st.sampled_from([None, None, None, FEW]),
    ).map(lambda rule: replace(rule, category="") if rule.tool else rule),
    max_size=4,
).map(tuple)
gates = st.builds(
    Gate,
    st.sets(st.sampled_from(["run", "write", "paint"]), min_size=1).map(
        lambda names: Registry([TOOLS[name] for name in sorted(names)])
    ),
    rules,
    yolo=st.booleans(),
    terms=st.sampled_from([Terms(), Terms(), Terms(every_time=True), FEW]),
    held=st.just(frozenset({"lead"})),
)


@given(gates, gates, st.booleans(), st.data())
def test_whatever_counts_as_no_more_answers_every_call_as_strictly(
    old: Gate, new: Gate, alike: bool, data: st.DataObject
) -> None:
    if alike:  # else hardly any two compare
        kept = data.draw(st.lists(st.sampled_from(old.rules), unique=True, max_size=4)) if old.rules else []
        new = replace(old, rules=tuple(data.draw(st.permutations([*kept, *new.rules[:1]]))))
    if no_more(new, old):
        for tool in TOOLS:
            for what in ("docs/a", "src/b", "docs; rm x"):
                call = ToolCall("1.1.0", tool, f'{{"what": "{what}"}}')
                assert strict(new.judge(call, 0.0), old.judge(call, 0.0))


def strict(new: Judged, old: Judged) -> bool:
    if new.verdict is not ASK or old.verdict is not ASK:
        return new.verdict >= old.verdict
    assert isinstance(new.ask, Approval)
    assert isinstance(old.ask, Approval)
    return new.ask.deciders == old.ask.deciders and new.ask.every_time >= old.ask.every_time
