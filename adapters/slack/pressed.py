"""What is pressed on a message of Slack. Pure."""

from collections.abc import Sequence
from typing import Any

from adapters.slack import controls, kit
from adapters.slack.limits import ACTIONS, BUTTON, BUTTON_VALUE, CHECKBOXES, OPTION, OPTION_VALUE, OVERFLOW
from adapters.slack.text import cut
from harness.chat.cards import Button, Choices, Feedback
from harness.chat.visible import visible

Json = dict[str, Any]

BUTTONS_OF_A_QUESTION = 5


def options(choices: Choices | None) -> list[Json]:
    if choices is None:
        return []
    labels = [option.label for option in choices.options]
    if not choices.multiple and (
        len(labels) <= BUTTONS_OF_A_QUESTION or any(len(label) > OPTION_VALUE for label in labels)
    ):
        return _actions(
            "choices",
            [
                button(label, controls.numbered(controls.CHOOSE, number), f"{choices.token}\n{label}")
                for number, label in enumerate(labels)
            ],
        )
    offered = [{"text": kit.plain(visible(label), OPTION), "value": cut(label, OPTION_VALUE)} for label in labels]
    menu: Json = {"action_id": controls.OPTIONS, "options": offered}
    if not choices.multiple:
        menu |= {"type": "static_select", "placeholder": kit.plain("Choose one", OPTION)}
    elif len(offered) <= CHECKBOXES:
        menu |= {"type": "checkboxes"}
    else:
        menu |= {"type": "multi_static_select", "placeholder": kit.plain("Choose some", OPTION)}
    return _actions("choices", [menu, button("Send", controls.SEND, choices.token, "primary")])


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
        button(each.label, controls.numbered(_kind(each), number), each.token, each.style)
        for number, each in enumerate(given)
        if each not in menu
    ]
    if menu:
        options = [{"text": kit.plain(each.label, OPTION), "value": f"{_kind(each)}:{each.token}"} for each in menu]
        shown.append({"type": "overflow", "action_id": controls.MORE, "options": options})
    return _actions("buttons", shown)


def _kind(button: Button) -> str:
    return controls.FORM if button.form else controls.CLICK


def button(label: str, action_id: str, value: str, style: str = "") -> Json:
    """Raises ValueError for a value that Slack does not carry."""
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
