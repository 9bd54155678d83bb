"""Slack's payloads as ChatEvents. Pure: names are looked up before, and passed in by user id.

A place is a thread of a channel or of a direct message: a message that is in none begins one on itself.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, TypeAlias

from adapters.slack import ask_shortcut, controls, views
from adapters.slack.ask_shortcut import Pointed
from adapters.slack.content import Content, content, is_by_app
from adapters.slack.text import mentioned, plain
from harness.approvals.tokens import asks_more
from harness.chat.events import (
    ButtonClicked,
    ChatEvent,
    CommandInvoked,
    FormSubmitted,
    Invited,
    MessageEdited,
    MessageRemoved,
    MessageSent,
)
from harness.chat.people import Person, Place
from harness.chat.platforms import SLACK
from harness.chat.port import ChatLine
from harness.chat.wording import quoted
from harness.commands.words import parse, typed

Json = Mapping[str, Any]

TAKEN = frozenset({None, "file_share", "thread_broadcast", "me_message"})
"""Slack docs, message event: every other subtype is an edit, a notice, or written by an app."""

BRANCH = "branch_deskmate"
"""The callback_id of the shortcut that branches a conversation from a message."""
TOMBSTONE = "tombstone"
"""What is left of a message that began a thread with replies and was deleted: its change says so, and no deletion
comes.
"""


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
    """A button that opens a form was clicked. `trigger` opens one modal, within three seconds. `click`: it counts
    already, whatever becomes of the form.
    """

    place: Place
    by: Person
    token: str
    message: str
    trigger: str
    click: ButtonClicked | None = None


@dataclass(frozen=True, slots=True)
class AskWanted:
    """Somebody wants to ask about a message, from its menu. `trigger` opens one modal, within three seconds."""

    pointed: Pointed
    trigger: str


@dataclass(frozen=True, slots=True)
class HomeOpened:
    """Somebody looks at our home tab."""

    by: Person


@dataclass(frozen=True, slots=True)
class Unarchived:
    """A channel may be written to again."""

    place: Place


Event: TypeAlias = ChatEvent | HomeOpened | Unarchived | Ignored


def people(body: Json, us: Us) -> frozenset[str]:
    """The user ids whose names an interaction's text needs."""
    actor = (body.get("user") or {}).get("id") or body.get("user_id")
    pointed = mentions(body.get("message") or {}) if body.get("type") == "message_action" else frozenset[str]()
    return (pointed | frozenset({str(actor)} if actor else ())) - {us.user}


def named(body: Json, us: Us, happened: Event) -> frozenset[str]:
    """The user ids whose names an event's text needs. `happened`: the event, read without names."""
    if isinstance(happened, Ignored | Unarchived):
        return frozenset()
    inner = body.get("event") or {}
    author = frozenset[str]() if happened.by.bot else frozenset({happened.by.user})  # a bot's name comes with its words
    return ((mentions(inner.get("message") or inner) - {happened.by.user}) | author) - {us.user}


def mentions(message: Json) -> frozenset[str]:
    """The ids of its author, and of those who are named in it."""
    author = message.get("user")
    return content(message).people | frozenset({str(author)} if author else ())


def conversation(body: Json) -> tuple[str, str]:
    """The channel and thread that an event is about; what is in one is taken in the order of its arrival."""
    inner = body.get("event") or {}
    message = inner.get("message") or inner.get("previous_message") or inner
    thread = inner.get("thread_ts") or message.get("thread_ts") or message.get("ts")
    return str(inner.get("channel") or ""), str(thread or "")


def event(body: Json, us: Us, names: Mapping[str, str]) -> Event:
    """Of an `event_callback`."""
    inner = body.get("event") or {}
    type = str(inner.get("type"))
    kind = EVENTS.get(type)
    return kind.read(body, us, names) if kind else Ignored(f"an event of the type {type}")


