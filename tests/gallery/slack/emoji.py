"""Emoji by the short names that Slack has for them."""

import re

_NAMED = {
    "alarm_clock": "⏰",
    "arrows_counterclockwise": "🔄",
    "bell": "🔔",
    "eyes": "👀",
    "hourglass_flowing_sand": "⏳",
    "lock": "🔒",
    "no_entry": "⛔",
    "no_entry_sign": "🚫",
    "octagonal_sign": "🛑",
    "pencil2": "✏️",
    "speech_balloon": "💬",
    "warning": "⚠️",
    "wastebasket": "🗑️",
    "white_check_mark": "✅",
    "x": "❌",
}


def named(name: str) -> str:
    """The emoji, or its name in colons where it is not known here."""
    return _NAMED.get(name, f":{name}:")


def shown(text: str) -> str:
    """A text with its short names as emoji."""
    return re.sub(r":([a-z0-9_+-]+):", lambda found: named(found[1]), text)
