"""What is pressed on a card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from harness.approvals.asks import Approval, Ask, PlanReview, Question
from harness.approvals.tokens import Token, Verb
from harness.chat.cards import Button, Card, Choices


def buttons(thread: str, id: str, ask: Ask, secret: bool = False) -> Iterator[Button]:
    """ "Always" is offered only where it would change the next verdict. `secret`: something is masked on its card."""

    def token(verb: Verb) -> str:
        return str(Token(thread, id, verb))

    match ask:
        case Question():
            if ask.free_text:
                yield Button("Answer…", token("respond"), form=True)
        case PlanReview():
            yield Button("Approve", token("approve"), "primary")
            yield Button("Revise…", token("reject"), form=True)
        case Approval():
            yield Button("Approve", token("approve"), "primary")
            yield Button("Deny…", token("reject"), form=True)
            yield Button("Edit…", token("edit"), form=True)
            yield Button("Ask back…", token("ask-back"), form=True)
            if ask.grantable:
                yield Button("Always…", token("always"), form=True, more=True)
            yield Button("Approve with a note…", token("note"), form=True, more=True)
            yield Button("Answer instead…", token("respond"), form=True, more=True)
            if secret:
                yield Button("Show secrets…", token("show"), form=True, more=True)


def revoke(thread: str, id: str) -> Button:
    """Below what is always allowed since."""
    return Button("Revoke", str(Token(thread, id, "revoke")))


def undo(thread: str, id: str) -> Button:
    """Below what has changed a file."""
    return Button("Undo", str(Token(thread, id, "undo-change")))


def elsewhere(thread: str, id: str, ask: Ask, secret: bool = False) -> Iterator[Button]:
    """Beside a line that says less than its card: what approves or answers opens a form that shows all of it, but for
    what is masked there (`secret`), which has a form of its own.
    """
    review, reject = (str(Token(thread, id, verb)) for verb in ("review", "reject"))
    match ask:
        case Question():
            yield Button("Answer…", review, "primary", form=True)
        case PlanReview():
            yield Button("Approve…", review, "primary", form=True)
            yield Button("Revise…", reject, form=True)
        case Approval():
            yield Button("Approve…", review, "primary", form=True)
            yield Button("Deny…", reject, form=True)
            if secret:
                yield Button("Show secrets…", str(Token(thread, id, "show")), form=True)


def choices(thread: str, id: str, ask: Ask) -> Choices | None:
    if not isinstance(ask, Question) or not ask.options:
        return None
    return Choices(ask.options, ask.multiple, str(Token(thread, id, "choose")))


def of_all(thread: str, first: str, rows: Sequence[Card]) -> tuple[Button, ...]:
    """Of a card that several share; nothing, once one of them is left. `first` is the id of the first."""
    left, about = sum(row.answerable for row in rows), f"{first}+{len(rows)}"
    if left < 2:
        return ()
    return (
        Button(f"Approve all ({left})", str(Token(thread, about, "approve-all")), "primary"),
        Button("Deny all…", str(Token(thread, about, "reject-all")), form=True),
    )


def of_a_row(row: Card) -> Card:
    """Beside others: no button of one is green, and what is pressed seldom is in its menu."""
    found = tuple(replace(one, style="", more=one.more or number > 1) for number, one in enumerate(row.buttons))
    return replace(row, buttons=found)