def action(body: Json, us: Us, names: Mapping[str, str]) -> ButtonClicked | FormWanted | Ignored:
    """Of a `block_actions`."""
    done, user = (body.get("actions") or [{}])[0], body.get("user") or {}
    found = _where(body, us)
    if found is None or not user.get("id"):
        return Ignored("neither on a message nor in the home tab")
    place, message = found
    by = _person(user["id"], user.get("team_id"), us, names.get(user["id"]) or user.get("name") or "")
    kind, value = controls.kind_of(done.get("action_id") or ""), str(done.get("value") or "")
    if kind == controls.MORE:
        kind, _, value = str((done.get("selected_option") or {}).get("value") or "").partition(":")
    selected: tuple[str, ...] = ()
    trigger = str(body.get("trigger_id") or "")
    match kind:
        case controls.FORM:
            return FormWanted(place, by, value, message, trigger)
        case controls.CHOOSE:
            value, _, label = value.partition("\n")
            selected = (label,)
        case controls.SEND:
            selected = _selected(body)
        case controls.CLICK | controls.FEEDBACK:
            pass
        case controls.OPTIONS:
            return Ignored("a choice being made")
        case _:
            return Ignored(f"not one of my buttons: {done.get('action_id')}", "This button isn't mine.")
    at = done.get("action_ts") or body.get("trigger_id")
    id = f"slack:click:{us.team}:{user['id']}:{message}:{at}:{value}"
    click = ButtonClicked(id, place, by, value, message, selected=selected)
    if kind == controls.FEEDBACK and asks_more(value):
        return FormWanted(place, by, value, message, trigger, click)
    return click


def _where(body: Json, us: Us) -> tuple[Place, str] | None:
    """Where something was pressed, and on which message: none, in the home tab, which is its person's alone."""
    where, view = body.get("container") or {}, body.get("view") or {}
    user = (body.get("user") or {}).get("id")
    if view.get("type") == "home" and user:
        return Place("slack", us.team, f"@{user}"), ""
    message, channel = where.get("message_ts"), where.get("channel_id") or (body.get("channel") or {}).get("id")
    if not message or not channel:
        return None
    thread = where.get("thread_ts") or (body.get("message") or {}).get("thread_ts") or message
    return Place("slack", us.team, channel, thread), message


def command(body: Json, us: Us, names: Mapping[str, str]) -> CommandInvoked | Ignored:
    """Of a slash command. Slack docs, slash commands: there are none in threads, and each is sent once."""
    user, channel = body.get("user_id"), body.get("channel_id")
    if not (user and channel):
        return Ignored("a command without author or channel")
    by = _person(user, body.get("team_id"), us, names.get(user) or body.get("user_name") or "")
    name, argument = typed(plain(str(body.get("text") or ""), us.user, names))
    id = f"slack:command:{us.team}:{body.get('trigger_id')}"
    return CommandInvoked(id, Place("slack", us.team, channel), by, name, argument, wide=True, private=True)


def shortcut(body: Json, us: Us, names: Mapping[str, str]) -> AskWanted | CommandInvoked | Ignored:
    """Of a `message_action`. Slack docs, message shortcuts: from any conversation, whether we are in it or not."""
    message, channel = body.get("message") or {}, (body.get("channel") or {}).get("id")
    ts, called = message.get("ts") or body.get("message_ts"), body.get("callback_id")
    if called not in (ask_shortcut.CALLBACK, BRANCH) or not channel or not ts:
        return Ignored(f"not one of my shortcuts: {called}")
    place = Place("slack", us.team, channel, message.get("thread_ts") or ts)
    if called == BRANCH:
        user = body.get("user") or {}
        by = _person(user["id"], user.get("team_id"), us, names.get(user["id"]) or user.get("name") or "")
        id = f"slack:shortcut:{us.team}:{body.get('trigger_id')}"
        return CommandInvoked(id, place, by, "branch", str(ts), private=True)
    ours = message.get("user") == us.user
    return AskWanted(Pointed(place, line(message, names, ours, us.user)), str(body.get("trigger_id") or ""))


def submission(body: Json, us: Us, names: Mapping[str, str]) -> FormSubmitted | MessageSent | Ignored:
    """Of a `view_submission`: of a form, or of what is asked about a message. Sent again unchanged it has the same
    id.
    """
    view, user = body.get("view") or {}, body.get("user") or {}
    opened, asked = views.opened(view), ask_shortcut.asked(view)
    if opened is None and asked is None:
        return Ignored("not one of my forms")
    values = views.values(view)
    digest = blake2b(json.dumps(sorted(values.items())).encode(), digest_size=8).hexdigest()
    by = _person(user["id"], user.get("team_id"), us, names.get(user["id"]) or user.get("name") or "")
    id = f"slack:form:{us.team}:{user['id']}:{view.get('id')}:{digest}"
    if opened is None:
        assert asked
        pointed, text = asked
        return MessageSent(id, pointed.place, by, text, about=(pointed.line,), unseen=True)
    place = Place("slack", us.team, opened.channel, opened.thread)
    return FormSubmitted(id, place, by, opened.token, opened.message, values=values)


