"""The folders of Slack and Discord have the same parts: who knows one finds their way in the other."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from harness.chat.attachments import Attachments
from harness.chat.platforms import PLATFORMS
from harness.chat.port import Chat
from harness.chat.rooms import Rooms
from tests.architecture.tree import ROOT, parse

SHARED = {"app", "ask_shortcut", "attachments", "calls", "cards", "chat", "controls", "gateway", "limits", "manifest",
          "message", "parse", "people", "phrases", "pressed", "probe", "render", "rooms", "scopes", "socket", "text",
          "views"}  # fmt: skip
"""The parts that a platform has on which people meet us as they do in a team's chat."""
ALONE = {
    "slack": {
        "blocks": "text in Block Kit: Discord's embeds and components are read in `parse`",
        "content": "what a message says in several fields, as `blocks`",
        "backlog": "until Slack says who somebody is: Discord says it with each message",
        "deferred": "as `backlog`",
        "direct": "writes to one person, whose channel has to be opened; Discord's `places` does",
        "home": "the home tab: Discord has none",
        "review": "cards in forms: Discord's hold fields alone, and decisions are made on the card",
        "http": "requests in place of a socket: Discord's app has none",
        "http_door": "who comes to that port: Discord has none",
        "installing": "several teams install it",
        "kinds": "of blocks, which a workspace may not take",
        "kit": "pieces of Block Kit",
        "members": "who no guest is: what Discord's guests see is said by their roles",
        "pages": "of a streamed reply, which is only ever added to",
        "posts": "messages by their metadata: Discord's `chat` finds them by their components",
        "connection": "of several teams",
        "pacer": "who calls next: Discord says with each answer how many more it takes",
        "rates": "limits, which Discord says with each answer",
        "statuses": "the session of an agent: Discord shows that somebody types",
        "tally": "what is not taken under load, which Discord holds up by itself",
        "streams": "Slack streams: in Discord a live message is edited",
        "teams": "several teams",
        "threads": "looks through a thread's replies: Discord's threads are channels",
        "written": "how far a streamed reply stands there",
    },
    "discord": {
        "commands": "are registered by us: Slack has them in the app's manifest",
        "catch_up": "what was said while nobody listened: Slack sends events again by itself",
        "intents": "what we hear is asked for by each connection: Slack has it in the app's manifest",
        "interactions": "are a part of its own: bolt calls a listener for each kind in Slack's gateway",
        "live": "as `interactions`",
        "missed": "as `catch_up`",
        "patience": "what cannot be committed is tried again by us: Slack sends it again",
        "permissions": "who may see a channel is to be reckoned: Slack says it",
        "places": "channels and threads are told by events",
        "registering": "as commands",
        "server": "what is known of it changes with its events: Slack says it with each",
    },
}  # fmt: skip
"""What one has and the other has not, and why."""
SAME = {
    "parse": {"Us", "Ignored", "FormWanted", "AskWanted", "line"},
    "render": {"noted"},
    "ask_shortcut": {"Pointed", "FIELD", "modal", "asked"},
    "controls": {"CLICK", "FORM", "CHOOSE", "OPTIONS", "MORE"},
    "views": {"modal", "values"},
    "gateway": {"Gateway"},
    "scopes": {"WHY"},
    "manifest": {"manifest", "written"},
    "probe": {"Probe"},
    "calls": {"Calls", "CallRefused", "DEFAULT_URL"},
    "text": {"cut", "plain", "mentioned"},
}
"""Names that stand for the same in both."""
PURE = {"ask_shortcut", "controls", "limits", "manifest", "parse", "render", "scopes", "text", "views"}


def modules(platform: str) -> set[str]:
    folder = ROOT / "adapters" / platform
    return {file.stem for file in folder.glob("*.py")} - {"__init__"}


def part(platform: str, name: str) -> ModuleType:
    return import_module(f"adapters.{platform}.{name}")


@pytest.mark.parametrize("platform", PLATFORMS)
def test_each_has_the_shared_parts_and_says_why_it_has_more(platform: str):
    assert modules(platform) == SHARED | set(ALONE[platform])
    assert all(ALONE[platform].values())


def test_what_stands_alone_is_in_one_folder_alone():
    assert not set(ALONE["slack"]) & set(ALONE["discord"])


@pytest.mark.parametrize("platform", [*PLATFORMS, "terminal"])
def test_every_chat_has_a_gateway_a_parser_a_renderer_and_a_way_to_speak(platform: str):
    assert {"gateway", "parse", "render", "chat", "text"} <= modules(platform)


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("name", SAME)
def test_the_same_names_stand_for_the_same(platform: str, name: str):
    assert not [each for each in SAME[name] if not hasattr(part(platform, name), each)]


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize(("name", "port"), [("chat", Chat), ("rooms", Rooms), ("attachments", Attachments)])
def test_the_ports_are_fulfilled_by_classes_named_after_the_platform(platform: str, name: str, port: Any):
    cls = getattr(part(platform, name), f"{platform.capitalize()}{name.capitalize()}")
    for method in (each for each, value in vars(port).items() if inspect.isfunction(value) and each[0] != "_"):
        asked, given = (inspect.signature(getattr(one, method)).parameters for one in (port, cls))
        assert list(given)[: len(asked)] == list(asked), f"{cls.__name__}.{method}"


@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_is_pure_here_is_pure_there(platform: str):
    for name in PURE:
        awaiting = [
            node for node in ast.walk(tree(platform, name)) if isinstance(node, ast.AsyncFunctionDef | ast.Await)
        ]
        assert not awaiting, f"{platform}/{name} awaits"
        assert not {"asyncio", "aiohttp", "slack_sdk", "slack_bolt", "discord"} & set(imports(tree(platform, name)))


def tree(platform: str, name: str) -> ast.Module:
    return parse(ROOT / "adapters" / platform / f"{name}.py")


def imports(module: ast.Module) -> Iterator[str]:
    for node in module.body:
        match node:
            case ast.Import(names=names):
                yield from (each.name.partition(".")[0] for each in names)
            case ast.ImportFrom(module=str(name)):
                yield name.partition(".")[0]
