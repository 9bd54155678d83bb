"""Which files of a workspace's folder count, by their names; and which are called almost so, and therefore do not."""

import os
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from harness.tools.skills import FILE
from harness.workspace.contents import CHECKLIST, INSTRUCTIONS, SETTINGS, SKILLS
from harness.workspace.extensions import APPS, SUBAGENTS, TOOLS

ALONE = (SETTINGS, INSTRUCTIONS, CHECKLIST)
IN_FOLDERS = {SKILLS: FILE}
"""Folders of folders, each with a file of that name that counts."""
BESIDE = {APPS: ".yaml", SUBAGENTS: ".md", TOOLS: ".py"}
"""Folders of files, of which those count that end so."""
_ENDINGS = {".yml": ".yaml", ".json": ".yaml", ".markdown": ".md"}
"""How people end the names of what is to end otherwise here."""
LOOKED_INTO = 2_000
"""Folders, at most, in which it is looked for what is called otherwise."""


def listed(root: str, folder: str = "") -> list[str]:
    """What lies there, but for what is hidden; nothing, if it is not there. Raises OSError."""
    try:
        return sorted(name for name in os.listdir(os.path.join(root, folder)) if not name.startswith((".", "_")))
    except FileNotFoundError:
        return []


def misnamed(root: str) -> Iterator[tuple[str, str]]:
    """What is called almost as something that counts, where that is not there; and what it would have to be called.
    Blocks. What cannot be read has none.
    """
    yield from _almost(root, "", ALONE)
    for folder, ending in BESIDE.items():
        yield from _almost(root, folder, ending=ending)
    for folder, file in IN_FOLDERS.items():
        for name in readable(root, folder)[:LOOKED_INTO]:
            yield from _almost(root, f"{folder}/{name}", (file,))


def _almost(root: str, folder: str, names: Iterable[str] = (), ending: str = "") -> Iterator[tuple[str, str]]:
    for name in readable(root, folder):
        for right in names or (f"{PurePosixPath(name).stem}{ending}",):
            if name != right and alike(name, right) and not os.path.lexists(os.path.join(root, folder, right)):
                yield os.path.join(folder, name), right


def alike(name: str, right: str) -> bool:
    """Are they the same but for large and small letters, or for how such files end elsewhere?"""
    one, other = PurePosixPath(name), PurePosixPath(right)
    ending = one.suffix.lower()
    return one.stem.casefold() == other.stem.casefold() and _ENDINGS.get(ending, ending) == other.suffix


def readable(root: str, folder: str) -> list[str]:
    """The same, and nothing where it cannot be read."""
    try:
        return listed(root, folder)
    except OSError:
        return []
