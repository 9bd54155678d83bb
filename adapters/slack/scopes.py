"""What people grant us: the bot scopes of each method that we call, and what each scope is for."""

from collections.abc import Mapping

READING = frozenset({"channels:history", "groups:history", "im:history", "mpim:history"})

LOOKING = frozenset({"channels:read", "groups:read", "im:read", "mpim:read"})

METHODS: Mapping[str, frozenset[str]] = {
    "agents.sessions.setStatus": frozenset({"chat:write"}),
    "apps.connections.open": frozenset(),  # by the app-level token, with connections:write
    "apps.manifest.export": frozenset(),  # by an app configuration token
    "assistant.threads.setStatus": frozenset({"chat:write"}),
    "auth.test": frozenset(),
    "bots.info": frozenset({"users:read"}),
    "chat.appendStream": frozenset({"chat:write"}),
    "chat.delete": frozenset({"chat:write"}),
    "chat.postEphemeral": frozenset({"chat:write"}),
    "chat.postMessage": frozenset({"chat:write"}),
    "chat.startStream": frozenset({"chat:write"}),
    "chat.stopStream": frozenset({"chat:write"}),
    "chat.update": frozenset({"chat:write"}),
    "conversations.history": READING,
    "conversations.info": LOOKING,
    "conversations.list": frozenset({"channels:read", "groups:read"}),
    "conversations.members": LOOKING,
    "conversations.open": frozenset({"im:write"}),
    "conversations.replies": READING,
    "files.completeUploadExternal": frozenset({"files:write"}),
    "files.info": frozenset({"files:read"}),
    "files.getUploadURLExternal": frozenset({"files:write"}),
    "reactions.add": frozenset({"reactions:write"}),
    "reactions.remove": frozenset({"reactions:write"}),
    "users.info": frozenset({"users:read"}),
    "users.list": frozenset({"users:read"}),
    "views.open": frozenset(),
    "views.publish": frozenset(),
}
"""Every method of the Web API that we call. Slack docs: the page of each method."""

WHY: Mapping[str, str] = {
    "app_mentions:read": "to be mentioned",
    "assistant:write": "to be an agent (agent_view), with a stop button",
    "channels:history": "to follow its threads without a mention, and find its own messages again after a crash",
    "groups:history": "",
    "im:history": "",
    "mpim:history": "",
    "chat:write": "to answer, ask, and show that it is at work",
    "commands": "to have commands and shortcuts",
    "files:write": "to show arguments that are too long for a card, and send files where somebody has approved that",
    "files:read": "to open what people attach",
    "channels:read": "to find the channels that it is asked to read, and see who is in them",
    "groups:read": "",
    "im:read": "",
    "mpim:read": "",
    "im:write": "to write to a person, where somebody has approved that",
    "reactions:write": "to show that guidance waits, and is heard",
    "users:read": "to call people by their names",
}
"""Said beside each scope in the manifest, in its order: whoever installs the app reads it. Empty: as the one above."""
