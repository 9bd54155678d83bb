"""Messages and forms as Discord judges them. Numbers: Discord docs, message and component reference."""

from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]

CONTENT, LABEL, CUSTOM_ID, ROW, OPTIONS, COMPONENTS, TEXT = 2_000, 80, 100, 5, 25, 40, 4_000
TITLE, FIELDS, FIELD_LABEL, INPUT, PLACEHOLDER, OPTION = 45, 5, 45, 4_000, 150, 100
THREAD_NAME, NONCE = 100, 25
EPHEMERAL, V2 = 1 << 6, 1 << 15
BUTTON, TEXT_DISPLAY = 2, 10
_LEGACY = frozenset({1})
_TOP = frozenset({1, 9, 10, 12, 13, 14, 17})
_KNOWN = _TOP | {2, 3, 4, 5, 6, 7, 8, 11, 18, 19, 21, 22, 23}


class Refused(Exception):
    """What Discord answers instead."""

    def __init__(self, status: int, code: int, message: str, wait: float = 0.0) -> None:
        super().__init__(message)
        self.status, self.code, self.wait = status, code, wait


def invalid(why: str) -> Refused:
    return Refused(400, 50035, f"Invalid Form Body: {why}")


def every(components: list[Json]) -> Iterator[Json]:
    """Each component, those inside others too."""
    for component in components:
        yield component
        yield from every(component.get("components") or [])
        for inside in ("accessory", "component"):
            if component.get(inside):
                yield from every([component[inside]])


def check_message(body: Mapping[str, Any], files: int = 0) -> None:
    """Raises Refused."""
    content, components = str(body.get("content") or ""), list(body.get("components") or [])
    v2 = bool(int(body.get("flags") or 0) & V2)
    if len(content) > CONTENT:
        raise invalid(f"content has {len(content)} characters")
    if v2 and (content or body.get("embeds")):
        raise invalid("components of version 2 go with neither content nor embeds")
    if not (content or components or files or body.get("embeds") or body.get("attachments")):
        raise Refused(400, 50006, "Cannot send an empty message")
    if len(str(body.get("nonce") or "")) > NONCE:
        raise invalid("nonce is too long")
    if not v2 and len(components) > ROW:
        raise invalid("too many rows")
    for component in components:
        if component.get("type") not in (_TOP if v2 else _LEGACY):
            raise invalid(f"a component of the type {component.get('type')} at the top")
    check_components(components)


def check_components(components: list[Json]) -> None:
    """Raises Refused."""
    found = list(every(components))
    if len(found) > COMPONENTS:
        raise invalid(f"{len(found)} components")
    custom = [one["custom_id"] for one in found if one.get("custom_id") is not None]
    numbers = [one["id"] for one in found if one.get("id")]
    if len(set(custom)) != len(custom) or any(not 0 < len(one) <= CUSTOM_ID for one in custom):
        raise invalid("a custom_id is too long, empty, or there twice")
    if len(set(numbers)) != len(numbers) or any(not 0 < one < 2**31 for one in numbers):
        raise invalid("an id is no number of 32 bits, or there twice")
    if sum(len(str(one.get("content") or "")) for one in found) > TEXT:
        raise invalid("too much text")
    for one in found:
        _check(one)


def _check(one: Json) -> None:
    match one.get("type"):
        case 1:
            inside = one.get("components") or []
            if not 0 < len(inside) <= ROW or any(each["type"] not in {2, 3, 5, 6, 7, 8} for each in inside):
                raise invalid("a row holds one to five buttons, or a menu")
        case 2:
            if not 0 < len(one.get("label") or "") <= LABEL or "custom_id" not in one:
                raise invalid("a button's label or custom_id")
        case 3:
            options = one.get("options") or []
            if not 0 < len(options) <= OPTIONS or len({each["value"] for each in options}) != len(options):
                raise invalid("the options of a menu")
            if any(not 0 < len(each[name]) <= OPTION for each in options for name in ("label", "value")):
                raise invalid("an option is too long or empty")
            if len(one.get("placeholder") or "") > PLACEHOLDER or int(one.get("max_values", 1)) > len(options):
                raise invalid("a menu's placeholder or numbers")
        case 4:
            if len(one.get("value") or "") > INPUT:
                raise invalid("the value of an input")
        case 10:
            if not str(one.get("content") or "").strip():
                raise invalid("a text without any")
        case 18:
            if not 0 < len(one.get("label") or "") <= FIELD_LABEL or len(one.get("description") or "") > OPTION:
                raise invalid("a field's label or description")
        case kind if kind not in _KNOWN:
            raise invalid(f"a component of the type {kind}")


def check_modal(data: Mapping[str, Any]) -> None:
    """Raises Refused."""
    components = list(data.get("components") or [])
    if not 0 < len(str(data.get("title") or "")) <= TITLE or not 0 < len(components) <= FIELDS:
        raise invalid("a form's title or fields")
    if not 0 < len(str(data.get("custom_id") or "")) <= CUSTOM_ID:
        raise invalid("a form's custom_id")
    if any(one.get("type") not in {1, 10, 18} for one in components):
        raise invalid("what stands in a form")
    check_components(components)
