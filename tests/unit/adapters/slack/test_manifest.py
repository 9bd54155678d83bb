"""The manifest asks for what is used, and stays within Slack's limits."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from adapters.slack import gateway
from adapters.slack.manifest import COMMANDS, Command, Shortcut, difference, manifest, scopes, written
from adapters.slack.parse import EVENTS
from adapters.slack.scopes import METHODS, WHY

SCHEMA = Path(__file__).resolve().parents[2] / "manifests" / "slack-manifest.schema.2.0.0.json"
SLACK = Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
ASK = {"/ask": Command("Ask about something", "what")}
SHORTCUT = {"ask": Shortcut("Ask Robin", "Ask about this message")}
URL = "https://desk.example/slack/events"


@pytest.mark.parametrize("name", ["Deskmate", "R", "Robin: the 'bot' # 1", "— 日本 —", "x" * 100, "commands"])
@pytest.mark.parametrize("http", ["", URL])
@pytest.mark.parametrize("more", [{}, {"commands": ASK, "shortcuts": SHORTCUT}])
def test_slack_would_take_it_and_reads_what_was_meant(name: str, http: str, more: dict[str, Any]):
    made = manifest(name, http, **more)
    assert not [f"{error.json_path}: {error.message}" for error in SLACK.iter_errors(made)]
    assert yaml.safe_load(written(made)) == made


def test_it_is_an_agent_whose_messages_tab_takes_messages():
    features = manifest()["features"]
    assert "agent_view" in features
    assert "assistant_view" not in features, "new apps cannot have it, and none can have both"
    assert features["app_home"]["messages_tab_enabled"]
    assert not features["app_home"]["messages_tab_read_only_enabled"]
    assert manifest()["settings"]["interactivity"]["is_enabled"]


def test_it_has_the_scopes_of_what_is_called_and_heard_and_no_others():
    heard = {scope for kind in EVENTS.values() for scope in kind.subscriptions.values()}
    assert set(scopes(manifest())) == (set().union(*METHODS.values()) | heard | {"commands"}) - {""}
    assert set(scopes(manifest())) <= set(WHY), "whoever installs it is told what each is for"
    assert "- users:read         # to call people by their names\n" in written(manifest())


def test_it_subscribes_to_what_is_understood():
    subscribed = manifest()["settings"]["event_subscriptions"]["bot_events"]
    assert set(subscribed) == {name for kind in EVENTS.values() for name in kind.subscriptions}
    assert {"app_mention", "message.im", "agent_session_stopped"} <= set(subscribed)


def test_commands_and_shortcuts_bring_their_scope():
    assert "commands" not in scopes(manifest(commands={}, shortcuts={}))
    for commands, shortcuts in ((ASK, {}), ({}, SHORTCUT)):
        assert "commands" in scopes(manifest(commands=commands, shortcuts=shortcuts))
    features = manifest(commands=ASK, shortcuts=SHORTCUT)["features"]
    assert features["shortcuts"] == [
        {"name": "Ask Robin", "type": "message", "callback_id": "ask", "description": "Ask about this message"}
    ]
    assert features["slash_commands"][0]["usage_hint"] == "what"


def test_every_command_that_the_gateway_names_is_in_the_manifest():
    tree = ast.parse(Path(gateway.__file__).read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert {text for text in texts if re.fullmatch(r"/[a-z-]+", text)} <= set(COMMANDS), "it answers to any name"
    assert [each["command"] for each in manifest()["features"]["slash_commands"]] == ["/deskmate"]


def test_without_socket_mode_all_requests_go_to_the_url():
    over_http = manifest(http=URL, commands=ASK)
    assert not over_http["settings"]["socket_mode_enabled"]
    assert over_http["settings"]["event_subscriptions"]["request_url"] == URL
    assert over_http["settings"]["interactivity"]["request_url"] == URL
    assert over_http["features"]["slash_commands"][0]["url"] == URL
    assert manifest()["settings"]["socket_mode_enabled"]
    assert URL not in written(manifest())


def test_a_name_that_is_too_long_for_slack_is_cut():
    made = manifest("x" * 100)
    assert made["display_information"]["name"] == f"{'x' * 34}…"
    assert len(made["features"]["bot_user"]["display_name"]) == 80


def test_what_an_app_lacks_and_has_besides_is_told_and_its_words_are_its_owner_s():
    assert difference(manifest("Robin"), manifest()) == ([], [])
    bare = manifest(commands={}, shortcuts={})
    assert difference(bare, manifest(commands=ASK, shortcuts=SHORTCUT)) == (
        ["the scope commands", "the command /ask", "the shortcut ask"],
        [],
    )
    assert difference(manifest(commands=ASK, shortcuts={}), bare)[1] == ["the scope commands", "the command /ask"]
    assert difference(manifest(http=URL), manifest()) == (["Socket Mode"], [])
    changed = manifest()
    changed["features"]["app_home"]["messages_tab_read_only_enabled"] = True
    changed["settings"]["event_subscriptions"]["bot_events"] = ["app_mention", "team_join"]
    missing, more = difference(changed, manifest())
    assert {"the messages tab", "the event message.im"} <= set(missing)
    assert more == ["the event team_join"]


@pytest.mark.parametrize("given", [{}, {"features": None, "settings": [], "oauth_config": {"scopes": "all"}}])
def test_an_app_of_which_nothing_is_known_lacks_everything(given: dict[str, Any]):
    missing, more = difference(given, manifest())
    assert {"the agent view", "the scope chat:write", "the event app_mention", "Socket Mode"} <= set(missing)
    assert not more


def test_where_teams_install_it_themselves_they_come_back_to_us_and_organizations_may_have_it():
    where = "https://desk.example/slack/oauth_redirect"
    made = manifest(redirect=where)
    assert made["oauth_config"]["redirect_urls"] == [where]
    assert made["settings"]["org_deploy_enabled"]
    assert not [f"{error.json_path}: {error.message}" for error in SLACK.iter_errors(made)]
    assert "redirect_urls" not in manifest()["oauth_config"]
    assert {"app_uninstalled", "tokens_revoked"} <= set(made["settings"]["event_subscriptions"]["bot_events"])
