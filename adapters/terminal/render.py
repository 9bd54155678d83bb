"""Messages, cards and the list of todos as text, for a page of some width, in colours or without. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat

from adapters.terminal.markdown import drawn
from adapters.terminal.page import Page
from adapters.terminal.parse import MenuItem
from adapters.terminal.text import broken, wrapped
from harness.chat.cards import Block, Body, Card, Choices, Text
from harness.chat.phrases import Code, Moment, Part, Phrase
from harness.chat.visible import visible
from harness.tools.changes import Todo

_MARKS = {"pending": "☐", "in_progress": "▸", "completed": "✓"}
_CHANGES = {"+": "green", "-": "red", "⋯": "dim"}
"""By how the line of a diff begins."""
_OPENING = 60
"""Characters."""
_HEAD, _TAIL = 8, 12
"""Lines that are shown of the beginning and the end of what is long."""
_LONGEST = 500
"""Characters of such a line."""
_EXIT = re.compile(r"(\(no output\)\n|\n|\A)\[exit code -?\d+\]\Z")
_GOES_ON = "↪"
"""Before what is the same line as the one above."""
_LOOK = re.compile(r"\x1b\[[0-9;]*m")
"""What would colour it."""
_NO_MORE: Mapping[str, str] = {}


def body(name: str, body: Body, menu: Sequence[MenuItem], page: Page) -> str:
    """What the colleague called `name` says or asks, whole, with numbers to answer by."""
    if isinstance(body, Card):
        return "\n".join(_card(body, menu, page))
    return "\n".join([drawn(_words(body, page), page, name), *numbered(menu, page)])


def _words(body: Text, page: Page) -> str:
    return "\n\n".join(filter(None, (said(body.lead, page), body.markdown)))


def settled(outcome: Phrase, page: Page) -> str:
    """What became of a card that is decided, which begins with a mark: a line, or as many as it takes."""
    whole = visible(f"  {said(outcome, page)}")
    first, *more = (part for line in whole.split("\n") for part in wrapped(line, page.width - 4))
    return "\n".join([first, *(f"     {part.lstrip()}" for part in more)])


def output(text: str, page: Page) -> str:
    """The beginning and the end of what a command has put out, in lines; nothing for nothing. Its last line repeats the
    exit code, which is told with the command.
    """
    lines = visible(bounded(_EXIT.sub("", _LOOK.sub("", text)))).split("\n")
    cut = (line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…" for line in lines)
    return "\n".join(f"    {page.styled(line.rstrip(), 'dim')}".rstrip() for line in cut).strip("\n")


def bounded(text: str) -> str:
    """The beginning and the end, and how many lines are between them; all of it, if it is not long."""
    lines = text.split("\n")
    left_out = len(lines) - _HEAD - _TAIL
    if left_out > 0:
        lines[_HEAD:-_TAIL] = [f"… {left_out} more lines …"]
    return "\n".join(lines)


def typed(text: str, page: Page) -> str:
    """What the person said, as they typed it."""
    return "\n".join(part for line in visible(f"> {text}").split("\n") for part in wrapped(line, page.width))


def said(phrase: Phrase, page: Page) -> str:
    """As text, with code as it is typed, and times by the clock of the page."""
    return "".join(_part(part, page) for part in phrase)


def _part(part: Part, page: Page) -> str:
    match part:
        case Code():
            return f"`{part}`"
        case Moment(at=at):
            return page.told(at)
        case _:
            return str(part)


def note(text: str, page: Page) -> str:
    """What is said by the way, all of it set in."""
    first, *more = (part for line in visible(text).split("\n") for part in wrapped(line, page.width - 4))
    return "\n".join([f"  · {first}", *(f"    {line}".rstrip() for line in more)])


def todos(items: Iterable[Todo]) -> str:
    """What there is to do, an item a line, marked by how far it is."""
    return "\n".join(visible(f"  {_MARKS[item.status]} {item.text}") for item in items)


def opening(markdown: str) -> str:
    """The first words, in a line, for where all of it has been read."""
    words = " ".join(markdown.split())
    return f"{words[:_OPENING]}{'…' if len(words) > _OPENING else ''}"


def menu_of(message: Body) -> list[MenuItem]:
    """What can be chosen on it, numbered from 1 on."""
    found: list[tuple[str, str, bool, tuple[str, ...]]] = []
    if isinstance(message, Card) and message.choices:
        found += _options(message.choices)
    for row in message.rows if isinstance(message, Card) else ():
        found += [(button.label, button.token, button.form, ()) for button in row.buttons]
    found += [(button.label, button.token, button.form, ()) for button in message.buttons]
    return [MenuItem(n, label, token, form, selected) for n, (label, token, form, selected) in enumerate(found, 1)]


def _options(choices: Choices) -> Iterator[tuple[str, str, bool, tuple[str, ...]]]:
    for option in choices.options:
        yield option.label, choices.token, False, (option.label,)


def _card(card: Card, menu: Sequence[MenuItem], page: Page) -> Iterator[str]:
    described = {one.label: one.description for one in card.choices.options} if card.choices else {}
    yield f"┌ {page.styled(visible(said(card.title, page)), 'bold')}"
    if card.warning:
        yield from _inside(f"! {said(card.warning, page)}", page, "bold yellow")
    if card.reason:
        inside = drawn(card.reason, replace(page, width=page.width - 2)).split("\n")
        yield from (f"│ {line}".rstrip() for line in inside)
    for block in card.blocks:
        if len(card.blocks) > 1:
            yield f"│ {visible(block.name)}:"
        yield from _block(block, page)
    yield from _rows(card.rows, menu, page)
    if card.choices and card.choices.multiple:
        yield from _inside("Several may be chosen: type their numbers with commas.", page)
    yield from (f"│{line}" for line in numbered(_of(card, menu), replace(page, width=page.width - 1), described))
    if card.notes:
        yield from _inside(said(card.notes, page), page, "dim")
    yield "└" + (f" {visible(said(card.outcome, page))}" if card.outcome else "")


def _rows(rows: Sequence[Card], menu: Sequence[MenuItem], page: Page) -> Iterator[str]:
    for row in rows:
        *lines, _ = _card(row, menu, page)  # the frame is that of the whole
        yield from (f"│ ▪ {line.removeprefix('┌ ')}" if line.startswith("┌ ") else line for line in lines)
        if row.outcome:
            yield from _inside(said(row.outcome, page), page)


def _of(card: Card, menu: Sequence[MenuItem]) -> list[MenuItem]:
    """What is chosen on the card itself, not on its rows."""
    own = {button.token for button in card.buttons} | ({card.choices.token} if card.choices else set())
    return [item for item in menu if item.token in own]


def _block(block: Block, page: Page) -> Iterator[str]:
    """What is decided about: as it is, so that it is read as it will be done. A line of code that is too long for the
    page goes on behind a mark, in the next.
    """
    width = page.width - 4
    for line in visible(block.text).split("\n"):
        style = _CHANGES.get(line[:1], "") if block.kind == "diff" else ""
        parts = wrapped(line, width) if block.kind == "markdown" else broken(line, width)
        for part, mark in zip(parts, chain(" ", repeat(_GOES_ON)), strict=False):
            yield f"│ {mark} {page.styled(part.rstrip(), style)}".rstrip()


def _inside(text: str, page: Page, style: str = "") -> Iterator[str]:
    for line in visible(text).split("\n"):
        for part in wrapped(line, page.width - 2):
            yield f"│ {page.styled(part.rstrip(), style)}".rstrip()


def numbered(menu: Sequence[MenuItem], page: Page, described: Mapping[str, str] = _NO_MORE) -> Iterator[str]:
    """What can be chosen, each item on a line of its own, and on more where the page is less wide; `described` says
    more of some, by their labels.
    """
    digits = max((len(str(item.number)) for item in menu), default=0)
    for item in menu:
        about = described.get(item.label, "") if item.selected else ""
        label = visible(f"{item.label}{f' – {about}' if about else ''}").replace("\n", " ")
        first, *more = wrapped(label, page.width - digits - 4)
        yield f"  {page.styled(f'{item.number:>{digits}}', 'bold')}  {first}"
        yield from (f"{' ' * (digits + 4)}{part}" for part in more)
