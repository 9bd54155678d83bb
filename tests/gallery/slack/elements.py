"""What is pressed and filled in. Slack docs, block elements."""

from typing import Any

from tests.gallery.html import div, span, text
from tests.gallery.names import Names
from tests.gallery.slack.mrkdwn import mrkdwn

Json = dict[str, Any]


def words(text_object: Json | None, names: Names) -> str:
    """A text object, of either kind; nothing for none."""
    if not text_object:
        return ""
    if text_object["type"] == "mrkdwn":
        return mrkdwn(text_object["text"], names)
    return text(text_object["text"])


def element(one: Json, names: Names) -> str:
    match one["type"]:
        case "button" | "workflow_button":
            return span(f"button {one.get('style', '')}".strip(), words(one["text"], names))
        case "overflow":
            return span("button", "⋯") + _menu(one, names)
        case "feedback_buttons":
            return span("button thumb", "👍") + span("button thumb", "👎")
        case "icon_button":
            return span("button thumb", "🗑️")
        case "image":
            return span("image", text(one["alt_text"]))
        case "checkboxes" | "radio_buttons":
            return "".join(_box(one, each, names) for each in one["options"])
        case kind if kind.endswith("select"):
            return span("select", words(_picked(one) or one.get("placeholder"), names) or "Choose", " ▾") + (
                _menu(one, names)
            )
        case _:
            return _input(one, names)


def _menu(one: Json, names: Names) -> str:
    """Open, so that all is to be read that it offers."""
    groups = one.get("option_groups") or []
    options = [*(one.get("options") or []), *(option for group in groups for option in group["options"])]
    return div("menu", *(div("option", words(option["text"], names)) for option in options))


def _picked(one: Json) -> Json | None:
    several = one.get("initial_options") or [None]
    option = one.get("initial_option") or several[0]
    return option["text"] if option else None


def _box(one: Json, option: Json, names: Names) -> str:
    chosen = [one.get("initial_option"), *(one.get("initial_options") or [])]
    checked = option["value"] in [each["value"] for each in chosen if each]
    mark = ("☑" if checked else "☐") if one["type"] == "checkboxes" else ("◉" if checked else "○")
    return div("box", mark, " ", words(option["text"], names), div("hint", words(option.get("description"), names)))


def _input(one: Json, names: Names) -> str:
    """What is typed into, or chosen from a calendar or a list of files."""
    filled = one.get("initial_value") or one.get("initial_date") or one.get("initial_time") or ""
    look = "input tall" if one.get("multiline") or one["type"] == "rich_text_input" else "input"
    return div(look, text(filled) or span("hint", words(one.get("placeholder"), names)))
