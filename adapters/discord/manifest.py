"""The manifest of our Discord app, made from what we call (`scopes`), understand (`intents`) and answer
(`commands`): it asks for nothing else. Discord takes no manifest; this is what its owner goes by.
"""

import json
from collections.abc import Mapping
from typing import Any

from adapters.discord import intents, scopes
from adapters.discord.commands import NAME, commands

PORTAL = "discord.com/developers/applications"
SCOPES = ("bot", "applications.commands")
APPLICATION = "YOUR_APPLICATION_ID"
"""Stands for what only its owner knows."""


def manifest(name: str = NAME, app: str = APPLICATION) -> dict[str, Any]:
    """`name` is how the app is called, `app` its id."""
    granted, heard = scopes.needed(), intents.needed(content=True)
    return {
        "about": [
            f"{name}'s Discord app, as `deskmate manifest discord` prints it.",
            f"Make an application at {PORTAL}. Under Bot, copy the token into DISCORD_BOT_TOKEN, and switch on what is"
            " named under `switch_on`.",
            "Open `invite` in a browser to bring it into your server: that grants the permissions below, no more. It"
            " works in one server. The commands are registered by `deskmate run`.",
        ],
        "name": name,
        "invite": invite(app),
        "scopes": list(SCOPES),
        "permissions": str(scopes.integer(granted)),
        "permissions_by_name": {name: scopes.WHY[name] for name in granted},
        "intents": sum(intents.BITS[name] for name in heard),
        "intents_by_name": {name: intents.WHY[name] for name in heard},
        "switch_on": [name for name in heard if name in intents.PRIVILEGED],
        "commands": commands(name),
    }


def invite(app: str) -> str:
    """Where an owner of a server brings us in, or grants what we lack."""
    granted = scopes.integer(scopes.needed())
    return f"https://discord.com/oauth2/authorize?client_id={app}&scope={'+'.join(SCOPES)}&permissions={granted}"


def written(manifest: Mapping[str, Any]) -> str:
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
