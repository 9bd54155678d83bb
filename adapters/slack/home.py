"""The home tab: what waits for its person, what is being worked on, what was lately, and who we are. Pure.

What is to be decided is shown there with its buttons if all of it fits; else with the way to its card.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from adapters.slack import cards, kit
from adapters.slack.limits import HEADER, SECTION, VIEW_BLOCKS
from adapters.slack.text import cut, escaped, fallback
from harness.chat.cards import Card
from harness.chat.phrases import plain
from harness.chat.visible import visible
from harness.commands.home_view import HomeEntry, HomeView, Waiting

Json = dict[str, Any]

SHOWN = 10
"""Of what waits."""
_LONGEST = 12
"""Blocks of one card. A view has a hundred."""
_OF_VIEWS = frozenset({"header", "section", "context", "rich_text", "actions"})
"""Slack docs, block kit: of the blocks that cards are made of, those that a view may have."""
_OF_HOME = frozenset({"button", "overflow"})
"""What is pressed, and says by itself all that there is to say."""


def home(home_view: HomeView) -> Json:
    """The view of that. To who has nothing to do with us yet, it first says who we are."""
    about = [_said(_mrkdwn(part)) for part in home_view.introduction.split("\n\n")]
    blocks = [
        *(about if home_view.first else ()),
        kit.title("Waiting for you"),
        *_waiting(home_view.waiting, home_view.more),
        kit.title("Working now"),
        _listed(home_view.working),
        kit.title("Recent"),
        _listed(home_view.recent),
        kit.title("Schedules"),
        *_schedules(home_view.schedules),
        *(() if home_view.first else (kit.title("About me"), *about)),
    ]
    return {"type": "home", "blocks": blocks[:VIEW_BLOCKS]}


def closed(why: str) -> Json:
    """For who may not talk with us."""
    return {"type": "home", "blocks": [_said(fallback(why, SECTION))]}


def _schedules(schedules: Sequence[str]) -> Iterator[Json]:
    yield _said("\n".join(f"• {fallback(visible(one), SECTION // 4)}" for one in schedules[:SHOWN]) or "Nothing.")
    if len(schedules) > SHOWN:
        yield _said(f"And {len(schedules) - SHOWN} more.")


def _waiting(waiting: Sequence[Waiting], more: bool) -> Iterator[Json]:
    if not waiting:
        yield _said("Nothing.")
    for number, one in enumerate(waiting[:SHOWN]):
        for block in _card(one.card) or [_said(_brief(one.card))]:
            yield {**block, "block_id": f"{number}.{block['block_id']}"} if "block_id" in block else block
        if one.address:
            yield _said(f"<{one.address}|Open it in its conversation>")
    if len(waiting) > SHOWN:
        yield _said(f"And {'more than ' if more else ''}{len(waiting) - SHOWN} more.")


def _card(card: Card) -> Sequence[Json]:
    """Nothing, if it does not fit whole: nobody decides here what they do not see."""
    drawn = cards.card(card, "")
    pressed = {element["type"] for block in drawn.blocks for element in block.get("elements", ()) if _acts(block)}
    fits = {block["type"] for block in drawn.blocks} <= _OF_VIEWS and pressed <= _OF_HOME
    return drawn.blocks if fits and not drawn.attachments and len(drawn.blocks) <= _LONGEST else ()


def _acts(block: Json) -> bool:
    return bool(block["type"] == "actions")


def _brief(card: Card) -> str:
    return f"*{fallback(visible(plain(card.title)), HEADER)}*"


def _listed(entries: Sequence[HomeEntry]) -> Json:
    return _said("\n".join(map(_entry, entries)) or "Nothing.")


def _entry(entry: HomeEntry) -> str:
    title = fallback(visible(entry.title), HEADER).replace("|", "¦")
    return f"• {f'<{entry.address}|{title}>' if entry.address else title} – {escaped(entry.fate)}"


def _mrkdwn(markdown: str) -> str:
    """Of our own words, which are bold at most."""
    return re.sub(r"\*\*(.+?)\*\*", r"*\1*", escaped(markdown))


def _said(mrkdwn: str) -> Json:
    """Slack takes no text that is nothing but white space."""
    shown = cut(mrkdwn, SECTION) if mrkdwn.strip() else "…"
    return {"type": "section", "text": {"type": "mrkdwn", "text": shown}}
