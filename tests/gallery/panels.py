"""What is to be seen at one moment, on any platform: rooms with posts in them, and what opens in front of them."""

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, replace


@dataclass(frozen=True, slots=True)
class Post:
    """A message as it stands, drawn.

    Attributes:
        author: by name
        app: it is ours
        time: as people read it
        body: HTML
        only: who alone sees it; empty for everybody
        reply: it stands in the thread of one before it
        reactions: with the number of those who did it
    """

    id: str
    author: str
    time: str
    body: str
    _: KW_ONLY
    app: bool = False
    only: str = ""
    reply: bool = False
    reactions: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """A room with what was said there, or (without posts) what opens in front of somebody: HTML in a frame.

    `footer` is what stands below the posts.
    """

    title: str
    posts: tuple[Post, ...] = ()
    _: KW_ONLY
    framed: str = ""
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """What has become new or another since the moment before it."""

    caption: str
    panels: tuple[Panel, ...]


def news(before: Iterable[Panel], now: Iterable[Panel]) -> tuple[Panel, ...]:
    """Of what is to be seen, what was not to be seen before as it is."""
    known = {panel.title: panel for panel in before}
    return tuple(new for panel in now if (new := _news(known.get(panel.title, Panel(panel.title)), panel)))


def _news(before: Panel, now: Panel) -> Panel | None:
    if now.framed:
        return now if now.framed != before.framed else None
    posts = tuple(post for post in now.posts if post not in before.posts)
    return replace(now, posts=posts) if posts or now.footer != before.footer else None
