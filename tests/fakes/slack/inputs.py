"""The value of a menu or input: what it starts with, and what a person makes of it."""

from tests.fakes.slack.screen import Control, Json


class NotPossible(AssertionError):
    """A person could not do this: the control is not there, or does not take this value."""


_ONE = {
    "users_select": ("selected_user", "initial_user"),
    "conversations_select": ("selected_conversation", "initial_conversation"),
    "channels_select": ("selected_channel", "initial_channel"),
    "datepicker": ("selected_date", "initial_date"),
    "timepicker": ("selected_time", "initial_time"),
    "datetimepicker": ("selected_date_time", "initial_date_time"),
    "rich_text_input": ("rich_text_value", "initial_value"),
    "static_select": ("selected_option", "initial_option"),
    "external_select": ("selected_option", "initial_option"),
    "radio_buttons": ("selected_option", "initial_option"),
    "overflow": ("selected_option", "initial_option"),
    "multi_users_select": ("selected_users", "initial_users"),
    "multi_conversations_select": ("selected_conversations", "initial_conversations"),
    "multi_channels_select": ("selected_channels", "initial_channels"),
    "multi_static_select": ("selected_options", "initial_options"),
    "multi_external_select": ("selected_options", "initial_options"),
    "checkboxes": ("selected_options", "initial_options"),
}
_TYPED = ("value", "initial_value")

Entered = str | int | list[str] | None
"""What tests write for a value: typed text, an option's text or value, an id, a date, several of them, or nothing."""


def initial(control: Control) -> Json:
    """The entry below state.values before anybody touched it."""
    key, source = _ONE.get(control.kind, _TYPED)
    empty: object = [] if key == "selected_options" else None
    return {"type": control.kind, key: control.element.get(source, empty)}


def entered(control: Control, value: Entered) -> Json:
    """The entry below state.values once a person entered this. Raises NotPossible."""
    key, _ = _ONE.get(control.kind, _TYPED)
    if key == "selected_option":
        return {"type": control.kind, key: None if value is None else _option(control, value)}
    if key == "selected_options":
        chosen = value if isinstance(value, list) else [] if value is None else [str(value)]
        return {"type": control.kind, key: [_option(control, one) for one in chosen]}
    if key == "value" and value is not None:
        _check_length(control, str(value))
        return {"type": control.kind, key: str(value)}
    return {"type": control.kind, key: value}


def is_empty(entry: Json) -> bool:
    return all(value in (None, "", []) for key, value in entry.items() if key != "type")


def _option(control: Control, wanted: object) -> Json:
    for option in control.options:
        if wanted in (option["value"], option["text"]["text"]):
            return option
    raise NotPossible(f"{control.label or control.action_id!r} does not offer {wanted!r}, but {control.labels}")


def _check_length(control: Control, text: str) -> None:
    least, most = control.element.get("min_length", 0), control.element.get("max_length", 3_000)
    if not least <= len(text) <= most:
        raise NotPossible(f"{control.label!r} takes {least} to {most} characters, not {len(text)}")
    if not control.element.get("multiline", False) and control.kind == "plain_text_input" and "\n" in text:
        raise NotPossible(f"{control.label!r} takes one line only")
