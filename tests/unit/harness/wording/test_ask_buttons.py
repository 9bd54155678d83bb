"""What is pressed on a card."""

from harness.approvals.asks import Approval, Ask, PlanReview, Question
from harness.approvals.deciders import Deciders
from harness.approvals.tokens import Token
from harness.chat.cards import Button, Card, Option
from harness.wording.ask_buttons import buttons, choices, of_a_row, of_all


def made(ask: Ask) -> list[Button]:
    return list(buttons("t", "1.1.0#1", ask, "deploy", "execute"))


def test_an_approval_is_approved_at_once_and_all_else_opens_a_form() -> None:
    [approve, *others] = made(Approval())
    assert (approve.label, Token.parse(approve.token)) == ("Approve", Token("t", "1.1.0#1", "approve"))
    assert [button.label for button in others if not button.more] == ["Deny…", "Edit…"]
    assert all(button.form for button in others)


def test_always_is_offered_only_where_it_would_change_the_next_verdict() -> None:
    def verbs(ask: Approval) -> set[str]:
        return {Token.parse(button.token).verb for button in made(ask)}

    assert {"always-tool", "always-category"} <= verbs(Approval())
    assert not {"always-tool", "always-category"} & verbs(Approval(every_time=True))
    assert not {"always-tool", "always-category"} & verbs(Approval(Deciders(quorum=2)))
    assert not {"always-tool", "always-category"} & verbs(Approval(Deciders(not_authors=True)))


def test_a_question_offers_its_options_and_free_text_where_it_is_welcome() -> None:
    options = (Option("red", "like blood"), Option("blue"))
    offered = choices("t", "1.1.0#1", Question("which?", options))
    assert offered
    assert offered.options == options
    assert [button.label for button in made(Question("which?", options))] == ["Answer…"]
    assert not made(Question("which?", options, free_text=False))
    assert choices("t", "1.1.0#1", Question("which?")) is choices("t", "1.1.0#1", Approval()) is None


def test_a_plan_is_approved_or_revised() -> None:
    assert [button.label for button in made(PlanReview("Move it", "1. pack"))] == ["Approve", "Revise…"]


def test_several_have_one_green_button_for_all_as_long_as_several_are_open() -> None:
    rows = [Card(("Do it?",), buttons=(Button("Approve", name, "primary"),)) for name in "ab"]
    assert of_all("t", "1.1.0#1", rows) == (Button("Approve all (2)", "t|1.1.0#1+2|approve-all", "primary"),)
    assert not of_all("t", "1.1.0#1", [Card(("Done",), outcome=("Done",)), rows[1]])
    given = (Button("Approve", "a", "primary"), Button("Deny…", "d"), Button("Edit…", "e"))
    [approve, deny, edit] = of_a_row(Card(("Do it?",), buttons=given)).buttons
    assert (approve.style, [one.more for one in (approve, deny, edit)]) == ("", [False, False, True])
