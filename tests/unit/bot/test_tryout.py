"""Without a terminal the rehearsal plays itself through; with one, see `tests/flows/terminal`."""

import asyncio
from pathlib import Path

import pytest

from bot.settings import Settings, read
from bot.tryout import FIRST, MEANWHILE, _kept, try_it
from tests.unit.bot.deskmate import workspace


def test_without_a_terminal_it_plays_all_of_it_and_touches_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = workspace(tmp_path, "name: Robin\nmodel: no-such-provider/no-such-model\n")
    settings = Settings(file.parent, tmp_path / "data", f"sqlite:///{tmp_path / 'j.db'}")
    asyncio.run(try_it(settings, {}))
    shown = capsys.readouterr().out
    for part in (
        "This is Deskmate, played by an offline script.",
        f"> {FIRST}",
        "Deskmate is thinking…",
        f"▸ Write notes.md on “{FIRST}”",
        f"┌ How should my notes on “{FIRST}” begin?",
        f"- [ ] {FIRST}",
        "This command only waited a little",
        "┌ Create notes.md?",
        "┌ Run this command?",
        "a sandbox",
        f"> {MEANWHILE[0]}",
        f"heard: “{MEANWHILE[0]}”",
        "That was the rehearsal.",
    ):
        assert part in shown
    assert shown.count("(Approve)") == 2
    assert "On a terminal no-such-provider/no-such-model answers." in shown
    assert "set `model`" not in shown, "it is set"
    assert [path.name for path in tmp_path.rglob("*")] == ["workspace", "workspace.yaml"]


def test_what_is_open_in_one_workspace_is_not_there_in_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kept(workspace: str) -> Path:
        return _kept(read({"DESKMATE_DATA_DIR": str(tmp_path / "data")}, workspace))

    for name in ("one/bot", "two/bot"):
        (tmp_path / name).mkdir(parents=True)
    assert kept(str(tmp_path / "one/bot")) != kept(str(tmp_path / "two/bot"))
    monkeypatch.chdir(tmp_path / "one")
    assert kept("bot") == kept(str(tmp_path / "one/bot"))
    assert kept("workspace") == tmp_path / "data" / "try" / "example"
