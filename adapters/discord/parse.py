"""Discord's events as ChatEvents. Pure: the channels that they name are looked up before, and passed in.

A place is a thread of a channel, or a direct message, which is one conversation. A message in a channel that is in no
thread begins one on itself: Discord gives a thread the id of the message that it hangs on.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Literal

from adapters.discord import controls, views
from adapters.discord.ask_shortcut import Pointed, asked
from adapters.discord.commands import BRANCH, MESSAGE, ROOT, SLASH, WHAT
from adapters.discord.permissions import writes
from adapters.discord.text import mentioned, plain
from harness.chat.events import (
    ButtonClicked,
    CommandInvoked,
    FormSubmitted,
    Invited,
    MessageEdited,
    MessageRemoved,
    MessageSent,
)
from harness.chat.people import Person, Place
from harness.chat.platforms import DISCORD
from harness.chat.port import ChatLine
from harness.chat.untrusted import in_line
from harness.chat.wording import shortened
from harness.commands.words import parse, typed

Json = Mapping[str, Any]

PLATFORM = "discord"
REPLY = 19
TAKEN = frozenset({0, REPLY})
"""Discord docs, message types: what a person wrote, and what they wrote in reply; all others are notices."""
TEXT, DIRECT, GROUP = 0, 1, 3
FORUMS = frozenset({15, 16})
"""Channels that hold threads only: a post is a thread, and its first message has the thread's id and stands in it."""
FORWARDED = "somebody elsewhere"
UNKNOWN = "[a message of a kind that I can't read]"
UNREADABLE, GONE = "Discord", "[The message that they reply to can't be read.]"
QUOTED = 300
"""Characters of a message of ours that a reply quotes: the whole stands in the conversation."""
ELSEWHERE = "I don't work in this server."
THREADS = frozenset({10, 11, 12})
SPOKEN = frozenset({2, 13})
"""Voice and stage channels: what is written beside them stands there, without threads."""
COMMAND, COMPONENT, SUBMISSION = 2, 3, 5
"""Discord docs, interaction types."""


@dataclass(frozen=True, slots=True)
class Us:
    """The server that we work in, and who we are there."""

    guild: str
    user: str
    app: str
    content: bool = True
    """Are we told what is said to others? Discord docs, message content intent."""
    role: str = ""
    """The one that is ours alone, once the server has told us: people mention it for us, since it has our name."""


@dataclass(frozen=True, slots=True)
class Channel:
    """`parent`: of a thread, the channel that it hangs on. `threads`: may they be begun in it?"""

    id: str
    kind: Literal["direct", "thread", "channel", "forum"]
    parent: str = ""
    guild: str = ""
    threads: bool = True


@dataclass(frozen=True, slots=True)
class Ignored:
    """Nothing that we act on. `told`: what a person who expects something is told, if anything."""

    why: str
    told: str = ""


@dataclass(frozen=True, slots=True)
class FormWanted:
    """A button that opens a form was clicked."""

    place: Place
    by: Person
    token: str
    message: str


