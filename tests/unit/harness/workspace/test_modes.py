from harness.approvals.deciders import Deciders
from harness.approvals.gate import Rule, Terms, Verdict
from harness.workspace.modes import modes
from harness.workspace.permissions import Reading
from harness.workspace.workspace import Mode
from tests.unit.harness.workspace.reading import given_of, said
from tests.unit.harness.workspace.tools import TOOLS


def test_a_mode_offers_tools_by_name_and_by_category():
    value = given_of("plan: {tools: [read, edit, ask_user]}\nbuild: {tools: [execute, mcp]}\nnothing: {tools: []}")

    found = modes(value, Reading(TOOLS, ()), Terms())

    assert value.problems == []
    assert {name: mode.tools for name, mode in found.items()} == {
        "plan": frozenset({"look", "write_file", "edit_file", "ask_user"}),
        "build": frozenset({"execute"}),
        "nothing": frozenset(),
    }


def test_a_mode_may_lead_to_one_that_comes_later():
    value = given_of("plan: {leads_to: [build, build]}\nbuild:")

    assert modes(value, Reading(TOOLS, ()), Terms()) == {
        "plan": Mode("plan", leads_to=("build",)),
        "build": Mode("build"),
    }


def test_modes_may_lead_to_each_other_and_none_to_itself():
    value = given_of("plan: {leads_to: [build]}\nbuild: {leads_to: [plan]}\nturn: {leads_to: [plan, turn]}")

    found = modes(value, Reading(TOOLS, ()), Terms())

    assert (found["plan"].leads_to, found["build"].leads_to) == (("build",), ("plan",))
    [problem] = value.problems
    assert str(problem) == (
        "workspace.yaml:3: here.turn.leads_to[1]: an approved plan goes on in its own mode anyway: leave this out"
    )


def test_what_a_mode_does_not_have_and_what_is_there_twice_is_told():
    value = given_of("plan: {tool: [look], leadsto: [build]}\nbuild:\nplan: {}")

    modes(value, Reading(TOOLS, ()), Terms())

    assert sorted(said(value)) == [
        "is here twice: also in line 1",
        "there is no such key; did you mean leads_to?",
        "there is no such key; did you mean tools?",
    ]


def test_a_modes_own_terms_begin_from_the_workspaces():
    base = Terms(Deciders(frozenset({"owner"})), patience=60.0)
    value = given_of("plan: {permissions: {terms: {every_time: true}, tools: {look: deny}}}\nbuild: {permissions: {}}")

    found = modes(value, Reading(TOOLS, ()), base)

    assert found["plan"].terms == Terms(base.deciders, True, 60.0)
    assert found["plan"].rules == (Rule(Verdict.DENY, tool="look"),)
    assert found["build"].terms is None


def test_what_is_not_there_is_told():
    value = given_of("plan: {tools: [loook], leads_to: [bulid], yolo: 1, instructions: [a]}\nbuild:\na b:")

    modes(value, Reading(TOOLS, ()), Terms())

    assert sorted(said(value)) == [
        "a mode's name is one word",
        "must be text, not a list",
        "must be true or false, not 1",
        "there is no mode bulid; did you mean build?",
        "there is no tool or category loook; did you mean look?",
    ]
