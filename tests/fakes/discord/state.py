"""The rules of the server, without any I/O."""

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tests.fakes.discord.commands import Commands
from tests.fakes.discord.screen import shown
from tests.fakes.discord.shape import EPHEMERAL, THREAD_NAME, Json, Refused, check_message, check_modal
from tests.fakes.slack.clock import Clock

EPOCH = 1_420_070_400
DEADLINE, LIFETIME, NONCE, EDITED_FREELY = 3.0, 900.0, 300.0, 3_600.0
"""Seconds for the first answer to an interaction, for all that follow it, that a nonce is remembered, and after which
Discord takes few edits of a message; here none.
"""
EDITED_AGAIN = 40.0
"""Seconds that it asks us to wait then, in vain."""
VIEW, HISTORY, BOOSTLESS = 1 << 10, 1 << 16, 10_485_760
"""Permissions; bytes of an upload where a server pays for no more."""
TEXT_CHANNEL, DIRECT, VOICE, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 2, 11, 12, 15
ADMINISTRATOR = 1 << 3
DEFAULT, STARTER, REPLY = 0, 21, 19


@dataclass
class Interaction:
    """`source`: the message that was pressed on. `answer`: the type of the first response. `thinking`: whoever did it
    is shown that the app thinks.
    """

    id: str
    token: str
    by: str
    channel: str
    at: float
    source: str = ""
    answer: int = 0
    thinking: bool = False
    modal: Json = field(default_factory=dict)
    private: list[Json] = field(default_factory=list)


