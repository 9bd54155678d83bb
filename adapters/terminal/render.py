"""Messages, cards and the list of todos as text. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from adapters.terminal.parse import MenuItem
from adapters.terminal.text import lines, wrapped
from harness.chat.cards import Body, Card, Choices
from harness.chat.phrases import Code, Phrase
from harness.chat.visible import visible
from harness.tools.changes import Todo

_MARKS = {"pending": "☐", "in_progress": "▸", "completed": "✓"}


def body(name: str, body: Body, menu: Sequence[MenuItem], width: int) -> str:
    """What the colleague called `name` says or asks, whole, with numbers to answer by."""
    if isinstance(body, Card):
        return "\n".join(_card(body, menu, width))
    return "\n".join([*lines(visible(f"{name}: {body.markdown}"), width), *numbered(menu, width=width)])


def settled(card: Card, width: int) -> str:
    """What became of a card that is decided: a line, or as many as it takes."""
    first, *more = (part for line in note(said(card.outcome), "▪").split("\n") for part in wrapped(line, width - 4))
    return "\n".join([first, *(f"    {part.lstrip()}" for part in more)])


def said(phrase: Phrase) -> str:
    """As text, with code as it is typed."""
    return "".join(f"`{part}`" if isinstance(part, Code) else str(part) for part in phrase)


def note(text: str, mark: str = "·") -> str:
    """What is said by the way."""
    return visible(f"  {mark} {text}")


def todos(items: Iterable[Todo]) -> str:
    """What there is to do, an item a line, marked by how far it is."""
    return "\n".join(visible(f"  {_MARKS[item.status]} {item.text}") for item in items)


def menu_of(message: Body, first: int) -> list[MenuItem]:
    """What can be chosen on it, numbered from `first` on."""
    found: list[tuple[str, str, bool, tuple[str, ...]]] = []
    if isinstance(message, Card) and message.choices:
        found += _options(message.choices)
    for row in message.rows if isinstance(message, Card) else ():
        found += [(button.label, button.token, button.form, ()) for button in row.buttons]
    found += [(button.label, button.token, button.form, ()) for button in message.buttons]
    return [MenuItem(first + n, label, token, form, selected) for n, (label, token, form, selected) in enumerate(found)]


def _options(choices: Choices) -> Iterator[tuple[str, str, bool, tuple[str, ...]]]:
    for option in choices.options:
        yield option.label, choices.token, False, (option.label,)


def _card(card: Card, menu: Sequence[MenuItem], width: int) -> Iterator[str]:
    described = {one.label: one.description for one in card.choices.options} if card.choices else {}
    yield f"┌ {visible(said(card.title))}"
    if card.reason:
        yield from _inside(card.reason, width)
    if card.warning:
        yield from _inside(f"! {card.warning}", width)
    for block in card.blocks:
        if len(card.blocks) > 1:
            yield f"│ {visible(block.name)}:"
        yield from _inside(block.text, width, "  ", wrap=block.kind == "markdown")
    yield from _rows(card.rows, menu, width)
    if card.choices and card.choices.multiple:
        yield from _inside("Several may be chosen: type their numbers with commas.", width)
    yield from (f"│{line}" for line in numbered(_of(card, menu), described, width - 1))
    if card.notes:
        yield from _inside(said(card.notes), width)
    yield "└" + (f" {visible(said(card.outcome))}" if card.outcome else "")


def _rows(rows: Sequence[Card], menu: Sequence[MenuItem], width: int) -> Iterator[str]:
    for row in rows:
        *lines, _ = _card(row, menu, width)  # the frame is that of the whole
        yield from (f"│ ▪ {line.removeprefix('┌ ')}" if line.startswith("┌ ") else line for line in lines)
        if row.outcome:
            yield from _inside(said(row.outcome), width)


def _of(card: Card, menu: Sequence[MenuItem]) -> list[MenuItem]:
    """What is chosen on the card itself, not on its rows."""
    own = {button.token for button in card.buttons} | ({card.choices.token} if card.choices else set())
    return [item for item in menu if item.token in own]


def _inside(text: str, width: int, more: str = "", wrap: bool = True) -> Iterator[str]:
    for line in visible(text).split("\n"):
        for part in wrapped(line, width - 2 - len(more)) if wrap else [line]:
            yield f"│ {more}{part}".rstrip()


def numbered(menu: Sequence[MenuItem], described: dict[str, str] | None = None, width: int = 80) -> Iterator[str]:
    """What can be chosen, each item on a line of its own, and on more where the `width` is less; `described` says more
    of some, by their labels.
    """
    digits = max((len(str(item.number)) for item in menu), default=0)
    for item in menu:
        about = (described or {}).get(item.label, "") if item.selected else ""
        label = visible(f"{item.label}{f' – {about}' if about else ''}").replace("\n", " ")
        first, *more = wrapped(label, width - digits - 4)
        yield f"  {item.number:>{digits}}  {first}"
        yield from (f"{' ' * (digits + 4)}{part}" for part in more)
