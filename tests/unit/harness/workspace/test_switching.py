"""From one mode to another: does that permit more?"""

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.comparing import no_more
from harness.approvals.deciders import Deciders
from harness.approvals.gate import Gate, Rule, Terms, Verdict
from harness.tools.registry import Registry
from harness.workspace.gates import gate
from harness.workspace.switching import needed, permits_more
from harness.workspace.workspace import Mode, Workspace

TOOLS = Registry([])
PLAN = Mode("plan", rules=(Rule(Verdict.DENY, category="edit"),), leads_to=("build",))
BUILD = Mode("build")
FREE = Mode("free", yolo=True)
SLY = Mode("sly", rules=PLAN.rules, leads_to=("plan", "free"))
HOUSE = Workspace(modes={mode.name: mode for mode in (PLAN, BUILD, FREE, SLY)})
GATES: Mapping[str, Gate] = {mode.name: gate(HOUSE, mode, TOOLS, {}) for mode in HOUSE.modes.values()}


def test_back_to_planning_permits_no_more_and_on_to_building_does() -> None:
    assert not permits_more(HOUSE, GATES, "plan", "build")
    assert permits_more(HOUSE, GATES, "build", "plan")
    assert permits_more(HOUSE, GATES, "free", "build")
    assert not permits_more(HOUSE, GATES, "build", "build")


def test_where_an_approved_plan_would_lead_counts() -> None:
    assert permits_more(HOUSE, GATES, "sly", "build")
    assert not permits_more(HOUSE, GATES, "sly", "free")


def test_what_plans_lead_to_from_there_anyway_is_no_more() -> None:
    assert not permits_more(HOUSE, GATES, "plan", "plan")
    review = replace(HOUSE, modes={**HOUSE.modes, "review": Mode("review", rules=PLAN.rules)})
    gates = {mode.name: gate(review, mode, TOOLS, {}) for mode in review.modes.values()}
    assert permits_more(review, gates, "plan", "review"), "a plan of which may be approved into building"
    assert not permits_more(review, gates, "review", "plan")
    assert permits_more(review, gates, "build", "plan"), "which takes a plan there"


def test_modes_may_lead_to_each_other() -> None:
    around = replace(HOUSE, modes={**HOUSE.modes, "build": Mode("build", leads_to=("plan",))})
    assert not permits_more(around, GATES, "plan", "build")
    assert not permits_more(around, GATES, "build", "build")
    assert permits_more(around, GATES, "build", "plan")
    assert permits_more(around, GATES, "sly", "plan")


def test_whoever_wants_more_cannot_allow_it_as_a_requester() -> None:
    assert needed(HOUSE) == Deciders(requester=False)
    assert needed(Workspace(terms=Terms(Deciders(frozenset({"lead"}), quorum=2)))) == Deciders(
        frozenset({"lead"}), requester=False, quorum=2
    )


NAMES = ["a", "b", "c", "d"]
RULES = st.lists(
    st.builds(Rule, st.sampled_from(Verdict), category=st.sampled_from(["edit", "execute"])), max_size=2
).map(tuple)
HOUSES = st.fixed_dictionaries(
    {name: st.tuples(RULES, st.booleans(), st.lists(st.sampled_from(NAMES), max_size=2, unique=True)) for name in NAMES}
)
"""The rules of each mode, whether it lets all through, and where plans lead from it: in circles, too."""


@given(HOUSES)
def test_a_mode_permits_no_more_than_itself_and_what_permits_no_more_is_carried_on(
    houses: Mapping[str, tuple[tuple[Rule, ...], bool, list[str]]],
) -> None:
    modes = {
        name: Mode(name, rules=rules, yolo=yolo, leads_to=tuple(led)) for name, (rules, yolo, led) in houses.items()
    }
    house = Workspace(modes=modes, default_mode="a")
    gates = {mode.name: gate(house, mode, TOOLS, {}) for mode in modes.values()}
    within = {(one, other) for one in NAMES for other in NAMES if not permits_more(house, gates, one, other)}
    assert {(name, name) for name in NAMES} <= within
    for one, other in within:
        assert no_more(gates[one], gates[other])
        for led in modes[one].leads_to:
            assert any((led, matched) in within for matched in (other, *modes[other].leads_to))
        for other_again, third in within:
            assert other_again != other or (one, third) in within
