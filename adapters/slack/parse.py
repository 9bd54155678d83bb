"""Slack's payloads as ChatEvents. Pure: names are looked up before, and passed in by user id.

A place is a thread of a channel or of a direct message: a message that is in none begins one on itself.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from adapters.slack import controls, views
from adapters.slack.text import mentioned, plain
from harness.chat.events import ButtonClicked, CommandInvoked, FormSubmitted, MessageSent
from harness.chat.people import Person, Place

Json = Mapping[str, Any]

TAKEN = frozenset({None, "file_share", "thread_broadcast", "me_message"})
"""Slack docs, message event: every other subtype is an edit, a notice, or written by an app."""


@dataclass(frozen=True, slots=True)
class Us:
    """The workspace that we are installed in, and who we are there (auth.test)."""

    team: str
    user: str
    bot: str


@dataclass(frozen=True, slots=True)
class Ignored:
    """Nothing that we act on. `told`: what a person who expects something is told, if anything."""

    why: str
    told: str = ""


@dataclass(frozen=True, slots=True)
class FormWanted:
    """A button that opens a form was clicked. `trigger` opens one modal, within three seconds."""

    place: Place
    by: Person
    token: str
    message: str
    trigger: str


STRANGER = Ignored("from another workspace", "Only members of the workspace that I am installed in can do this.")


def people(body: Json, us: Us) -> frozenset[str]:
    """The ids of those whose names `event`, `action` or `submission` would like to know."""
    inner = body.get("event")
    if inner is None:
        actor = (body.get("user") or {}).get("id")
        return frozenset({str(actor)} if actor else ())
    if not isinstance(event(body, us, {}), MessageSent | CommandInvoked):
        return frozenset()
    return (mentioned(str(inner.get("text") or "")) | {str(inner["user"])}) - {us.user}


def event(body: Json, us: Us, names: Mapping[str, str]) -> MessageSent | CommandInvoked | Ignored:
    """Of an `event_callback`."""
    inner = body.get("event") or {}
    type = str(inner.get("type"))
    kind = EVENTS.get(type)
    return kind.read(body, us, names) if kind else Ignored(f"an event of the type {type}")


def action(body: Json, us: Us, names: Mapping[str, str]) -> ButtonClicked | FormWanted | Ignored:
    """Of a `block_actions`."""
    where, done = body.get("container") or {}, (body.get("actions") or [{}])[0]
    user, message = body.get("user") or {}, where.get("message_ts")
    channel = where.get("channel_id") or (body.get("channel") or {}).get("id")
    if not message or not channel or not user.get("id"):
        return Ignored("not on a message")
    if _stranger(user.get("team_id"), us):
        return STRANGER
    thread = where.get("thread_ts") or (body.get("message") or {}).get("thread_ts") or message
    place = Place("slack", us.team, channel, thread)
    by = Person("slack", us.team, user["id"], names.get(user["id"]) or user.get("name") or "")
    kind, value = controls.kind_of(done.get("action_id") or ""), str(done.get("value") or "")
    if kind == controls.MORE:
        kind, _, value = str((done.get("selected_option") or {}).get("value") or "").partition(":")
    selected: tuple[str, ...] = ()
    match kind:
        case controls.FORM:
            return FormWanted(place, by, value, message, str(body.get("trigger_id") or ""))
        case controls.CHOOSE:
            value, _, label = value.partition("\n")
            selected = (label,)
        case controls.SEND:
            selected = _selected(body)
        case controls.CLICK:
            pass
        case controls.OPTIONS:
            return Ignored("a choice being made")
        case _:
            return Ignored(f"no button of ours: {done.get('action_id')}", "This button is not one of mine.")
    at = done.get("action_ts") or body.get("trigger_id")
    id = f"slack:click:{us.team}:{user['id']}:{message}:{at}:{value}"
    return ButtonClicked(id, place, by, value, message, selected)


def submission(body: Json, us: Us, names: Mapping[str, str]) -> FormSubmitted | Ignored:
    """Of a `view_submission`. Sent again unchanged it has the same id."""
    view, user = body.get("view") or {}, body.get("user") or {}
    opened = views.opened(view)
    if opened is None:
        return Ignored("no form of ours")
    if _stranger(user.get("team_id"), us):
        return STRANGER
    values = views.values(view)
    digest = blake2b(json.dumps(sorted(values.items())).encode(), digest_size=8).hexdigest()
    by = Person("slack", us.team, user["id"], names.get(user["id"]) or user.get("name") or "")
    place = Place("slack", us.team, opened.channel, opened.thread)
    id = f"slack:form:{us.team}:{user['id']}:{view.get('id')}:{digest}"
    return FormSubmitted(id, place, by, opened.token, opened.message, values)


def _message(body: Json, us: Us, names: Mapping[str, str]) -> MessageSent | Ignored:
    """`app_mention` and `message` of one message have one id: Slack sends both, in either order."""
    inner = body["event"]
    user, channel, ts = inner.get("user"), inner.get("channel"), inner.get("ts")
    if inner.get("subtype") not in TAKEN or inner.get("hidden"):
        return Ignored(f"a message of the subtype {inner.get('subtype')}")
    if user == us.user:
        return Ignored("our own message")
    if inner.get("bot_id") or inner.get("bot_profile"):
        return Ignored("written by a bot")
    if inner.get("edited"):
        return Ignored("sent again because it was edited")
    if not (user and channel and ts):
        return Ignored("a message without author, channel or time")
    if _stranger(inner.get("user_team") or inner.get("team"), us):
        return STRANGER
    text = str(inner.get("text") or "")
    direct = inner.get("channel_type") == "im" or str(channel).startswith("D")
    addressed = direct or inner["type"] == "app_mention" or us.user in mentioned(text)
    words = "\n".join(filter(None, (plain(text, us.user, names), *map(_file, inner.get("files") or ()))))
    place = Place("slack", us.team, channel, inner.get("thread_ts") or ts)
    by = Person("slack", us.team, user, names.get(user, ""))
    return MessageSent(f"slack:{us.team}:{channel}:{ts}", place, by, words, ts, addressed)


def _stopped(body: Json, us: Us, names: Mapping[str, str]) -> CommandInvoked | Ignored:
    """Slack docs, agent_session_stopped: somebody pressed the stop button that Slack shows while we work."""
    inner = body["event"]
    user, channel, thread = inner.get("user"), inner.get("channel"), inner.get("thread_ts")
    if not (user and channel and thread):
        return Ignored("a stop without person or place")
    by = Person("slack", us.team, user, names.get(user, ""))
    return CommandInvoked(f"slack:{body.get('event_id')}", Place("slack", us.team, channel, thread), by, "stop")


def _stranger(team: object, us: Us) -> bool:
    """Slack docs, Slack Connect: people of other workspaces share a channel with ours."""
    return bool(team) and team != us.team


def _file(file: Json) -> str:
    """A file that came along: its bytes are not fetched, and the model is told so."""
    return f"[attached, not opened: {file.get('name') or file.get('id')}, {file.get('mimetype') or 'unknown type'}]"


def _selected(body: Json) -> tuple[str, ...]:
    """What is chosen in the menu or boxes beside the button."""
    for entries in ((body.get("state") or {}).get("values") or {}).values():
        entry = entries.get(controls.OPTIONS)
        if entry:
            one, several = entry.get("selected_option"), entry.get("selected_options") or ()
            return tuple(str(option["value"]) for option in ((one,) if one else several))
    return ()


@dataclass(frozen=True, slots=True)
class Kind:
    """One type of event: how its body is read, and the subscriptions that bring it, each with the bot scope that it
    needs. Slack docs: the page of each event.
    """

    read: Callable[[Json, Us, Mapping[str, str]], MessageSent | CommandInvoked | Ignored]
    subscriptions: Mapping[str, str]


EVENTS: Mapping[str, Kind] = {
    "agent_session_stopped": Kind(
        _stopped,
        {"agent_session_stopped": "assistant:write"},  # Slack docs, agent sessions: being an agent adds this scope
    ),
    "app_mention": Kind(_message, {"app_mention": "app_mentions:read"}),
    "message": Kind(
        _message,
        {
            "message.channels": "channels:history",
            "message.groups": "groups:history",
            "message.im": "im:history",
            "message.mpim": "mpim:history",
        },
    ),
}
"""What we understand, by its type. The manifest subscribes to these, and to no others."""
