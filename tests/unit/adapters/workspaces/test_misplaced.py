"""What was meant to be read and is not, for where it lies, is named with what to do."""

from pathlib import Path

from adapters.workspaces.misplaced import misplaced


def put(root: Path, *paths: str) -> dict[str, str]:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("text")
    return dict(misplaced(str(root)))


def test_skills_that_are_no_folders_or_lie_too_deep_are_named(tmp_path: Path) -> None:
    paths = ("refund.md", "group/inner/SKILL.md", "empty/notes.md", "pdf/SKILL.md", "pdf/more/SKILL.md")
    assert put(tmp_path, *(f"skills/{path}" for path in paths)) == {
        "skills/refund.md": "is not read: move it to skills/refund/SKILL.md",
        "skills/group": "is not read: move what it holds to skills, as skills/inner",
        "skills/empty": "is no skill: it holds no SKILL.md",
    }


def test_what_is_for_people_hidden_or_named_elsewhere_is_not(tmp_path: Path) -> None:
    assert (
        put(tmp_path, "skills/README.md", "skills/.git/x", "skills/run.py", "skills/pdf/Skill.md", "notes/a.md") == {}
    )


def test_folders_that_are_called_almost_right_are_named_unless_the_right_one_is_there(tmp_path: Path) -> None:
    assert put(tmp_path, "skill/pdf/SKILL.md", "app/mail.yaml", "tool/a.py", "tools/b.py") == {
        "skill": "is not read: rename it to skills",
        "app": "is not read: rename it to apps",
    }


def test_where_nothing_is_nothing_is_misplaced(tmp_path: Path) -> None:
    assert put(tmp_path / "gone") == {}
    (tmp_path / "skills").write_text("a file")
    assert put(tmp_path) == {}


def test_what_should_stand_beside_others_and_lies_deeper_or_leads_nowhere_is_named(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "gone.py").symlink_to("nowhere.py")
    (tmp_path / "tools" / "data").symlink_to("nowhere")
    (tmp_path / "tools" / "out.py").symlink_to("/nowhere/out.py")
    paths = (
        "tools/mail/send.py",
        "tools/mail/__init__.py",
        "tools/mail/notes.txt",
        "tools/here.py",
        "apps/a/mail.yaml",
    )
    assert put(tmp_path, *paths) == {
        "tools/mail/send.py": "is not read: move it to tools/send.py",
        "tools/gone.py": "leads nowhere: link it to a file that is there, or delete it",
        "apps/a/mail.yaml": "is not read: move it to apps/mail.yaml",
    }
