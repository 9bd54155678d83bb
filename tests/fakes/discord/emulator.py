"""`DiscordEmulator`: Discord on a loopback port, and what tests ask of it."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from aiohttp import web

from tests.fakes.clock import WITHIN
from tests.fakes.discord.filling import filled
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.rest import API, Fault, Rest
from tests.fakes.discord.screen import control, controls, shown
from tests.fakes.discord.shape import Json, every
from tests.fakes.discord.state import FORUM, TEXT_CHANNEL, VIEW, VOICE, Interaction, State
from tests.fakes.slack.clock import Clock

T = TypeVar("T")
COMPONENT, SUBMIT, COMMAND = 3, 5, 2


class StillWaiting(AssertionError):
    """What `until` waited for did not come; the message shows what people see."""


class DiscordEmulator:
    """Discord with one server and the app in it. Point an app at `api_url` and `gateway_url` with `token`."""

    token = "emulator.discord.token"

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self._waiting: set[asyncio.Event] = set()
        self.gateway = Gateway(self.token, self._ready, self._changed)
        self.state = State(self.clock, self._emit, self._changed)
        self.rest = Rest(self.state, self.token)
        self.available = True
        """Is the server there, for who connects?"""
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=30_000_000)
        self.rest.add_to(app)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.state.base = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    # For the app
    @property
    def api_url(self) -> str:
        return f"{self.state.base}{API}"

    @property
    def gateway_url(self) -> str:
        return f"{self.state.base.replace('http', 'ws', 1)}/gateway"

    # What people do
    @property
    def bot(self) -> str:
        """As it is mentioned."""
        return f"<@{self.state.bot['id']}>"

    @property
    def role(self) -> str:
        """As its role is mentioned, which has its name."""
        return f"<@&{self.state.role}>"

    def user(self, name: str, roles: Iterable[str] = ()) -> Json:
        made = self.state.add_user(name)
        self.state.roles[made["id"]] = list(roles)
        return made

    def channel(self, name: str) -> Json:
        return self.state.add_channel(name)

    def private_channel(self, name: str, *members: Json) -> Json:
        """Seen by us and by them."""
        made = self.state.add_channel(name)
        shut = {"id": self.state.guild, "type": 0, "allow": "0", "deny": str(VIEW)}
        made["permission_overwrites"] = [
            shut,
            *({"id": one["id"], "type": 1, "allow": str(VIEW), "deny": "0"} for one in members),
        ]
        return made

    def forum(self, name: str) -> Json:
        return self.state.add_channel(name, FORUM)

    def voice(self, name: str) -> Json:
        return self.state.add_channel(name, VOICE)

    def posts_in_forum(self, who: Json, forum: str, title: str, text: str) -> Json:
        return self.state.post_in_forum(forum, who["id"], title, text)

    def without_content(self) -> None:
        """The app has no message content intent."""
        self.state.content, self.gateway.privileged = False, 0

    def says(self, who: Json, channel: str, text: str, files: Mapping[str, bytes] | None = None) -> Json:
        return self.state.send(channel, who["id"], {"content": text}, files or {})

    def replies(self, who: Json, to: Json, text: str) -> Json:
        """Discord leaves out the message that is replied to, as it may."""
        return self.state.send(
            to["channel_id"], who["id"], {"content": text, "message_reference": {"message_id": to["id"]}}, {}
        )

    def clicks(self, who: Json, message: Json, label: str, nth: int | None = None) -> Interaction:
        """Presses a button, also one that has gone from the message since it was seen."""
        pressed = control(message, label, nth)
        data = {"component_type": 2, "custom_id": pressed["custom_id"], "id": pressed.get("id", 0)}
        return self.state.interact(COMPONENT, who["id"], message["channel_id"], data, message)

    def chooses(self, who: Json, message: Json, *labels: str, nth: int | None = None) -> Interaction:
        """Options of one menu, all at once; `nth` of several that have them."""
        menu = control(message, labels[0], nth)
        values = [each["value"] for each in menu["options"] if each["label"] in labels]
        data = {"component_type": 3, "custom_id": menu["custom_id"], "values": values, "id": menu.get("id", 0)}
        return self.state.interact(COMPONENT, who["id"], message["channel_id"], data, message)

    def submits(self, who: Json, opened: Interaction, values: Mapping[str, str]) -> Interaction:
        """The form that was opened, with these values by the fields' labels or names; others stay as they are."""
        data = {"custom_id": opened.modal["custom_id"], "components": filled(opened.modal, values)}
        source = self.state.messages.get(opened.source)
        return self.state.interact(SUBMIT, who["id"], opened.channel, data, source)

    def commands(self, who: Json, channel: str, word: str, what: str = "", name: str = "deskmate") -> Interaction:
        """`/deskmate word what`, as far as it is registered. Raises LookupError."""
        command = self._registered(1, name)
        known = next(one for one in command["options"] if one["name"] == word)
        options = [{"type": one["type"], "name": one["name"], "value": what} for one in known.get("options") or ()]
        given = {"type": 1, "name": word, "options": options if what else []}
        data = {"id": command["id"], "name": name, "type": 1, "options": [given]}
        return self.state.interact(COMMAND, who["id"], channel, data)

    def points(self, who: Json, message: Json, entry: str) -> Interaction:
        """Chooses that entry of the message's menu. Raises LookupError."""
        command = self._registered(3, entry)
        data = {"id": command["id"], "name": entry, "type": 3, "target_id": message["id"],
                "resolved": {"messages": {message["id"]: message}}}  # fmt: skip
        return self.state.interact(COMMAND, who["id"], message["channel_id"], data)

    def _registered(self, type: int, name: str) -> Json:
        known = [*self.state.commands.listed(), *self.state.commands.listed(self.state.guild)]
        found = next((one for one in known if (one["type"], one["name"]) == (type, name)), None)
        if found is None:
            raise LookupError(f"there is no {name}")
        return found

    # What there is to see
    def posts(self, channel: str) -> list[Json]:
        """What the app has said there, as it reads now."""
        found = self.state.messages.values()
        return [one for one in found if one["channel_id"] == channel and one["author"] is self.state.bot]

    @property
    def pinged(self) -> list[tuple[str, str]]:
        """What the app has said, by its id, and whom that pinged."""
        ours = {id for id, one in self.state.messages.items() if one["author"] is self.state.bot}
        return [(message, who) for message, who in self.state.pings if message in ours]

    def private(self, who: Json) -> list[str]:
        """What only they were shown, in order."""
        found = [one for one in self.state.interactions.values() if one.by == who["id"]]
        return [shown(message) for one in found for message in one.private]

    def controls(self, message: Json) -> list[str]:
        return controls(message)

    def shown(self, message: Json) -> str:
        return shown(message)

    def custom_ids(self, message: Json) -> list[str]:
        return [one["custom_id"] for one in every(message["components"]) if "custom_id" in one]

    # What goes wrong
    def fails(self, method: str, ending: str, **how: Any) -> None:
        """See `rest.Fault`."""
        self.rest.faults.append(Fault(method, ending, **how))

    def redelivers(self, message: Json) -> None:
        """The event of a message, once more."""
        self.gateway.again("MESSAGE_CREATE", lambda body: body["id"] == message["id"])

    def comes_back(self) -> None:
        """The server, which was not available."""
        self.available = True
        self._emit("GUILD_CREATE", self._guild())

    async def connected(self, within: float = WITHIN) -> None:
        await self.until(lambda: self.gateway.connected, within)

    async def until(self, true: Callable[[], T | None], within: float = WITHIN) -> T:
        """What `true` returns, once it is; looked at again whenever something changes. A LookupError is "not yet"."""
        change = asyncio.Event()
        self._waiting.add(change)
        try:
            async with asyncio.timeout(within):
                while True:
                    change.clear()
                    try:
                        if value := true():
                            return value
                    except LookupError:
                        pass
                    await change.wait()
        except TimeoutError:
            raise StillWaiting(f"not after {within} s:\n{self.picture()}") from None
        finally:
            self._waiting.discard(change)

    def picture(self) -> str:
        lines = [
            f"{one['channel_id']} {one['author']['username']}: {shown(one)!r} {controls(one)}"
            for one in self.state.messages.values()
        ]
        calls = [f"{call.method} {call.path}" for call in self.rest.calls[-20:]]
        private = [f"{one.by}: {[shown(each) for each in one.private]}" for one in self.state.interactions.values()]
        return "\n".join([*lines, *private, *calls])

    def _ready(self, session: str) -> list[tuple[str, Json]]:
        state = self.state
        ready: Json = {"v": 10, "user": state.bot, "session_id": session, "resume_gateway_url": self.gateway_url,
                       "guilds": [{"id": state.guild, "unavailable": True}], "application": {"id": state.app,
                       "flags": 0}, "shard": [0, 1], "private_channels": [], "relationships": []}  # fmt: skip
        there = self._guild() if self.available else {"id": state.guild, "unavailable": True}
        return [("READY", ready), ("GUILD_CREATE", there)]

    def _guild(self) -> Json:
        state = self.state
        channels = [one for one in state.channels.values() if one["type"] in (TEXT_CHANNEL, VOICE, FORUM)]
        threads = [
            one for one in state.channels.values() if one["type"] in (11, 12) and not one["thread_metadata"]["archived"]
        ]
        us = {**state.member(state.bot["id"]), "user": state.bot}
        everyone = {"id": state.guild, "name": "@everyone", "permissions": "0", "position": 0, "color": 0,
                    "hoist": False, "managed": False, "mentionable": False, "flags": 0, "colors": {"primary_color": 0,
                    "secondary_color": None, "tertiary_color": None}}  # fmt: skip
        ours = {**everyone, "id": state.role, "name": "deskmate", "managed": True, "tags": {"bot_id": state.bot["id"]}}
        guild: Json = {"id": state.guild, "name": "acme", "owner_id": state.bot["id"], "roles": [everyone, ours],
                       "emojis": [], "features": [], "channels": channels, "threads": threads, "members": [us],
                       "member_count": len(state.users), "presences": [], "voice_states": [], "large": False,
                       "stickers": [], "stage_instances": [], "guild_scheduled_events": [], "afk_timeout": 300,
                       "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
                       "mfa_level": 0, "system_channel_flags": 0, "premium_tier": 0, "nsfw_level": 0,
                       "preferred_locale": "en-US", "icon": None, "unavailable": False, "joined_at": state.now(),
                       "soundboard_sounds": [], "system_channel_id": state.greeting}  # fmt: skip
        return guild

    def _emit(self, type: str, body: Json) -> None:
        self.gateway.emit(type, body)

    def _changed(self) -> None:
        for change in self._waiting:
            change.set()
