"""Of what a skill says something was read: by whatever path, it is bound by where that lies."""

from dataclasses import replace
from pathlib import Path

from adapters.files.folder import Folder
from adapters.files.routed import Routed
from adapters.files.skill_files import there_for
from harness.toolbox.binding import bound_by
from harness.tools.changes import Change, ToolsNarrowed
from harness.tools.skills import AllowedTool, Skill
from tests.contracts.files import CONTEXT

READ = (AllowedTool("read_file"),)


def bound(root: Path, *read: str) -> tuple[Change, ...]:
    skills = []
    for name, allowed in (("pdf", READ), ("ops", None)):
        home = root / "skills" / name
        home.mkdir(parents=True)
        (home / "SKILL.md").write_text("---\n")
        (home / "alias.md").symlink_to("SKILL.md")
        (home / "out.md").symlink_to("../../secret.md")
        skills.append(Skill(name, "Does.", "Do.", str(home), allowed=allowed))
    files = Routed(Folder(root / "files"), more=there_for)
    return bound_by(files, read, replace(CONTEXT, skills=tuple(skills)))


def test_each_way_to_it_binds_and_once(tmp_path: Path) -> None:
    assert bound(tmp_path, "/skills/pdf/alias.md", "/skills/pdf/SKILL.md") == (ToolsNarrowed("pdf", READ),)


def test_one_that_narrows_nothing_changes_nothing(tmp_path: Path) -> None:
    assert bound(tmp_path, "/skills/ops/SKILL.md", "/skills/ops/alias.md") == ()


def test_other_files_and_what_cannot_be_read_change_nothing(tmp_path: Path) -> None:
    assert bound(tmp_path, "/SKILL.md", "/skills/pdf/out.md", "/skills/pdf/a/SKILL.md", "/skills/none/SKILL.md") == ()
