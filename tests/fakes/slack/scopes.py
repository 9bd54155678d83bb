"""Which scopes a bot token needs for what (docs.slack.dev/reference/scopes, and the page of each method)."""

from collections.abc import Mapping

from tests.fakes.slack.records import ChannelKind
from tests.fakes.slack.refusal import Refusal

_KINDS: Mapping[ChannelKind, str] = {"public": "channels", "private": "groups", "im": "im", "mpim": "mpim"}
_PLACES = tuple(_KINDS.values())

# Method -> scopes of which one is enough. One with a star is that of the conversation's kind.
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "agents.sessions.rename": ("chat:write",),
    "agents.sessions.setStatus": ("chat:write",),
    "assistant.threads.setStatus": ("chat:write", "assistant:write"),
    "assistant.threads.setSuggestedPrompts": ("assistant:write",),
    "bots.info": ("users:read",),
    "chat.appendStream": ("chat:write",),
    "chat.delete": ("chat:write",),
    "chat.postEphemeral": ("chat:write",),
    "chat.postMessage": ("chat:write",),
    "chat.startStream": ("chat:write",),
    "chat.stopStream": ("chat:write",),
    "chat.update": ("chat:write",),
    "conversations.history": ("*:history",),
    "conversations.info": ("*:read",),
    "conversations.list": tuple(f"{place}:read" for place in _PLACES),
    "conversations.members": ("*:read",),
    "conversations.open": ("im:write", "mpim:write"),
    "conversations.replies": ("*:history",),
    "files.completeUploadExternal": ("files:write",),
    "files.getUploadURLExternal": ("files:write",),
    "files.info": ("files:read",),
    "reactions.add": ("reactions:write",),
    "reactions.remove": ("reactions:write",),
    "users.info": ("users:read",),
    "users.list": ("users:read",),
}
_DRESSED = frozenset({"username", "icon_emoji", "icon_url"})
_CUSTOMIZE = "chat:write.customize"

EVERY: frozenset[str] = frozenset(
    {
        "app_mentions:read",
        "commands",
        "reactions:read",
        "users:read.email",
        _CUSTOMIZE,
        *(f"{place}:{what}" for place in _PLACES for what in ("history", "read")),
        *(scope for scopes in _NEEDED.values() for scope in scopes if not scope.startswith("*")),
    }
)
"""All that the emulator knows of."""


def accepted(method: str, kind: ChannelKind | None) -> list[str]:
    """The scopes of which one is enough for `method`, with a conversation of this kind (None: it has none)."""
    return [
        each
        for scope in _NEEDED.get(method, ())
        for each in (
            [scope]
            if not scope.startswith("*")
            else [scope.replace("*", place) for place in ([_KINDS[kind]] if kind else _PLACES)]
        )
    ]


def check(method: str, kind: ChannelKind | None, arguments: frozenset[str], granted: frozenset[str]) -> None:
    """Refusal: missing_scope, with what is needed and what was provided."""
    wanted = accepted(method, kind)
    if wanted and granted.isdisjoint(wanted):
        raise missing(",".join(wanted), granted)
    if method.startswith(("chat.", "agents.", "assistant.")) and arguments & _DRESSED and _CUSTOMIZE not in granted:
        raise missing(_CUSTOMIZE, granted)


def missing(needed: str, granted: frozenset[str]) -> Refusal:
    return Refusal("missing_scope", needed=needed, provided=",".join(sorted(granted)))
