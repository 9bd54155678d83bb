"""What we hear: the intents of each of the gateway's events that we understand, and what each intent is for."""

from collections.abc import Mapping

BITS: Mapping[str, int] = {
    "guilds": 1 << 0,
    "guild_messages": 1 << 9,
    "dm_messages": 1 << 12,
    "message_content": 1 << 15,
}
"""Discord docs, gateway intents; by the names of discord.py."""
WHY: Mapping[str, str] = {
    "guilds": "to know which channels and threads there are",
    "guild_messages": "to hear what is said in channels and threads",
    "dm_messages": "to be written to directly",
    "message_content": "to hear replies in a thread without a mention; without it, mentions and direct messages work",
}
"""In the order of the manifest: whoever sets the app up reads it."""
EVENTS: Mapping[str, tuple[str, ...]] = {
    "GUILD_CREATE": ("guilds",),
    "CHANNEL_CREATE": ("guilds",),
    "CHANNEL_UPDATE": ("guilds",),
    "THREAD_CREATE": ("guilds",),
    "THREAD_UPDATE": ("guilds",),
    "MESSAGE_CREATE": ("guild_messages", "dm_messages"),
    "MESSAGE_UPDATE": ("guild_messages", "dm_messages"),
    "MESSAGE_DELETE": ("guild_messages", "dm_messages"),
    "MESSAGE_DELETE_BULK": ("guild_messages",),
    "INTERACTION_CREATE": (),
}
"""Those that the gateway takes."""
PRIVILEGED = ("message_content",)
"""Those that an app has only if its owner switches them on."""
CONTENT = 1 << 18 | 1 << 19
"""Discord docs, application flags: the message content intent is on, of an app in many servers or in few."""


def needed(content: bool) -> tuple[str, ...]:
    """The intents of all that we understand, with the one for the `content` of what does not mention us."""
    used = {name for names in EVENTS.values() for name in names} | ({"message_content"} if content else set())
    return tuple(name for name in WHY if name in used)


def content(flags: object) -> bool:
    """Do an application's flags say that the message content intent is on?"""
    return isinstance(flags, int) and bool(flags & CONTENT)
