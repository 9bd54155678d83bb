from collections.abc import Mapping

import pytest

from harness.approvals.deciders import Deciders
from harness.approvals.gate import Rule, Terms, Verdict
from harness.tools.registry import Registry
from harness.workspace.permissions import Permissions, Reading
from harness.workspace.workspace import Member
from tests.unit.harness.workspace.reading import given_of, said
from tests.unit.harness.workspace.tools import TOOLS, tool

ANA = Member("slack:T1:U1", name="Ana", roles=frozenset({"owner"}))
TERMS = Terms()
BO = Member("slack:T1:U2", name="Bo", roles=frozenset({"approver", "owner"}))


def read(text: str, base: Terms = TERMS) -> Permissions:
    value = given_of(text)
    found = Reading(TOOLS, (ANA, BO)).permissions(value, base)
    assert value.problems == []
    return found


def problem(text: str, members: tuple[Member, ...] | None = (ANA, BO)) -> str:
    value = given_of(text)
    Reading(TOOLS, members).permissions(value, Terms())
    [message] = said(value)
    return message


def test_verdicts_become_rules_the_special_ones_first():
    found = read(
        "{categories: {edit: deny, mcp: ask}, tools: {look: ask}, rules: [{tool: look, match: 'a*', verdict: deny}]}"
    )

    assert found.rules == (
        Rule(Verdict.DENY, tool="look", match="a*"),
        Rule(Verdict.ASK, tool="look"),
        Rule(Verdict.DENY, category="edit"),
        Rule(Verdict.ASK, category="mcp"),
    )
    assert found.terms == Terms()


def test_a_rule_says_who_is_asked_in_all_three_places():
    terms = Terms(Deciders(frozenset({"owner"}), requester=False), patience=90.0)
    asked = "verdict: ask, roles: [owner], requester: false, expires: 90s"
    found = read(
        f"{{categories: {{edit: {{{asked}}}}}, tools: {{look: {{{asked}}}}}, rules: [{{tool: look, {asked}}}]}}"
    )

    assert [rule.terms for rule in found.rules] == [terms] * 3


def test_why_something_is_asked_is_said_in_the_words_of_the_workspace():
    found = read("{tools: {look: {verdict: ask, say: Customers see this.}}}")

    assert [rule.terms and rule.terms.say for rule in found.rules] == ["Customers see this."]
    assert problem("tools: {look: {verdict: ask, say: [a]}}") == "must be text, not a list"


def test_what_a_rule_does_not_say_of_asking_is_as_the_section_says_and_then_as_its_base_says():
    base = Terms(Deciders(requester=False), patience=60.0)

    found = read("{terms: {every_time: true}, tools: {look: {verdict: ask, not_authors: true}, write_file: ask}}", base)

    assert found.terms == Terms(base.deciders, True, 60.0)
    assert [rule.terms for rule in found.rules] == [
        Terms(Deciders(requester=False, not_authors=True), True, 60.0),
        None,
    ]


def test_words_about_asking_do_not_go_with_another_verdict():
    for verdict in ("allow", "deny"):
        message = problem(f"tools: {{look: {{verdict: {verdict}, roles: [owner], quorum: 2}}}}")
        assert message == f"roles and quorum say how to ask, but the verdict is {verdict}"


@pytest.mark.parametrize(
    "text",
    [
        "tools: {execute: allow}",
        "tools: {execute: {verdict: allow}}",
        "categories: {execute: allow}",
        "rules: [{tool: execute, verdict: allow}]",
        "rules: [{category: execute, verdict: allow}]",
    ],
)
def test_an_unsandboxed_tool_is_never_allowed_as_a_whole(text: str):
    assert problem(text) == (
        "execute runs without a sandbox, so it can't be allowed as a whole: allow the very commands by "
        'permissions.rules, like {tool: execute, match: "git status*", verdict: allow}'
    )


@pytest.mark.parametrize("match", ["*", "**", "?*", "* *", "[!a]*", "[a-z]*", "*[]]*"])
@pytest.mark.parametrize("on", ["tool", "category"])
def test_nor_by_a_match_that_says_nothing(match: str, on: str):
    message = problem(f"rules: [{{{on}: execute, match: '{match}', verdict: allow}}]")

    assert message.startswith("execute runs without a sandbox, so it can't be allowed as a whole: the match")


