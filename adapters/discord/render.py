"""Cards and texts as Discord's components. Pure.

Every message is made of components (version 2), whose numbers are ours to give: they carry the message's key, by which
it is found again. What a person decides about is never cut: what does not fit is attached as a file, and the card says
so. Nothing that is said pings anybody.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, assert_never

from adapters.discord import controls
from adapters.discord.limits import BUTTON, COMPONENTS, MESSAGE, NONCE, OPTION, OPTIONS, ROW, TEXT
from adapters.discord.parse import PLATFORM
from adapters.discord.text import cut, fenced, literal, said, split, uncovered
from harness.chat.cards import Body, Button, Card, Choices, Detail, Text
from harness.chat.people import Person
from harness.chat.visible import visible
from harness.chat.wording import units

Json = dict[str, Any]

V2, EPHEMERAL = 1 << 15, 1 << 6
QUIET: Json = {"parse": [], "users": [], "roles": [], "replied_user": False}
"""allowed_mentions of all that we say."""
INLINE = 1_000
"""Characters of a detail that stand on the card itself."""
MESSAGES = 4
"""Of one text; a longer one is a file."""
BEGINNING = 1_500
BUTTONS_OF_A_QUESTION = 5
SUMMARY, ROW_SUMMARY, LINE, DETAILS = 800, 250, 300, 2_000
NAME = 100
SHARES = (1.0, 0.5, 0.25, 0.1)
"""Of what each part of a card may take: the first by which all of it fits."""
PENDING, SETTLED = 0x5865F2, 0x80848E
_ROW_TYPE, _BUTTON, _SELECT, _TEXT, _FILE, _CONTAINER = 1, 2, 3, 10, 13, 17
_STYLES = {"": 2, "primary": 1, "danger": 4}


@dataclass(frozen=True, slots=True)
class Message:
    """One message: its components, and the files that they show."""

    components: Sequence[Json]
    files: Mapping[str, str | bytes] = field(default_factory=dict)

    @property
    def body(self) -> Json:
        return {"components": list(self.components), "flags": V2, "allowed_mentions": QUIET}


def messages(body: Body, key: str) -> tuple[Message, ...]:
    """The messages that say it, in order, each marked with the key: one for a Card."""
    match body:
        case Card():
            parts: tuple[Message, ...] = (card(body, key),)
        case Text() if len(body.markdown) > MESSAGES * MESSAGE:
            parts = (_beginning(body, key),)
        case Text():
            *first, last = [part for part in split(body.markdown) if part.strip()] or [""]
            parts = (*map(page, first), page(last, body.buttons))
        case _:
            assert_never(body)
    return tuple(marked(part, key, number, len(parts)) for number, part in enumerate(parts))


def page(markdown: str, below: Sequence[Button] = ()) -> Message:
    """One message, of a text that fits."""
    return Message([_text(markdown), *buttons(below)])


def attached(name: str, content: bytes, key: str) -> Message:
    """A file of that name, under one that Discord takes as it is."""
    stem = "".join(one if one.isascii() and (one.isalnum() or one in ".-_") else "_" for one in name)[-100:]
    filename = stem.lstrip(".") or "file"
    file = {"type": _FILE, "file": {"url": f"attachment://{filename}"}}
    return marked(Message([_text(literal(cut(name, LINE))), file], {filename: content}), key, 0, 1)


def live(body: Text, key: str) -> Message:
    """As much as fits of what is not final: its end."""
    parts = split(body.markdown)
    shown = parts[-1] if len(parts) == 1 else f"…\n{parts[-1]}"
    return marked(page(shown, body.buttons), key, 0, 0)


def noted(markdown: str) -> Json:
    """What only one person sees: as much as fits."""
    first, *more = split(markdown)
    message = page(f"{first}\n…" if more else first)
    return {**message.body, "flags": V2 | EPHEMERAL}


# Keys
def mark(key: str, part: int, parts: int) -> int:
    """The number that the first component of a part carries. `parts` is 0 while it is live."""
    last = "live" if not parts else "last" if part == parts - 1 else "more"
    return int.from_bytes(blake2b(f"{key}\0{part}\0{last}".encode(), digest_size=4).digest()) % (2**31 - 1000) + 1000


def nonce(key: str, part: int) -> str:
    """Discord docs, create message: with `enforce_nonce` what carries it is made once within minutes."""
    return blake2b(f"{key}\0{part}".encode(), digest_size=12).hexdigest()[:NONCE]


def marked(message: Message, key: str, part: int, parts: int) -> Message:
    first, *rest = message.components
    return Message([{**first, "id": mark(key, part, parts)}, *rest], message.files)


def mark_of(message: Mapping[str, Any]) -> int:
    """What is on a message that Discord shows us; 0 if it has none."""
    components = message.get("components") or []
    return int(components[0].get("id") or 0) if components else 0


# Cards
def card(card: Card, key: str) -> Message:
    """Title, summary, details, warning, who may decide; then the buttons, or how it ended."""
    tried = (_roomy(card, key, share) for share in SHARES)
    return next((message for message in tried if _length(message.components) <= TEXT), _roomy(card, key, SHARES[-1]))


def _roomy(card: Card, key: str, share: float) -> Message:
    """With its buttons side by side if there is room for them."""
    message = _card(card, key, share, together=False)
    return message if _count(message.components) <= COMPONENTS else _card(card, key, share, together=True)


def _card(card: Card, key: str, share: float, together: bool) -> Message:
    room = _Room(key, len(card.rows), share)
    inside: list[Json] = [_text(f"### {said(card.title, room.line)}")]
    if card.rows:
        for number, row in enumerate(card.rows, 1):
            inside += _body(row, room, number, together)
        inside += [*_small(f"To decide: {card.deciders}" if card.deciders else ""), *buttons(card.buttons)]
    else:
        inside += _body(card, room, 0, together)
    colour = PENDING if card.answerable else SETTLED
    return Message([{"type": _CONTAINER, "accent_color": colour, "components": inside}], room.files)


class _Room:
    """How many characters each thing may take on a card, and what became a file for want of them."""

    def __init__(self, key: str, rows: int, share: float = 1.0) -> None:
        self._key, self.files = key, dict[str, str]()
        self.inline = int(share * INLINE) // max(rows, 1)
        self.left = int(share * DETAILS)
        self.summary = int(share * (ROW_SUMMARY if rows else SUMMARY))
        self.line = int(share * (LINE // 2 if rows else LINE))

    def takes(self, text: str) -> bool:
        if units(text) > min(self.left, self.inline):
            return False
        self.left -= units(text)
        return True

    def file(self, label: str, content: str) -> str:
        name = "".join(one if one.isascii() and one.isalnum() else "-" for one in label[:40]) or "details"
        digest = blake2b(f"{self._key}\0{label}\0{content}".encode(errors="backslashreplace"), digest_size=4)
        filename = f"{name}-{digest.hexdigest()}.txt"
        self.files[filename] = content
        return filename


def _body(card: Card, room: _Room, number: int, together: bool) -> Iterator[Json]:
    """`number`: of a row among others; 0 if there are none."""
    title = f"**{number}. {said(card.title, room.line)}**" if number else ""
    lines = [title, said(card.summary, room.summary)]
    outside = [
        Detail(label, text)
        for label, text, most in (
            ("title", card.title, room.line),
            ("in full", card.summary, room.summary),
            ("warning", card.warning, room.line),
        )
        if len(text) > most or units(literal(text)) > most  # escaped it is no shorter
    ]
    for detail in card.details:
        shown = _detail(detail)
        if room.takes(shown):
            lines.append(shown)
        else:
            outside.append(detail)
    names = []
    if outside:
        content = visible(
            outside[0].text if len(outside) == 1 else "\n\n".join(f"{one.label}:\n{one.text}" for one in outside)
        )
        names.append(room.file(outside[0].label if len(outside) == 1 else "details", content))
        labels = said(", ".join(one.label or "details" for one in outside), room.line)
        lines.append(f"**{labels}**: {len(content):,} characters, in the file below")
    if card.warning:
        lines.append(f"⚠️ **{said(card.warning, room.line)}**")
    if card.outcome:
        lines.append(_outcome(card, room))
    yield _text("\n".join(filter(None, lines)))
    yield from ({"type": _FILE, "file": {"url": f"attachment://{name}"}} for name in names)
    if card.deciders and not card.outcome:
        yield from _small(f"To decide: {card.deciders}", room.line)
    yield from _choices(card.choices)
    yield from buttons(card.buttons, together, number)


def _detail(detail: Detail) -> str:
    words = visible(detail.text)
    if not detail.code and not detail.label:
        return uncovered(words)  # Markdown, such as a plan
    if detail.code and words:
        return f"**{literal(detail.label)}**\n{fenced(words)}"
    return f"**{literal(detail.label)}**: {literal(words) or '(empty)'}"


def _mentioned(by: Person | None) -> str:
    """Discord shows a person's name for it; it pings nobody, as nothing that we say does."""
    if by is None:
        return ""
    known = by.platform == PLATFORM and by.user.isdecimal()
    return f"<@{by.user}>" if known else said(str(by), NAME)


