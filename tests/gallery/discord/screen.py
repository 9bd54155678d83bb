"""The emulator's channels and threads as people see them, and the forms that were opened."""

from collections.abc import Iterator
from datetime import datetime

from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.discord.shape import Json
from tests.fakes.discord.state import DIRECT, PRIVATE_THREAD, PUBLIC_THREAD, Interaction
from tests.gallery.discord.components import drawn
from tests.gallery.discord.embeds import embed
from tests.gallery.discord.markup import markup
from tests.gallery.html import div, span, text
from tests.gallery.names import Names
from tests.gallery.panels import Panel, Post


def panels(discord: DiscordEmulator) -> list[Panel]:
    """Each place in which something was said, and the forms that were opened."""
    names = names_of(discord)
    places = [_place(discord, id, names) for id in discord.state.channels]
    forms = (_form(discord, one, names) for one in discord.state.interactions.values() if one.modal)
    return [*(place for place in places if place.posts), *forms]


def names_of(discord: DiscordEmulator) -> Names:
    state = discord.state
    people = {id: _called(one) for id, one in state.users.items()}
    return Names({**people, state.role: "Deskmate"}, {id: _titled(one) for id, one in state.channels.items()})


def _called(user: Json) -> str:
    return "Deskmate" if user["bot"] else str(user["global_name"] or user["username"])


def _titled(channel: Json) -> str:
    if channel["type"] == DIRECT:
        return f"Direct messages of {_called(channel['recipients'][0])}"
    thread = channel["type"] in (PUBLIC_THREAD, PRIVATE_THREAD)
    return f"🧵 {channel['name']}" if thread else f"#{channel['name']}"


def _place(discord: DiscordEmulator, id: str, names: Names) -> Panel:
    said = [_post(discord, one, names) for one in discord.state.messages.values() if one["channel_id"] == id]
    alone = [_post(discord, message, names, made) for made, message in _asides(discord) if message["channel_id"] == id]
    return Panel(names.channel(id), tuple(sorted([*said, *alone], key=lambda post: int(post.id))))


def _asides(discord: DiscordEmulator) -> Iterator[tuple[Interaction, Json]]:
    """What only whoever pressed something was shown."""
    return ((made, message) for made in discord.state.interactions.values() for message in made.private)


def _post(discord: DiscordEmulator, one: Json, names: Names, made: Interaction | None = None) -> Post:
    author = one["author"]
    body = [
        markup(one["content"], names) if one["content"] else "",
        *(embed(each, names) for each in one["embeds"]),
        drawn(one["components"], names),
        *(div("file", "📄 ", text(each["filename"])) for each in one["attachments"] if not _placed(one, each)),
    ]
    return Post(
        one["id"],
        _called(author),
        datetime.fromisoformat(one["timestamp"]).strftime("%-I:%M %p"),
        "".join(body),
        app=bool(author["bot"]),
        only=names.people[made.by] if made else "",
        reactions=tuple((sign, 1) for sign in sorted(discord.state.reactions.get(one["id"], ()))),
    )


def _placed(message: Json, file: Json) -> bool:
    """Does a component show it?"""
    return f"attachment://{file['filename']}" in str(message["components"])


def _form(discord: DiscordEmulator, made: Interaction, names: Names) -> Panel:
    body = div("title", text(made.modal["title"])) + drawn(made.modal["components"], names)
    feet = div("feet", span("button secondary", "Cancel"), span("button primary", "Submit"))
    return Panel(f"Form of {names.people[made.by]}", framed=div("modal", body, feet))
