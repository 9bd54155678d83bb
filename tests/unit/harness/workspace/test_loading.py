import re
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.deciders import Deciders
from harness.approvals.gate import Rule, Terms, Verdict
from harness.chat.platforms import PLATFORMS
from harness.sessions.limits import Limits
from harness.workspace.api_bases import ApiBases
from harness.workspace.loading import WorkspaceError, parse
from harness.workspace.modes import shipped
from harness.workspace.problems import Problem
from harness.workspace.workspace import USUAL_RULES, Member, Mode, Workspace
from tests.unit.harness.workspace.tools import TOOLS


def load(text: str) -> Workspace:
    return parse(text, "workspace.yaml", TOOLS)


def refused(text: str) -> tuple[Problem, ...]:
    """What is wrong with it; nothing if it is a workspace."""
    try:
        load(text)
    except WorkspaceError as error:
        return error.problems
    return ()


def problems(text: str) -> list[str]:
    with pytest.raises(WorkspaceError) as error:
        load(text)
    return str(error.value).removeprefix("workspace.yaml:").split("\nworkspace.yaml:")


def test_an_empty_file_is_a_workspace_with_the_modes_that_are_shipped_and_no_model():
    for text in ("", "# nothing yet\n", "name:\nmodes:\n", "{}"):
        assert load(text) == Workspace(modes=shipped(TOOLS), default_mode="build")
    assert list(shipped(TOOLS)) == ["build", "plan"]


def test_the_shipped_modes_stand_in_only_where_the_file_has_none():
    assert list(load("modes: {review: }").modes) == ["review"]
    assert load("default_mode: plan").default_mode == "plan"


def test_in_the_shipped_plan_mode_nothing_is_changed():
    """What it offers is looking, asking and proposing; whatever else there is, is denied there."""
    plan = load("").modes["plan"]
    assert plan.leads_to == ("build",)
    assert plan.tools is not None
    assert {TOOLS[name].category for name in plan.tools} <= {"read", "question", "plan"}


def test_every_key_is_read():
    workspace = load(
        """
name: Hugo
model: openai/gpt-5
api_base: http://localhost:8000/v1
context_tokens: 50000
default_mode: build
modes:
  plan:
    instructions: Look around first.
    tools: [read, ask_user]
    model: openai/o5
    leads_to: [build]
    permissions:
      categories: {read: ask}
  build:
    yolo: true
permissions:
  categories: {edit: ask, mcp: deny}
  tools:
    write_file: {verdict: ask, roles: [owner], requester: false, not_authors: true, quorum: 2, every_time: true,
                 expires: 3d}
  rules:
    - {tool: execute, match: "git status*", verdict: allow}
    - {category: execute, match: "rm *", verdict: deny}
people:
  - {id: "slack:T1:U1", name: Ana, roles: [owner, approver]}
  - {id: "slack:T1:U2", roles: [owner]}
limits: {steps: 20, working_time: 30m, cost: 2.50, parallel: 2, turns: 20}
after_untrusted: {edit: deny}
mask: ["K-[0-9]+"]
memory: {observe: true}
"""
    )

    strict = Terms(Deciders(frozenset({"owner"}), requester=False, not_authors=True, quorum=2), True, 3 * 86_400.0)
    assert workspace == Workspace(
        name="Hugo",
        model="openai/gpt-5",
        api_base=ApiBases(model="openai/gpt-5", usual="http://localhost:8000/v1"),
        modes={
            "plan": Mode(
                "plan",
                instructions="Look around first.",
                tools=frozenset({"look", "ask_user"}),
                model="openai/o5",
                leads_to=("build",),
                rules=(Rule(Verdict.ASK, category="read"),),
            ),
            "build": Mode("build", yolo=True),
        },
        default_mode="build",
        rules=(
            Rule(Verdict.ALLOW, tool="execute", match="git status*"),
            Rule(Verdict.DENY, category="execute", match="rm *"),
            Rule(Verdict.ASK, tool="write_file", terms=strict),
            Rule(Verdict.ASK, category="edit"),
            Rule(Verdict.DENY, category="mcp"),
            *USUAL_RULES,
        ),
        people=(
            Member("slack:T1:U1", name="Ana", roles=frozenset({"owner", "approver"})),
            Member("slack:T1:U2", name="", roles=frozenset({"owner"})),
        ),
        limits=Limits(steps=20, seconds=1_800.0, cost=2.5, parallel=2, turns=20),
        context_tokens=50_000,
        after_untrusted={"edit": Verdict.DENY},
        mask=("K-[0-9]+",),
        observe=True,
    )


def test_nothing_is_written_down_ahead_of_need_unless_the_file_says_so():
    assert load("memory: {}").observe is False
    assert problems("memory: {observe: perhaps}") == ["1: memory.observe: must be true or false, not perhaps"]
    assert problems("memory: {watch: true}") == ["1: memory.watch: there is no such key; it may be observe"]


