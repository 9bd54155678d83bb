"""Embeds as HTML. Discord docs, embed object."""

from typing import Any

from tests.gallery.discord.markup import markup
from tests.gallery.html import div, text
from tests.gallery.names import Names

Json = dict[str, Any]


def embed(one: Json, names: Names) -> str:
    parts = [
        div("hint", text(one["author"]["name"])) if one.get("author") else "",
        div("strong", text(one["title"])) if one.get("title") else "",
        div("text", markup(one["description"], names)) if one.get("description") else "",
        *(div("field", div("strong", text(f["name"])), markup(f["value"], names)) for f in one.get("fields") or []),
        div("small", text(one["footer"]["text"])) if one.get("footer") else "",
    ]
    colour = f"#{one['color']:06x}" if one.get("color") is not None else "#1e1f22"
    return f'<div class="container" style="border-left-color: {colour}">{"".join(parts)}</div>'
