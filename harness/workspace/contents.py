"""What a workspace's folder holds, read at one moment, becomes a Workspace."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from harness.tools.registry import Registry
from harness.workspace.loading import parse
from harness.workspace.problems import Problem, WorkspaceError
from harness.workspace.workspace import Workspace

SETTINGS, INSTRUCTIONS, CHECKLIST = "workspace.yaml", "AGENTS.md", "HEARTBEAT.md"
LONGEST = 256 * 1024
"""Bytes of AGENTS.md and of HEARTBEAT.md: some 64,000 tokens, which each request would hold."""
_WRITE_LESS = "move what is needed seldom into a skill, or into files that it can read"


@dataclass(frozen=True, slots=True)
class Contents:
    """The files that count, by their paths below the `folder`; and why others could not be read."""

    folder: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    unreadable: Mapping[str, str] = field(default_factory=dict)

    def where(self, path: str) -> str:
        return f"{self.folder}/{path}"


Signature = tuple[tuple[str, int, int, int], ...]
"""Of each file that counts: its path, when it was changed (in ns), its size and its inode."""


class WorkspaceFolder(Protocol):
    """Where the workspace is. A folder that is not there, or cannot be read, holds nothing and says why."""

    async def signature(self) -> Signature:
        """By which it is known that something in it is another than it was. Never raises."""

    async def contents(self) -> Contents:
        """All that counts. Never raises."""


def workspace_of(contents: Contents, tools: Registry) -> Workspace:
    """Raises WorkspaceError, with all that keeps it from being one."""
    problems = list[Problem]()

    def read(path: str) -> str:
        try:
            return _text(contents, path)
        except WorkspaceError as error:
            problems.extend(error.problems)
            return ""

    found, settings = Workspace(), read(SETTINGS)
    if SETTINGS not in contents.files and SETTINGS not in contents.unreadable:
        hint = f"is not there: `deskmate init {contents.folder}` writes an example workspace"
        problems.append(Problem(contents.where(SETTINGS), 0, "", hint))
    try:
        found = parse(settings, contents.where(SETTINGS), tools)
    except WorkspaceError as error:
        problems.extend(error.problems)
    found = replace(found, instructions=read(INSTRUCTIONS), checklist=read(CHECKLIST))
    if problems:
        raise WorkspaceError(problems)
    return found


def _text(contents: Contents, path: str) -> str:
    """Empty if there is no such file. Raises WorkspaceError for what is no text, or too much."""

    def wrong(message: str, line: int = 0) -> WorkspaceError:
        return WorkspaceError([Problem(contents.where(path), line, "", message)])

    if why := contents.unreadable.get(path):
        raise wrong(why)
    data = contents.files.get(path)
    if data is None:
        return ""
    if path != SETTINGS and len(data) > LONGEST:
        raise wrong(f"is larger than {LONGEST:,} bytes, and each request would hold it: {_WRITE_LESS}")
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise wrong("this is not UTF-8: save the file as UTF-8", data.count(b"\n", 0, error.start) + 1) from None
