"""Cards and texts as Slack's blocks. Pure.

What a person decides about is never cut: a detail that does not fit is attached as a file, and the card says so.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, assert_never

from adapters.slack import controls, kit
from adapters.slack.limits import (
    ACTIONS,
    BLOCK_WEIGHT,
    BUTTON,
    BUTTON_VALUE,
    CHECKBOXES,
    FALLBACK,
    HEADER,
    OPTION,
    OPTION_VALUE,
    OVERFLOW,
    PART,
    SECTION,
    TEXT,
    WHOLE,
)
from adapters.slack.text import cut, escaped_markdown, fallback, headings_of, split
from harness.chat.cards import Body, Button, Card, Choices, Detail, Feedback, Task, Text
from harness.chat.people import Person
from harness.chat.secrets import masked
from harness.chat.splitting import LEAST
from harness.chat.visible import visible

Json = dict[str, Any]

INLINE = 3_000
"""Characters of a detail that stand on the card itself. Longer ones would push its buttons off a phone's screen."""
MESSAGES = 4
"""Of one text; a longer one is a file."""
BEGINNING = 3_000
HEADINGS = 25
"""Characters and headings that are shown of one that is a file."""
BUTTONS_OF_A_QUESTION = 5
PREVIEW, GLIMPSE = 300, 40
"""Characters that are shown of what is attached, and at least as many where there is little room."""
TASKS = 10
TASK_TITLE = 150
ROW = 300
NAME = 100
"""Characters of what a row of a shared card does, and of how it ended; and of a name in that."""
_NOTES = 2_000
"""Characters set aside for saying what is attached."""
_NOTE = 900
"""The same for one row of a shared card."""
_SEPARATE = 3
"""Files of one card; more details than that which do not fit share one."""


