"""What only owners can mend: see test_workspace_changes and test_told_problems for whom it reaches."""

from bot.owners import LISTED, listed
from harness.workspace.problems import Problem


def test_so_many_problems_are_listed_and_the_log_has_all() -> None:
    said = listed("Wrong:", [Problem("a.md", number, "", "is *wrong*") for number in range(1, LISTED + 3)])
    assert said.startswith("Wrong:\n\n- `a.md:1`: is ")
    assert said.count("is `*wrong*`\n") == LISTED
    assert said.endswith("- and 2 more, in the log")


def test_a_file_is_named_so_that_its_name_can_be_copied() -> None:
    path = "/srv/_our_/team*/skills/_x/SKILL.md"
    assert listed("", [Problem(path, 2, "name", "is no text")]).endswith(f"- `{path}:2`: name: is no text")
    assert listed("", [Problem(path, 0, "", "is not read")]).endswith(f"- `{path}` is not read")


def test_a_file_whose_name_would_end_the_code_is_shown_by_look_alikes() -> None:
    for name in ("a`b.md", "a\nb.md"):
        assert listed("", [Problem(name, 1, "", "is odd")]).count("`") == 0
