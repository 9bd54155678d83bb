"""The parts fit together as the workspace says."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adapters.storage.journal import SqlJournal
from adapters.terminal.chat import TerminalChat
from adapters.terminal.page import Page
from bot import wiring
from harness.approvals.gate import Verdict
from harness.context.model import Reply, Request, Shown
from harness.tools.calls import At
from harness.workspace.problems import WorkspaceError
from harness.workspace.workspace import Mode, Workspace
from tests.fakes.packages import SYSTEM
from tests.unit.bot.deskmate import ROOT, environment

FILES = Path("files")
TOOLS = wiring.toolbox(FILES, {})


def of(model: str, mode: str = "") -> Workspace:
    return Workspace(model=model, modes={"default": Mode("default"), "plan": Mode("plan", model=mode)})


def asked(model: wiring.ModelsInUse, name: str) -> Reply:
    async def main() -> Reply:
        shown: list[Shown] = []
        try:
            return await model.reply(
                Request(at=At(1, 1), model=name, system=SYSTEM, messages=(), tools=()),
                shown.append,
            )
        finally:
            await model.aclose()

    return asyncio.run(main())


def test_the_script_answers_to_its_name() -> None:
    answer = asked(wiring.ModelsInUse(of("rehearsal"), FILES), "rehearsal").text
    assert "I am a script, and no model thinks here" in answer


@pytest.mark.parametrize(
    ("workspace", "needed"),
    [
        (of("rehearsal"), False),
        (of("rehearsal", "rehearsal"), False),
        (of(""), False),
        (of("openai/gpt-5"), True),
        (of("rehearsal", "openai/gpt-5"), True),
    ],
)
def test_litellm_is_needed_if_any_mode_thinks_with_it(workspace: Workspace, needed: bool) -> None:
    assert bool(wiring.ModelsInUse(workspace, FILES).named) is needed


def test_litellm_is_imported_ahead_only_where_it_is_needed(tmp_path: Path) -> None:
    program = (
        "import sys, threading\n"
        "from pathlib import Path\n"
        "from bot.wiring import ModelsInUse\n"
        "from harness.workspace.workspace import Workspace\n"
        "def loading(model):\n"
        "    ModelsInUse(Workspace(model=model), Path()).preload()\n"
        "    return any(thread.name == 'import-litellm' for thread in threading.enumerate())\n"
        "assert 'litellm' not in sys.modules\n"
        "print(*map(loading, ('rehearsal', 'openai/gpt-5', 'claude-opus-4-6', 'gemini/x')))\n"
    )
    env = environment(tmp_path, {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "PYTHONWARNINGS": "default"})
    ended = subprocess.run(
        [sys.executable, "-c", program], env=env, cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert ended.stdout == "False False False True\n", ended


def test_the_workspace_is_read_with_the_tools_that_there_are(tmp_path: Path) -> None:
    (tmp_path / "workspace.yaml").write_text("name: Robin\npermissions: {tools: {execute: deny}}\n")
    workspace = wiring.workspace(tmp_path, TOOLS)
    assert workspace.name == "Robin"
    assert any(rule.tool == "execute" and rule.verdict is Verdict.DENY for rule in workspace.rules)


@pytest.mark.parametrize("where", [".", "..", "tools"])
def test_the_files_are_not_where_the_workspace_itself_is(tmp_path: Path, where: str) -> None:
    home = tmp_path / "desk"
    (home / "tools").mkdir(parents=True)
    (home / "workspace.yaml").write_text("name: Ada\n")
    (home / "files").symlink_to(where)
    with pytest.raises(WorkspaceError, match=r"desk/files leads to .* Make it a folder of its own"):
        wiring.workspace(home, TOOLS)
    (home / "files").unlink()
    (home / "files").symlink_to(tmp_path / "elsewhere")
    assert wiring.workspace(home, TOOLS).name == "Ada"


def test_a_workspace_that_is_not_there_or_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="deskmate init"):
        wiring.workspace(tmp_path, TOOLS)
    (tmp_path / "workspace.yaml").mkdir()
    with pytest.raises(WorkspaceError, match=r"workspace\.yaml is no file"):
        wiring.workspace(tmp_path, TOOLS)


def test_a_workspace_that_is_no_text_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "workspace.yaml").write_bytes(b"name: Robin\nmodel: \xff\n")
    with pytest.raises(WorkspaceError, match=r"workspace\.yaml:2: this is not UTF-8"):
        wiring.workspace(tmp_path, TOOLS)


def test_putting_the_parts_together_starts_nothing(tmp_path: Path) -> None:
    with SqlJournal.open(f"sqlite:///{tmp_path / 'j.db'}", time.time) as journal:
        chat = TerminalChat("Robin", print, Page, lambda: 0.0)
        workspace = of("rehearsal")
        parts = wiring.colleague(workspace, TOOLS, journal, wiring.ModelsInUse(workspace, FILES), {"terminal": chat})
        assert parts.in_force.workspace is workspace
        assert not parts.engine.live


def test_a_model_must_be_named_for_the_workspace() -> None:
    wiring.check_model(Path("here"), of("rehearsal"))
    with pytest.raises(WorkspaceError, match=r"here/workspace\.yaml names no model"):
        wiring.check_model(Path("here"), of("", "openai/gpt-5"))


def test_who_is_asked_by_a_name_is_known_without_asking() -> None:
    assert wiring.ModelsInUse(of("openai/gpt-5", "groq/x"), FILES).named == ("groq/x", "openai/gpt-5")
