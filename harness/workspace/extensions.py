"""What lies beside the settings: files of tools, and, for a later release, apps and subagents. They are read, and say
what is wrong with them, which keeps nobody from starting. Tools are those that were loaded when the process began.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from harness.tools.registry import OwnTools, Registry
from harness.workspace.apps import App, app
from harness.workspace.permissions import Reading
from harness.workspace.problems import Problem, WorkspaceError, ending
from harness.workspace.subagents import subagent
from harness.workspace.tool_files import ToolFile, digest_of, tool_file
from harness.workspace.workspace import Subagent, Workspace

APPS, SUBAGENTS, TOOLS = "apps", "subagents", "tools"
FOLDERS = (APPS, SUBAGENTS, TOOLS)
NO_TOOL = "has no tool: put @tool, of deskmate.tools, above a function"


def extended(
    workspace: Workspace,
    files: Mapping[str, str],
    where: Callable[[str], str],
    tools: Registry,
    skills: Collection[str],
) -> Workspace:
    """The workspace with what the `files` of these folders say, by their paths; of what is wrong in them, and so left
    out, it has warnings. `where` is how a file is called in messages; `skills` are those that there are. Pure.
    """
    reading = Reading(tools, workspace.people, contained=workspace.sandbox.backend != "none")
    apps, tool_files, subagents = dict[str, App](), dict[str, ToolFile](), dict[str, Subagent]()
    left_out = {one.source for one in tools.own.left_out}
    warnings = ending((Problem(one.source, one.line, "", one.message) for one in tools.own.left_out), "left out")

    def read(path: str, text: str) -> None:
        folder, name, source = path.partition("/")[0], PurePosixPath(path).stem, where(path)
        if folder == APPS:
            apps[name], doubts = app(name, text, source, workspace.modes, reading.categories)
            warnings.extend(doubts)
        elif folder == SUBAGENTS:
            subagents[name] = subagent(name, text, source, reading, skills, workspace.terms)
        else:
            warnings.extend(_since(tools.own, source, text))
            found = tool_file(name, text, source)
            if not found.declares:
                raise WorkspaceError.of(source, NO_TOOL)
            if source not in left_out:
                tool_files[name] = found

    for path, text in sorted(files.items()):
        try:
            read(path, text)
        except WorkspaceError as error:
            known = {(one.source, one.line) for one in warnings}
            new = [one for one in error.problems if (one.source, one.line) not in known]
            warnings.extend(ending(new, "replaced" if where(path) in tools.own.tools else "left out"))
    warnings.extend(_gone(tools.own, set(map(where, files))))
    return replace(
        workspace,
        apps=apps,
        tool_files=tool_files,
        subagents=subagents,
        warnings=(*workspace.warnings, *warnings),
    )


_CHANGED, _NEW = "has changed since I started: it counts once I am restarted", "is new: it counts once I am restarted"
_GONE = "is gone, or can't be read any more: its tools are there until I am restarted"


def _since(own: OwnTools, source: str, text: str) -> list[Problem]:
    """What of a file counts later; nothing where no tools were loaded."""
    if own.digests is None or own.digests.get(source) == digest_of(text):
        return []
    return [Problem(source, 0, "", _CHANGED if source in own.digests else _NEW, "replaced")]


def _gone(own: OwnTools, there: set[str]) -> list[Problem]:
    return [Problem(source, 0, "", _GONE, "replaced") for source in own.digests or () if source not in there]
