"""A package is shown layer by layer, with the tools that it offers."""

from bot.in_force import InForce
from bot.workspaces.options import PackageOptions
from bot.workspaces.show import ShownPackage, compiled
from harness.toolbox.ask_user import ask_user
from harness.toolbox.write_todos import write_todos
from harness.tools.registry import Registry
from harness.workspace.contents import Contents, workspace_of

TOOLS = Registry([ask_user(), write_todos()])
FILES = {"workspace.yaml": b"name: Robin\nmodel: rehearsal\n", "AGENTS.md": "Use tabs. \u202e\n".encode()}


def shown(**options: str) -> ShownPackage:
    workspace = workspace_of(Contents("home", FILES), TOOLS)
    session = PackageOptions(**options).session(workspace, 951_825_600.0)
    return compiled(InForce(workspace, TOOLS), session, "in a place")


def test_for_programs_it_is_all_that_a_turn_is_told_with_about_how_many_tokens_that_is() -> None:
    fields, package = shown().fields, shown().package
    assert (fields["checksum"], fields["mode"], fields["model"]) == (package.checksum, "build", "rehearsal")
    layers = fields["layers"]
    assert isinstance(layers, list)
    assert [layer["name"] for layer in layers] == ["base", "workspace", "mode", "day"]
    assert layers[1] == {"name": "workspace", "tokens": 4, "text": "Use tabs. \u202e"}
    tools = fields["tools"]
    assert isinstance(tools, list)
    assert [(tool["name"], tool["verdict"]) for tool in tools] == [("ask_user", "ask"), ("write_todos", "allow")]
    assert all(tool["tokens"] > 50 for tool in tools)


def test_for_people_it_begins_with_what_status_calls_it_and_hides_nothing() -> None:
    head, about, *rest = str(shown(mode="plan")).splitlines()
    assert head.startswith(f"{shown(mode='plan').package.checksum[:8]} · Robin · mode plan · rehearsal · about ")
    assert about == "in a place"
    assert "── workspace, about 4 tokens" in rest
    assert "Use tabs. \\u202e" in rest


def test_of_one_that_was_kept_its_rules_are_shown_as_they_were() -> None:
    text = str(ShownPackage(shown().package))
    assert "── rules\nallow read" in text
    assert "ask_user     about" in text
