"""Reads `allowed-tools` of a skill: what it leaves to be used, by our names or by those of other harnesses."""

import re
from collections.abc import Collection, Iterator, Mapping

from harness.tools.skills import AllowedTool
from harness.workspace.given import Given
from harness.workspace.problems import closest, shown

ALIASES: Mapping[str, str] = {
    # as Claude Code and the skills that are written for it have them
    "read": "read_file",
    "write": "write_file",
    "edit": "edit_file",
    "multiedit": "edit_file",
    "bash": "execute",
    "webfetch": "web_fetch",
    "websearch": "web_search",
    "todowrite": "write_todos",
    "askuserquestion": "ask_user",
    "exitplanmode": "submit_plan",
    # Gemini CLI, OpenCode, Copilot
    "replace": "edit_file",
    "shell": "execute",
    "run_shell_command": "execute",
    "run_in_terminal": "execute",
    "list": "ls",
    "list_directory": "ls",
    "search_file_content": "grep",
}
"""In lower case, each with what it is called here."""
_COMMANDS = "execute"
_EACH = re.compile(r"[^\s,()]+(?:\([^()]*\))?")
"""`Read`, `Bash(git add:*)`."""
_ANYTHING = ("", "*", "**", ":*")


def allowed_tools(given: Given, tools: Collection[str]) -> tuple[AllowedTool, ...] | None:
    """Of `a b`, `a, b` or a list; what is no text in it is passed over. None if it names nothing, or everything: then
    it leaves all that there is. `tools` are all that there are; what is none of them is kept, since it may come to be.
    """
    named = tuple(dict.fromkeys(_one(word, tools) for text in _texts(given) for word in _EACH.findall(text)))
    if any(one.tool == "*" for one in named):
        return None
    if not named and not given.null:
        given.wrong("names no tool, as in `Read Grep`: I take it that all are left")
    if not named:
        return None
    names = list(dict.fromkeys(one.tool for one in named))
    if not any(name in tools for name in names):
        told = ", ".join(map(shown, names))
        given.wrong(f"names no tool that there is here ({told}): once I have read it I use none in that turn")
        return named
    for name in names:
        if not _known(name, tools):
            close = closest(name, {**dict.fromkeys(tools), **ALIASES})
            given.wrong(f"there is no tool {shown(name)}{f'; did you mean {close}?' if close else ''}")
    return named


def _known(name: str, tools: Collection[str]) -> bool:
    """Is there one here, elsewhere, or perhaps in an app, whose tools are those of a later release?"""
    return name in tools or name in ALIASES.values() or "__" in name


def _texts(given: Given) -> Iterator[str]:
    for each in given.items() if given.sequence else [given]:
        if each.textual and (text := each.literal()):
            yield text


def _one(word: str, tools: Collection[str]) -> AllowedTool:
    name, _, within = word.removesuffix(")").partition("(")
    tool = name if name in tools else ALIASES.get(name.casefold(), "")
    if not tool:
        bare = name.removeprefix("mcp__")
        tool = bare.casefold() if bare.casefold() in tools else bare
    within = within.strip()
    if within in _ANYTHING:
        return AllowedTool(tool)
    return AllowedTool(tool, _of_commands(within) if tool == _COMMANDS else _of_paths(within))


def _of_commands(within: str) -> str:
    """`git add:*` is that command with whatever follows."""
    return f"{within.removesuffix(':*')}*" if within.endswith(":*") else within


def _of_paths(within: str) -> str:
    """Paths count from the root of the files here; what leads out of them (`~/…`, `//…`) covers nothing."""
    if within.startswith(("~", "//", "/", "*")):
        return within
    return f"/{within.removeprefix('./')}"