def _outcome(card: Card, room: _Room) -> str:
    before, by, after = card.outcome_parts
    who = _mentioned(by)
    start = said(before, room.line)
    how = f"{start}{who}{said(after, max(room.line - units(start + who), 1)) if after else ''}"
    if card.at is None:
        return how
    return f"{how} · <t:{int(card.at)}:f>"


def _count(components: Sequence[Json]) -> int:
    return sum(1 for _ in _every(components))


def _length(components: Sequence[Json]) -> int:
    return sum(units(str(one.get("content") or "")) for one in _every(components))


def _every(components: Sequence[Json]) -> Iterator[Json]:
    for one in components:
        yield one
        yield from _every(one.get("components") or ())


# What is pressed
def _choices(choices: Choices | None) -> list[Json]:
    if choices is None:
        return []
    labels = [option.label for option in choices.options]
    if not choices.multiple and len(labels) <= BUTTONS_OF_A_QUESTION and all(len(one) <= BUTTON for one in labels):
        made = [_button(one, controls.CHOOSE, choices.token, number) for number, one in enumerate(labels)]
        return [_row(*made)] if made else []
    options = [
        {"label": cut(one.label, OPTION), "value": str(number), **_described(one.description)}
        for number, one in enumerate(choices.options[:OPTIONS])
    ]
    most = len(options) if choices.multiple else 1
    return [_row(_menu(controls.custom_id(controls.OPTIONS, choices.token), "Choose", options, most))]


