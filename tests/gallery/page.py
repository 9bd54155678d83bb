"""A story as a page: what became new at each of its moments, in the platform's looks."""

from collections.abc import Iterable
from pathlib import Path

from tests.gallery.html import div, span, tag, text
from tests.gallery.panels import Moment, Panel, Post

LOOKS = Path(__file__).with_name("looks")
"""A sheet for all, and one for each platform."""


def page(platform: str, moments: Iterable[Moment]) -> str:
    """An HTML document that needs nothing else."""
    sheets = "".join((LOOKS / f"{name}.css").read_text(encoding="utf-8") for name in ("all", platform))
    body = tag("body", *map(_moment, moments), look=platform)
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><style>{sheets}</style></head>{body}</html>\n'


def _moment(moment: Moment) -> str:
    seen = "".join(map(_panel, moment.panels)) or div("nothing", "Nothing new is to be seen.")
    return div("moment", div("caption", text(moment.caption)), seen)


def _panel(panel: Panel) -> str:
    inside = panel.framed or "".join(map(_post, panel.posts)) + panel.footer
    return div("panel", div("place", text(panel.title)), inside)


def _post(post: Post) -> str:
    look = "avatar ours" if post.app else f"avatar of-{sum(map(ord, post.author)) % 5}"
    who = div(
        "who", span("author", text(post.author)), span("badge", "APP") if post.app else "", span("time", post.time)
    )
    only = div("only", f"👁 Only visible to {text(post.only)}") if post.only else ""
    reactions = "".join(span("reaction", f"{sign} {times}") for sign, times in post.reactions)
    said = div("said", only, who, div("body", post.body), div("reactions", reactions) if reactions else "")
    looks = {"post": True, "alone": post.only, "reply": post.reply}
    return div(" ".join(name for name, is_so in looks.items() if is_so), div(look, text(post.author[:1].upper())), said)
