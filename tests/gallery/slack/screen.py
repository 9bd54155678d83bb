"""The emulator's rooms as people see them: what stands in each, and what opens in front of somebody."""

from collections.abc import Iterator
from datetime import UTC, datetime

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Channel, Message, User, View
from tests.gallery.html import div, span, text
from tests.gallery.names import Names
from tests.gallery.panels import Panel, Post
from tests.gallery.slack import emoji
from tests.gallery.slack.blocks import drawn
from tests.gallery.slack.mrkdwn import mrkdwn

NOTICES = {"channel_join", "group_join"}
"""What Slack says by itself, in the name of whoever it is about."""


def panels(slack: SlackEmulator) -> list[Panel]:
    """Each room in which something was said, the home tabs that were looked at, and the forms that are open."""
    names = names_of(slack)
    rooms = [_room(slack, channel, names) for channel in slack.state.channels.values()]
    return [*(room for room in rooms if room.posts), *_views(slack, names)]


def names_of(slack: SlackEmulator) -> Names:
    state = slack.state
    channels = {id: f"#{channel.name}" for id, channel in state.channels.items()}
    return Names({id: _called(user) for id, user in state.users.items()}, channels)


def _called(user: User) -> str:
    return "Deskmate" if user.is_app else user.real_name or user.name


def _room(slack: SlackEmulator, channel: Channel, names: Names) -> Panel:
    alone = [one for one in slack.state.ephemerals if one.channel == channel.id]
    said = sorted([*slack.history(channel), *alone], key=lambda one: float(one.ts))
    threads = {one.thread for one in said if one.ephemeral_to is None}
    working = [status.text for thread in threads if (status := slack.status(channel, thread)) and status.text]
    footer = "".join(div("status", text(f"Deskmate {words}")) for words in working)
    return Panel(_titled(slack, channel), tuple(_post(slack, one, names) for one in said), footer=footer)


def _titled(slack: SlackEmulator, channel: Channel) -> str:
    if channel.kind != "im":
        return f"#{channel.name}"
    [person] = [slack.state.users[id] for id in channel.members if not slack.state.users[id].is_app]
    return f"Direct messages of {_called(person)}"


def _post(slack: SlackEmulator, one: Message, names: Names) -> Post:
    author = slack.state.users[one.user]
    return Post(
        one.ts,
        _called(author),
        datetime.fromtimestamp(float(one.ts), UTC).strftime("%-I:%M %p"),
        _body(one, author, names),
        app=author.is_app and one.subtype not in NOTICES,
        only=_called(slack.state.users[one.ephemeral_to]) if one.ephemeral_to else "",
        reply=one.thread != one.ts,
        reactions=tuple((emoji.named(name), len(who)) for name, who in one.reactions.items()),
    )


def _body(one: Message, author: User, names: Names) -> str:
    """What people typed is read from the text, in which mentions are alive; for us the blocks are what is shown."""
    shown = drawn(one.blocks, names) if one.blocks and author.is_app else mrkdwn(one.text, names)
    files = "".join(div("file", "📄 ", text(file.title or file.name)) for file in one.files)
    attached = "".join(div("attachment", mrkdwn(str(each.get("text", "")), names)) for each in one.attachments)
    return f"{shown}{files}{attached}"


def _views(slack: SlackEmulator, names: Names) -> Iterator[Panel]:
    for user in slack.state.users.values():
        if home := slack.views.homes.get(user.id):
            yield Panel(f"Home tab of {_called(user)}", framed=div("home", drawn(home.body["blocks"], names)))
        if modal := slack.views.top(user.id):
            yield Panel(f"Form of {_called(user)}", framed=_modal(modal, names))


def _modal(view: View, names: Names) -> str:
    body = view.body
    buttons = [span(look, text(body[part]["text"])) for part, look in _FEET.items() if body.get(part)]
    errors = [div("error", text(error)) for error in view.errors.values()]
    return div("modal", div("title", text(view.title)), drawn(body["blocks"], names), *errors, div("feet", *buttons))


_FEET = {"close": "button", "submit": "button primary"}
