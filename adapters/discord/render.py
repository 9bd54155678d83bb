"""Cards and texts as Discord's components. Pure.

Every message is made of components (version 2), whose numbers are ours to give: they carry the message's key, by which
it is found again. What a person decides about is never cut: what does not fit is attached as a file, and the card says
so. Nothing that is said pings anybody.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, assert_never

from adapters.discord import cards
from adapters.discord.limits import MESSAGE, NONCE
from adapters.discord.message import EPHEMERAL, V2, Message, file, filename
from adapters.discord.message import text as written
from adapters.discord.phrases import markdown
from adapters.discord.pressed import buttons
from adapters.discord.text import cut, literal, split
from harness.chat.cards import Body, Button, Card, Task, Text
from harness.chat.visible import visible

Json = dict[str, Any]

MESSAGES = 4
"""Of one text; a longer one is a file."""
BEGINNING = 1_500
STEP = 150
"""Characters of what is being done."""
NAMED = 300
"""Characters of a file's own name."""


def messages(body: Body, key: str) -> tuple[Message, ...]:
    """The messages that say it, in order, each marked with the key: one for a Card."""
    match body:
        case Card():
            parts: tuple[Message, ...] = (cards.card(body, key),)
        case Text() if len(_words(body)) > MESSAGES * MESSAGE:
            parts = (_beginning(body, key),)
        case Text():
            *first, last = [part for part in split(_words(body)) if part.strip()] or [""]
            parts = (*map(page, first), page(last, body.buttons))
        case _:
            assert_never(body)
    return tuple(marked(part, key, number, len(parts)) for number, part in enumerate(parts))


def page(words: str, below: Sequence[Button] = ()) -> Message:
    """One message, of a text that fits."""
    return Message([written(words), *buttons(below)])


def attached(name: str, content: bytes, key: str) -> Message:
    """A file of that name, under one that Discord takes as it is."""
    stem = "".join(one if one.isascii() and (one.isalnum() or one in ".-_") else "_" for one in name)[-100:]
    named = stem.lstrip(".") or "file"
    return marked(Message([written(literal(cut(name, NAMED))), file(named)], {named: content}), key, 0, 1)


def live(body: Text, key: str) -> Message:
    """As much as fits of what is not final: its end."""
    parts = split(_words(body))
    shown = parts[-1] if len(parts) == 1 else f"…\n{parts[-1]}"
    return marked(page(shown, body.buttons), key, 0, 0)


def standing(body: Text, key: str) -> Message:
    """What fits one message and was posted whole, with what is being done."""
    return marked(page("\n".join([_words(body), *_steps(body)]), body.buttons), key, 0, 1)


def _steps(body: Text) -> list[str]:
    """What is being done, a line each, as far as there is room."""
    lines = [f"-# {body.so_far}", *map(_step, body.tasks)] if body.tasks else []
    return lines if len(_words(body)) + sum(map(len, lines)) <= MESSAGE - len(lines) else []


def _step(task: Task) -> str:
    doing = f"\n-# {literal(cut(visible(task.details), STEP))}" if task.details else ""
    return f"{_MARKS[task.status]} {literal(cut(visible(task.title), STEP))}{doing}"


_MARKS = {"pending": "▫️", "running": "▶️", "done": "☑️", "failed": "⚠️"}


def noted(words: str) -> Json:
    """What only one person sees: as much as fits."""
    first, *more = split(words)
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


def _beginning(body: Text, key: str) -> Message:
    """How it begins; all of it is in the file."""
    name = filename("answer", body.markdown, key, "md")
    whole = f"-# The whole answer, {len(body.markdown):,} characters, is in the file below."
    shown = f"{split(_words(body), BEGINNING)[0]}\n…\n{whole}"
    return Message([written(shown), file(name), *buttons(body.buttons)], {name: body.markdown})


def _words(body: Text) -> str:
    """All that it says, in Markdown."""
    return "\n\n".join(filter(None, (markdown(body.lead), body.markdown)))
