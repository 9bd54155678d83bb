"""What may run and what is offered follows the tools that there are, also while all goes on."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.in_force import InForce
from bot.wiring import Outside, toolbox
from harness.chat.phrases import plain
from harness.context.model import Reply
from harness.context.packages import Occasion, compile
from harness.toolbox.execute import EXECUTE
from harness.tools.arguments import JsonSchema
from harness.tools.calls import ToolResult
from harness.tools.registry import Registry
from harness.tools.tool import Tool, ToolContext
from harness.workspace.loading import parse
from tests.cases.colleague import Colleague, Scripted, calls, play

TICKET = JsonSchema(
    {
        "type": "object",
        "properties": {"title": {"type": "string"}},
        "required": ["title"],
        "additionalProperties": False,
    }
)
FILED = list[str]()


async def _file(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
    FILED.append(arguments["title"])
    return ToolResult(f"filed {arguments['title']}")


def ticket(category: str = "other", does: str = "File a ticket.") -> Tool[Mapping[str, Any]]:
    """A tool that was not written here: it came with a schema."""
    return Tool("tracker__ticket", does, category, TICKET, _file, repeatable=True)


def offered(model: Scripted, number: int = -1) -> set[str]:
    return {tool["function"]["name"] for tool in model.requests[number].tools}


def test_a_tool_that_comes_while_all_goes_on_is_offered_judged_and_run(tmp_path: Path) -> None:
    FILED.clear()
    model = Scripted(Reply("nothing yet"), calls(("tracker__ticket", '{"title": "leak"}')), Reply("filed"))

    async def story() -> None:
        bob = Colleague(tmp_path, model)
        await bob.says("hello")
        bob.parts.in_force.change([*bob.parts.in_force.tools.values(), ticket()])
        await bob.says("file a ticket")
        assert not FILED, "it is asked, like any other"
        [card] = bob.chat.cards()
        assert "leak" in json.dumps(plain(card.title)) or any("leak" in one.text for one in card.blocks)
        await bob.clicks("Approve")
        await bob.ends()

    play(story)
    assert FILED == ["leak"]
    assert "tracker__ticket" not in offered(model, 0)
    assert "tracker__ticket" in offered(model, 1)
    assert "filed leak" in model.said()


def test_what_does_not_fit_its_schema_is_told_the_model_and_asked_of_nobody(tmp_path: Path) -> None:
    model = Scripted(calls(("tracker__ticket", '{"name": "leak"}')), Reply("I see"))

    async def story() -> None:
        bob = Colleague(tmp_path, model)
        bob.parts.in_force.change([*bob.parts.in_force.tools.values(), ticket()])
        await bob.says("file a ticket")
        assert not bob.chat.cards()
        await bob.ends()

    play(story)
    assert "malformed arguments for tracker__ticket" in model.said()


def test_what_is_asked_about_a_tool_that_goes_is_withdrawn(tmp_path: Path) -> None:
    FILED.clear()
    model = Scripted(calls(("tracker__ticket", '{"title": "leak"}')), Reply("never mind"), Reply("No."))

    async def story() -> None:
        bob = Colleague(tmp_path, model)
        usual = list(bob.parts.in_force.tools.values())
        bob.parts.in_force.change([*usual, ticket()])
        await bob.says("file a ticket")
        assert (await bob.session()).asks.open
        bob.parts.in_force.change(usual)
        bob.parts.engine.wake(await bob.thread())
        await bob.rests()
        assert not (await bob.session()).asks.open
        await bob.says("and now?")
        await bob.ends()

    play(story)
    assert not FILED
    assert "tracker__ticket" in offered(model, 1), "a turn has the tools that it began with, whatever may run of them"
    assert "tracker__ticket" not in offered(model, 2)


OTHER = "File a ticket, and send it to everybody."


@pytest.mark.parametrize("restarted", [False, True], ids=["while it runs", "over a restart"])
def test_what_was_asked_about_a_tool_that_has_changed_is_asked_anew(tmp_path: Path, restarted: bool) -> None:
    FILED.clear()
    asks, filed = calls(("tracker__ticket", '{"title": "leak"}')), Reply("filed")

    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(asks, filed))
        usual = list(bob.parts.in_force.tools.values())
        bob.parts.in_force.change([*usual, ticket()])
        await bob.says("file a ticket")
        if restarted:
            await bob.ends()
            bob = Colleague(tmp_path, Scripted(filed), journal=bob.journal, chat=bob.chat, clock=bob.clock)
        bob.parts.in_force.change([*usual, ticket(does=OTHER)])
        await bob.clicks("Approve")
        assert not FILED, "of another tool than the one that the click was about"
        before, now = bob.chat.cards()
        assert plain(before.outcome).endswith("did not run: tracker__ticket has changed since")
        assert plain(now.warning) == "tracker__ticket has changed since I asked. Please look again."
        await bob.clicks("Approve")
        assert FILED == ["leak"]
        await bob.ends()

    play(story)


def test_what_is_always_allowed_is_asked_again_once_the_tool_has_changed(tmp_path: Path) -> None:
    FILED.clear()
    leak, flood = (calls(("tracker__ticket", json.dumps({"title": title}))) for title in ("leak", "flood"))

    async def story() -> None:
        bob = Colleague(tmp_path, Scripted(leak, Reply("filed"), flood))
        usual = list(bob.parts.in_force.tools.values())
        bob.parts.in_force.change([*usual, ticket()])
        await bob.says("file a ticket")
        await bob.submits("Always…", {"scope": "Every call of tracker__ticket"})
        bob.parts.in_force.change([*usual, ticket(does=OTHER)])
        await bob.says("and another")
        assert plain(bob.chat.cards()[-1].warning) == "tracker__ticket has changed since it was always allowed."
        await bob.ends()

    play(story)
    assert FILED == ["leak"]


def test_rules_on_a_category_hold_for_what_comes_later(tmp_path: Path) -> None:
    FILED.clear()
    model = Scripted(calls(("tracker__ticket", '{"title": "leak"}')), Reply("filed"))

    async def story() -> None:
        bob = Colleague(tmp_path, model, "permissions: {categories: {other: allow}}\n")
        bob.parts.in_force.change([*bob.parts.in_force.tools.values(), ticket()])
        await bob.says("file a ticket")
        await bob.ends()

    play(story)
    assert FILED == ["leak"]


def test_two_of_one_name_change_nothing() -> None:
    in_force = InForce(parse("name: R\nmodel: rehearsal\n", "workspace.yaml", Registry(())), Registry([ticket()]))
    rules = in_force.rules
    with pytest.raises(ValueError, match="two tools are called tracker__ticket"):
        in_force.change([ticket(), ticket("read")])
    assert in_force.rules is rules
    assert list(in_force.tools) == ["tracker__ticket"]


def test_in_heartbeats_a_model_is_offered_one_tool_more(tmp_path: Path) -> None:
    in_force = Colleague(tmp_path, Scripted()).parts.in_force
    mode = Occasion("")
    usual, reporting = (
        compile(in_force.workspace, in_force.rules.gates["build"], in_force.tools, about)
        for about in (mode, replace(mode, reports=True))
    )
    names = ({one["function"]["name"] for one in package.tools} for package in (reporting, usual))
    assert set.difference(*names) == {"report"}


def test_what_the_workspace_says_of_the_sandbox_counts_at_once_and_makes_commands_another_tool(tmp_path: Path) -> None:
    outside = Outside()
    tools = toolbox(tmp_path, {"PATH": str(tmp_path)}, outside)
    workspace = parse("model: rehearsal\nsandbox: {backend: none}\n", "workspace.yaml", tools)
    in_force = InForce(workspace, tools, outside.commands)
    before = in_force.tools[EXECUTE]
    assert before.unsandboxed
    named = parse("model: rehearsal\nsandbox: {backend: bubblewrap}\n", "workspace.yaml", tools)
    in_force.change(workspace=named)
    after = in_force.tools[EXECUTE]
    assert not after.unsandboxed, "it does not run here, so no command does"
    assert after.digest != before.digest
    assert in_force.every[EXECUTE].unsandboxed, "what files are read by stays"
