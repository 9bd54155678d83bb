"""What a workspace's folder holds, read at one moment, becomes a Workspace."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Protocol

from harness.files.paths import printable
from harness.tools.registry import Registry
from harness.workspace.extensions import FOLDERS, extended
from harness.workspace.loading import parse
from harness.workspace.problems import Problem, WorkspaceError, ending
from harness.workspace.skills import SkillSource, by_folder, skills_of
from harness.workspace.texts import text_of
from harness.workspace.workspace import Workspace

SETTINGS, INSTRUCTIONS, CHECKLIST = "workspace.yaml", "AGENTS.md", "HEARTBEAT.md"
SKILLS = "skills"
"""The folder of the workspace's own skills."""
HIDDEN: Mapping[str, str] = {
    "files/skills": "/skills are the skills",
    "files/scratch": "/scratch is where each conversation has a folder of its own",
    "files/results": "/results is where I keep results that are too large",
    "files/memory": "/memory is what I remember",
}
"""What tools would call so, among the files that they touch: there they find something else, and never this."""
LONGEST = 256 * 1024
"""Bytes of a file, but for the settings. Of AGENTS.md, some 64,000 tokens that each request would hold."""
LONGEST_SETTINGS = 1_000_000
"""Bytes of the settings."""
_HELD = ", and each request would hold it: move what is needed seldom into a skill, or into files that it can read"


@dataclass(frozen=True, slots=True)
class Contents:
    """The files that count, by their paths below the `folder`; why others, or folders of them, could not be read; and
    what nobody reads for its name, with the name that it would have to have. `shared` are skills that other workspaces
    have, too, in the order in which they count.
    """

    folder: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    unreadable: Mapping[str, str] = field(default_factory=dict)
    misnamed: Mapping[str, str] = field(default_factory=dict)
    shared: tuple[SkillSource, ...] = ()

    @property
    def skills(self) -> tuple[SkillSource, ...]:
        """All of them; its own count over those that are shared."""
        files, unreadable = by_folder(self.files, SKILLS), by_folder(self.unreadable, SKILLS)
        return (*self.shared, SkillSource(self.where(SKILLS), files, unreadable, self.folder))

    @property
    def digest(self) -> str:
        """Of what stands in the settings, and in all else that can keep them from counting."""
        told = blake2b(digest_size=8)
        for path in (SETTINGS, INSTRUCTIONS, CHECKLIST):
            told.update(self.files.get(path, b"") + f"\0{self.unreadable.get(path)}\0".encode())
        return told.hexdigest()

    def where(self, path: str) -> str:
        """As messages call it."""
        return f"{self.folder}/{printable(path)}"

    def __contains__(self, path: str) -> bool:
        return path in self.files or path in self.unreadable

    def below(self, *folders: str) -> list[str]:
        """The paths of all that could be read or not of these folders, and of themselves."""
        return sorted(path for path in {*self.files, *self.unreadable} if path.partition("/")[0] in folders)


Signature = tuple[tuple[str | int, ...], ...]
"""Of each file that counts, its path and what tells it from what it was."""


class WorkspaceFolder(Protocol):
    """Where the workspace is. A folder that is not there, or cannot be read, holds nothing and says why."""

    async def signature(self) -> Signature:
        """By which it is known that something in it is another than it was. Never raises."""

    async def contents(self) -> Contents:
        """All that counts. Never raises."""


def workspace_of(contents: Contents, tools: Registry) -> Workspace:
    """Raises WorkspaceError, with all that keeps it from being one."""
    problems, warnings = list[Problem](), [_called(contents, path) for path in sorted(contents.misnamed)]
    texts = _texts(contents, (SETTINGS, INSTRUCTIONS, CHECKLIST), problems)
    if SETTINGS not in contents:
        problems.append(_missing(contents))
    skills = skills_of(contents.skills, tuple(tools))
    try:
        found = parse(texts.get(SETTINGS, ""), contents.where(SETTINGS), tools, skills)
    except WorkspaceError as error:
        raise WorkspaceError([*problems, *error.problems]) from None
    if problems:
        raise WorkspaceError(problems)
    unread = list[Problem]()
    beside = _texts(contents, contents.below(*FOLDERS), unread)
    found = replace(
        found,
        instructions=texts.get(INSTRUCTIONS, ""),
        checklist=texts.get(CHECKLIST, ""),
        warnings=(*found.warnings, *warnings, *_left_out(contents, unread), *found.skills.warnings, *_hidden(contents)),
    )
    return extended(found, beside, contents.where, tools, skills.known)


def _missing(contents: Contents) -> Problem:
    """That there are no settings, and what to do about that."""
    other = next((path for path, name in contents.misnamed.items() if name == SETTINGS), "")
    made = f"`deskmate init {contents.folder}` writes an example workspace"
    return Problem(
        contents.where(SETTINGS), 0, "", f"is not there: {f'rename {other} to {SETTINGS}' if other else made}"
    )


def _hidden(contents: Contents) -> list[Problem]:
    found = ((path, contents.unreadable.get(path)) for path in HIDDEN)
    return [Problem(contents.where(path), 0, "", why) for path, why in found if why]


def _left_out(contents: Contents, unread: Iterable[Problem]) -> list[Problem]:
    """Of a folder that cannot be read, or not whole, it says itself what becomes of it."""
    folders = {contents.where(folder) for folder in FOLDERS}
    return [one for problem in unread for one in ending([problem], "" if problem.source in folders else "left out")]


def _called(contents: Contents, path: str) -> Problem:
    return Problem(contents.where(path), 0, "", f"is not read: rename it to {contents.misnamed[path]}")


def _texts(contents: Contents, paths: Iterable[str], wrong: list[Problem]) -> dict[str, str]:
    """Of those that are there; why others are no text is added to what is `wrong`."""
    found = dict[str, str]()
    for path in paths:
        try:
            if path in contents:
                found[path] = text_at(contents, path)
        except WorkspaceError as error:
            wrong.extend(error.problems)
    return found


def text_at(contents: Contents, path: str) -> str:
    """Raises WorkspaceError for what cannot be read, is no text, or too much."""
    where = contents.where(path)
    if why := contents.unreadable.get(path):
        raise WorkspaceError.of(where, why)
    most = LONGEST_SETTINGS if path == SETTINGS else LONGEST
    text = text_of(contents.files[path], where, most, _HELD if path in (INSTRUCTIONS, CHECKLIST) else "")
    if "\0" in text:  # no database keeps that in a text
        raise WorkspaceError.of(
            where, "this has a NUL in it, as no text has", text.count("\n", 0, text.index("\0")) + 1
        )
    return text
