"""Reads a file of `subagents/`: whom work may be handed to."""

from collections.abc import Collection
from dataclasses import replace

from harness.approvals.gate import Terms
from harness.workspace.frontmatter import frontmatter
from harness.workspace.given import Given
from harness.workspace.limits import Bounds, run_bounds
from harness.workspace.naming import unfit
from harness.workspace.permissions import Reading
from harness.workspace.problems import WorkspaceError, shown
from harness.workspace.workspace import Subagent

_KEYS = ("name", "description", "tools", "model", "skills", "permissions", "limits")


def subagent(name: str, text: str, source: str, reading: Reading, skills: Collection[str], base: Terms) -> Subagent:
    """That of the file called `name`. `skills` are those that there are, `base` is how the workspace puts its asks.

    Pure. Raises WorkspaceError, with every problem that was found.
    """
    parts = frontmatter(text, source)
    given = parts.header
    values = given.fields(_KEYS)
    found = Subagent(
        name=_name(given, values, name),
        description=_description(given, values),
        prompt=parts.body,
        tools=reading.offered(values["tools"]) if "tools" in values else None,
        model=values["model"].word() if "model" in values else "",
        skills=values["skills"].each_of(skills, "skill") if "skills" in values else (),
        limits=run_bounds(values["limits"]) if "limits" in values else Bounds(),
    )
    if "permissions" in values:
        permissions = reading.permissions(values["permissions"], base)
        found = replace(found, rules=permissions.rules, terms=permissions.other_than(base))
    if not parts.body:
        given.wrong("nothing stands below the header: say there what it is to do, and how")
    if given.problems:
        raise WorkspaceError(given.problems)
    return found


def _name(given: Given, values: dict[str, Given], file: str) -> str:
    if "name" not in values:
        given.wrong(f"needs `name: {file}`, as the file is called")
        return file
    name = values["name"].line_of_text()
    if name and name != file:
        values["name"].wrong(f"is {shown(name)}, and the file is called {shown(file)}: call both the same")
    elif why := unfit(name):
        values["name"].wrong(why)
    return name


def _description(given: Given, values: dict[str, Given]) -> str:
    if "description" not in values:
        given.wrong("needs a `description`: by that it is chosen")
        return ""
    description = values["description"].text().strip()
    if not description:
        values["description"].wrong("must say when it is to be chosen")
    return description
