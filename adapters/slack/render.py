"""Cards and texts as Slack's blocks. Pure.

What a person decides about is never cut: a detail that does not fit is attached as a file, and the card says so.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, assert_never

from adapters.slack import cards, kit
from adapters.slack.limits import HEADER, PART, SECTION, TEXT
from adapters.slack.message import Message, attachment, notification
from adapters.slack.phrases import rich
from adapters.slack.pressed import below
from adapters.slack.text import cut, fallback, headings_of, split
from harness.chat.cards import Body, Button, Card, Feedback, Task, Text
from harness.chat.phrases import cut as cut_phrase
from harness.chat.phrases import plain
from harness.chat.visible import visible

Json = dict[str, Any]

MESSAGES = 4
"""Of one text; a longer one is a file."""
BEGINNING = 3_000
HEADINGS = 25
"""Characters and headings that are shown of one that is a file."""
LEAD = 4_500
"""Characters of what we say ourselves above a text: more than the longest note has."""
TASK_TITLE = 150
TASK_DETAILS = 300

_BASIC = frozenset({"header", "section", "context", "actions", "divider"})
NO_BUTTONS = "Slack refuses my buttons here. What waits for you is on my Home tab."


def messages(body: Body, key: str, compact: bool = False) -> tuple[Message, ...]:
    """The messages that say it, in order: one for a Card. `compact` spares room, for when Slack found it too long."""
    match body:
        case Card():
            return (cards.card(body, key, 0 if compact else cards.INLINE),)
        case Text() if very_long(body.markdown):
            return (_beginning(body, key),)
        case Text():
            return text(body, PART // 3 if compact else PART)
        case _:
            assert_never(body)


def text(body: Text, most: int = PART) -> tuple[Message, ...]:
    """In parts of at most `most` characters, escaped; the buttons stand below the last."""
    *parts, last = split(body.markdown, max(most - _above(body), PART // 4))
    first, *rest = (*map(page, parts), page(last, body.buttons, feedback=body.feedback))
    return (_led(body, first), *rest)


def _led(body: Text, message: Message) -> Message:
    """With what we say ourselves above it; of nothing else, that alone."""
    if not body.lead:
        return message
    said = message.blocks if body.markdown.strip() else [one for one in message.blocks if one["type"] != "markdown"]
    return replace(message, text=notification(body.plain), blocks=[kit.rich(rich(cut_phrase(body.lead, LEAD))), *said])


def _above(body: Text) -> int:
    """Characters that are taken before its Markdown."""
    return min(len(plain(body.lead)), LEAD)


def very_long(markdown: str) -> bool:
    """Would it be more messages than anybody reads in a chat? Then it is a file."""
    return len(markdown) > MESSAGES * PART


def _beginning(body: Text, key: str) -> Message:
    """How it begins and what it is about, by its headings; all of it is in the file."""
    begins = split(body.markdown, BEGINNING)[0]
    headings = headings_of(body.markdown)[:HEADINGS]
    about = "\n".join(["**What it covers**", *(f"- {cut(one, HEADER)}" for one in headings)]) if headings else ""
    file = attachment("answer", body.markdown, key, "md")
    whole = f"_The whole answer, {len(body.markdown):,} characters, is in the file {file.filename}._"
    shown = "\n\n".join(filter(None, (begins, "…", about, whole)))
    return replace(_led(body, page(shown, body.buttons, feedback=body.feedback)), attachments=(file,))


def page(
    markdown: str, given: Sequence[Button] = (), plan: Sequence[Json] = (), feedback: Feedback | None = None
) -> Message:
    """One message, of a text that fits."""
    return Message(notification(markdown), [kit.markdown(markdown), *plan, *below(given, feedback)])


def noted(markdown: str, below: Sequence[Button] = ()) -> Json:
    """What only one person sees, as arguments of a call or an acknowledgement: as much as fits, or nothing at all."""
    if not markdown:
        return {}
    message = ephemeral(Text(markdown, buttons=tuple(below)))
    return {"text": message.text, "blocks": list(message.blocks)}


def ephemeral(body: Text) -> Message:
    """What only one person sees: as much as fits."""
    first, *more = split(body.markdown, PART - _above(body))
    return _led(body, page(f"{first}\n\n…" if more else first, body.buttons))


def basic(message: Message) -> Message:
    """The same in blocks that there have always been, for where Slack does not take others: what is pressed is there,
    and all words are, without their looks. Opinions on an answer are not asked for.
    """
    blocks: list[Json] = []
    for block in message.blocks:
        if block["type"] in _BASIC:
            blocks.append(block)
        elif words := kit.words_of(block):
            blocks += [
                one for start in range(0, len(words), SECTION) for one in kit.section(words[start : start + SECTION])
            ]
    return replace(message, blocks=blocks)


def new_kinds(blocks: Sequence[Json]) -> frozenset[str]:
    """The kinds among them that Slack may refuse."""
    return frozenset(block["type"] for block in blocks) - _BASIC


def bare(message: Message) -> Message:
    """The same as text alone, for where Slack takes no blocks: what it can hold of it, and no buttons."""
    words = "\n".join(filter(None, map(kit.words_of, message.blocks)))
    acts = any(block["type"] == "actions" for block in message.blocks)
    left = f"\n{NO_BUTTONS}" if acts else ""
    return replace(message, text=f"{fallback(words, TEXT - len(left)) if words.strip() else '…'}{left}", blocks=())


def live(body: Text) -> Message:
    """As much as fits of what is not final: its end."""
    parts = split(body.markdown, PART - _above(body))
    shown = parts[-1] if len(parts) == 1 else f"…\n\n{parts[-1]}"
    return _led(body, page(shown, body.buttons, _plan(body)))


# What is done
def _plan(body: Text) -> list[Json]:
    """Slack docs, task card block: titles are plain text, details rich text."""
    return [{"type": "plan", "title": body.so_far, "tasks": list(map(_task, body.tasks))}] if body.tasks else []


def _task(task: Task) -> Json:
    card = {
        "type": "task_card",
        "task_id": task.id,
        "title": cut(visible(task.title), TASK_TITLE) or "…",
        "status": _STATUSES[task.status],
    }
    if not task.details:
        return card
    return {**card, "details": kit.rich(kit.line(kit.words(cut(visible(task.details), TASK_DETAILS))))}


_STATUSES = {"pending": "pending", "running": "in_progress", "done": "complete", "failed": "error"}
