"""What the asking tools ask is what the model wrote."""

import pytest

from harness.approvals.asks import PlanReview, Question
from harness.approvals.deciders import Deciders
from harness.chat.cards import Option
from harness.chat.people import Person
from harness.toolbox.ask_user import AskUser
from harness.toolbox.askers import plan_review, question, questions
from harness.toolbox.submit_plan import SubmitPlan
from harness.tools.arguments import MalformedArguments


def test_a_question_keeps_its_options_in_order() -> None:
    options = [{"label": "a", "description": "x"}, {"label": "b"}]
    asked = AskUser.model_validate({"question": "which?", "options": options})
    expected = Question(
        "which?", (Option("a", "x"), Option("b")), multiple=False, free_text=True, deciders=Deciders(), expires=9.0
    )
    assert question(asked, Deciders(), 9.0, 1.0) == expected


def test_a_plan_leads_only_where_its_mode_may_lead() -> None:
    review = plan_review(["build"])
    assert review(SubmitPlan(title="t", plan="p", mode="build"), Deciders(), None, 1.0) == PlanReview(
        "t", "p", mode="build"
    )
    plan = SubmitPlan(title="t", plan="p", mode=None)
    assert review(plan, Deciders(), None, 1.0) == PlanReview("t", "p", mode="build"), "where else"
    assert plan_review(["build", "ship"])(plan, Deciders(), None, 1.0) == PlanReview("t", "p")
    assert plan_review([])(plan, Deciders(), None, 1.0) == PlanReview("t", "p")
    with pytest.raises(MalformedArguments, match="it may be build"):
        review(SubmitPlan(title="t", plan="p", mode="yolo"), Deciders(), None, 1.0)


CYD, DEE = Person("slack", "T1", "U3", "Cyd"), Person("slack", "T1", "U4", "Dee")


def test_others_may_be_asked_by_name_and_nobody_else_may_answer_then() -> None:
    asked = AskUser.model_validate({"question": "which?", "ask": ["@cyd", "U4"]})
    deciders = questions([CYD, DEE])(asked, Deciders(), 9.0, 1.0).deciders
    assert deciders.people == (CYD, DEE)
    assert deciders.may_decide(CYD, DEE, ())
    boss = Person("slack", "T1", "U9", "Boss", frozenset({"owner"}))
    assert not deciders.may_decide(boss, boss, ())
    assert deciders.described(boss) == (CYD, " or ", DEE)
    with pytest.raises(MalformedArguments, match="Eve is not known here; known are Cyd, Dee"):
        questions([CYD, DEE])(AskUser.model_validate({"question": "which?", "ask": ["Eve"]}), Deciders(), 9.0, 1.0)


def test_a_name_that_several_have_is_refused_with_their_ids() -> None:
    other = Person("slack", "T1", "U5", "cyd")
    asked = AskUser.model_validate({"question": "which?", "ask": ["Cyd"]})
    with pytest.raises(MalformedArguments, match="several people are Cyd: say slack:T1:U3 or slack:T1:U5"):
        questions([CYD, DEE, other])(asked, Deciders(), 9.0, 1.0)
    by_id = AskUser.model_validate({"question": "which?", "ask": ["U5"]})
    assert questions([CYD, DEE, other])(by_id, Deciders(), 9.0, 1.0).deciders.people == (other,)


def test_who_has_several_accounts_is_known_by_each() -> None:
    cyd = Person("slack", "T1", "U3", "Cyd", accounts=("slack:T1:U3", "discord:7:42"))
    for name in ("cyd", "@U3", "42", "discord:7:42", "slack:T1:U3"):
        asked = AskUser.model_validate({"question": "which?", "ask": [name]})
        assert questions([cyd])(asked, Deciders(), 9.0, 1.0).deciders.people == (cyd,)


def test_a_question_may_have_a_deadline_and_a_default() -> None:
    asked = AskUser.model_validate({"question": "which?", "deadline": "2h", "default": "red"})
    made = question(asked, Deciders(), 9.0, 100.0)
    assert isinstance(made, Question)
    assert (made.expires, made.default) == (7_300.0, "red")


@pytest.mark.parametrize(
    "wrong",
    [
        {"deadline": "soon"},
        {"default": "red"},
        {"default": "green", "deadline": "1h", "options": [{"label": "red"}], "free_text": False},
    ],
)
def test_a_deadline_is_a_duration_and_a_default_an_answer(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"deadline|default"):
        AskUser.model_validate({"question": "which?", **wrong})
