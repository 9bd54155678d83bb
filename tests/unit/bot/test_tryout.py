"""Without a terminal the rehearsal plays itself through; with one, see `tests/flows/terminal`."""

import asyncio
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.tryout import FIRST, MEANWHILE, try_it
from tests.unit.bot.deskmate import workspace


def test_without_a_terminal_it_plays_all_of_it_and_touches_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = workspace(tmp_path, "name: Robin\nmodel: no-such-provider/no-such-model\n")
    settings = Settings(file.parent, tmp_path / "data", f"sqlite:///{tmp_path / 'j.db'}")
    asyncio.run(try_it(settings, {}))
    shown = capsys.readouterr().out
    for part in (
        "an offline script that only pretends",
        f"> {FIRST}",
        "Deskmate is thinking…",
        "▸ Write notes.md",
        "┌ A question",
        "┌ May I use write_file?",
        "┌ May I use execute?",
        "Runs unsandboxed",
        f"> {MEANWHILE[0]}",
        f"heard: “{MEANWHILE[0]}”",
        "That was the rehearsal.",
    ):
        assert part in shown
    assert shown.count("(Approve)") == 2
    assert [path.name for path in tmp_path.rglob("*")] == ["workspace", "workspace.yaml"]
