"""A package is shown layer by layer, with the tools that it offers."""

from dataclasses import replace

from bot.in_force import InForce
from bot.workspaces.options import PackageOptions
from bot.workspaces.show import ShownPackage, compiled
from harness.toolbox.ask_user import ask_user
from harness.toolbox.write_todos import write_todos
from harness.tools.registry import Registry
from harness.workspace.contents import Contents, workspace_of

TOOLS = Registry([ask_user(), write_todos()])
FILES = {"workspace.yaml": b"name: Robin\nmodel: rehearsal\n", "AGENTS.md": "Use tabs. \u202e\n".encode()}


PROFILED = b"""
name: Robin
model: rehearsal
fallbacks: [spare]
profiles:
  rehearsal:
    effort: low
    exclude_tools: [write_todos]
    descriptions: {ask_user: Asks people.}
    limits: {steps: 30, context_tokens: 12000}
    parameters: {temperature: 0.3}
"""


def shown(settings: bytes = FILES["workspace.yaml"], **options: str) -> ShownPackage:
    workspace = workspace_of(Contents("home", {**FILES, "workspace.yaml": settings}), TOOLS)
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


def test_what_a_profile_adds_is_shown() -> None:
    text = str(shown(PROFILED)).partition("── tools")[2]
    assert "about 12,000 tokens of the conversation in each request" in text
    assert "at most 30 steps, 1 h of work, 4 calls at once" in text
    assert "rehearsal: effort low, temperature 0.3" in text
    assert "if it does not answer: spare" in text
    assert "not offered, by its profile: write_todos" in text
    assert "described by its profile" in text


def test_programs_are_given_it_too() -> None:
    fields = shown(PROFILED).fields
    assert fields["fallbacks"] == ["spare"]
    assert fields["window"] == 12_000
    assert fields["limits"] == {
        "steps": 30,
        "seconds": 3600.0,
        "cost": None,
        "tokens": None,
        "parallel": 4,
        "turns": 50,
    }
    assert fields["requests"] == {"rehearsal": {"effort": "low", "parameters": {"temperature": 0.3}}}
    assert fields["excluded"] == ["write_todos"]
    tools = fields["tools"]
    assert isinstance(tools, list)
    [tool] = tools
    assert (tool["description"], tool["described"]) == ("Asks people.", True)


def test_of_one_that_was_kept_it_is_shown_as_far_as_it_is_kept() -> None:
    kept = ShownPackage(shown(PROFILED).package)
    assert "rehearsal: effort low, temperature 0.3" in str(kept)
    assert "not offered" not in str(kept), "nobody kept what there was otherwise"
    assert kept.fields["excluded"] is None


def test_it_says_what_becomes_of_calls_once_text_from_outside_was_read() -> None:
    usual = shown()
    assert usual.fields["after_untrusted"] == {"memory": "ask", "message": "ask"}
    assert "once text from outside was read: memory ask, message ask" in str(usual)
    own = shown(b"model: rehearsal\nafter_untrusted: {edit: deny}\n")
    assert own.fields["after_untrusted"] == {"memory": "ask", "edit": "deny"}
    assert own.package.checksum != usual.package.checksum


def test_it_says_what_is_said_of_files() -> None:
    usual = shown()
    assert usual.fields["files"] == []
    own = shown(b"model: rehearsal\nfiles: [{operations: [read, write], paths: [/secret/**], verdict: deny}]\n")
    assert own.fields["files"] == ["deny reading /secret/**", "deny writing /secret/**"]
    assert "files: deny reading /secret/**, deny writing /secret/**" in str(own)
    assert own.package.checksum != usual.package.checksum


def test_of_a_package_of_before_it_says_what_holds_for_all() -> None:
    package = replace(shown().package, permissions={})
    assert ShownPackage(package).fields["after_untrusted"] == {"memory": "ask"}
