import re
import subprocess
import sys
import zipfile
from dataclasses import fields
from pathlib import Path

import pytest

from bot.example import next_steps, write_example
from bot.wiring import toolbox, workspace
from harness.approvals.gate import Terms
from harness.sessions.limits import Limits
from harness.workspace.loading import parse
from harness.workspace.workspace import Mode, Workspace

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = {"workspace.yaml", "files/README.md"}


def below(folder: Path) -> set[str]:
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


ELSEWHERE = {"instructions", "checklist", "skills", "apps", "tool_files", "subagents", "warnings", "windows"}
"""What of a workspace is said in files of its own, or by the table of models."""


def taken_up(text: str) -> str:
    """With every setting taken up that is commented out, as the file says how."""
    lines, taking = [], False
    for line in text.splitlines():
        taking = bool(re.match(r" *#\S", line)) or (taking and line.startswith("#  "))
        lines.append(line.replace("#", "", 1) if taking else line)
    return "\n".join(lines)


def test_the_example_is_a_workspace_whose_model_is_left_to_set(tmp_path: Path):
    written = write_example(tmp_path / "mine")

    assert {str(file.relative_to(tmp_path / "mine")) for file in written} == below(tmp_path / "mine") == EXAMPLE
    read = workspace(tmp_path / "mine", toolbox(tmp_path / "mine" / "files", {}))
    assert (read.name, read.model, list(read.modes)) == ("Deskmate", "", ["build", "plan"])


def test_every_setting_that_it_shows_can_be_taken_up(tmp_path: Path):
    text = (ROOT / "manifests" / "workspace" / "workspace.yaml").read_text(encoding="utf-8")

    read = parse(taken_up(text), "workspace.yaml", toolbox(tmp_path, {}))

    unset = {field.name for field in fields(Workspace) if getattr(read, field.name) == getattr(Workspace(), field.name)}
    assert unset - ELSEWHERE == {"name"}, "shown with their defaults"
    assert read.limits == Limits(cost=5.0, tokens=2_000_000)
    plan, usual = read.modes["plan"], Mode("plan")
    unset = {field.name for field in fields(Mode) if getattr(plan, field.name) == getattr(usual, field.name)}
    assert unset == {"name", "yolo", "terms"}
    assert any(rule.terms not in (None, Terms()) for rule in read.rules)


def test_it_names_the_tools_of_each_category(tmp_path: Path):
    text = (ROOT / "manifests" / "workspace" / "workspace.yaml").read_text(encoding="utf-8")
    listed = text.partition("# Categories and their tools: ")[2].partition("mcp, other")
    named = " ".join(" ".join(listed).partition(".\n")[0].replace("\n#", "").split())
    found = {category: set(names.split(", ")) for category, names in re.findall(r"(\w+) \(([^)]*)\)", named)}

    tools = toolbox(tmp_path, {})
    assert found == {each: {tool.name for tool in tools.values() if tool.category == each} for each in tools.categories}


def test_a_workspace_that_is_there_stays_as_it_is(tmp_path: Path):
    (tmp_path / "workspace.yaml").write_text("name: Mine")

    with pytest.raises(FileExistsError, match="is already a workspace"):
        write_example(tmp_path)

    assert below(tmp_path) == {"workspace.yaml"}
    assert (tmp_path / "workspace.yaml").read_text() == "name: Mine"


def test_other_files_that_are_there_stay_as_they_are(tmp_path: Path):
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "README.md").write_text("mine")

    assert write_example(tmp_path) == [tmp_path / "workspace.yaml"]
    assert (tmp_path / "files" / "README.md").read_text() == "mine"


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path):
    (tmp_path / "taken").write_text("a file")

    with pytest.raises(OSError, match="taken"):
        write_example(tmp_path / "taken")


def test_it_is_in_the_wheel(tmp_path: Path):
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert built.returncode == 0, built.stderr
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    script = (
        "import sys; from pathlib import Path; from bot.example import write_example; write_example(Path(sys.argv[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script, str(tmp_path / "mine")],  # -S: without what is installed here
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert below(tmp_path / "mine") == EXAMPLE


def test_what_to_do_next_finds_the_workspace_wherever_it_was_written():
    steps = next_steps(Path("desk"), " --workspace desk")

    assert steps[0] == "Wrote desk. Next:"
    assert len([step for step in steps if step[0].isdigit()]) == 4
    assert "desk/AGENTS.md" in steps[1]
    assert "desk/skills" in steps[1]
    assert all(f"deskmate {command} --workspace desk`" in "\n".join(steps) for command in ("doctor", "run", "try"))
    assert "`deskmate manifest discord --workspace desk`" in steps[2]