class State:
    """`emit` sends an event over the gateway; `changed` says that somebody may look again."""

    def __init__(self, clock: Clock, emit: Callable[[str, Json], None], changed: Callable[[], None]) -> None:
        self.clock, self._emit, self.changed = clock, emit, changed
        self._count = self._last = 0
        self.base = ""
        self.users: dict[str, Json] = {}
        self.roles: dict[str, list[str]] = {}
        self.granted: dict[str, int] = {}
        """Permissions of roles; the server's own id is everybody's."""
        self.thread_members: set[tuple[str, str]] = set()
        self.greeting: str | None = None
        """The channel in which new members are greeted."""
        self.content = True
        """Has the app the message content intent?"""
        self.pending: set[str] = set()
        """Who has joined the server and has not agreed to its rules yet."""
        self.channels: dict[str, Json] = {}
        self.messages: dict[str, Json] = {}
        """In the order in which they were sent, by id."""
        self.sent_at: dict[str, float] = {}
        self.reactions: dict[str, set[str]] = {}
        self.pings: list[tuple[str, str]] = []
        """Which message has pinged whom: a user's or a role's id, or `everyone`."""
        self.interactions: dict[str, Interaction] = {}
        self.nonces: dict[tuple[str, str], tuple[float, str]] = {}
        self.typing: list[str] = []
        self.files: dict[str, bytes] = {}
        self.app = self.id()
        self.commands = Commands(self.id, self.app)
        self.bot = self.add_user("deskmate", bot=True)
        self.guild, self.role = self.id(), self.id()
        """`role` is the one that Discord makes for the app."""
        self.owner = self.bot["id"]
        self.granted[self.guild] = VIEW | HISTORY
        self.direct: dict[str, str] = {}
        self.invited, self.ours = True, (1 << 50) - 1 - ADMINISTRATOR
        """Is the app in the server, and with which permissions?"""
        self.elsewhere: dict[str, str] = {}
        """Other servers that the app is in, by their ids."""

    def id(self) -> str:
        self._count += 1
        return str((self._now << 22) + self._count)

    @property
    def _now(self) -> int:
        return int((self.clock() - EPOCH) * 1000)

    def _message_id(self) -> str:
        """Of a later millisecond than the message before: what is said later is seen to be, also while the clock
        stands. Nothing else runs ahead of it, so that what starts now comes after all that was said.
        """
        self._count += 1
        self._last = max(self._last + 1, self._now)
        return str((self._last << 22) + self._count)

    # People and places
    def add_user(self, name: str, bot: bool = False) -> Json:
        id = self.id()
        self.users[id] = {"id": id, "username": name, "global_name": name, "discriminator": "0", "avatar": None}
        self.users[id] |= {"bot": bot, "public_flags": 0}
        return self.users[id]

    def member(self, user: str) -> Json:
        return {"nick": None, "roles": self.roles.get(user, []), "joined_at": self.now(), "deaf": False, "mute": False,
                "flags": 0, "avatar": None, "premium_since": None, "pending": user in self.pending}  # fmt: skip

    def add_channel(self, name: str, type: int = TEXT_CHANNEL) -> Json:
        id = self.id()
        channel = {"id": id, "type": type, "guild_id": self.guild, "name": name, "position": 0, "nsfw": False}
        channel |= {
            "permission_overwrites": [],
            "topic": None,
            "parent_id": None,
            "rate_limit_per_user": 0,
            "last_message_id": None,
        }
        if type == VOICE:
            channel |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
        self.channels[id] = channel
        self._emit("CHANNEL_CREATE", channel)
        return channel

    def direct_with(self, user: str) -> Json:
        if user not in self.direct:
            id = self.id()
            self.channels[id] = {"id": id, "type": DIRECT, "recipients": [self.users[user]], "last_message_id": None}
            self.direct[user] = id
        return self.channels[self.direct[user]]

    def begin_thread(self, channel: str, message: str, name: str) -> Json:
        source = self.message(channel, message)
        if message in self.channels:
            raise Refused(400, 160004, "A thread has already been created for this message")
        if not 0 < len(name) <= THREAD_NAME or self.channels[channel]["type"] != TEXT_CHANNEL:
            raise Refused(400, 50035, "Invalid Form Body: the thread's name, or its channel")
        thread = self._thread(message, channel, name)
        starter = self._made(message, self.bot["id"], {"content": ""}, STARTER)
        starter["id"] = message  # told of, never kept: the message itself is the channel's
        starter["message_reference"] = {"message_id": message, "channel_id": channel, "guild_id": self.guild}
        self._emit("MESSAGE_CREATE", self._for_gateway({**starter, "referenced_message": source}))
        return thread

    def begin_private(self, channel: str, name: str) -> Json:
        """A thread that hangs on no message, and that we have been brought into."""
        return self._thread(self.id(), channel, name, PRIVATE_THREAD)

    def post_in_forum(self, forum: str, author: str, name: str, text: str) -> Json:
        """Its first message, which has the id of the post and stands in it. Discord docs, forum channels."""
        id = self.id()
        self._thread(id, forum, name)
        return self._sent(id, self._made(id, author, {"content": text}), {})

    def _thread(self, id: str, channel: str, name: str, type: int = PUBLIC_THREAD) -> Json:
        now = self.now()
        thread = {"id": id, "type": type, "guild_id": self.guild, "parent_id": channel, "name": name,
                  "owner_id": self.bot["id"], "message_count": 0, "member_count": 1, "rate_limit_per_user": 0,
                  "last_message_id": None,
                  "thread_metadata": {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": now,
                                      "locked": False, "create_timestamp": now}}  # fmt: skip
        self.channels[id] = thread
        self._emit("THREAD_CREATE", {**thread, "newly_created": True})
        return thread

    def archive(self, thread: str, archived: bool = True, locked: bool = False) -> Json:
        now = {"archived": archived, "locked": locked, "archive_timestamp": self.now()}
        self.channels[thread]["thread_metadata"] |= now
        self._emit("THREAD_UPDATE", self.channels[thread])
        return self.channels[thread]

    # Messages
    def message(self, channel: str, id: str) -> Json:
        found = self.messages.get(id)
        if found is None or found["channel_id"] != channel:
            raise Refused(404, 10008, "Unknown Message")
        return found

    def of(self, channel: str) -> list[Json]:
        """Oldest first."""
        self.channel(channel)
        return [one for one in self.messages.values() if one["channel_id"] == channel]

    def channel(self, id: str) -> Json:
        if id not in self.channels:
            raise Refused(404, 10003, "Unknown Channel")
        return self.channels[id]

    def send(self, channel: str, author: str, body: Mapping[str, Any], files: Mapping[str, bytes]) -> Json:
        where = self.channel(channel)
        if where["type"] == FORUM:
            raise Refused(400, 50008, "Cannot send messages in a non-text channel")
        check_message(body, len(files))
        if sum(map(len, files.values())) > BOOSTLESS:
            raise Refused(413, 40005, "Request entity too large")
        nonce = str(body.get("nonce") or "")
        if nonce and body.get("enforce_nonce"):
            at, known = self.nonces.get((author, nonce), (-NONCE, ""))
            if self.clock() - at < NONCE and known in self.messages:
                return self.messages[known]
        state = where.get("thread_metadata") or {}
        if state.get("locked"):
            raise Refused(400, 50083, "Thread is archived")
        if state.get("archived"):
            self.archive(channel, False)
        message = self._made(channel, author, body)
        message["attachments"] = [self._file(name, content) for name, content in files.items()]
        if nonce:
            self.nonces[author, nonce] = (self.clock(), message["id"])
        self._ping(message, body)
        return self._sent(message["id"], message, {"nonce": nonce or None})

    def _sent(self, id: str, message: Json, told: Json) -> Json:
        message["id"] = id
        self.messages[id] = message
        self.sent_at[id] = self.clock()
        self.channels[message["channel_id"]]["last_message_id"] = id
        self._emit("MESSAGE_CREATE", self._for_gateway({**message, **told}))
        self.changed()
        return message

    def edit(self, channel: str, id: str, author: str, body: Mapping[str, Any], files: Mapping[str, bytes]) -> Json:
        message = self.message(channel, id)
        if message["author"]["id"] != author:
            raise Refused(403, 50005, "Cannot edit a message authored by another user")
        if (self.channel(channel).get("thread_metadata") or {}).get("archived"):
            raise Refused(400, 50083, "Thread is archived")
        if message["author"] is self.bot and self.clock() - self.sent_at[id] > EDITED_FREELY:
            why = "Maximum number of edits to messages older than 1 hour reached. Try again later."
            raise Refused(429, 30046, why, wait=EDITED_AGAIN)
        after = {name: body[name] for name in ("content", "embeds", "components") if name in body}
        after |= self._mentions(str(after["content"])) if "content" in after else {}
        merged = {**message, **after, "flags": int(body.get("flags") or message["flags"])}
        if message["flags"] & ~merged["flags"]:
            raise Refused(400, 50035, "Invalid Form Body: flags cannot be taken away")
        check_message(merged, len(files))
        if "attachments" in body or files:
            kept = {one["id"] for one in body.get("attachments") or () if str(one.get("id", "")) not in "0123456789"}
            merged["attachments"] = [one for one in message["attachments"] if one["id"] in kept]
            merged["attachments"] += [self._file(name, content) for name, content in files.items()]
        message.update(merged, edited_timestamp=self.now())
        self._ping(message, body)
        self._emit("MESSAGE_UPDATE", self._for_gateway(message))
        self.changed()
        return message

    def delete(self, channel: str, id: str) -> None:
        self.message(channel, id)
        del self.messages[id]
        place = {"guild_id": self.guild} if "guild_id" in self.channels[channel] else {}
        self._emit("MESSAGE_DELETE", {"id": id, "channel_id": channel, **place})
        self.changed()

    def purge(self, channel: str, ids: Sequence[str]) -> None:
        """Many at once, as moderators do."""
        for id in ids:
            self.message(channel, id)
            del self.messages[id]
        place = {"guild_id": self.guild} if "guild_id" in self.channels[channel] else {}
        self._emit("MESSAGE_DELETE_BULK", {"ids": list(ids), "channel_id": channel, **place})
        self.changed()

    def _made(self, channel: str, author: str, body: Mapping[str, Any], type: int = DEFAULT) -> Json:
        content = str(body.get("content") or "")
        reference = body.get("message_reference")
        made: Json = {"id": self._message_id(), "channel_id": channel, "author": self.users[author], "content": content,
                      "timestamp": self.now(), "edited_timestamp": None, "tts": False, "mention_everyone": False,
                      **self._mentions(content), "attachments": [],
                      "embeds": list(body.get("embeds") or []), "pinned": False,
                      "type": REPLY if reference else type, "flags": int(body.get("flags") or 0),
                      "components": copy.deepcopy(list(body.get("components") or []))}  # fmt: skip
        if reference:
            made["message_reference"] = {"channel_id": channel, **reference}
        return made

    def _mentions(self, content: str) -> Json:
        named = dict.fromkeys(re.findall(r"<@!?(\d+)>", content))
        return {
            "mentions": [self.users[one] for one in named if one in self.users],
            "mention_roles": re.findall(r"<@&(\d+)>", content),
        }

    def _for_gateway(self, message: Json) -> Json:
        where = self.channels[message["channel_id"]]
        if "guild_id" not in where:
            return copy.deepcopy(message)
        message = self.readable(message)
        return copy.deepcopy({**message, "guild_id": self.guild, "member": self.member(message["author"]["id"])})

    def read(self, message: Json) -> Json:
        """As the app reads it: with the thread that hangs on it."""
        thread = self.channels.get(message["id"])
        hanging = thread and thread["parent_id"] == message["channel_id"]
        return {**self.readable(message), **({"thread": copy.deepcopy(thread)} if hanging else {})}

    def readable(self, message: Json) -> Json:
        """As the app may see it. Discord docs, message content intent."""
        named = self.bot in message["mentions"] or message["author"] is self.bot
        if self.content or named or self.channels[message["channel_id"]]["type"] == DIRECT:
            return message
        return {**message, "content": "", "attachments": [], "embeds": [], "components": []}

    def _ping(self, message: Json, body: Mapping[str, Any]) -> None:
        """Discord docs, allowed mentions: without any, all that the text names is pinged."""
        allowed, text = body.get("allowed_mentions"), shown(message)
        parse = {"everyone", "users", "roles"} if allowed is None else set(allowed.get("parse") or ())
        named = {"users": re.findall(r"<@!?(\d+)>", text), "roles": re.findall(r"<@&(\d+)>", text)}
        if "everyone" in parse and re.search(r"@(everyone|here)\b", text):
            self.pings.append((message["id"], "everyone"))
        for kind, ids in named.items():
            just = (allowed or {}).get(kind) or ()
            self.pings += [(message["id"], one) for one in ids if kind in parse or one in just]

    def _file(self, name: str, content: bytes) -> Json:
        id = self.id()
        self.files[id] = content
        return {"id": id, "filename": name, "size": len(content), "url": f"{self.base}/attachments/{id}/{name}",
                "proxy_url": f"{self.base}/attachments/{id}/{name}", "content_type": "text/plain"}  # fmt: skip

    # Interactions
    def interact(self, type: int, by: str, channel: str, data: Json, source: Json | None = None) -> Interaction:
        id = self.id()
        made = Interaction(id, f"token-{id}", by, channel, self.clock(), source["id"] if source else "")
        self.interactions[made.token] = made
        where = self.channels[channel]
        payload: Json = {"id": id, "application_id": self.app, "type": type, "token": made.token, "version": 1,
                         "data": data, "channel_id": channel, "channel": where, "locale": "en-US", "entitlements": [],
                         "authorizing_integration_owners": {}, "attachment_size_limit": 10_485_760,
                         "app_permissions": "0"}  # fmt: skip
        if "guild_id" in where:
            payload |= {"guild_id": self.guild, "guild_locale": "en-US"}
            payload["member"] = {**self.member(by), "user": self.users[by], "permissions": "0"}
        else:
            payload["user"] = self.users[by]
        if source:
            payload["message"] = copy.deepcopy(source)
        self._emit("INTERACTION_CREATE", payload)
        return made

    def respond(self, id: str, token: str, body: Mapping[str, Any]) -> None:
        """The first answer. Raises Refused if it comes late, or is the second."""
        made = self.interactions.get(token)
        if made is None or made.id != id or self.clock() - made.at > DEADLINE:
            raise Refused(404, 10062, "Unknown interaction")
        if made.answer:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        data = body.get("data") or {}
        match body.get("type"):
            case 4:
                check_message(data)
                self._private_message(made, data)
            case 7:
                self.edit(made.channel, made.source, self.bot["id"], data, {})
            case 9:
                check_modal(data)
                made.modal = copy.deepcopy(dict(data))
            case 5:
                made.thinking = True
            case 6:
                pass
            case other:
                raise Refused(400, 50035, f"Invalid Form Body: a response of the type {other}")
        made.answer = int(body["type"])
        self.changed()

    def follow(self, token: str, body: Mapping[str, Any], first: bool = False) -> Json:
        """What is said later, with the interaction's token; `first` fills in the answer that was put off."""
        made = self.interactions.get(token)
        if made is None or not made.answer:
            raise Refused(404, 10015, "Unknown Webhook")
        if self.clock() - made.at > LIFETIME:
            raise Refused(401, 50027, "Invalid Webhook Token")
        check_message(body)
        made.thinking = False
        message = self._private_message(
            made, {**body, "flags": int(body.get("flags") or 0) | (EPHEMERAL if first else 0)}
        )
        self.changed()
        return message

    def forget(self, token: str) -> None:
        """The first answer is taken away, also one that was put off."""
        made = self.interactions.get(token)
        if made is None or not made.thinking:
            raise Refused(404, 10008, "Unknown Message")
        made.thinking = False
        self.changed()

    def _private_message(self, made: Interaction, body: Mapping[str, Any]) -> Json:
        if not int(body.get("flags") or 0) & EPHEMERAL:
            return self.send(made.channel, self.bot["id"], body, {})
        message = self._made(made.channel, self.bot["id"], body)
        made.private.append(message)
        return message

    def now(self) -> str:
        return datetime.fromtimestamp(self.clock(), UTC).isoformat()
