"""Folders of skills, as a team may have them."""

from pathlib import Path


def add(workspace: Path, name: str, more: str = "", text: str = "Fill them in pen.") -> Path:
    folder = workspace / "skills" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "SKILL.md").write_text(f"---\nname: {name}\ndescription: Use for: {name}.\n{more}---\n{text}\n")
    return folder
