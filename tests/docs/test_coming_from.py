"""What `docs/coming-from.md` says that there is, there is."""

from collections import Counter

import pytest

from harness.approvals.asks import PlanReview
from harness.approvals.deciders import Deciders
from harness.toolbox.askers import plan_review
from harness.toolbox.submit_plan import SubmitPlan
from harness.workspace.contents import Contents, workspace_of
from tests.docs.coming_from import NOT_YET, PAGE, TOOLS, rows, spans, tried

ROWS = list(rows())


def test_four_harnesses_are_told_apart() -> None:
    assert set(Counter(harness for harness, _, _ in ROWS)) == {"Deep Agents", "Mastra Harness", "OpenClaw", "holaOS"}


@pytest.mark.parametrize(("there", "here"), [(there, here) for _, there, here in ROWS])
def test_each_line_names_what_there_is_or_says_that_it_is_not_there_yet(there: str, here: str) -> None:
    assert there
    found = {span: tried(span) for span in spans(here)}
    assert all(found.values()), f"there is no such thing: {[span for span, kind in found.items() if not kind]}"
    assert found or NOT_YET in here, "nothing that could be tried"


def test_what_is_said_above_the_tables_is_tried_too() -> None:
    above = PAGE.read_text(encoding="utf-8").partition("\n## ")[0]
    assert all(map(tried, spans(above)))
    assert tried("deskmate walk") == tried("no_such_tool") == tried("@Deskmate walk") == ""


def test_a_plan_leads_where_its_mode_does_and_nowhere_if_that_leads_nowhere() -> None:
    plan = SubmitPlan(title="Mend it", plan="1. Look.", mode="")
    for modes, to in ((("build",), "build"), (("a", "b"), ""), ((), "")):
        review = plan_review(modes)(plan, Deciders(), None, 0.0)
        assert isinstance(review, PlanReview)
        assert review.mode == to


def test_of_skills_those_right_below_their_folder_are_there_if_they_have_a_name() -> None:
    right = b"---\nname: pdf\ndescription: Fills forms.\ndisable-model-invocation: true\n---\n"
    nameless = b"---\ndescription: Fills forms.\n---\n"
    files = {"skills/pdf/SKILL.md": right, "skills/forms/xls/SKILL.md": right, "skills/doc/SKILL.md": nameless}
    workspace = workspace_of(Contents("here", {"workspace.yaml": b"name: Robin", **files}), TOOLS)
    assert [(skill.name, skill.listed) for skill in workspace.skills.here(None)] == [("pdf", False)]