def test_text_from_outside_asks_before_messages_where_the_file_says_nothing():
    assert load("name: x").after_untrusted == load("").after_untrusted == {"message": Verdict.ASK}
    assert load("after_untrusted: {}").after_untrusted == {}


def test_the_first_mode_is_the_default_one_unless_another_is_named():
    assert load("modes: {plan: , build: }").default_mode == "plan"
    assert load("modes: {plan: , build: }\ndefault_mode: build").default_mode == "build"


def test_every_problem_is_told_with_its_line_its_key_and_what_would_be_right():
    assert problems(
        """modle: openai/gpt-5
api_base: localhost
context_tokens: 12
default_mode: biuld
modes:
  plan:
    tools: [raed, writefile]
    leads_to: [build]
    yolo: perhaps
limits:
  steps: 1.5
  working_time: 90
  cost: -1
permissions:
  categories: {excute: ask}
  rules:
    - {tool: exceute, match: "ls*", verdict: allow}
    - tool: execute
      verdict: alow
people:
  - {id: "slack:U1"}
  - {name: Ana}
"""
    ) == [
        "1: modle: there is no such key; did you mean model?",
        "2: api_base: must be a URL, like http://localhost:11434/v1, not localhost",
        "3: context_tokens: must be a whole number from 2000 to 10000000, not 12",
        "4: default_mode: there is no mode biuld; it may be plan",
        "7: modes.plan.tools[0]: there is no tool or category raed; did you mean read?",
        "7: modes.plan.tools[1]: there is no tool or category writefile; did you mean write_file?",
        "8: modes.plan.leads_to[0]: there is no mode build; it may be plan",
        "9: modes.plan.yolo: must be true or false, not perhaps",
        "11: limits.steps: must be a whole number from 1 to 10000, not 1.5",
        "12: limits.working_time: must be a duration, like 90s, 30m, 1h or 3d, not 90",
        "13: limits.cost: must be an amount of more than 0, like 5 or 0.50, not -1",
        "15: permissions.categories.excute: there is no category excute; did you mean execute?",
        "17: permissions.rules[0].tool: there is no tool exceute; did you mean execute?",
        "19: permissions.rules[1].verdict: there is no verdict alow; did you mean allow?",
        '21: people[0].id: must be platform:team:user, like "slack:T0123:U0456", not slack:U1',
        '22: people[1]: needs an id of three parts, like id: "slack:T0123:U0456"',
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("name: a\nname: b", "2: name: is here twice: also in line 1"),
        ("modes:\n  plan:\n  plan:\n", "3: modes.plan: is here twice: also in line 2"),
        (
            "- a",
            "1: must be a mapping, as in `key: value`, not a list; its keys may be name, model, fallbacks, api_base, "
            "default_mode, context_tokens, modes, permissions, people, talk, places, limits, budgets, remind, "
            "working_time, heartbeats, profiles, skills, titles, memory, after_untrusted, mask",
        ),
        ("titles: a/b", "1: titles: must be a mapping, as in `key: value`, not a/b; its key is model"),
        ("titles: {}", "1: titles: names no model, as in `titles: {model: openai/gpt-5-nano}`"),
        ("titles: {model: }", "1: titles: names no model, as in `titles: {model: openai/gpt-5-nano}`"),
        ("titles: {modle: a/b}", "1: titles.modle: there is no such key; did you mean model?"),
        ("memory: yes", "1: memory: must be a mapping, as in `key: value`, not yes; its key is observe"),
        ("modes: plan", "1: modes: must be a mapping, as in `key: value`, not plan"),
        ("model: {a: b}", "1: model: must be text, not a mapping"),
        ("model: [a]", "1: model: must be text, not a list"),
        ("name: 7", "1: name: must be text; if it is, put it in quotes"),
        ("model: two words", "1: model: must be one word"),
        ("modes: {no: }", "1: modes: the key no must be text; if it is, put it in quotes"),
        ("modes: {my mode: }", "1: modes.my mode: a mode's name is one word"),
        ("modes: {[a]: }", "1: modes: a key must be text"),
        ("people: {a: b}", "1: people: must be a list, as in `[one, two]`, not a mapping"),
        ("default_mode: plant", "1: default_mode: there is no mode plant; did you mean plan?"),
        ("name: a\nmodes: [plan,\n\nlimits: }", "4: not valid YAML: while parsing a flow"),
        ("\n\nname: [", "3: not valid YAML: while parsing a flow node, expected the node content"),
        ("name: a\x07", "1: the character \\x07 is not allowed here"),
        ("a: b\n---\nc: d", "2: not valid YAML: expected a single document in the stream, but found another document"),
        ('name: "\\UFFFFFFFF"', "1: not valid YAML: it has an escape or a number that is out of range"),
        ('name: "\\ud800"', "1: name: must be text without NUL and without half a character"),
        ("[" * 5000, "1: this is nested too deeply"),
        ("name: !!python/object:os.system x", "1: name: must be text; if it is, put it in quotes"),
        ("<<: {name: a}", "1: merging by << is not supported"),
    ],
)
def test_what_is_no_workspace_is_refused_with_its_line(text: str, problem: str):
    [found] = problems(text)

    assert found.startswith(problem)


