"""Cards as Discord's components: one container, whose colour says how it stands. Pure.

What a person decides about is never cut: what does not fit is attached as a file, and the card says so. What looks like
a secret is masked, in files too.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from adapters.discord.limits import COMPONENTS, TEXT
from adapters.discord.message import Message, file, filename, text
from adapters.discord.phrases import markdown
from adapters.discord.pressed import buttons, options
from adapters.discord.text import fenced, literal, said, uncovered
from harness.chat.cards import Block, Card, Choices, as_one
from harness.chat.phrases import Phrase, concealed_text, cut
from harness.chat.secrets import concealed
from harness.chat.wording import units

Json = dict[str, Any]

INLINE = 1_000
"""Characters of a block that stand on the card itself."""
LINE, REASON, BLOCKS = 300, 800, 2_000
"""Of a line that stands for itself, of why something is asked, and of all blocks together."""
SHARES = (1.0, 0.5, 0.25, 0.1)
"""Of what each part of a card may take: the first by which all of it fits."""
PENDING, SETTLED = 0x5865F2, 0x80848E
_CONTAINER = 17
_LANGUAGES = {"shell": "sh", "diff": "diff", "text": "", "markdown": ""}


def card(card: Card, key: str) -> Message:
    """What is asked, why, and about what; then who may decide, and what is pressed. Settled, a line that stands for all
    of it, above what was decided about.
    """
    tried = (_roomy(card, key, share) for share in SHARES)
    return next((message for message in tried if _length(message.components) <= TEXT), _roomy(card, key, SHARES[-1]))


def _roomy(card: Card, key: str, share: float) -> Message:
    """With its buttons side by side if there is room for them."""
    message = _card(card, key, share, together=False)
    return message if _count(message.components) <= COMPONENTS else _card(card, key, share, together=True)


def _card(card: Card, key: str, share: float, together: bool) -> Message:
    room = _Room(key, len(card.rows), share)
    inside = list(_body(card, room, 0, together and not card.rows))
    for number, row in enumerate(card.rows, 1):
        inside += _body(row, room, number, together)
    if card.rows:
        inside += buttons(card.buttons, together)
    colour = PENDING if card.answerable else SETTLED
    return Message([{"type": _CONTAINER, "accent_color": colour, "components": inside}], room.files)


class _Room:
    """How many characters each thing may take on a card, and what became a file for want of them."""

    def __init__(self, key: str, rows: int, share: float = 1.0) -> None:
        self._key, self.files = key, dict[str, str]()
        self.inline = int(share * INLINE) // max(rows, 1)
        self.left = int(share * BLOCKS)
        self.reason = int(share * REASON) // max(rows, 1)
        self.line = LINE // 2 if rows else LINE

    def takes(self, text: str) -> bool:
        if units(text) > min(self.left, self.inline):
            return False
        self.left -= units(text)
        return True

    def file(self, label: str, content: str) -> str:
        name = filename(label, content, self._key)
        self.files[name] = content
        return name


def _body(card: Card, room: _Room, number: int, together: bool) -> Iterator[Json]:
    """`number`: of a row among others; 0 if there are none."""
    heading = _heading(card, room, number)
    blocks = [(block, _shown(block, len(card.blocks) > 1)) for block in card.blocks]
    shown = [words for block, words in blocks if room.takes(words)]
    outside = [block for block, words in blocks if words not in shown]
    cut_short = _cut_short(card, room)
    outside += [Block(whole, name=name, secrets=()) for name, whole, most in cut_short if units(literal(whole)) > most]
    left, files = _left_out(outside, room) if outside else ("", [])
    if not card.outcome:
        yield from _small(card.lead, room.line)
    yield text("\n".join(filter(None, (heading, *_why(card, room), *shown, left))))
    yield from files
    if card.outcome:
        yield from buttons(() if card.rows else card.buttons, together, number)
        return
    yield from _described(card.choices, room)
    yield from _small(card.notes, room.line)
    yield from options(card.choices)
    yield from buttons(() if card.rows else card.buttons, together, number)


def _heading(card: Card, room: _Room, number: int) -> str:
    """A title is larger than the rows below it; an outcome is a line like any other."""
    numbered: Phrase = (f"{number}. ",) if number else ()
    if card.outcome:
        return _line((*numbered, *card.outcome), room.line)
    title = _line((*numbered, *card.title), room.line)
    return f"**{title.strip()}**" if number else f"### {title}"


def _why(card: Card, room: _Room) -> Iterator[str]:
    """Why it is asked, in Markdown if it fits, and what has to be read first."""
    if not card.outcome:
        yield f"⚠️ **{_line(card.caution, room.line)}**" if card.caution else ""
        why = uncovered(concealed(card.reason))
        yield why if units(why) <= room.reason else said(concealed(card.reason), room.reason)


def _cut_short(card: Card, room: _Room) -> Iterator[tuple[str, str, int]]:
    """What is read in full in a file, if there is no room for it: its name, all of it, and how much fits."""
    yield "title", concealed_text(card.line), room.line
    if not card.outcome:
        yield "reason", concealed(card.reason), room.reason
        yield "warning", concealed_text(card.caution), room.line


def _line(phrase: Phrase, most: int) -> str:
    """At most so long, marks and all."""
    shown, room = markdown(phrase), most
    while units(shown) > most and room > 1:
        room = max(1, room - max(1, (units(shown) - most) // 2))
        shown = markdown(cut(phrase, room))
    return shown


def _shown(block: Block, named: bool) -> str:
    """With its name, if it is not alone."""
    words = block.concealed.text
    name = f"**{literal(block.name)}**\n" if named else ""
    if not words.strip():
        return f"({literal(block.name)} is empty)"
    return name + (uncovered(words) if block.kind == "markdown" else fenced(words, _LANGUAGES[block.kind]))


def _left_out(outside: Sequence[Block], room: _Room) -> tuple[str, list[Json]]:
    """What says that it is in a file, and that file."""
    whole = as_one([block.concealed for block in outside])
    content = whole.text
    names = said(", ".join(one.name for one in outside), room.line)
    made = file(room.file(whole.name, content))
    return f"**{names}**: {len(content):,} characters, in the file below", [made]


def _described(choices: Choices | None, room: _Room) -> Iterator[Json]:
    """What the options of a question mean, where they say so."""
    told = [one for one in choices.options if one.description] if choices else []
    lines = [f"**{said(one.label, room.line)}**: {said(concealed(one.description), room.line)}" for one in told]
    if lines:
        yield text("\n".join(lines))


def _small(phrase: Phrase, most: int) -> list[Json]:
    return [text(f"-# {_line(phrase, most)}")] if phrase else []


def _count(components: Sequence[Json]) -> int:
    return sum(1 for _ in _every(components))


def _length(components: Sequence[Json]) -> int:
    return sum(units(str(one.get("content") or "")) for one in _every(components))


def _every(components: Sequence[Json]) -> Iterator[Json]:
    for one in components:
        yield one
        yield from _every(one.get("components") or ())
