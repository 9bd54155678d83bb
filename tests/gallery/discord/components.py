"""Components of messages and forms as HTML. Discord docs, component reference."""

from collections.abc import Iterable
from typing import Any

from tests.gallery.discord.markup import markup
from tests.gallery.html import div, span, text
from tests.gallery.names import Names

Json = dict[str, Any]

_STYLES = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "away"}
_MENUS = {3, 5, 6, 7, 8}
_TYPED = {4}


class UnknownComponent(ValueError):
    """Of which no picture is made."""


def drawn(components: Iterable[Json], names: Names) -> str:
    """Raises UnknownComponent."""
    return "".join(component(one, names) for one in components)


def component(one: Json, names: Names) -> str:
    """Raises UnknownComponent."""
    inside = one.get("components") or []
    match one["type"]:
        case 1:
            return div("row", drawn(inside, names))
        case 2:
            look = "off" if one.get("disabled") else _STYLES[one.get("style", 2)]
            return span(f"button {look}", text(one.get("label", "")))
        case 9:
            return div("beside", div("words", drawn(inside, names)), component(one["accessory"], names))
        case 10:
            return div("text", markup(one["content"], names))
        case 11 | 12:
            shown = [one] if one["type"] == 11 else one["items"]
            return "".join(div("file", "🖼 ", text(each.get("description") or each["media"]["url"])) for each in shown)
        case 13:
            return div("file", "📄 ", text(one["file"]["url"].removeprefix("attachment://").rsplit("/", 1)[-1]))
        case 14:
            return "<hr>" if one.get("divider", True) else div("gap")
        case 17:
            return _container(one, names)
        case 18:
            return _field(one, names)
        case kind if kind in _MENUS:
            return _menu(one)
        case kind if kind in _TYPED:
            look = "input tall" if one.get("style") == 2 else "input"
            return div(look, text(one.get("value") or "") or span("hint", text(one.get("placeholder", ""))))
        case kind:
            raise UnknownComponent(str(kind))


def _container(one: Json, names: Names) -> str:
    colour = f"#{one['accent_color']:06x}" if one.get("accent_color") is not None else "#3f4147"
    inside = drawn(one["components"], names)
    return f'<div class="container" style="border-left-color: {colour}">{inside}</div>'


def _menu(one: Json) -> str:
    """Open, so that all is to be read that it offers."""
    options = one.get("options") or []
    chosen = next((option["label"] for option in options if option.get("default")), None)
    closed = div("select", text(chosen or one.get("placeholder") or "Make a selection"), " ▾")
    described = (
        div("option", text(option["label"]), div("hint", text(option.get("description") or ""))) for option in options
    )
    return closed + div("menu", *described)


def _field(one: Json, names: Names) -> str:
    needed = span("needed", " *") if one["component"].get("required", True) else ""
    hint = div("hint", text(one["description"])) if one.get("description") else ""
    return div("field", div("strong", text(one["label"]), needed), hint, component(one["component"], names))
