"""A card in a modal, where there is room for all of it or it is not shown: what is approved there was seen. Pure."""

from collections.abc import Iterator
from typing import Any

from adapters.slack import kit
from adapters.slack.limits import CONTEXT, SECTION
from adapters.slack.phrases import rich, small
from harness.approvals.forms import NothingToFill
from harness.chat.cards import Block, Card
from harness.chat.phrases import plain
from harness.chat.secrets import concealed
from harness.chat.visible import visible

Json = dict[str, Any]

MOST = 10_000
"""Characters."""
TOO_LONG = "This is too long to be read here. Decide it on its card, in its thread or in your messages with me."


def whole(card: Card) -> list[Json]:
    """What is asked, why and about what. A view takes no Markdown: it is read as it was written. Raises NothingToFill
    if there is no room for it.
    """
    notes = small(card.notes)
    blocks = [block.concealed for block in card.blocks]
    parts = (plain(card.title), card.reason, plain(card.caution), *(block.text for block in blocks))
    length = sum(len(visible(part)) for part in parts)
    if card.rows or length > MOST or len(plain(card.caution)) > SECTION // 2 or len(plain(card.notes)) > CONTEXT:
        raise NothingToFill(TOO_LONG)
    why = [kit.rich(kit.line(kit.words(concealed(card.reason))))] if card.reason.strip() else []
    warning = [kit.rich(rich(("⚠️ ", *card.caution), bold=True))] if card.caution else []
    options = [kit.rich(*_options(card))] if card.choices else []
    return [kit.rich(rich(card.title, bold=True)), *warning, *why, *map(_block, blocks), *options, *notes]


def _block(block: Block) -> Json:
    name, text = kit.line(kit.bold(visible(block.name))), block.text
    if not text.strip():
        return kit.rich(name, kit.line(kit.words("(empty)")))
    body = kit.line(kit.words(text)) if block.kind == "markdown" else kit.preformatted(text)
    return kit.rich(name, body)


def _options(card: Card) -> Iterator[Json]:
    for option in card.choices.options if card.choices else ():
        means = f": {option.description}" if option.description else ""
        yield kit.line(kit.words(concealed(f"• {option.label}{means}")))