@pytest.mark.parametrize("base", ["http://[", "http://a:b", "ftp://a", "http://", "//a"])
def test_an_api_base_that_is_no_url_is_refused(base: str):
    assert "must be a URL" in problems(f"api_base: '{base}'")[0]


def test_what_looks_like_a_secret_is_in_no_message():
    [said] = problems("api_base: ftp://me:hunter2hunter2@localhost/v1")
    assert "hunter2" not in said
    assert said.startswith("1: api_base: must be a URL")


def test_values_may_be_shared_by_anchors():
    workspace = load("modes:\n  plan: &plan {tools: [read]}\n  again: *plan\n")

    assert workspace.modes["again"].tools == workspace.modes["plan"].tools == frozenset({"look"})


def test_a_message_is_one_line_whatever_the_file_says():
    [problem] = problems('"na\\nme": 1')

    assert problem == "1: na\\nme: there is no such key; did you mean name?"


pieces = [
    *"{}[]:,-&*!|>%@`'\"#?\n\t ~",
    *("\n  ", ": ", "- ", "<<: ", "&a ", "*a ", "\\x", "\ud800", "\0", "99999999999999999999", "1e999", ".nan", "3d"),
    *("name", "modes", "plan", "tools", "permissions", "categories", "rules", "people", "limits", "read", "execute"),
    *("verdict", "allow", "ask", "match", "quorum", "true", "null"),
]


@given(st.lists(st.sampled_from(pieces) | st.text(max_size=4), max_size=40).map("".join))
def test_any_text_is_a_workspace_or_refused_with_its_problems(text: str):
    found = refused(text)

    assert all(1 <= problem.line <= len(text.splitlines()) + 1 for problem in found)
    lines = str(WorkspaceError(found)).splitlines()
    assert len(lines) == len(found)
    assert all(re.match(r"workspace\.yaml:\d+: ", line) for line in lines)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10)
words = st.sampled_from(["name", "modes", "permissions", "rules", "tool", "execute", "match", "verdict", "allow", "id"])
trees: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words | st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(["name", "modes", "permissions", "people", "limits", "model"]), trees))
def test_any_structure_is_a_workspace_or_refused_with_its_problems(tree: Any):
    refused(yaml.safe_dump(tree))


names = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True).filter(lambda name: yaml.safe_load(name) == name)
texts = st.text(
    st.characters(exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp")), min_size=1, max_size=12
)
modes_given = st.fixed_dictionaries(
    {},
    optional={
        "instructions": st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn")), max_size=20),
        "tools": st.lists(st.sampled_from(sorted(TOOLS)), unique=True),
        "model": texts,
        "yolo": st.booleans(),
    },
)


@given(
    st.fixed_dictionaries(
        {
            "name": texts,
            "model": texts,
            "modes": st.dictionaries(names, modes_given, min_size=1, max_size=3),
            "context_tokens": st.integers(2_000, 10_000_000),
            "limits": st.fixed_dictionaries(
                {"steps": st.integers(1, 10_000), "working_time": st.integers(1, 999).map(lambda n: f"{n}m")}
            ),
            "people": st.lists(
                st.fixed_dictionaries(
                    {
                        "id": st.tuples(st.sampled_from(sorted(PLATFORMS)), names, names).map(":".join),
                        "name": texts,
                        "roles": st.lists(names, max_size=2, unique=True),
                    }
                ),
                unique_by=lambda person: person["id"],
                max_size=3,
            ),
        }
    )
)
def test_what_is_written_is_what_is_read(tree: dict[str, Any]):
    workspace = load(yaml.safe_dump(tree, allow_unicode=True))

    assert (workspace.name, workspace.model) == (tree["name"], tree["model"])
    assert workspace.context_tokens == tree["context_tokens"]
    assert workspace.limits.steps == tree["limits"]["steps"]
    assert f"{workspace.limits.seconds / 60:g}m" == tree["limits"]["working_time"]
    assert workspace.people == tuple(
        Member(p["id"], name=p["name"], roles=frozenset(p["roles"])) for p in tree["people"]
    )
    assert workspace.modes == {
        name: Mode(
            name,
            instructions=mode.get("instructions", ""),
            tools=frozenset(mode["tools"]) | _of_categories(mode["tools"]) if "tools" in mode else None,
            model=mode.get("model", ""),
            yolo=mode.get("yolo", False),
        )
        for name, mode in tree["modes"].items()
    }


def _of_categories(words: list[str]) -> set[str]:
    return {tool.name for tool in TOOLS.values() if tool.category in words}


def test_what_the_parser_gives_up_on_says_where_it_began_and_what_to_do_about_tabs():
    [unclosed] = problems('\nname: "a\n\nmodel: b\n')
    assert unclosed.endswith("; it began in line 2")
    [tab] = problems("limits:\n\tsteps: 3")
    assert tab.endswith("; indent with spaces, not with tabs")
