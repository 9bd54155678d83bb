"""What only owners can mend: see test_workspace_changes and test_told_problems for whom it reaches."""

from bot.owners import LISTED, listed
from harness.workspace.problems import Problem


def test_so_many_problems_are_listed_and_the_log_has_all() -> None:
    said = listed("Wrong:", [Problem("a.md", number, "", "is *wrong*") for number in range(1, LISTED + 3)])
    assert said.startswith("Wrong:\n\n- a.md:1: is ")
    assert "*wrong*" not in said
    assert said.endswith("- and 2 more, in the log")
