"""What a request to a small model begins with leaves most of 8,192 tokens: with the real tools and tokenizers."""

from pathlib import Path

import pytest

from bot import wiring
from bot.in_force import InForce
from harness.context.canonical import exact
from harness.context.packages import Occasion, RunRequest, compile
from harness.tools.registry import OwnTools, Registry
from harness.workspace.loading import parse
from harness.workspace.profiles import SMALL_TOOLS, SMALL_WINDOW
from tests.unit.harness.workspace.tools import TOOLS as OTHERS
from tests.unit.tokenizers import counters

TEXT = 'model: ollama_chat/qwen3\nprofiles: {"ollama_chat/*": {small: true}}\n'


def package(folder: Path, text: str = TEXT, more: Registry | None = None) -> RunRequest:
    tools = wiring.toolbox(folder, {})
    if more is not None:
        tools = tools.having(OwnTools({"tools/more.py": tuple(more.values())}))
    workspace = parse(text, "workspace.yaml", tools)
    rules = InForce(workspace, tools).rules
    occasion = Occasion(workspace.default_mode, workspace.model, day="Tuesday, 2026-12-01 (UTC)")
    return compile(workspace, rules.gate(workspace.default_mode), tools, occasion)


@pytest.mark.parametrize("model", ["gpt-4", "claude-2", "deepseek-v3"])
def test_all_that_a_request_begins_with_is_at_most_2_000_tokens(tmp_path: Path, model: str) -> None:
    found = package(tmp_path)

    assert {tool["function"]["name"] for tool in found.tools} == SMALL_TOOLS
    assert 6 <= len(SMALL_TOOLS) <= 8
    assert counters()[model](found.system.encoded.decode() + exact(found.tools)) <= 2_000


def test_its_server_is_told_to_hold_8_192_tokens(tmp_path: Path) -> None:
    model = package(tmp_path).model
    assert model.window == SMALL_WINDOW
    assert model.requests["ollama_chat/qwen3"].parameters["num_ctx"] == 8_192


def test_a_team_s_own_tools_stay(tmp_path: Path) -> None:
    [own] = [tool for tool in OTHERS.values() if tool.name == "look"]
    found = package(tmp_path, more=Registry([own]))
    assert "look" in {tool["function"]["name"] for tool in found.tools}


def test_a_profile_that_says_no_changes_nothing(tmp_path: Path) -> None:
    assert len(package(tmp_path, TEXT.replace("true", "false")).tools) > 20