@dataclass(frozen=True, slots=True)
class AskWanted:
    """Somebody wants to ask about a message, from its menu; `line` is what it says."""

    pointed: Pointed
    line: ChatLine


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody asks about a message, in `said`, which does not quote it yet."""

    pointed: Pointed
    said: MessageSent


def channel(payload: Json) -> Channel:
    """What Discord says of one."""
    kind, guild = payload.get("type"), str(payload.get("guild_id") or "")
    if kind in (DIRECT, GROUP):
        return Channel(str(payload["id"]), "direct")
    if kind in THREADS:
        return Channel(str(payload["id"]), "thread", str(payload.get("parent_id") or ""), guild)
    return Channel(str(payload["id"]), "forum" if kind in FORUMS else "channel", "", guild, kind not in SPOKEN)


def role(guild: Json, us: str) -> str:
    """Of a GUILD_CREATE: the role that Discord has made for us; empty if there is none."""
    ours = (str(one["id"]) for one in guild.get("roles") or () if str((one.get("tags") or {}).get("bot_id")) == us)
    return next(ours, "")


def brought(guild: Json, us: Us) -> list[Invited]:
    """Of a GUILD_CREATE, which comes with each connection: it is one event of the server, however often. Where we may
    say so: where Discord greets new members, then the channels of words in the order in which they are shown.
    """
    channels = {str(one["id"]): one for one in guild.get("channels") or ()}
    members = (one for one in guild.get("members") or () if str((one.get("user") or {}).get("id")) == us.user)
    ours = next(members, {"user": {"id": us.user}, "roles": [us.role]})
    greeting = str(guild.get("system_channel_id"))

    def order(one: Json) -> tuple[bool, int, int, int]:
        above = channels.get(str(one.get("parent_id")))
        group = int(above.get("position") or 0) if above else -1
        return str(one["id"]) != greeting, group, int(one.get("position") or 0), int(one["id"])

    found = sorted(
        (one for one in channels.values() if one.get("type") == TEXT and writes(guild, ours, one)), key=order
    )
    by = Person(PLATFORM, us.guild, us.user, bot=True, member=False)
    return [Invited(f"discord:joined:{us.guild}", Place(PLATFORM, us.guild, str(one["id"])), by) for one in found]


def place(where: Channel, us: Us, message: str = "") -> Place:
    """What is said there belongs to; `message` begins a thread if it is in none and one is given. A direct message is
    in no server, by which it is known from a channel in which we answer in place.
    """
    match where.kind:
        case "direct":
            return Place(PLATFORM, "", where.id)
        case "thread":
            return Place(PLATFORM, us.guild, where.parent, where.id)
        case "channel" | "forum":
            return Place(PLATFORM, us.guild, where.id, message)


def opened(payload: Json, us: Us) -> Place | None:
    """Of a channel or thread of ours that has changed: where we may perhaps write again. A thread that is locked or
    archived is not open; what has changed in a channel may be our permissions.
    """
    closed = payload.get("thread_metadata") or {}
    if str(payload.get("guild_id")) != us.guild or closed.get("archived") or closed.get("locked"):
        return None
    return place(channel(payload), us)


def key(payload: Json) -> str:
    """By which the journal knows what is said: the id of its event."""
    return f"discord:{payload['channel_id']}:{payload['id']}"


def message(payload: Json, where: Channel, us: Us, inline: bool = False) -> MessageSent | CommandInvoked | Ignored:
    """Of a MESSAGE_CREATE. What mentions us, or is said to us alone, and is exactly a command is one; a word to stop is
    a message, whose place in the conversation counts. `inline`: in that channel no threads are begun.
    """
    if why := _foreign(payload, where, us):
        return Ignored(why)
    id, direct, names = str(payload["id"]), where.kind == "direct", _names(payload)
    named = _named(payload, us, names)
    if not (named or direct or us.content):
        return Ignored("Discord hides the text of messages that do not mention me")
    by, words = _author(payload, us), _words(payload, us, names)
    there = place(where, us, "" if inline else id)
    command = parse(words) if (named or direct) and not by.bot else None
    alone = where.kind == "channel" and not inline
    if command and (command.name != "stop" or alone):  # in a thread, its place among words counts
        at = Place(PLATFORM, us.guild, where.id) if alone else there
        return CommandInvoked(key(payload), at, by, command.name, command.argument, wide=alone, private=direct)
    return MessageSent(
        key(payload),
        there,
        by,
        words,
        id,
        addressed=direct or named,
        tags=_tags(payload, us),
        late=_late(id, where, inline),
        about=_about(payload, us),
        written=DISCORD.written(id),
    )


def edited(payload: Json, where: Channel, us: Us, inline: bool = False) -> MessageEdited | Ignored:
    """Of a MESSAGE_UPDATE, which also comes when a link is shown or a thread begins: then no time of an edit is new.
    What is a command now is none that is given: it is not said to us.
    """
    if why := _foreign(payload, where, us):
        return Ignored(why)
    when = payload.get("edited_timestamp")
    if not when:
        return Ignored("a change that changes no word")
    by, said, id, names = _author(payload, us), key(payload), str(payload["id"]), _names(payload)
    if by.bot:
        return Ignored("edited by a bot")
    if not (us.content or us.user in names or where.kind == "direct"):
        return Ignored("Discord hides the text of messages that do not mention me")
    words, there = _words(payload, us, names), place(where, us, "" if inline else id)
    addressed = (_named(payload, us, names) or where.kind == "direct") and not _commands(words)
    tags, late = _tags(payload, us), _late(id, where, inline)
    return MessageEdited(
        f"{said}:edited:{when}",
        there,
        by,
        words,
        id,
        said=said,
        addressed=addressed,
        tags=tags,
        late=late,
        about=_about(payload, us),
    )


def _named(payload: Json, us: Us, names: Mapping[str, str]) -> bool:
    """Does it mention us?"""
    return us.user in names or (us.content and us.role in map(str, payload.get("mention_roles") or ()))


def _tags(payload: Json, us: Us) -> bool:
    """Does it mention somebody else?"""
    return bool(mentioned(str(payload.get("content") or "")) - {us.user})


def _late(id: str, where: Channel, inline: bool) -> bool:
    """Was there something before it?"""
    return (where.kind == "thread" and id != where.id) or (inline and where.kind == "channel")


def _commands(words: str) -> bool:
    """Is it a command, and no word to stop?"""
    command = parse(words)
    return command is not None and command.name != "stop"


def somebody(us: Us) -> Person:
    """Of whom nothing is known, not even an id."""
    return Person(PLATFORM, us.guild, "", "somebody", member=False)


def removed(
    payload: Json, where: Channel, us: Us, author: Person | None, inline: bool = False
) -> MessageRemoved | Ignored:
    """Of a MESSAGE_DELETE, which says neither by whom nor whose it was: its author is taken for it."""
    if author is None or author.bot:
        return Ignored("a deleted message of a bot, or of somebody unknown")
    said, id = key(payload), str(payload["id"])
    return MessageRemoved(f"{said}:deleted", place(where, us, "" if inline else id), author, id, said=said)


def pointed(
    payload: Json, us: Us, inline: Callable[[Channel], bool] = lambda where: False
) -> AskWanted | Ignored | None:
    """Of an INTERACTION_CREATE from a message's menu; None if it is another. A form is to be the first answer, so
    nothing is looked up: Discord says where it was, and what the message says. `inline`: are messages answered there
    in the channel itself?
    """
    data = payload.get("data") or {}
    if payload.get("type") != COMMAND or data.get("type") != MESSAGE or data.get("name") == BRANCH:
        return None
    id = str(data.get("target_id") or "")
    message = ((data.get("resolved") or {}).get("messages") or {}).get(id)
    there = where(payload)
    if message is None or there is None:
        return Ignored("about no message", "I don't know this.")
    if there.kind != "direct" and str(payload.get("guild_id") or "") != us.guild:
        return Ignored("from another server", ELSEWHERE)
    return AskWanted(Pointed(place(there, us, "" if inline(there) else id), id), line(message, us.user))


def where(payload: Json) -> Channel | None:
    """Where an interaction was, if Discord says what that is: it may be where we see nothing else."""
    given = payload.get("channel") or {}
    if given.get("id") is None or given.get("type") is None:
        return None
    return channel({"guild_id": payload.get("guild_id"), **given})


def interaction(
    payload: Json, where: Channel, us: Us, inline: bool = False
) -> ButtonClicked | FormWanted | FormSubmitted | CommandInvoked | Asked | Ignored:
    """Of an INTERACTION_CREATE. Its id is the click's."""
    if where.kind != "direct" and str(payload.get("guild_id") or "") != us.guild:
        return Ignored("from another server", ELSEWHERE)
    member = payload.get("member")
    by = _person((member or {}).get("user") or payload.get("user") or {}, member, us)
    on, data = payload.get("message") or {}, payload.get("data") or {}
    id, pressed = str(on.get("id") or ""), str(data.get("custom_id") or "")
    there = place(where, us, "" if inline else id)
    click = f"discord:interaction:{payload['id']}"
    if payload.get("type") == COMMAND:
        return _command(data, click, where, us, by, inline)
    if payload.get("type") == SUBMISSION and (found := asked(data, PLATFORM)):
        about, text = found
        return Asked(about, MessageSent(click, about.place, by, text, unseen=True))
    if payload.get("type") == SUBMISSION:
        token, values = views.token(data), views.values(data)
        if not token:
            return Ignored("not one of my forms", "This form isn't mine.")
        digest = blake2b(json.dumps(sorted(values.items())).encode(), digest_size=8).hexdigest()
        return FormSubmitted(f"{click}:{digest}", there, by, token, id, values=values)
    if payload.get("type") != COMPONENT:
        return Ignored(f"an interaction of the type {payload.get('type')}", "I don't know this.")
    kind, token = controls.read(pressed)
    chosen = tuple(map(str, data.get("values") or ()))
    if kind == controls.MORE and chosen:
        kind, _, token = chosen[0].partition(":")
    match kind:
        case controls.FORM:
            return FormWanted(there, by, token, id)
        case controls.CLICK:
            return ButtonClicked(click, there, by, token, id)
        case controls.CHOOSE:
            return ButtonClicked(click, there, by, token, id, selected=(str(_pressed(on, pressed).get("label") or ""),))
        case controls.OPTIONS:
            labels = {str(one["value"]): str(one["label"]) for one in _pressed(on, pressed).get("options") or ()}
            return ButtonClicked(click, there, by, token, id, selected=tuple(labels.get(one, one) for one in chosen))
        case _:
            return Ignored(f"not one of my buttons or menus: {pressed}", "This button isn't mine.")


