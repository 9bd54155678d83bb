"""What models need, as the file says it, and what is wrong with it."""

from collections.abc import Mapping
from typing import Any

import pytest

from harness.context.packages import offered
from harness.tools.registry import Registry
from harness.workspace.limits import Bounds
from harness.workspace.loading import parse
from harness.workspace.problems import WorkspaceError
from harness.workspace.profiles import Profile, profiles
from tests.unit.harness.workspace.reading import given_of, said
from tests.unit.harness.workspace.tools import TOOLS


def wrong(text: str) -> list[str]:
    """What a profile says, and each problem with its line and key."""
    with pytest.raises(WorkspaceError) as error:
        parse(f"profiles:\n  openai/gpt-5:\n    {text}", "workspace.yaml", TOOLS)
    return [str(problem).removeprefix("workspace.yaml:") for problem in error.value.problems]


def test_every_key_is_read():
    value = given_of(
        """
openai/*:
  prefix: Be brief.
  suffix: ""
  descriptions: {look: Look at a file.}
  exclude_tools: [execute, execute]
  effort: none
  limits: {steps: 20, working_time: 10m, cost: 0.50, parallel: 1, context_tokens: 8000}
  timeouts: {first: 20m, idle: 90s, whole: 1h}
  calls_in_text: true
  parameters: {temperature: 0.3, max_tokens: 4000, stop: [END, null, true], extra_body: {top_k: -4, seed: 1.5e+3}}
"*":
"""
    )

    found = profiles(value, TOOLS)

    assert value.problems == []
    assert found == {
        "openai/*": Profile(
            prefix="Be brief.",
            suffix="",
            descriptions={"look": "Look at a file."},
            exclude_tools=frozenset({"execute"}),
            effort="none",
            limits=Bounds(steps=20, seconds=600.0, cost=0.5, parallel=1, context_tokens=8000),
            calls_in_text=True,
            timeouts={"first": 1200.0, "idle": 90.0, "whole": 3600.0},
            parameters={
                "temperature": 0.3,
                "max_tokens": 4000,
                "stop": ["END", None, True],
                "extra_body": {"top_k": -4, "seed": 1500.0},
            },
        ),
        "*": Profile(),
    }


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "exclude_tools: [exceute]",
            ["3: profiles.openai/gpt-5.exclude_tools[0]: there is no tool exceute; did you mean"],
        ),
        (
            "descriptions: {loook: x}",
            ["3: profiles.openai/gpt-5.descriptions.loook: there is no tool loook; did you mean"],
        ),
        ("efort: low", ["3: profiles.openai/gpt-5.efort: there is no such key; did you mean effort?"]),
        ("effort: max", ["3: profiles.openai/gpt-5.effort: there is no effort max; it may be high, low, medium, none"]),
        ("limits: {turns: 5}", ["3: profiles.openai/gpt-5.limits.turns: there is no such key"]),
        (
            "limits: {steps: 0}",
            ["3: profiles.openai/gpt-5.limits.steps: must be a whole number from 1 to 10000, not 0"],
        ),
        ("parameters: [1]", ["3: profiles.openai/gpt-5.parameters: must be a mapping"]),
        ("effort: low\n    effort: high", ["4: profiles.openai/gpt-5.effort: is here twice: also in line 3"]),
    ],
    ids=["exclusion", "description", "key", "effort", "a limit of all turns", "limit", "parameters", "twice"],
)
def test_what_is_wrong_is_told_with_its_line_and_key(text: str, lines: list[str]):
    found = wrong(text)
    assert len(found) == len(lines)
    assert all(map(str.startswith, found, lines)), found


def test_what_a_heartbeat_ends_by_cannot_be_excluded():
    from harness.toolbox.report import report

    value = given_of('"*": {exclude_tools: [report, execute]}')
    found = profiles(value, Registry([*TOOLS.values(), report()]))
    assert said(value) == ["report can't be excluded: a heartbeat ends by it"]
    assert found["*"].exclude_tools == {"execute"}


@pytest.mark.parametrize("name", ["a b", '" a"', '""'])
def test_a_profile_is_for_a_name(name: str):
    value = given_of(f"{name}: {{effort: low}}")
    assert profiles(value, TOOLS) == {}
    assert said(value) == ["must be for a model's name, like openai/gpt-5, or for several, like openai/*"]


def test_a_description_is_for_the_model_and_changes_nothing_of_what_people_approve():
    look = TOOLS["look"]
    before = look.digest
    shown: list[Mapping[str, Any]] = [*offered([look], {"look": "Look at a file."}), *offered([look])]
    assert [tool["function"]["description"] for tool in shown] == ["Look at a file.", look.description]
    assert look.digest == before


def test_a_profile_for_what_is_nearly_a_provider_that_is_named_is_doubtful_and_not_wrong():
    models = "model: openai/gpt-5\nfallbacks: [other/one]\n"
    text = f"{models}profiles: {{opnai/*: {{}}, other/*: {{}}, '*': {{}}, ollama_chat/*: {{}}, openai/gpt-4: {{}}}}"
    assert [str(one) for one in parse(text, "workspace.yaml", TOOLS).warnings] == [
        "workspace.yaml:3: profiles.opnai/*: is for no model that is named here; did you mean openai/*?",
    ]
    assert parse("profiles: {opnai/*: {}}", "workspace.yaml", TOOLS).warnings == (), "where no model is named"
