"""What is pressed on a message of Discord. Pure."""

from collections.abc import Sequence
from typing import Any

from adapters.discord import controls
from adapters.discord.limits import BUTTON, OPTION, OPTIONS, ROW
from adapters.discord.text import cut
from harness.chat.cards import Button, Choices
from harness.chat.visible import visible

Json = dict[str, Any]

BUTTONS_OF_A_QUESTION = 5
_ROW_TYPE, _BUTTON, _SELECT = 1, 2, 3
_STYLES = {"": 2, "primary": 3, "danger": 4}
"""Grey, green and red."""


def options(choices: Choices | None) -> list[Json]:
    if choices is None:
        return []
    labels = [option.label for option in choices.options]
    if not choices.multiple and len(labels) <= BUTTONS_OF_A_QUESTION and all(len(one) <= BUTTON for one in labels):
        made = [_button(one, controls.CHOOSE, choices.token, number) for number, one in enumerate(labels)]
        return [_row(*made)] if made else []
    offered = [
        {"label": cut(one.label, OPTION), "value": str(number), **_described(one.description)}
        for number, one in enumerate(choices.options[:OPTIONS])
    ]
    most = len(offered) if choices.multiple else 1
    return [_row(_menu(controls.custom_id(controls.OPTIONS, choices.token), "Choose", offered, most))]


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
