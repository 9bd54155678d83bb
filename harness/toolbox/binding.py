"""Whoever reads what a skill says is bound by what it leaves, whichever tool they read it with."""

from collections.abc import Iterable

from harness.files.errors import FilesError
from harness.files.port import Files
from harness.tools.changes import Change, narrowed_by
from harness.tools.skills import FILE, FOLDER
from harness.tools.tool import ToolContext


def bound_by(files: Files, read: Iterable[str], context: ToolContext) -> tuple[Change, ...]:
    """Of the files at these normal paths something was read: it counts where they lie, by whatever link."""
    below = [path for path in read if path.startswith(f"{FOLDER}/")]
    if not below:
        return ()
    files = files.of(context)
    lie = {_lies(files, path) for path in below} - {""}
    said = (skill for skill in context.skills if _lies(files, f"{skill.path}/{FILE}") in lie)
    return tuple(change for skill in said for change in narrowed_by(skill))


def _lies(files: Files, path: str) -> str:
    """Empty for what cannot be read."""
    try:
        return files.lies(path)
    except FilesError:
        return ""
