"""What rules and attachments keep from a command."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.files.folder import Folder
from harness.toolbox import hiding
from harness.toolbox.attached_files import folder_of
from harness.toolbox.hiding import attached_elsewhere, with_what_rules_hide
from harness.toolbox.shell import Hidden, ShellError
from harness.tools.calls import ToolCall
from harness.tools.tool import Permits, ToolContext, everything
from tests.unit.harness.toolbox.attached import HERE, Attached

CONTEXT = ToolContext(ToolCall("1.1.0", "execute", "{}"), "t", place=HERE)


def hidden(root: Path, shows: Permits) -> Hidden:
    return asyncio.run(with_what_rules_hide(Hidden(("/x",)), Folder(root), shows))


def test_what_was_attached_is_seen_where_it_was_alone() -> None:
    home = replace(HERE, thread="")
    assert attached_elsewhere(Attached())(CONTEXT) == Hidden(("/attachments",), (folder_of(home),))
    assert attached_elsewhere(Attached())(replace(CONTEXT, place=None)) == Hidden(("/attachments",))


def test_where_no_rule_keeps_anything_nobody_looks(tmp_path: Path) -> None:
    assert hidden(tmp_path / "never", everything) == Hidden(("/x",))


def test_folders_are_hidden_as_a_whole_and_files_one_by_one(tmp_path: Path) -> None:
    for name in ("secret/a", "secret/b/c", "docs/a.env", "docs/b", ".env"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "way").symlink_to(tmp_path / "secret")
    found = hidden(tmp_path, lambda path: not path.startswith("/secret/") and not path.endswith(".env"))
    assert found.folders == ("/x", "/secret")
    assert set(found.files) == {"/docs/a.env", "/.env"}


def test_where_there_is_too_much_to_keep_apart_nothing_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hiding, "MOST_HIDDEN", 2)
    for number in range(3):
        (tmp_path / f"{number}.env").write_text("x")
    with pytest.raises(ShellError, match="Move these into one folder, and deny that"):
        hidden(tmp_path, lambda path: not path.endswith(".env"))