def _said(body: Json, us: Us, names: Mapping[str, str]) -> ChatEvent | Ignored:
    """A message, or what became of one."""
    match body["event"].get("subtype"):
        case "message_changed" if (body["event"].get("message") or {}).get("subtype") == TOMBSTONE:
            return _removed(body, us, names)
        case "message_changed":
            return _edited(body, us, names)
        case "message_deleted":
            return _removed(body, us, names)
        case _:
            return _message(body, us, names)


def _message(body: Json, us: Us, names: Mapping[str, str]) -> MessageSent | CommandInvoked | Ignored:
    """`app_mention` and `message` of one message have one id: Slack sends both, in either order. What mentions us, or
    is said to us alone, and is exactly a command is one; a word to stop is a message, whose place in the conversation
    counts.
    """
    inner = body["event"]
    user, channel, ts = inner.get("user"), inner.get("channel"), inner.get("ts")
    if inner.get("subtype") not in TAKEN or inner.get("hidden"):
        return Ignored(f"a message of the subtype {inner.get('subtype')}")
    if user == us.user:
        return Ignored("my own message")
    if us.bot and inner.get("bot_id") == us.bot:
        return Ignored("my own message")
    if inner.get("edited"):
        return Ignored("sent again because it was edited")
    if not (user and channel and ts):
        return Ignored("a message without author, channel or time")
    said = content(inner)
    direct = inner.get("channel_type") == "im" or str(channel).startswith("D")
    addressed = direct or inner["type"] == "app_mention" or us.user in mentioned(said.text)
    thread = inner.get("thread_ts") or ts
    place = Place("slack", us.team, channel, thread)
    by = _person(user, inner.get("user_team") or inner.get("team"), us, names.get(user, ""))
    if is_by_app(inner):
        by = replace(by, name=str((inner.get("bot_profile") or {}).get("name") or ""), bot=True, member=False)
    id, words, about = _id(us, channel, ts), _words(said, us.user, names), _about(said, us.user, names, channel)
    command = parse(words) if (direct or us.user in mentioned(said.text)) and not (by.bot or about) else None
    alone = inner.get("thread_ts") is None
    if command and (command.name != "stop" or (alone and not direct)):  # in a thread, its place among words counts
        where = Place("slack", us.team, channel) if alone else place
        return CommandInvoked(id, where, by, command.name, command.argument, wide=alone)
    return MessageSent(
        id,
        place,
        by,
        words,
        ts,
        addressed=addressed,
        tags=bool(mentioned(said.text) - {us.user}),
        late=thread != ts,
        about=about,
        written=SLACK.written(ts),
    )


def _edited(body: Json, us: Us, names: Mapping[str, str]) -> MessageEdited | Ignored:
    """Slack docs, message_changed: also sent when a link is unfurled, which changes what the message shows, and when a
    thread grows, which changes nothing. A message that an edit makes a command is no command: nobody gave it.
    """
    inner = body["event"]
    message, previous = inner.get("message") or {}, inner.get("previous_message") or {}
    user, channel, ts = message.get("user"), inner.get("channel"), message.get("ts")
    if message.get("subtype") not in TAKEN or message.get("bot_id") or user == us.user:
        return Ignored("a change to a message of no person")
    now, before = content(message), content(previous)
    if not (user and channel and ts) or (previous and now == before):
        return Ignored("a change that changes no word")
    when = (message.get("edited") or {}).get("ts") or inner.get("event_ts")
    reworded = not previous or (now.text, now.files) != (before.text, before.files)
    if not reworded:  # the time of the last edit is still that of the words
        when = inner.get("event_ts") or when
    by = _person(user, message.get("user_team") or message.get("team"), us, names.get(user, ""))
    place = Place("slack", us.team, channel, message.get("thread_ts") or ts)
    said, words, named = _id(us, channel, ts), _words(now, us.user, names), mentioned(now.text)
    direct = inner.get("channel_type") == "im" or str(channel).startswith("D")
    command = parse(words)
    return MessageEdited(
        f"{said}:edited:{when}",
        place,
        by,
        words,
        ts,
        said=said,
        addressed=(direct or us.user in named) and (command is None or command.name == "stop"),
        tags=bool(named - {us.user}),
        late=place.thread != ts,
        about=_about(now, us.user, names, channel),
        reworded=reworded,
    )