@pytest.mark.parametrize("text", ["tools: {execute: allow}", "rules: [{tool: execute, match: '*', verdict: allow}]"])
def test_where_commands_run_in_a_sandbox_they_may_be_allowed_as_a_whole(text: str):
    given = given_of(text)
    Reading(TOOLS, (ANA, BO), contained=True).permissions(given, Terms())
    assert not given.problems


def test_asking_and_denying_may_be_as_broad_as_they_like():
    found = read(
        "{tools: {execute: deny}, categories: {execute: ask}, rules: [{tool: execute, match: '*', verdict: ask}]}"
    )

    assert len(found.rules) == 3


def test_a_tool_that_asks_a_person_cannot_be_allowed_since_that_would_say_nothing():
    for text in ("tools: {ask_user: allow}", "categories: {question: allow}"):
        assert problem(text) == "ask_user asks a person anyway, whatever is allowed: leave this out"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tools: {lok: ask}", "there is no tool lok; did you mean look?"),
        ("tools: {look: }", "must be a verdict; it may be allow, ask, deny"),
        ("tools: {look: {roles: [owner]}}", "needs a verdict: allow, ask or deny"),
        ("categories: {raed: ask}", "there is no category raed; did you mean read?"),
        ("rules: [{match: a, verdict: ask}]", "needs either a tool or a category"),
        ("rules: [{tool: look, category: read, verdict: ask}]", "needs either a tool or a category"),
        ("rules: [{tool: look, match: a}]", "needs a verdict: allow, ask or deny"),
        ("rules: [{tool: look, verdict: ask, quorumm: 2}]", "there is no such key; did you mean quorum?"),
        ("rules: [{tool: look, verdict: ask, quorum: 0}]", "must be a whole number from 1 to 20, not 0"),
        ("rule: []", "there is no such key; did you mean rules?"),
        ("terms: {roles: [], requester: false}", "nobody could decide this: name roles, or let the requester"),
        ("terms: {roles: [], not_authors: true}", "nobody could decide this: name roles, or let the requester"),
    ],
)
def test_what_is_wrong_is_told(text: str, message: str):
    assert problem(text) == message


def test_a_quorum_needs_enough_people_who_hold_its_roles():
    assert read("tools: {look: {verdict: ask, roles: [owner], quorum: 2}}").rules
    assert problem("tools: {look: {verdict: ask, roles: [approver], quorum: 2}}") == (
        "a quorum of 2 needs 2 people with the role approver, and `people` has 1"
    )
    assert problem("terms: {quorum: 3}") == (
        "a quorum of 3 needs 3 people with the role approver or owner, and `people` has 2"
    )


def test_a_quorum_is_not_complained_of_while_the_people_are_wrong_themselves():
    value = given_of("terms: {quorum: 3}")

    Reading(TOOLS, None).permissions(value, Terms())

    assert value.problems == []


def test_an_allowing_rule_that_allows_nothing_is_told():
    message = problem("{rules: [{tool: execute, match: 'git *; rm', verdict: allow}]}")
    assert message.startswith("the match git *; rm allows no command")


def after(text: str) -> tuple[Mapping[str, Verdict], list[str]]:
    value = given_of(text)
    remembers = Registry([*TOOLS.values(), tool("remember", "memory")])
    return Reading(remembers, (ANA, BO)).after_untrusted(value), said(value)


def test_what_becomes_of_calls_after_text_from_outside_is_read_by_category():
    assert after("{edit: deny, read: ask}") == ({"edit": Verdict.DENY, "read": Verdict.ASK}, [])
    assert after("{}") == ({}, [])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{edit: allow}", "must be ask or deny: this only makes me ask more. Leave edit out to keep the usual rules"),
        ("{memory: allow}", "Leave memory out to keep the usual rules"),
        ("{edti: ask}", "there is no category edti; did you mean edit?"),
        ("{edit: maybe}", "there is no verdict maybe"),
        ("ask", "must be a mapping"),
    ],
)
def test_it_only_tightens_and_says_what_would_be_right(text: str, why: str):
    found, [problem] = after(text)
    assert why in problem
    assert not found
