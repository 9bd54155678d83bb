"""Which folder is whose workspace, and what may not stand in `teams.yaml`."""

import pytest

from harness.workspace.problems import WorkspaceError
from harness.workspace.teams import home, teams


def test_each_team_or_organization_names_a_folder():
    text = "teams:\n  T0123: support\n  T0456: ./sales/emea\n  E0789: .\n"
    assert teams(text, "teams.yaml") == {"T0123": "support", "T0456": "./sales/emea", "E0789": "."}


def test_a_team_has_its_own_or_that_of_its_organization():
    folders = {"T1": "one", "E1": "org"}
    assert home("T1", "E1", folders) == "T1"
    assert home("T2", "E1", folders) == "E1"
    assert home("T2", "", folders) is None
    assert home("T2", "E2", folders) is None


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "must name a folder for each team"),
        ("teams:\n", 1, "must name a folder"),
        ("teams: {}\n", 1, "must name a folder"),
        ("team: {T1: a}\n", 1, "there is no such key"),
        ("teams: [T1]\n", 1, "must be a mapping"),
        ("teams:\n  acme: a\n", 2, "must be the id of a Slack team"),
        ("teams:\n  T1: a\n  T2: ./a/\n", 3, "is the workspace of T1 already"),
        ("teams:\n  T1: /etc\n", 2, "must be a folder beside this file"),
        ("teams:\n  T1: a/../../b\n", 2, "must be a folder beside this file"),
        ("teams:\n  T1: [a]\n", 2, "must be text"),
        ("teams:\n  T1: a\n  T1: b\n", 3, "is here twice"),
        ("teams: {T1: a\n", 2, "not valid YAML"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, why: str):
    with pytest.raises(WorkspaceError) as caught:
        teams(text, "teams.yaml")
    assert any(why in str(problem) for problem in caught.value.problems)
    assert line in {problem.line for problem in caught.value.problems}
