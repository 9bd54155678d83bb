"""The home tab: what waits for its person, what is being worked on, what was lately, and who we are. Pure."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from adapters.slack import controls, kit, pressed
from adapters.slack.limits import HEADER, SECTION, VIEW_BLOCKS
from adapters.slack.phrases import rich
from adapters.slack.text import cut, escaped, fallback
from harness.chat.phrases import Link, Phrase, joined
from harness.chat.phrases import cut as cut_phrase
from harness.chat.secrets import concealed
from harness.chat.visible import visible
from harness.commands.home_view import HomeEntry, HomeView, Scheduled, Waiting

Json = dict[str, Any]

SHOWN = 10
"""Of what waits."""
LINE = 300
"""Characters of one thing that waits."""
TURN_OFF = "Turn off"


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
        *(() if home_view.first else (kit.title("What I may do"), _said(_mrkdwn(home_view.permissions)))),
    ]
    return {"type": "home", "blocks": blocks[:VIEW_BLOCKS]}


def closed(why: str) -> Json:
    """For who may not talk with us."""
    return {"type": "home", "blocks": [_said(fallback(why, SECTION))]}


def _schedules(schedules: Sequence[Scheduled]) -> Iterator[Json]:
    if not schedules:
        yield _said("Nothing.")
    for number, one in enumerate(schedules[:SHOWN]):
        words = f"• {fallback(concealed(one.words), SECTION // 4)}"
        off = pressed.button(TURN_OFF, controls.numbered(controls.CLICK, number), one.off)
        yield {**_said(words), "accessory": off}
    if len(schedules) > SHOWN:
        yield _said(f"And {len(schedules) - SHOWN} more.")


def _waiting(waiting: Sequence[Waiting], more: bool) -> Iterator[Json]:
    """What is pressed beside a line opens what shows all of it."""
    if not waiting:
        yield _said("Nothing.")
    for number, one in enumerate(waiting[:SHOWN]):
        way: Phrase = (Link("Open thread", one.address),) if one.address else ()
        yield kit.rich(rich(joined([cut_phrase(one.line, LINE), way])))
        for block in pressed.buttons(one.buttons):
            yield {**block, "block_id": f"{number}.{block['block_id']}"}
    if len(waiting) > SHOWN:
        yield _said(f"And {'more than ' if more else ''}{len(waiting) - SHOWN} more.")


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
