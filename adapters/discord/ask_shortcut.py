"""The entry in a message's menu: a modal that asks what one wants to know of it, and what comes back. Pure.

The modal names the message that it is about; its words are remembered for a while, and looked up after a restart.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adapters.discord import controls, views
from adapters.discord.limits import FIELD_HINT, FIELD_LABEL, FORM_TITLE, INPUT
from adapters.discord.text import cut, literal
from harness.chat.people import Place
from harness.chat.port import ChatLine

Json = dict[str, Any]

FIELD = "question"
PREVIEW = 300
_TEXT, _LABEL, _INPUT = 10, 18, 4


@dataclass(frozen=True, slots=True)
class Pointed:
    """A message that somebody points at. `place` is its thread, or the one that it would begin."""

    place: Place
    message: str


def modal(pointed: Pointed, line: ChatLine) -> Json:
    about = f"About what {line.by} said: {cut(' '.join(line.text.split()), PREVIEW)}"
    field = {"type": _INPUT, "custom_id": FIELD, "style": 2, "required": True, "max_length": INPUT}
    label = cut("What do you want to know, or have done?", FIELD_LABEL)
    hint = cut("Your question and my answer appear in its thread.", FIELD_HINT)
    place = pointed.place
    carried = ":".join((place.team, place.channel, place.thread, pointed.message))
    return {
        "title": cut("Ask about this message", FORM_TITLE),
        "custom_id": controls.custom_id(controls.ASK, carried),
        "components": [
            {"type": _TEXT, "content": literal(about)},
            {"type": _LABEL, "label": label, "description": hint, "component": field},
        ],
    }


def asked(data: Mapping[str, Any], platform: str) -> tuple[Pointed, str] | None:
    """What is asked about which message; None if what was sent is not that modal."""
    kind, carried = controls.read(str(data.get("custom_id") or ""))
    parts = carried.split(":")
    if kind != controls.ASK or len(parts) != 4:
        return None
    team, channel, thread, message = parts
    return Pointed(Place(platform, team, channel, thread), message), views.values(data).get(FIELD, "").strip()
