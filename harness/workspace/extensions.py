"""What lies beside the settings for a later release: apps, files of tools, subagents. They are read, and say what is
wrong with them; nothing of them is used yet, so that it keeps nobody from starting.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from harness.tools.registry import Registry
from harness.workspace.apps import App, app
from harness.workspace.permissions import Reading
from harness.workspace.problems import Problem, WorkspaceError, ending
from harness.workspace.subagents import subagent
from harness.workspace.tool_files import ToolFile, tool_file
from harness.workspace.workspace import Subagent, Workspace

APPS, SUBAGENTS, TOOLS = "apps", "subagents", "tools"
FOLDERS = (APPS, SUBAGENTS, TOOLS)


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
    warnings = list[Problem]()

    def read(path: str, text: str) -> None:
        folder, name, source = path.partition("/")[0], PurePosixPath(path).stem, where(path)
        if folder == APPS:
            apps[name], doubts = app(name, text, source, workspace.modes, reading.categories)
            warnings.extend(doubts)
        elif folder == SUBAGENTS:
            subagents[name] = subagent(name, text, source, reading, skills, workspace.terms)
        else:
            tool_files[name] = tool_file(name, text, source)

    for path, text in sorted(files.items()):
        try:
            read(path, text)
        except WorkspaceError as error:
            warnings.extend(ending(error.problems, "left out"))
    return replace(
        workspace,
        apps=apps,
        tool_files=tool_files,
        subagents=subagents,
        warnings=(*workspace.warnings, *warnings),
    )