NOTHING: dict[str, Any] = {"event": {}}
"""In place of what is not to be taken any more."""


def changes(later: Json, body: Json) -> bool:
    """Is that later event a change, or the end, of the message of this one?"""
    inner, said = later.get("event") or {}, body.get("event") or {}
    if inner.get("channel") != said.get("channel") or not said.get("ts"):
        return False
    return said["ts"] in (inner.get("deleted_ts"), (inner.get("message") or {}).get("ts"))


def is_again(later: Json, body: Json) -> bool:
    """Is that later event of the same message?"""
    inner, said = later.get("event") or {}, body.get("event") or {}
    return (inner.get("channel"), inner.get("ts")) == (said.get("channel"), said.get("ts"))


def changed(body: Json, later: Json) -> dict[str, Any]:
    """The event of a message as it reads after that change; NOTHING, if it is there no more."""
    message = later["event"].get("message") or {}
    gone = later["event"].get("subtype") != "message_changed" or message.get("subtype") == TOMBSTONE
    if gone or body is NOTHING:
        return NOTHING
    kept = {name: message[name] for name in ("text", "blocks", "attachments", "files") if name in message}
    return {**body, "event": {**body["event"], **kept}}


def _removed(body: Json, us: Us, names: Mapping[str, str]) -> MessageRemoved | Ignored:
    """Slack docs, message_deleted; or a change into a tombstone. Neither says by whom: its author is taken for it."""
    inner = body["event"]
    previous, channel = inner.get("previous_message") or {}, inner.get("channel")
    user, ts = previous.get("user"), inner.get("deleted_ts") or previous.get("ts")
    if not (user and channel and ts) or previous.get("bot_id") or user == us.user:
        return Ignored("the end of a message of no person")
    by = _person(user, previous.get("user_team") or previous.get("team"), us, names.get(user, ""))
    place = Place("slack", us.team, channel, previous.get("thread_ts") or ts)
    said = _id(us, channel, ts)
    return MessageRemoved(f"{said}:deleted", place, by, ts, said=said)


def _id(us: Us, channel: str, ts: str) -> str:
    """Of the event of a message, whichever of its two it is."""
    return f"slack:{us.team}:{channel}:{ts}"


def line(message: Json, names: Mapping[str, str], ours: bool, us: str = "") -> ChatLine:
    """The line for a message in a thread's history, without mentions of `us`. Quotes the text of others in it."""
    user, said = str(message.get("user") or ""), content(message)
    by = names.get(user) or message.get("username") or (message.get("bot_profile") or {}).get("name") or user
    text = "\n".join(filter(None, (_words(said, us, names), quoted(_about(said, us, names)))))
    return ChatLine(str(by), text, ours, str(message.get("ts") or ""))


def _words(said: Content, us: str, names: Mapping[str, str]) -> str:
    return "\n".join(filter(None, (plain(said.text, us, names), *said.files)))


def _about(said: Content, us: str, names: Mapping[str, str], channel: str = "") -> tuple[ChatLine, ...]:
    """The text of others in a message. A quoted message of the same channel keeps its id, so its deletion
    removes its words.
    """
    return tuple(
        ChatLine(
            f"{names.get(quote.author) or quote.by or 'an attachment'}{quote.where}",
            plain(quote.text, us, names),
            message=quote.message if quote.channel == channel else "",
        )
        for quote in said.quotes
    )


