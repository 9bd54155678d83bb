import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft7Validator

ROOT = Path(__file__).resolve().parents[3]
ADAPTER = ROOT / "adapters" / "slack"
SCHEMA = json.loads(Path(__file__).with_name("slack-manifest.schema.2.0.0.json").read_text(encoding="utf-8"))
MANIFEST: dict[str, Any] = yaml.safe_load((ROOT / "manifests" / "slack.yaml").read_text(encoding="utf-8"))
READING = {"channels:history", "groups:history", "im:history", "mpim:history"}

METHODS = {
    "apps_connections_open": set[str](),  # by the app-level token
    "assistant_threads_setStatus": {"chat:write"},
    "auth_test": set[str](),
    "chat_postEphemeral": {"chat:write"},
    "chat_postMessage": {"chat:write"},
    "chat_update": {"chat:write"},
    "conversations_history": READING,
    "conversations_replies": READING,
    "files_upload_v2": {"files:write"},
    "reactions_add": {"reactions:write"},
    "reactions_remove": {"reactions:write"},
    "users_info": {"users:read"},
    "views_open": set[str](),
}
"""The bot scopes of each method of the Web API, by its name in the SDK. Slack docs: the page of each method."""

EVENTS = {
    "agent_session_stopped": {"agent_session_stopped"},
    "app_mention": {"app_mention"},
    "message": {"message.channels", "message.groups", "message.im", "message.mpim"},
}
"""The subscriptions that bring each type of event. Slack docs, event types."""

SUBSCRIPTIONS = {
    "agent_session_stopped": {"assistant:write"},  # Slack docs, agent sessions: being an agent adds this scope
    "app_mention": {"app_mentions:read"},
    "message.channels": {"channels:history"},
    "message.groups": {"groups:history"},
    "message.im": {"im:history"},
    "message.mpim": {"mpim:history"},
}
"""The bot scopes of each subscription. Slack docs: the page of each event."""


def called() -> set[str]:
    """The methods of the SDK's client that the adapter calls: all through a parameter of the name `client`."""
    return {
        node.attr
        for module in ADAPTER.glob("*.py")
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "client"
    }


def handled() -> set[str]:
    """The types of events that `parse.event` has a case for."""
    tree = ast.parse((ADAPTER / "parse.py").read_text(encoding="utf-8"))
    [event] = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "event"]
    return set(constants(event))


def constants(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.MatchValue(value=ast.Constant(value=str(value))):
                yield value
            case _:
                pass


def granted() -> set[str]:
    return set(MANIFEST["oauth_config"]["scopes"]["bot"])


def subscribed() -> set[str]:
    return set(MANIFEST["settings"]["event_subscriptions"]["bot_events"])


def test_slack_would_take_it():
    errors = [f"{error.json_path}: {error.message}" for error in Draft7Validator(SCHEMA).iter_errors(MANIFEST)]

    assert not errors


def test_it_is_an_agent_that_is_spoken_to_over_a_socket_and_has_buttons():
    assert "agent_view" in MANIFEST["features"]
    assert "assistant_view" not in MANIFEST["features"], "new apps cannot have it, and none can have both"
    assert MANIFEST["features"]["app_home"]["messages_tab_enabled"]
    assert not MANIFEST["features"]["app_home"]["messages_tab_read_only_enabled"]
    assert MANIFEST["settings"]["socket_mode_enabled"]
    assert MANIFEST["settings"]["interactivity"]["is_enabled"]


def test_it_subscribes_to_the_events_that_are_handled_and_no_others():
    assert handled() == set(EVENTS)
    assert subscribed() == set().union(*EVENTS.values())


def test_it_has_the_scopes_of_what_is_called_and_heard_and_no_others():
    assert called() == set(METHODS), "a method has its scopes here first"
    assert granted() == set().union(*METHODS.values(), *(SUBSCRIPTIONS[name] for name in subscribed()))
