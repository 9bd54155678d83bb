"""The manifest of our Slack app, made from what we call (`scopes`) and understand (`parse.EVENTS`, and the tables
here): it asks for nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import yaml

from adapters.slack import ask_shortcut
from adapters.slack.limits import APP_NAME, BOT_NAME, SHORTCUT_NAME
from adapters.slack.parse import BRANCH, EVENTS
from adapters.slack.scopes import METHODS, WHY
from adapters.slack.text import cut

Json = Mapping[str, Any]

NAME = "Deskmate"
HEADER = """\
# Deskmate's Slack app, as `deskmate manifest slack` prints it. At api.slack.com/apps choose "Create New App", "From a
# manifest", and paste this. The name and the words are yours to change; the scopes and events are what Deskmate uses,
# no more.
"""
_WIDTH = 110


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command. `hint` says what may follow its name."""

    description: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Shortcut:
    """An entry of a message's menu, or of the one beside the composer (`global`). `{name}` is how the app is called."""

    name: str
    description: str
    type: Literal["message", "global"] = "message"


COMMANDS: Mapping[str, Command] = {
    "/deskmate": Command("What I am doing, modes, models, grants, conversations", "help | status | approvals | …")
}
"""The slash commands that the gateway answers, by their names, slash included."""
SHORTCUTS: Mapping[str, Shortcut] = {
    ask_shortcut.CALLBACK: Shortcut("Ask {name}", "Ask about this message"),
    BRANCH: Shortcut("Branch from here", "Go on from this message in a new thread"),
}
"""The shortcuts that the gateway answers, by their callback_ids."""


def manifest(
    name: str = NAME,
    http: str = "",
    commands: Mapping[str, Command] = COMMANDS,
    shortcuts: Mapping[str, Shortcut] = SHORTCUTS,
    redirect: str = "",
) -> dict[str, Any]:
    """As Slack takes it. `http` is the URL that requests go to where there is no Socket Mode; empty is Socket Mode.
    `redirect` is where Slack sends people back to who install it, where several teams and organizations do.
    """
    url = {"request_url": http} if http else {}
    redirects = {"redirect_urls": [redirect]} if redirect else {}
    features: dict[str, Any] = {
        "agent_view": {
            "agent_description": (
                "Ask me to find out, write or change things. I ask before I do what matters; you can stop me at any"
                " time."
            ),
            "suggested_prompts": [
                {
                    "title": "What can you do?",
                    "message": "What can you do here, and what do you ask about before you do it?",
                }
            ],
        },
        "app_home": {
            "home_tab_enabled": True,
            "messages_tab_enabled": True,
            "messages_tab_read_only_enabled": False,
        },
        "bot_user": {"display_name": cut(name, BOT_NAME), "always_online": True},
    }
    if shortcuts:
        features["shortcuts"] = [
            {
                "name": cut(one.name.format(name=name), SHORTCUT_NAME),
                "type": one.type,
                "callback_id": id,
                "description": one.description,
            }
            for id, one in shortcuts.items()
        ]
    if commands:
        features["slash_commands"] = [_command(each, one, http) for each, one in commands.items()]
    return {
        "_metadata": {"major_version": 2, "minor_version": 1},
        "display_information": {
            "name": cut(name, APP_NAME),
            "description": "A colleague that works in your threads, and asks before it does what matters.",
            "long_description": (
                f"Mention {name} in a channel, or write to it directly, and it works on what you ask: for minutes or"
                " for days. Before it does anything that matters it asks, and you answer with a button or in words."
                ' What you say while it works reaches it at its next step, and "stop" stops it. Each thread is a'
                " conversation of its own."
            ),
            "background_color": "#1f2937",
        },
        "features": features,
        "oauth_config": {**redirects, "scopes": {"bot": _scopes(bool(commands or shortcuts))}},
        "settings": {
            "event_subscriptions": {**url, "bot_events": _subscriptions()},
            "interactivity": {"is_enabled": True, **url},
            "org_deploy_enabled": bool(redirect),
            "socket_mode_enabled": not http,
            "token_rotation_enabled": False,
        },
    }


def scopes(manifest: Json) -> list[str]:
    """The bot scopes that it asks for."""
    return list(_part(_part(manifest, "oauth_config"), "scopes").get("bot") or ())


def difference(given: Json, wanted: Json) -> tuple[list[str], list[str]]:
    """What the app of the manifest `given` lacks for what is `wanted`, and what it has besides, for people to read.
    Its name and its words are its owner's.
    """
    ours, theirs = _parts(wanted), _parts(given)
    return [part for part in ours if part not in theirs], [part for part in theirs if part not in ours]


def written(manifest: Json) -> str:
    """In YAML, with what each scope is for."""
    text = yaml.dump(manifest, Dumper=_Indented, sort_keys=False, width=_WIDTH, allow_unicode=True)
    width = max(map(len, manifest["oauth_config"]["scopes"]["bot"]))
    lines = (_explained(line, width) for line in text.splitlines())
    return HEADER + "".join(f"{line}\n" for line in lines)


def _parts(manifest: Json) -> list[str]:
    """What two manifests may differ in, each with what it is."""
    features, settings = _part(manifest, "features"), _part(manifest, "settings")
    home = _part(features, "app_home")
    switches = {
        "the agent view": "agent_view" in features,
        "the home tab": home.get("home_tab_enabled"),
        "the messages tab": home.get("messages_tab_enabled") and not home.get("messages_tab_read_only_enabled"),
        "interactivity": _part(settings, "interactivity").get("is_enabled"),
        "Socket Mode": settings.get("socket_mode_enabled"),
    }
    return [
        *(f"the scope {scope}" for scope in scopes(manifest)),
        *(f"the event {event}" for event in _part(settings, "event_subscriptions").get("bot_events") or ()),
        *(f"the command {one.get('command')}" for one in features.get("slash_commands") or ()),
        *(f"the shortcut {one.get('callback_id')}" for one in features.get("shortcuts") or ()),
        *(name for name, on in switches.items() if on),
    ]


def _part(of: Json, key: str) -> Json:
    """Empty if it is not there, or is something else."""
    part = of.get(key)
    return part if isinstance(part, Mapping) else {}


def _subscriptions() -> list[str]:
    return sorted({name for kind in EVENTS.values() for name in kind.subscriptions})


def _scopes(commands: bool) -> list[str]:
    """In the order of WHY."""
    needed = set().union(*METHODS.values(), *(kind.subscriptions.values() for kind in EVENTS.values())) - {""}
    return sorted(needed | ({"commands"} if commands else set()), key=list(WHY).index)


def _command(name: str, command: Command, http: str) -> dict[str, Any]:
    given = {"command": name, "url": http, "description": command.description, "usage_hint": command.hint}
    return {**{key: value for key, value in given.items() if value}, "should_escape": True}


def _explained(line: str, width: int) -> str:
    """With what it is for, if it is a scope."""
    scope = line.strip().removeprefix("- ")
    why = WHY.get(scope)
    return f"{line}{' ' * (width - len(scope))}  # {why}" if why else line


class _Indented(yaml.SafeDumper):
    """Lists below their key, one step to the right."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)
