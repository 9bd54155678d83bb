"""Forms as Discord's modals, and what comes back from them.

All that is to be known of one is in its custom_id and those of its fields: it may be sent after a restart. What does
not fit is left out of the form, with a line that says so, and keeps its value.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from adapters.discord import controls
from adapters.discord.limits import CUSTOM_ID, FIELD_HINT, FIELD_LABEL, FORM_FIELDS, FORM_TITLE, INPUT, OPTION, OPTIONS
from adapters.discord.text import cut, literal
from harness.approvals.forms import NothingToFill
from harness.chat.cards import Field, Form
from harness.chat.wording import units

Json = dict[str, Any]
_SELECT, _INPUT, _TEXT, _LABEL = 3, 4, 10, 18
TEXT = 1_000


def modal(form: Form) -> Json:
    """The modal of that form. Raises NothingToFill."""
    fitting = [field for field in form.fields if _fits(field)]
    room = FORM_FIELDS - (1 if form.text else 0)
    if len(form.fields) > min(len(fitting), room):
        room -= 1  # for the line that says what is left out
    shown = fitting[:room]
    kept = [field.name for field in form.fields if field not in shown]
    if not shown:
        raise NothingToFill(
            f"This is too long to edit here ({', '.join(kept)}): Discord's fields hold 4,000 characters."
            if kept
            else "There is nothing to fill in."
        )
    if form.card:
        raise NothingToFill("This is decided on its card.")
    components = [{"type": _TEXT, "content": literal(cut(form.text, TEXT))}] if form.text.strip() else []
    components += map(_labelled, shown)
    if kept:
        left = f"Does not fit here, so it stays unchanged: {', '.join(kept)}"
        components.append({"type": _TEXT, "content": literal(cut(left, TEXT))})
    return {
        "title": cut(" ".join(form.title.split()), FORM_TITLE) or "…",
        "custom_id": controls.custom_id(controls.SUBMIT, form.token),
        "components": components,
    }


def token(data: Mapping[str, Any]) -> str:
    """What a modal of ours carries; empty if it is not ours."""
    kind, carried = controls.read(str(data.get("custom_id") or ""))
    return carried if kind == controls.SUBMIT else ""


def values(data: Mapping[str, Any]) -> dict[str, str]:
    """What was filled in, by the field's name."""
    return {str(one["custom_id"]): _filled(one) for one in _inputs(data.get("components") or [])}


def _inputs(components: list[Json]) -> Iterator[Json]:
    for one in components:
        if one.get("component"):
            yield one["component"]
        yield from one.get("components") or ()


def _filled(one: Json) -> str:
    chosen = one.get("values")
    return "\n".join(map(str, chosen)) if chosen is not None else str(one.get("value") or "")


def _fits(field: Field) -> bool:
    return units(field.value) <= INPUT and 0 < len(field.name) <= CUSTOM_ID


def _labelled(field: Field) -> Json:
    element = _element(field)
    hint = field.hint
    if field.options and element["type"] != _SELECT:
        hint = f"{hint} One of: {', '.join(field.options)}"
    label: Json = {"type": _LABEL, "label": cut(field.label or field.name, FIELD_LABEL), "component": element}
    return {**label, "description": cut(" ".join(hint.split()), FIELD_HINT)} if hint.strip() else label


def _element(field: Field) -> Json:
    if field.options and len(field.options) <= OPTIONS and all(0 < len(one) <= OPTION for one in field.options):
        options = [{"label": one, "value": one, "default": one == field.value} for one in dict.fromkeys(field.options)]
        return {"type": _SELECT, "custom_id": field.name, "options": options, "required": field.required}
    several = field.kind in ("text", "json") or "\n" in field.value
    made: Json = {"type": _INPUT, "custom_id": field.name, "style": 2 if several else 1, "required": field.required}
    return {**made, "max_length": min(field.most or INPUT, INPUT), **({"value": field.value} if field.value else {})}