def _stopped(body: Json, us: Us, names: Mapping[str, str]) -> CommandInvoked | Ignored:
    """Slack docs, agent_session_stopped: somebody pressed the stop button that Slack shows while we work."""
    inner = body["event"]
    user, channel, thread = inner.get("user"), inner.get("channel"), inner.get("thread_ts")
    if not (user and channel and thread):
        return Ignored("a stop without person or place")
    by = Person("slack", us.team, user, names.get(user, ""))
    return CommandInvoked(f"slack:{body.get('event_id')}", Place("slack", us.team, channel, thread), by, "stop")


def _opened(body: Json, us: Us, names: Mapping[str, str]) -> HomeOpened | Ignored:
    """Slack docs, app_home_opened: of the home tab, or of the messages tab."""
    inner = body["event"]
    user = inner.get("user")
    if inner.get("tab") != "home" or not user:
        return Ignored("the messages tab was opened")
    return HomeOpened(_person(user, None, us, names.get(user, "")))


def _joined(body: Json, us: Us, names: Mapping[str, str]) -> Invited | Ignored:
    """Slack docs, member_joined_channel: of anybody, who may be us. However often, it is one event of the channel."""
    inner = body["event"]
    channel, inviter = inner.get("channel"), str(inner.get("inviter") or us.user)
    if inner.get("user") != us.user or not channel:
        return Ignored("somebody else joined a channel")
    by = Person("slack", us.team, inviter, names.get(inviter, ""))
    return Invited(f"slack:joined:{us.team}:{channel}", Place("slack", us.team, channel), by)


def _unarchived(body: Json, us: Us, names: Mapping[str, str]) -> Unarchived | Ignored:
    """Slack docs, channel_unarchive and group_unarchive: by whom does not matter."""
    channel = body["event"].get("channel")
    return Unarchived(Place("slack", us.team, str(channel))) if channel else Ignored("no channel was unarchived")


def _left(body: Json, us: Us, names: Mapping[str, str]) -> Ignored:
    """Slack docs, app_uninstalled and tokens_revoked: both come when the app is removed. Where it is in several teams,
    these are taken before (`teams`).
    """
    return Ignored("my app was removed, or one of its tokens revoked")


def _person(user: str, team: object, us: Us, name: str) -> Person:
    """Slack docs, Slack Connect: people of other workspaces share a channel with ours. Who is a guest is not told."""
    theirs = str(team) if team else us.team
    return Person("slack", theirs, user, name, member=theirs == us.team)


def _selected(body: Json) -> tuple[str, ...]:
    """What is chosen in the menu or boxes beside the button."""
    for entries in ((body.get("state") or {}).get("values") or {}).values():
        entry = entries.get(controls.OPTIONS)
        if entry:
            one, several = entry.get("selected_option"), entry.get("selected_options") or ()
            return tuple(str(option["value"]) for option in ((one,) if one else several))
    return ()


@dataclass(frozen=True, slots=True)
class EventKind:
    """One type of event: how its body is read, and the subscriptions that bring it, each with the bot scope that it
    needs, if any. Slack docs: the page of each event.
    """

    read: Callable[[Json, Us, Mapping[str, str]], ChatEvent | HomeOpened | Unarchived | Ignored]
    subscriptions: Mapping[str, str]


EVENTS: Mapping[str, EventKind] = {
    "agent_session_stopped": EventKind(
        _stopped,
        {"agent_session_stopped": "assistant:write"},  # Slack docs, agent sessions: being an agent adds this scope
    ),
    "app_home_opened": EventKind(_opened, {"app_home_opened": ""}),
    "app_mention": EventKind(_message, {"app_mention": "app_mentions:read"}),
    "channel_unarchive": EventKind(_unarchived, {"channel_unarchive": "channels:read"}),
    "group_unarchive": EventKind(_unarchived, {"group_unarchive": "groups:read"}),
    "member_joined_channel": EventKind(
        _joined,
        {"member_joined_channel": "channels:read"},  # groups:read for private ones
    ),
    "app_uninstalled": EventKind(_left, {"app_uninstalled": ""}),
    "tokens_revoked": EventKind(_left, {"tokens_revoked": ""}),
    "message": EventKind(
        _said,
        {
            "message.channels": "channels:history",
            "message.groups": "groups:history",
            "message.im": "im:history",
            "message.mpim": "mpim:history",
        },
    ),
}
"""What we understand, by its type. The manifest subscribes to these, and to no others."""