def _command(data: Json, id: str, where: Channel, us: Us, by: Person, inline: bool) -> CommandInvoked | Ignored:
    """Of `/deskmate`, with a word as its subcommand."""
    if data.get("type") == MESSAGE and data.get("name") == BRANCH:
        message = str(data.get("target_id") or "")
        there = place(where, us, "" if inline else message)
        return CommandInvoked(id, there, by, "branch", message, private=True)
    word = (data.get("options") or [{}])[0]
    if data.get("name") != ROOT or data.get("type", SLASH) != SLASH:
        return Ignored(f"not one of my commands: {data.get('name')}", "I no longer know this command.")
    what = next((one.get("value") for one in word.get("options") or () if one.get("name") == WHAT), "")
    name, argument = typed(f"{word.get('name') or ''} {what}")
    wide = where.kind == "channel" and not inline
    return CommandInvoked(id, place(where, us), by, name, argument, wide=wide, private=True)


def line(payload: Json, us: str) -> ChatLine:
    """Of a message in a place's history."""
    author = payload.get("author") or {}
    ours = str(author.get("id")) == us
    text = _said(payload, controls=False) if ours else plain(_said(payload), us, _names(payload))
    parts = (text, *_files(payload), *_forwarded(payload, us))
    said = "\n".join(filter(None, parts))
    return ChatLine(name_of(author, payload.get("member")), said, ours, str(payload.get("id") or ""))


