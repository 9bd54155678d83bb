"""Which names count, and which are almost such."""

from pathlib import Path

import pytest

from adapters.workspaces.names import alike, listed, misnamed


@pytest.mark.parametrize(
    ("name", "right"),
    [("agents.md", "AGENTS.md"), ("Skill.MD", "SKILL.md"), ("workspace.yml", "workspace.yaml"), ("a.json", "a.yaml")],
)
def test_other_letters_and_other_endings_are_almost_the_same(name: str, right: str) -> None:
    assert alike(name, right)


@pytest.mark.parametrize("name", ["AGENT.md", "AGENTS.txt", "AGENTS", "old-AGENTS.md", "AGENTS.md.bak"])
def test_other_words_and_other_kinds_of_files_are_not(name: str) -> None:
    assert not alike(name, "AGENTS.md")


def test_what_is_called_almost_right_is_named_unless_the_right_one_is_there(tmp_path: Path) -> None:
    for path in (
        "agents.md", "workspace.yml", "workspace.yaml", "apps/mail.yml", "apps/calendar.yaml", "apps/notes.txt",
        "subagents/tester.markdown", "tools/Tickets.PY", "skills/pdf/Skill.md", "skills/right/SKILL.md",
        "apps/.hidden.yml", "files/agents.md",
    ):  # fmt: skip
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path)
    assert dict(misnamed(str(tmp_path))) == {
        "agents.md": "AGENTS.md",
        "apps/mail.yml": "mail.yaml",
        "subagents/tester.markdown": "tester.md",
        "tools/Tickets.PY": "Tickets.py",
        "skills/pdf/Skill.md": "SKILL.md",
    }


def test_what_is_hidden_and_what_is_not_there_are_not_listed(tmp_path: Path) -> None:
    for name in (".git", "__pycache__", "mail.yaml"):
        (tmp_path / name).mkdir()
    assert listed(str(tmp_path)) == ["mail.yaml"]
    assert listed(str(tmp_path), "gone") == []
    assert dict(misnamed(str(tmp_path / "gone"))) == {}
