"""Who may import whom."""

from pathlib import Path

import pytest

from tests.architecture import contracts
from tests.architecture.tree import ROOT

# One import a contract that must not be, in a house that is otherwise well built.
INTRUDERS = {
    "bot > adapters > scheduler > harness > deskmate": ("adapters/slack/gateway.py", "import bot.cli"),
    "inside harness": ("harness/chat/cards.py", "import harness.tools.runner"),
    "harness imports no I/O library": ("harness/chat/cards.py", "import sqlite3"),
    "chat folders do not know each other": ("adapters/slack/gateway.py", "import adapters.terminal.gateway"),
}


def test_rooms_import_only_what_they_may():
    report = contracts.check(ROOT)

    assert report.returncode == 0, report.stdout + report.stderr


def test_well_built_house_passes(tmp_path: Path):
    build_house(tmp_path)

    report = contracts.check(tmp_path)

    assert report.returncode == 0, report.stdout + report.stderr
    assert "4 kept, 0 broken" in report.stdout


@pytest.mark.parametrize("contract", INTRUDERS)
def test_import_that_must_not_be_breaks_its_contract(tmp_path: Path, contract: str):
    build_house(tmp_path)
    module, line = INTRUDERS[contract]
    (tmp_path / module).write_text(f"{line}\n")

    report = contracts.check(tmp_path)

    assert report.returncode != 0
    assert "3 kept, 1 broken" in report.stdout, report.stdout + report.stderr
    assert contract in report.stdout.split("Broken contracts")[1]


def build_house(root: Path) -> None:
    """Write a small house below `root` that imports only what it may."""
    modules = {
        "bot/cli.py": "import adapters.slack.gateway\nimport harness.tools.runner",
        "adapters/slack/gateway.py": "import slack_bolt\nimport harness.chat.cards",
        "adapters/terminal/gateway.py": "import harness.chat.cards",
        "harness/tools/runner.py": "import harness.chat.cards",
        "harness/chat/cards.py": "import dataclasses",
    }
    for name, text in modules.items():
        module = root / name
        module.parent.mkdir(parents=True, exist_ok=True)
        module.write_text(f"{text}\n")
        for package in module.relative_to(root).parents:
            if package != Path():
                (root / package / "__init__.py").touch()