_USER = re.compile("[UW][A-Z0-9]+")
_BASIC = frozenset({"header", "section", "context", "actions", "divider"})
NO_BUTTONS = "Slack does not take my buttons here. What waits for you is on my home tab."


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that stands above a card. Its name says which card's it is, so that it can be looked for."""

    filename: str
    content: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message: its blocks, and its text for notifications."""

    text: str
    blocks: Sequence[Json]
    attachments: tuple[Attachment, ...] = ()


def messages(body: Body, key: str, compact: bool = False) -> tuple[Message, ...]:
    """The messages that say it, in order: one for a Card. `compact` spares room, for when Slack found it too long."""
    match body:
        case Card():
            return (card(body, key, 0 if compact else INLINE),)
        case Text() if very_long(body.markdown):
            return (_beginning(body, key),)
        case Text():
            return text(body, PART // 3 if compact else PART)
        case _:
            assert_never(body)


def text(body: Text, most: int = PART) -> tuple[Message, ...]:
    """In parts of at most `most` characters, escaped; the buttons stand below the last."""
    *parts, last = split(body.markdown, most)
    return (*map(page, parts), page(last, body.buttons, feedback=body.feedback))


def very_long(markdown: str) -> bool:
    """Would it be more messages than anybody reads in a chat? Then it is a file."""
    return len(markdown) > MESSAGES * PART


def _beginning(body: Text, key: str) -> Message:
    """How it begins and what it is about, by its headings; all of it is in the file."""
    begins = split(body.markdown, BEGINNING)[0]
    headings = headings_of(body.markdown)[:HEADINGS]
    about = "\n".join(["**All that it is about**", *(f"- {cut(one, HEADER)}" for one in headings)]) if headings else ""
    file = _file("answer", body.markdown, key, "md")
    whole = f"_The whole answer, {len(body.markdown):,} characters, is in the file {file.filename}._"
    shown = "\n\n".join(filter(None, (begins, "…", about, whole)))
    return replace(page(shown, body.buttons, feedback=body.feedback), attachments=(file,))


def page(
    markdown: str, given: Sequence[Button] = (), tasks: Sequence[Task] = (), feedback: Feedback | None = None
) -> Message:
    """One message, of a text that fits."""
    return Message(_notification(markdown), [kit.markdown(markdown), *_plan(tasks), *below(given, feedback)])


def _notification(markdown: str) -> str:
    """Slack takes no text that is nothing but white space."""
    return fallback(markdown) if markdown.strip() else "…"


def noted(markdown: str, below: Sequence[Button] = ()) -> Json:
    """What only one person sees, as arguments of a call or an acknowledgement: as much as fits, or nothing at all."""
    if not markdown:
        return {}
    message = aside(markdown, below)
    return {"text": message.text, "blocks": list(message.blocks)}


def aside(markdown: str, below: Sequence[Button] = ()) -> Message:
    """What only one person sees: as much as fits."""
    first, *more = split(markdown)
    return page(f"{first}\n\n…" if more else first, below)


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
    parts = split(body.markdown)
    shown = parts[-1] if len(parts) == 1 else f"…\n\n{parts[-1]}"
    return page(shown, body.buttons, body.tasks)


def card(card: Card, key: str, inline: int = INLINE) -> Message:
    """Title, summary, details, warning, who may decide; then the buttons, or how it ended."""
    if card.rows:
        return _shared(card, key, inline)
    whole = Detail("in full", card.summary)
    details = card.details if len(card.summary) < INLINE else (whole, *card.details)
    head = [kit.title(visible(card.title)), *kit.section(visible(card.summary))]
    foot = [
        *kit.marked(f":warning: *{fallback(visible(card.warning))}*" if card.warning else ""),
        *kit.small(visible(f"To decide: {card.deciders}") if card.deciders and not card.outcome else ""),
        *_choices(card.choices),
        *buttons(card.buttons),
        *kit.marked(_outcome(card)),
    ]
    room = WHOLE - kit.weight([*head, *foot]) - _NOTES - 2 * BLOCK_WEIGHT
    blocks, attachments = _details(details, key, inline, room)
    line = _notice(card)
    return Message(line or "…", [*head, *blocks, *foot], attachments)


def _shared(card: Card, key: str, inline: int) -> Message:
    """Each row has its own body, buttons and outcome, and its part of the room."""
    line = _notice(card)
    head = [kit.title(visible(card.title))]
    foot = [*kit.small(visible(f"To decide: {card.deciders}") if card.deciders else ""), *buttons(card.buttons)]
    rows = [(_row_head(number, row), _row_foot(number, row)) for number, row in enumerate(card.rows, 1)]
    fixed = kit.weight([*head, *foot, *(block for heads, feet in rows for block in (*heads, *feet))])
    room = (WHOLE - fixed) // len(rows) - _NOTE - 2 * BLOCK_WEIGHT
    blocks, attachments = list[Json](), list[Attachment]()
    for row, (heads, feet) in zip(card.rows, rows, strict=True):
        details, files = _details(row.details, key, inline // 2, room, separate=1)
        blocks += [*_joined([*heads, *details]), *feet, {"type": "divider"}]
        attachments += files
    return Message(line or "…", [*head, *blocks, *foot], tuple(dict.fromkeys(attachments)))


def _row_head(number: int, row: Card) -> list[Json]:
    summary = cut(visible(row.summary), ROW)
    return [
        kit.rich(kit.line(kit.bold(visible(f"{number}. {row.title}")), kit.words(f"\n{summary}" if summary else "")))
    ]


def _row_foot(number: int, row: Card) -> list[Json]:
    return [
        *kit.marked(f":warning: *{fallback(visible(row.warning), ROW)}*" if row.warning else ""),
        *({**block, "block_id": f"{number}.{block['block_id']}"} for block in buttons(row.buttons)),
        *kit.marked(_outcome(row, ROW)),
    ]


def _notice(card: Card) -> str:
    """What a phone shows while it is locked."""
    return _notification(
        ": ".join(filter(None, (visible(card.title), masked(visible(card.outcome or card.summary)[:FALLBACK]))))
    )


# Details
def _details(
    details: Sequence[Detail], key: str, inline: int, room: int, separate: int = _SEPARATE
) -> tuple[list[Json], tuple[Attachment, ...]]:
    """The blocks that show them, and the files of those that do not fit. What is hidden is spelt out in both."""
    details = [Detail(visible(one.label), visible(one.text), one.code) for one in details]
    fitting: set[int] = set()
    for number, detail in enumerate(details):
        prose = _is_prose(detail)
        length = len(escaped_markdown(detail.text) if prose else detail.text) + len(detail.label) + 20
        if prose and inline:
            fits = max(length, LEAST) <= room and len(split(detail.text, room)) == 1
        else:
            fits = length <= min(inline, room)
        if fits:
            fitting.add(number)
            room -= length
    preview = max(GLIMPSE, min(PREVIEW, PREVIEW + room // 2))  # less than nothing is left where the rest is large
    outside = [detail for number, detail in enumerate(details) if number not in fitting]
    together = len(outside) > separate
    blocks: list[Json] = []
    files: list[Attachment] = []
    for number, detail in enumerate(details):
        if number in fitting:
            blocks += _shown(detail)
        elif not together:
            files.append(_file(detail.label or "details", detail.text, key))
            blocks += _attached(detail, files[-1], preview)
    if together:
        files.append(_file("details", "\n\n".join(f"{one.label}:\n{one.text}" for one in outside), key))
        names = ", ".join(one.label for one in outside)
        blocks += _attached(Detail(names, outside[0].text), files[-1], preview)
    return _joined(blocks), tuple(files)


def _is_prose(detail: Detail) -> bool:
    """Markdown, such as a plan: read rather than looked up, so it may take all the room there is."""
    return not detail.code and not detail.label


def _shown(detail: Detail) -> list[Json]:
    if _is_prose(detail):
        return [kit.markdown(detail.text)] if detail.text.strip() else []
    if detail.code and detail.text:
        return [kit.rich(kit.line(kit.bold(detail.label)), kit.preformatted(detail.text))]
    return [kit.rich(kit.line(kit.bold(detail.label), kit.words(f": {detail.text or '(empty)'}")))]


def _attached(detail: Detail, file: Attachment, most: int) -> list[Json]:
    size = f"{len(file.content):,} characters, attached as {file.filename}; begins:"
    start = cut(detail.text, most) or "…"
    label = cut(detail.label or "details", most)
    return [kit.rich(kit.line(kit.bold(label), kit.words(f": {size}")), kit.preformatted(start))]


def _file(label: str, content: str, key: str, kind: str = "txt") -> Attachment:
    name = "".join(each if each.isascii() and each.isalnum() else "-" for each in label[:40])
    digest = blake2b(f"{key}\0{label}\0{content}".encode(errors="backslashreplace"), digest_size=4).hexdigest()
    return Attachment(f"{name}-{digest}.{kind}", content)


def _joined(blocks: list[Json]) -> list[Json]:
    """Neighbours of rich text as one block: a card may have more arguments than a message has blocks."""
    joined: list[Json] = []
    for block in blocks:
        if joined and joined[-1]["type"] == block["type"] == "rich_text":
            joined[-1] = kit.rich(*joined[-1]["elements"], *block["elements"])
        else:
            joined.append(block)
    return joined


# What is done
def _plan(tasks: Sequence[Task]) -> list[Json]:
    """The last of them. Slack docs, task card block: titles are plain text."""
    if not tasks:
        return []
    cards = [
        {
            "type": "task_card",
            "task_id": task.id,
            "title": cut(visible(task.title), TASK_TITLE) or "…",
            "status": _STATUSES[task.status],
        }
        for task in tasks[-TASKS:]
    ]
    title = f"The last {TASKS} of {len(tasks)} steps" if len(tasks) > TASKS else "Steps so far"
    return [{"type": "plan", "title": title, "tasks": cards}]


_STATUSES = {"running": "in_progress", "done": "complete", "failed": "error"}


# What is pressed
def _choices(choices: Choices | None) -> list[Json]:
    if choices is None:
        return []
    labels = [option.label for option in choices.options]
    if not choices.multiple and (
        len(labels) <= BUTTONS_OF_A_QUESTION or any(len(label) > OPTION_VALUE for label in labels)
    ):
        return _actions(
            "choices",
            [
                _button(label, controls.numbered(controls.CHOOSE, number), f"{choices.token}\n{label}")
                for number, label in enumerate(labels)
            ],
        )
    options = [{"text": kit.plain(visible(label), OPTION), "value": cut(label, OPTION_VALUE)} for label in labels]
    menu: Json = {"action_id": controls.OPTIONS, "options": options}
    if not choices.multiple:
        menu |= {"type": "static_select", "placeholder": kit.plain("Choose one", OPTION)}
    elif len(options) <= CHECKBOXES:
        menu |= {"type": "checkboxes"}
    else:
        menu |= {"type": "multi_static_select", "placeholder": kit.plain("Choose some", OPTION)}
    return _actions("choices", [menu, _button("Send", controls.SEND, choices.token, "primary")])


def below(given: Sequence[Button], feedback: Feedback | None = None) -> list[Json]:
    """What stands below a text."""
    return [*buttons(given), *_feedback(feedback)]


def _feedback(feedback: Feedback | None) -> list[Json]:
    """Slack docs, feedback buttons: Slack itself shows its clicker which one it was."""
    if feedback is None:
        return []
    sides = {"positive": ("Good answer", feedback.good), "negative": ("Bad answer", feedback.bad)}
    shown = {
        f"{side}_button": {"text": kit.plain(label, BUTTON), "value": token, "accessibility_label": label}
        for side, (label, token) in sides.items()
    }
    element = {"type": "feedback_buttons", "action_id": controls.FEEDBACK, **shown}
    return [{"type": "context_actions", "block_id": controls.FEEDBACK, "elements": [element]}]


def buttons(given: Sequence[Button]) -> list[Json]:
    """Those of the menu beside them go there as long as it has room."""
    menu = [each for each in given if each.more and len(each.token) < OPTION_VALUE - 10][:OVERFLOW]
    shown: list[Json] = [
        _button(each.label, controls.numbered(_kind(each), number), each.token, each.style)
        for number, each in enumerate(given)
        if each not in menu
    ]
    if menu:
        options = [{"text": kit.plain(each.label, OPTION), "value": f"{_kind(each)}:{each.token}"} for each in menu]
        shown.append({"type": "overflow", "action_id": controls.MORE, "options": options})
    return _actions("buttons", shown)


def _kind(button: Button) -> str:
    return controls.FORM if button.form else controls.CLICK


def _button(label: str, action_id: str, value: str, style: str = "") -> Json:
    if len(value) > BUTTON_VALUE:
        raise ValueError(f"a button of Slack carries {BUTTON_VALUE} characters, not {len(value)}: {label}")
    styled = {"style": style} if style else {}
    text = kit.plain(visible(label), BUTTON)
    return {"type": "button", "action_id": action_id, "text": text, "value": value, **styled}


def _actions(name: str, elements: list[Json]) -> list[Json]:
    return [
        {"type": "actions", "block_id": f"{name}.{start}", "elements": elements[start : start + ACTIONS]}
        for start in range(0, len(elements), ACTIONS)
    ]


def _mentioned(by: Person | None) -> str:
    """Slack shows a person's own name for it, whatever they call themselves by then."""
    if by is None:
        return ""
    known = by.platform == "slack" and _USER.fullmatch(by.user)
    return f"<@{by.user}>" if known else fallback(visible(str(by)), NAME)


def _outcome(card: Card, most: int = SECTION - 200) -> str:
    if not card.outcome:
        return ""
    before, by, after = card.outcome_parts
    left = most - len(who := _mentioned(by))
    start = fallback(visible(before), left)
    how = f"{start}{who}{fallback(visible(after), max(left - len(start), 1)) if after else ''}"
    if card.at is None:
        return how
    moment = datetime.fromtimestamp(card.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"{how} · <!date^{int(card.at)}^{{date_short_pretty}} {{time}}|{moment}>"
