"""A file of `subagents/` says whom work may be handed to, or all that is wrong with it."""

import pytest

from harness.approvals.gate import Rule, Terms, Verdict
from harness.toolbox.ask_user import ask_user
from harness.toolbox.write_todos import write_todos
from harness.tools.registry import Registry
from harness.workspace.limits import Bounds
from harness.workspace.permissions import Reading
from harness.workspace.problems import WorkspaceError
from harness.workspace.subagents import subagent
from harness.workspace.workspace import Subagent

TOOLS = Registry([ask_user(), write_todos()])
TEXT = """---
name: tester
description: Runs the tests, and says what is broken.
tools: [write_todos]
model: openai/small
skills: [pytest]
permissions: {categories: {execute: deny}}
limits: {steps: 20, cost: 0.5}
---
You run tests.

Say what failed.
"""


def read(text: str, name: str = "tester") -> Subagent:
    return subagent(name, text, f"subagents/{name}.md", Reading(TOOLS, ()), ["pytest"], Terms())


def refused(text: str, name: str = "tester") -> str:
    with pytest.raises(WorkspaceError) as caught:
        read(text, name)
    return str(caught.value)


def test_its_header_says_what_it_has_and_what_comes_after_is_its_prompt() -> None:
    assert read(TEXT) == Subagent(
        name="tester",
        description="Runs the tests, and says what is broken.",
        prompt="You run tests.\n\nSay what failed.",
        tools=frozenset({"write_todos"}),
        model="openai/small",
        skills=("pytest",),
        rules=(Rule(Verdict.DENY, category="execute"),),
        limits=Bounds(steps=20, cost=0.5),
    )


def test_what_is_not_said_is_as_it_is_of_whoever_hands_it_the_work() -> None:
    found = read("---\nname: tester\ndescription: Tests.\n---\nTest.\n")
    assert (found.tools, found.model, found.skills, found.rules, found.limits) == (None, "", (), (), Bounds())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("You run tests.\n", "subagents/tester.md:1: must begin with a line of ---"),
        (TEXT.replace("name: tester\n", ""), "subagents/tester.md:1: needs `name: tester`, as the file is called"),
        (TEXT.replace("tester", "other"), ":2: name: is other, and the file is called tester: call both the same"),
        (TEXT.replace("description", "describe"), ":3: describe: there is no such key; did you mean description?"),
        (TEXT.replace("description", "describe"), ":1: needs a `description`: by that it is chosen"),
        (TEXT.replace("Runs the tests, and says what is broken.", '""'), ":3: description: must say when"),
        (TEXT.replace("[write_todos]", "[write_tods]"), ":4: tools[0]: there is no tool or category write_tods; did"),
        (TEXT.replace("openai/small", "openai small"), ":5: model: must be one word"),
        (TEXT.replace("[pytest]", "[pitest]"), ":6: skills[0]: there is no skill pitest; did you mean pytest?"),
        (TEXT.replace("execute: deny", "exec: deny"), ":7: permissions.categories.exec: there is no category exec"),
        (TEXT.replace("steps: 20", "turns: 20"), ":8: limits.turns: there is no such key"),
        (TEXT.partition("You run")[0], ":1: nothing stands below the header"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_key(text: str, said: str) -> None:
    assert said in refused(text)


def test_its_name_is_one_that_a_model_can_say() -> None:
    assert "Tester is no name" in refused(TEXT.replace("name: tester", "name: Tester"), "Tester")
