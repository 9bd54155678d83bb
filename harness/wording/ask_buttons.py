"""What is pressed on a card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from harness.approvals.asks import Approval, Ask, PlanReview, Question
from harness.approvals.tokens import Token, Verb
from harness.chat.cards import Button, Card, Choices


def buttons(thread: str, id: str, ask: Ask, tool: str, category: str) -> Iterator[Button]:
    """ "Always" is offered only where it would change the next verdict."""

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
            if ask.grantable:
                yield Button(f"Always allow {tool} in this thread…", token("always-tool"), form=True, more=True)
                label = f"Always allow all of “{category}” in this thread…"
                yield Button(label, token("always-category"), form=True, more=True)
            yield Button("Approve with a note…", token("note"), form=True, more=True)
            yield Button("Answer instead…", token("respond"), form=True, more=True)


def choices(thread: str, id: str, ask: Ask) -> Choices | None:
    if not isinstance(ask, Question) or not ask.options:
        return None
    return Choices(ask.options, ask.multiple, str(Token(thread, id, "choose")))


def of_all(thread: str, first: str, rows: Sequence[Card]) -> tuple[Button, ...]:
    """Of a card that several share; nothing, once one of them is left. `first` is the id of the first."""
    left = sum(row.answerable for row in rows)
    token = str(Token(thread, f"{first}+{len(rows)}", "approve-all"))
    return (Button(f"Approve all ({left})", token, "primary"),) if left > 1 else ()


def of_a_row(row: Card) -> Card:
    """Beside others: no button of one is green, and what is pressed seldom is in its menu."""
    found = tuple(replace(one, style="", more=one.more or number > 1) for number, one in enumerate(row.buttons))
    return replace(row, buttons=found)
