"""Messages and cards as text. Pure."""

import textwrap
from collections.abc import Iterator, Sequence

from adapters.terminal.parse import Choice
from harness.chat.cards import Body, Card, Choices

WIDTH = 100


def body(name: str, body: Body, choices: Sequence[Choice]) -> str:
    """What the colleague called `name` says or asks, whole, with numbers to answer by."""
    if isinstance(body, Card):
        return "\n".join(_card(body, choices))
    return "\n".join([f"{name}: {body.markdown}", *_numbered(choices)])


def settled(card: Card) -> str:
    """One line for a card that is decided."""
    return f"  ✓ {card.summary}: {card.outcome}" if card.summary else f"  ✓ {card.outcome}"


def choices_of(message: Body, first: int) -> list[Choice]:
    """What can be chosen on it, numbered from `first` on."""
    found: list[tuple[str, str, bool, tuple[str, ...]]] = []
    if isinstance(message, Card) and message.choices:
        found += _options(message.choices)
    found += [(button.label, button.token, button.form, ()) for button in message.buttons]
    return [Choice(first + n, label, token, form, selected) for n, (label, token, form, selected) in enumerate(found)]


def _options(choices: Choices) -> Iterator[tuple[str, str, bool, tuple[str, ...]]]:
    for option in choices.options:
        yield option.label, choices.token, False, (option.label,)


def _card(card: Card, choices: Sequence[Choice]) -> Iterator[str]:
    yield f"┌ {card.title}"
    yield from _indented(card.summary)
    for detail in card.details:
        if detail.label:
            yield f"│ {detail.label}:"
        yield from _indented(detail.text, "  " if detail.label else "", wrap=not detail.code)
    if card.warning:
        yield from _indented(f"! {card.warning}")
    if card.deciders:
        yield from _indented(f"To decide: {card.deciders}")
    if card.choices and card.choices.multiple:
        yield "│ Several may be chosen: type their numbers with commas."
    yield from (f"│{line}" for line in _numbered(choices))
    yield "└" + (f" {card.outcome}" if card.outcome else "")


def _indented(text: str, more: str = "", wrap: bool = True) -> Iterator[str]:
    for line in text.splitlines() or [""]:
        for part in textwrap.wrap(line, WIDTH - 4) if wrap and line else [line]:
            yield f"│ {more}{part}"


def _numbered(choices: Sequence[Choice]) -> Iterator[str]:
    for choice in choices:
        yield f"  {choice.number}  {choice.label}"
