"""Cards as Slack's blocks. Pure.

What a person decides about is never cut: a block that does not fit is attached as a file, and the card says so. What
looks like a secret is masked, in files too.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from adapters.slack import kit
from adapters.slack.limits import BLOCK_WEIGHT, CONTEXT, SECTION, WHOLE
from adapters.slack.message import Attachment, Message, attachment, notification
from adapters.slack.phrases import rich, small
from adapters.slack.pressed import buttons, options
from adapters.slack.text import begun, cut, escaped_markdown, split
from harness.chat.cards import Block, Card, Choices, as_one
from harness.chat.phrases import concealed_text
from harness.chat.phrases import cut as cut_phrase
from harness.chat.secrets import concealed
from harness.chat.splitting import LEAST
from harness.chat.visible import visible

Json = dict[str, Any]

INLINE = 3_000
"""Characters of a block that stand on the card itself. Longer ones would push its buttons off a phone's screen."""
PREVIEW, GLIMPSE = 300, 40
"""Characters that are shown of what is attached, and at least as many where there is little room."""
REASON = 1_000
"""Characters of why something is asked, escaped."""
ROW = 300
"""Characters of what leads a row of a shared card."""
_NOTES = 1_000
"""Characters set aside for saying what is attached."""


def card(card: Card, key: str, inline: int = INLINE) -> Message:
    """What is asked, why, and about what; then who may decide, and what is pressed. Settled, a line that stands for all
    of it, with the rest folded below.
    """
    if card.rows:
        return _shared(card, key, inline)
    head, foot = _head(card), _foot(card)
    room = WHOLE - kit.weight([*head, *foot]) - _NOTES - 2 * BLOCK_WEIGHT
    body, files = _body(card, key, inline, room)
    return Message(_notice(card), [*head, *body, *foot], files)


def _shared(card: Card, key: str, inline: int) -> Message:
    """Each row has its own body, buttons and outcome, and its part of the room."""
    head, foot = _head(card), _foot(card)
    rows = [_numbered(number, row) for number, row in enumerate(card.rows, 1)]
    ends = [(_head(row, ROW), _named(number, _foot(row, ROW // 2))) for number, row in enumerate(rows, 1)]
    fixed = kit.weight([*head, *foot, *(block for heads, feet in ends for block in (*heads, *feet))])
    room = (WHOLE - fixed) // len(rows) - _NOTES - 3 * BLOCK_WEIGHT
    blocks, attachments = list[Json](), list[Attachment]()
    for row, (heads, feet) in zip(rows, ends, strict=True):
        body, files = _body(row, key, inline // 2, room)
        blocks += [*_joined([*heads, *body]), *feet, {"type": "divider"}]
        attachments += files
    return Message(_notice(card), [*head, *blocks, *foot], tuple(dict.fromkeys(attachments)))


def _numbered(number: int, row: Card) -> Card:
    """Why it is asked stands above them all."""
    numbered = (f"{number}. ",)
    return replace(row, title=numbered + row.title, outcome=row.outcome and numbered + row.outcome, reason="")


def _named(number: int, blocks: list[Json]) -> list[Json]:
    """Slack takes no two blocks of one id."""
    return [{**one, "block_id": f"{number}.{one['block_id']}"} if "block_id" in one else one for one in blocks]


def _head(card: Card, most: int = SECTION) -> list[Json]:
    if card.outcome:
        return [kit.rich(rich(cut_phrase(card.outcome, most)))]
    why = begun(concealed(card.reason), REASON)
    return [
        *small(card.lead),
        kit.rich(rich(cut_phrase(card.title, most), bold=True)),
        *([kit.rich(rich(("⚠️ ", *cut_phrase(card.caution, most // 2)), bold=True))] if card.caution else []),
        *([kit.markdown(why)] if why.strip() else []),
    ]


def _foot(card: Card, most: int = CONTEXT) -> list[Json]:
    if card.outcome:
        return buttons(card.buttons)
    return [
        *_described(card.choices),
        *small(cut_phrase(card.notes, most)),
        *options(card.choices),
        *buttons(card.buttons),
    ]


def _described(choices: Choices | None) -> list[Json]:
    """What the options of a question mean, where they say so."""
    told = [one for one in choices.options if one.description] if choices else []
    lines = [kit.line(kit.bold(visible(one.label)), kit.words(f": {concealed(one.description)}")) for one in told]
    return [kit.rich(*lines)] if lines else []


def _notice(card: Card) -> str:
    """What a phone shows while it is locked."""
    why = f" {concealed(card.reason)}" if card.reason and not card.outcome else ""
    return notification(f"{concealed_text(card.line)}{why}")


# What is decided about
def _body(card: Card, key: str, inline: int, room: int) -> tuple[list[Json], tuple[Attachment, ...]]:
    """The blocks that show it, and the file of what does not fit. What is hidden is spelt out in both."""
    blocks = [replace(one.concealed, name=visible(one.name)) for one in card.blocks]
    fitting: list[Block] = []
    for block in blocks:
        length = _length(block)
        if length <= room and (length <= inline if block.kind != "markdown" else _one_part(block, inline, room)):
            fitting.append(block)
            room -= length
    outside = [block for block in blocks if block not in fitting]
    shown = [part for block in fitting for part in _shown(block, len(blocks) > 1, bool(card.outcome))]
    left = as_one(outside)
    files = (attachment(left.name, left.text, key),) if outside else ()
    for file in files:
        preview = max(GLIMPSE, min(PREVIEW, PREVIEW + room // 2))  # less than nothing is left where the rest is large
        shown.append(_attached(outside, file, preview))
    shown = _joined(shown)
    whole = kit.folded(_folded(blocks), shown) if card.outcome else shown
    return whole, files


def _length(block: Block) -> int:
    return len(escaped_markdown(block.text) if block.kind == "markdown" else block.text) + len(block.name) + 20


def _one_part(block: Block, inline: int, room: int) -> bool:
    """Markdown is read rather than looked up, so it may take all the room there is, unless that is to be spared."""
    return bool(inline) and room >= LEAST and len(split(block.text, room)) == 1


def _folded(blocks: Sequence[Block]) -> str:
    names = ", ".join(block.name for block in blocks)
    return f"Show {names}"


def _shown(block: Block, named: bool, folded: bool) -> list[Json]:
    """With its name, if it is not alone. A container takes no Markdown: there it is read as it was written."""
    if not block.text.strip():
        return [kit.rich(kit.line(kit.words(f"({block.name} is empty)")))]
    if block.kind == "markdown" and not folded:
        return [kit.markdown(block.text)]
    name = [kit.line(kit.bold(block.name))] if named else []
    text = kit.line(kit.words(block.text)) if block.kind == "markdown" else kit.preformatted(block.text)
    return [kit.rich(*name, text)]


def _attached(outside: Sequence[Block], file: Attachment, most: int) -> Json:
    size = f"{len(file.content):,} characters, attached as {file.filename}; begins:"
    names = ", ".join(block.name for block in outside)
    start = cut(outside[0].text, most).strip() or "…"
    return kit.rich(kit.line(kit.bold(cut(names, most)), kit.words(f": {size}")), kit.preformatted(start))


def _joined(blocks: list[Json]) -> list[Json]:
    """Neighbours of rich text as one block."""
    joined: list[Json] = []
    for block in blocks:
        if joined and joined[-1]["type"] == block["type"] == "rich_text":
            joined[-1] = kit.rich(*joined[-1]["elements"], *block["elements"])
        else:
            joined.append(block)
    return joined
