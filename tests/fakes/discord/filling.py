"""What comes back from a form, by what a person made of its fields."""

from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]
_LABEL, _SELECT = 18, 3


def filled(modal: Json, values: Mapping[str, str]) -> list[Json]:
    """The components of its submission: `values` are by the fields' labels or names, of a menu the option's label.
    What is left alone comes as it was, chosen or typed.
    """
    return [{"type": _LABEL, "id": 0, "component": _sent(one, values)} for one in _fields(modal)]


def _fields(modal: Json) -> Iterator[Json]:
    return (one for one in modal["components"] if one["type"] == _LABEL)


def _sent(field: Json, values: Mapping[str, str]) -> Json:
    inner = field["component"]
    value = values.get(field["label"], values.get(inner["custom_id"]))
    sent = {"type": inner["type"], "custom_id": inner["custom_id"], "id": inner.get("id", 0)}
    if inner["type"] == _SELECT:
        chosen = (one for one in inner["options"] if (one.get("default") if value is None else one["label"] == value))
        return {**sent, "values": [one["value"] for one in chosen]}
    return {**sent, "value": (inner.get("value") or "") if value is None else value}