def _described(text: str) -> Json:
    return {"description": cut(visible(" ".join(text.split())), OPTION)} if text.strip() else {}


def buttons(given: Sequence[Button], together: bool = False, number: int = 0) -> list[Json]:
    """Those of the menu beside them go there; all of them do if they stand `together`. `number`: of their row."""
    menu = [each for each in given if together or each.more][:OPTIONS]
    shown = [
        _button(each.label, _kind(each), each.token, 100 * number + place, each.style)
        for place, each in enumerate(given)
        if each not in menu
    ]
    rows = [_row(*shown[start : start + ROW]) for start in range(0, len(shown), ROW)]
    if menu:
        options = [{"label": cut(each.label, OPTION) or "…", "value": f"{_kind(each)}:{each.token}"} for each in menu]
        rows.append(_row(_menu(f"{controls.MORE}.{number}:", "Choose" if together else "More…", options, 1)))
    return rows


def _kind(button: Button) -> str:
    return controls.FORM if button.form else controls.CLICK


def _button(label: str, kind: str, token: str, number: int, style: str = "") -> Json:
    made = controls.custom_id(kind, token, number)
    return {"type": _BUTTON, "label": cut(label, BUTTON) or "…", "style": _STYLES[style], "custom_id": made}


def _menu(custom_id: str, placeholder: str, options: list[Json], most: int) -> Json:
    made: Json = {"type": _SELECT, "custom_id": custom_id, "placeholder": placeholder, "options": options}
    return {**made, "min_values": 1, "max_values": most}


def _row(*components: Json) -> Json:
    return {"type": _ROW_TYPE, "components": list(components)}


def _text(text: str) -> Json:
    return {"type": _TEXT, "content": text if text.strip() else "…"}


def _small(text: str, most: int = LINE) -> list[Json]:
    return [_text(f"-# {said(text, most)}")] if text else []


def _beginning(body: Text, key: str) -> Message:
    """How it begins; all of it is in the file."""
    room = _Room(key, 0)
    name = room.file("answer", body.markdown).removesuffix(".txt") + ".md"
    whole = f"-# The whole answer, {len(body.markdown):,} characters, is in the file below."
    shown = f"{split(body.markdown, BEGINNING)[0]}\n…\n{whole}"
    file = {"type": _FILE, "file": {"url": f"attachment://{name}"}}
    return Message([_text(shown), file, *buttons(body.buttons)], {name: body.markdown})
