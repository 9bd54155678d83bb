"""What lies where nobody reads it, and looks as if somebody should: for whoever checks a workspace."""

import os
from collections.abc import Iterator

from adapters.workspaces.names import BESIDE, IN_FOLDERS, LOOKED_INTO, readable
from harness.tools.skills import FILE
from harness.workspace.contents import SKILLS


def misplaced(root: str) -> Iterator[tuple[str, str]]:
    """Paths below the workspace's folder, each with why it is not read and what to do. Blocks. Two folders deep, and no
    deeper; what cannot be read has none.
    """
    for right in (*IN_FOLDERS, *BESIDE):
        name = right.removesuffix("s")
        if os.path.isdir(os.path.join(root, name)) and not os.path.lexists(os.path.join(root, right)):
            yield name, f"is not read: rename it to {right}"
    for folder, ending in BESIDE.items():
        for name in readable(root, folder)[:LOOKED_INTO]:
            yield from ((f"{folder}/{path}", why) for path, why in _no_file(root, folder, name, ending))
    for name in readable(root, SKILLS)[:LOOKED_INTO]:
        if why := _no_skill(root, name):
            yield f"{SKILLS}/{name}", why


def _no_file(root: str, folder: str, name: str, ending: str) -> Iterator[tuple[str, str]]:
    """What looks like one of the files that stand side by side there, and lies a folder too deep or leads nowhere."""
    path = os.path.join(root, folder, name)
    inside = os.path.realpath(path).startswith(f"{os.path.realpath(root)}{os.sep}")  # else it is said that it leads out
    if name.endswith(ending) and os.path.islink(path) and inside and not os.path.exists(path):
        yield name, "leads nowhere: link it to a file that is there, or delete it"
    for one in readable(root, f"{folder}/{name}")[:LOOKED_INTO]:
        if one.endswith(ending):
            yield f"{name}/{one}", f"is not read: move it to {folder}/{one}"


def _no_skill(root: str, name: str) -> str:
    """Why what lies among the skills is none; empty of one, and of files that are for people."""
    path = f"{SKILLS}/{name}"
    if not os.path.isdir(os.path.join(root, path)):
        stem, ending = os.path.splitext(name)
        return f"is not read: move it to {SKILLS}/{stem}/{FILE}" if ending == ".md" and not stem.isupper() else ""
    inside = readable(root, path)[:LOOKED_INTO]
    if any(one.casefold() == FILE.casefold() for one in inside):
        return ""
    deeper = [one for one in inside if os.path.lexists(os.path.join(root, path, one, FILE))]
    if deeper:
        return f"is not read: move what it holds to {SKILLS}, as {SKILLS}/{deeper[0]}"
    return f"is no skill: it holds no {FILE}"
