"""What the asking tools ask is what the model wrote."""

import pytest

from harness.approvals.asks import PlanReview, Question
from harness.approvals.deciders import Deciders
from harness.chat.cards import Option
from harness.toolbox.ask_user import AskUser
from harness.toolbox.asking import plan_review, question
from harness.toolbox.submit_plan import SubmitPlan
from harness.tools.tool import MalformedArguments


def test_a_question_keeps_its_options_in_order() -> None:
    options = [{"label": "a", "description": "x"}, {"label": "b"}]
    asked = AskUser.model_validate({"question": "which?", "options": options})
    expected = Question("which?", (Option("a", "x"), Option("b")), False, True, Deciders(), 9.0)
    assert question(asked, Deciders(), 9.0) == expected


def test_a_plan_leads_only_where_its_mode_may_lead() -> None:
    review = plan_review(["build"])
    assert review(SubmitPlan(title="t", plan="p", mode="build"), Deciders(), None) == PlanReview("t", "p", "build")
    assert review(SubmitPlan(title="t", plan="p", mode=None), Deciders(), None) == PlanReview("t", "p")
    with pytest.raises(MalformedArguments, match="it may be build"):
        review(SubmitPlan(title="t", plan="p", mode="yolo"), Deciders(), None)
