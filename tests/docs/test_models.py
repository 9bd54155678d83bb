"""What docs/models.md tells people to write is right, and names the addresses that these servers have."""

import re
from pathlib import Path

import pytest

from harness.workspace.loading import parse
from harness.workspace.profiles import SMALL_TOOLS, SMALL_WINDOW
from tests.unit.harness.workspace.tools import TOOLS

TEXT = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_each_setting_is_read_without_a_doubt(block: str) -> None:
    text = block if "model:" in block else f"model: ollama_chat/qwen3\n{block}"
    assert parse(text, "workspace.yaml", TOOLS).warnings == ()


def test_the_small_profile_is_described_as_it_is() -> None:
    [listed] = re.findall(r"seven tools \((.*?)\)", TEXT)
    assert set(re.findall(r"`(\w+)`", listed)) == SMALL_TOOLS
    assert f"holds {SMALL_WINDOW:,} of the conversation" in TEXT
