"""What servers grant us: the permissions that each request of ours takes, and what each permission is for."""

from collections.abc import Iterable, Mapping

BITS: Mapping[str, int] = {
    "view_channel": 1 << 10,
    "read_message_history": 1 << 16,
    "send_messages": 1 << 11,
    "send_messages_in_threads": 1 << 38,
    "create_public_threads": 1 << 35,
    "attach_files": 1 << 15,
    "add_reactions": 1 << 6,
}
"""Discord docs, permissions: those of which we use any."""
ADMINISTRATOR = 1 << 3
"""Whoever has it has all."""
WHY: Mapping[str, str] = {
    "view_channel": "to be mentioned in a channel, and hear what is said there",
    "read_message_history": "to read what a thread held before, and find its own messages again after a crash",
    "send_messages": "to answer and to ask",
    "send_messages_in_threads": "to answer and ask in threads",
    "create_public_threads": "to begin a thread for each conversation",
    "attach_files": "to show what is too long for a message, and send files where somebody has approved that",
    "add_reactions": "to show that guidance waits, and is heard",
}
"""Said beside each in the manifest, in its order: whoever invites the app reads it."""

_SEEING = frozenset({"view_channel"})
_READING = frozenset({"view_channel", "read_message_history"})
_NONE = frozenset[str]()
_CHANNEL = "/channels/{channel_id}"
_MESSAGES = f"{_CHANNEL}/messages"
_MESSAGE = f"{_MESSAGES}/{{message_id}}"
_REACTION = f"{_MESSAGE}/reactions/{{emoji}}/@me"
_COMMANDS = "/applications/{application_id}/commands"
_SERVERS_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"

ROUTES: Mapping[tuple[str, str], frozenset[str]] = {
    ("GET", "/oauth2/applications/@me"): _NONE,
    ("GET", "/users/@me"): _NONE,
    ("GET", "/users/@me/guilds"): _NONE,
    ("POST", "/users/@me/channels"): _NONE,
    ("GET", "/guilds/{guild_id}"): _NONE,
    ("GET", "/guilds/{guild_id}/channels"): _NONE,
    ("GET", "/guilds/{guild_id}/members/search"): _NONE,
    ("GET", "/guilds/{guild_id}/members/{user_id}"): _NONE,
    ("GET", _CHANNEL): _SEEING,
    ("PATCH", _CHANNEL): frozenset({"send_messages_in_threads"}),  # to open an archived thread again
    ("GET", f"{_CHANNEL}/threads/archived/public"): _READING,
    ("GET", f"{_CHANNEL}/users/@me/threads/archived/private"): _READING,
    ("GET", f"{_CHANNEL}/thread-members/{{user_id}}"): _SEEING,
    ("GET", _MESSAGES): _READING,
    ("POST", _MESSAGES): _SEEING | {"send_messages", "send_messages_in_threads", "attach_files"},
    ("GET", _MESSAGE): _READING,
    ("PATCH", _MESSAGE): _SEEING,  # our own
    ("DELETE", _MESSAGE): _SEEING,  # our own
    ("POST", f"{_MESSAGE}/threads"): frozenset({"create_public_threads"}),
    ("PUT", _REACTION): _READING | {"add_reactions"},
    ("DELETE", _REACTION): _READING,  # our own
    ("POST", f"{_CHANNEL}/typing"): frozenset({"send_messages"}),
    ("POST", "/interactions/{webhook_id}/{webhook_token}/callback"): _NONE,
    ("POST", _WEBHOOK): _NONE,
    ("DELETE", f"{_WEBHOOK}/messages/@original"): _NONE,
    ("GET", _COMMANDS): _NONE,
    ("PUT", _COMMANDS): _NONE,
    ("GET", _SERVERS_COMMANDS): _NONE,
    ("PUT", _SERVERS_COMMANDS): _NONE,
}
"""Every request that we make, by method and path. Discord docs: the section of each."""


def needed() -> tuple[str, ...]:
    """The permissions of all that we do, in the order of WHY."""
    used = frozenset[str]().union(*ROUTES.values())
    return tuple(name for name in WHY if name in used)


def integer(names: Iterable[str]) -> int:
    """As Discord has them in one number."""
    return sum(BITS[name] for name in names)


def missing(granted: int) -> tuple[str, ...]:
    """Those of all that we do which that number lacks."""
    return () if granted & ADMINISTRATOR else tuple(name for name in needed() if not granted & BITS[name])
