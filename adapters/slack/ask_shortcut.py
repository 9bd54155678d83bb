"""The shortcut in a message's menu: a modal that asks what one wants to know of it, and what comes back. Pure.

The modal remembers the message that it is about, as far as it has room. A message that `is_cut` is read again in its
thread.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adapters.slack import kit
from adapters.slack.limits import INPUT, PRIVATE_METADATA, SECTION, VIEW_TITLE
from adapters.slack.text import cut
from adapters.slack.views import remembered
from harness.chat.people import Place
from harness.chat.port import ChatLine

Json = dict[str, Any]

CALLBACK = "ask_deskmate"
"""The callback_id of the shortcut, and of its modal."""
FIELD = "question"
PREVIEW = 300
_CUT = " more characters are not shown here]"
"""The end of a text for which the modal has no room."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """A message that somebody points at. `place` is its thread, or the one that it would begin."""

    place: Place
    line: ChatLine


def modal(pointed: Pointed) -> Json:
    about = f"About what {pointed.line.by} said: {cut(' '.join(pointed.line.text.split()), PREVIEW)}"
    field = {"type": "plain_text_input", "action_id": FIELD, "multiline": True, "max_length": INPUT}
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "private_metadata": _remembered(pointed),
        "title": kit.plain("Ask about this message", VIEW_TITLE),
        "submit": kit.plain("Ask", VIEW_TITLE),
        "close": kit.plain("Cancel", VIEW_TITLE),
        "blocks": [
            {"type": "section", "block_id": "about", "text": kit.plain(about, SECTION)},
            {"type": "input", "block_id": FIELD, "label": kit.plain("What do you want to know, or have done?", SECTION),
             "hint": kit.plain("Your question and my answer appear in its thread.", SECTION), "element": field},
        ],
    }  # fmt: skip


def asked(view: Mapping[str, Any]) -> tuple[Pointed, str] | None:
    """What is asked about which message; None if the view is not that modal."""
    if view.get("callback_id") != CALLBACK:
        return None
    match remembered(view):
        case [str(team), str(channel), str(thread), str(by), str(text), *said]:
            entries = ((view.get("state") or {}).get("values") or {}).get(FIELD) or {}
            typed = str((entries.get(FIELD) or {}).get("value") or "")
            message = str(said[0]) if said else ""  # not of an earlier release
            return Pointed(Place("slack", team, channel, thread), ChatLine(by, text, message=message)), typed.strip()
        case _:
            return None


def is_cut(line: ChatLine) -> bool:
    """True if the modal had no room for all of the message."""
    return line.text.endswith(_CUT)


def _remembered(pointed: Pointed) -> str:
    """Cut where it must be, which whoever reads it is told."""
    place, by, text = pointed.place, cut(pointed.line.by, 80), pointed.line.text

    def whole(text: str) -> str:
        return json.dumps([place.team, place.channel, place.thread, by, text, pointed.line.message])

    if len(whole(text)) <= PRIVATE_METADATA:
        return whole(text)
    kept = len(text)
    while len(whole(_shortened(text, kept))) > PRIVATE_METADATA:
        kept = kept * 9 // 10
    return whole(_shortened(text, kept))


def _shortened(text: str, kept: int) -> str:
    return f"{text[:kept]} [{len(text) - kept}{_CUT}"