def _foreign(payload: Json, where: Channel, us: Us) -> str:
    """Why a message is none of a person's to us; empty if it is one."""
    author = payload.get("author") or {}
    if where.kind != "direct" and where.guild != us.guild:
        return "from another server"
    if str(author.get("id")) == us.user:
        return "my own message"
    if not author.get("id") or payload.get("type", 0) not in TAKEN:
        return f"a message of the type {payload.get('type')}"
    return ""


def _names(payload: Json) -> dict[str, str]:
    """Of those who are mentioned, by a reply too."""
    return {str(one["id"]): name_of(one, one.get("member")) for one in payload.get("mentions") or ()}


def name_of(user: Json, member: Json | None) -> str:
    name = (member or {}).get("nick") or user.get("global_name") or user.get("username") or user.get("id") or ""
    return in_line(str(name))


def _person(user: Json, member: Json | None, us: Us) -> Person:
    pending = bool((member or {}).get("pending"))
    return Person(PLATFORM, us.guild, str(user.get("id") or ""), name_of(user, member), member=not pending)


def _author(payload: Json, us: Us) -> Person:
    """Of a message: a bot if it is one's, or another app's by a webhook."""
    author = payload.get("author") or {}
    by = _person(author, payload.get("member"), us)
    return replace(by, bot=True, member=False) if _by_an_app(payload) else by


def _by_an_app(payload: Json) -> bool:
    return bool((payload.get("author") or {}).get("bot") or payload.get("webhook_id"))


def _words(payload: Json, us: Us, names: Mapping[str, str]) -> str:
    return _read(payload, us.user, names, us.role)


def _read(payload: Json, us: str, names: Mapping[str, str], role: str = "") -> str:
    """Its words, and the files that it brings. A kind of message that shows neither is named."""
    parts = (plain(_said(payload), us, names, role), *_files(payload))
    empty = not payload.get("content") and not any(parts) and not payload.get("message_snapshots")
    return UNKNOWN if empty else "\n".join(filter(None, parts))


def _said(payload: Json, controls: bool = True) -> str:
    """What apps say stands in embeds and components as well, most often there alone; beside the words of a person,
    embeds are what Discord shows of a link. `controls`: also what buttons and menus say.
    """
    content = str(payload.get("content") or "")
    if content and not _by_an_app(payload):
        return content
    shown = [text for one in _every(payload.get("components") or []) for text in _shown(one, controls)]
    return "\n".join(filter(None, (content, *map(_embedded, payload.get("embeds") or ()), *shown)))


