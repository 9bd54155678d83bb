"""What is pressed on a card."""

from harness.approvals.asks import Approval, Ask, PlanReview, Question
from harness.approvals.deciders import Deciders
from harness.approvals.tokens import Token
from harness.chat.cards import Button, Card, Option
from harness.wording.ask_buttons import buttons, choices, elsewhere, of_a_row, of_all


def made(ask: Ask, secret: bool = False) -> list[Button]:
    return list(buttons("t", "1.1.0#1", ask, secret))


def labels(ask: Ask, more: bool, secret: bool = False) -> list[str]:
    return [button.label for button in made(ask, secret) if button.more == more]


def test_an_approval_is_approved_at_once_and_all_else_opens_a_form() -> None:
    [approve, *others] = made(Approval())
    assert (approve.label, Token.parse(approve.token)) == ("Approve", Token("t", "1.1.0#1", "approve"))
    assert labels(Approval(), more=False) == ["Approve", "Deny…", "Edit…", "Ask back…"]
    assert labels(Approval(), more=True) == ["Always…", "Approve with a note…", "Answer instead…"]
    assert all(button.form for button in others)


def test_always_is_offered_only_where_it_would_change_the_next_verdict() -> None:
    for ask in (Approval(every_time=True), Approval(Deciders(quorum=2)), Approval(Deciders(not_authors=True))):
        assert "Always…" not in labels(ask, more=True)


def test_what_is_masked_can_be_shown_to_who_decides() -> None:
    assert labels(Approval(), more=True, secret=True)[-1] == "Show secrets…"
    shown = [button for button in elsewhere("t", "1.1.0#1", Approval(), secret=True) if button.label == "Show secrets…"]
    assert [Token.parse(button.token) for button in shown] == [Token("t", "1.1.0#1", "show")]
    assert len([*elsewhere("t", "1.1.0#1", Approval())]) == 2


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
    approve, deny = of_all("t", "1.1.0#1", rows)
    assert approve == Button("Approve all (2)", "t|1.1.0#1+2|approve-all", "primary")
    assert deny == Button("Deny all…", "t|1.1.0#1+2|reject-all", form=True)
    assert not of_all("t", "1.1.0#1", [Card(("Done",), outcome=("Done",)), rows[1]])
    given = (Button("Approve", "a", "primary"), Button("Deny…", "d"), Button("Edit…", "e"))
    [approve, deny, edit] = of_a_row(Card(("Do it?",), buttons=given)).buttons
    assert (approve.style, [one.more for one in (approve, deny, edit)]) == ("", [False, False, True])