def _embedded(embed: Json) -> str:
    fields = (f"{one.get('name')}: {one.get('value')}" for one in embed.get("fields") or ())
    author, footer = embed.get("author") or {}, embed.get("footer") or {}
    parts = (
        author.get("name"),
        embed.get("title"),
        embed.get("url"),
        embed.get("description"),
        *fields,
        footer.get("text"),
    )
    return "\n".join(str(part) for part in parts if part)


def replied_to(payload: Json) -> str:
    """The id of the message in the same channel that a reply answers, where Discord left that message out; else empty.

    Discord docs, message object: without the field it did not look, with null the message was deleted.
    """
    reference, here = payload.get("message_reference") or {}, str(payload["channel_id"])
    if payload.get("type") != REPLY or "referenced_message" in payload or reference.get("channel_id", here) != here:
        return ""
    return str(reference.get("message_id") or "")


def _about(payload: Json, us: Us) -> tuple[ChatLine, ...]:
    """The message that it replies to, of ours its beginning, and messages that it brings along from elsewhere."""
    about = payload.get("referenced_message")
    if about:
        whole = line(about, us.user)
        replied: tuple[ChatLine, ...] = (replace(whole, text=shortened(whole.text, QUOTED)) if whole.ours else whole,)
    else:
        replied = (ChatLine(UNREADABLE, GONE),) if payload.get("type") == REPLY else ()
    return (*replied, *(ChatLine(FORWARDED, text) for text in _forwarded(payload, us.user)))


def _forwarded(payload: Json, us: str) -> list[str]:
    """Discord docs, message snapshots: what was said elsewhere, without by whom."""
    # a snapshot doesn't say whether an app wrote it, so its embeds are read
    there = [
        {**one["message"], "id": payload["id"], "webhook_id": "?"} for one in payload.get("message_snapshots") or ()
    ]
    return [text for one in there if (text := _read(one, us, _names(one)))]


def _files(payload: Json) -> list[str]:
    stickers = (f"[sticker: {in_line(str(one.get('name')))}]" for one in payload.get("sticker_items") or ())
    return [*(_file(payload, one) for one in payload.get("attachments") or ()), *stickers, *_poll(payload)]


def _poll(payload: Json) -> list[str]:
    """Discord docs, poll object."""
    poll = payload.get("poll")
    if not poll:
        return []
    answers = ((one.get("poll_media") or {}).get("text") for one in poll.get("answers") or ())
    said = ", ".join(in_line(str(answer)) for answer in answers if answer)
    return [f"[poll: {in_line(str((poll.get('question') or {}).get('text') or ''))}; {said}]"]


def _file(message: Json, file: Json) -> str:
    """A file that came along: its bytes are not fetched before the model wants them."""
    count = f", {file['size']:,} bytes" if isinstance(file.get("size"), int) else ""
    kind = in_line(str(file.get("content_type") or "unknown type").partition(";")[0])
    name = in_line(str(file.get("filename") or "a file"))
    return f"[attached: {name}, {kind}{count}, with the id {message['id']}-{file['id']}]"


def _pressed(message: Json, custom_id: str) -> Json:
    """The control of that id, as it stood on the message."""
    return next((one for one in _every(message.get("components") or []) if one.get("custom_id") == custom_id), {})


def _shown(component: Json, controls: bool) -> Iterator[str]:
    """Discord docs, component reference: text displays, media galleries, labels of buttons, menus and their options."""
    if content := component.get("content"):
        yield str(content)
    for item in component.get("items") or ():
        if description := item.get("description"):
            yield f"[picture: {description}]"
    if not controls:
        return
    if label := component.get("label"):
        yield f"[{label}]"
    options = [str(one.get("label")) for one in component.get("options") or () if one.get("label")]
    if options or component.get("placeholder"):
        yield f"[{component.get('placeholder') or 'menu'}: {', '.join(options)}]"


def _every(components: list[Json]) -> list[Json]:
    return [inner for one in components for inner in (one, *_every(_within(one)))]


def _within(component: Json) -> list[Json]:
    accessory = component.get("accessory")
    return [*(component.get("components") or []), *([accessory] if accessory else [])]
