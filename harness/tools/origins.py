"""Where text comes from that nobody has written to us: its origins, as codes. `harness/wording` says them in words.

A tool says which one its results have (`Tool.outside`), a result may say another (`ToolResult.outside`). What an app of
a workspace gives has the origin `app_of(NAME)`, and what a tool of a team's own gives `tool_of(NAME)`.
"""

from typing import Final

# Decision 45 rules what tools of a later release give: those of the web, of a browser, and apps (`app_of`).
WEB: Final = "web"
BROWSER: Final = "browser"
CHANNEL: Final = "channel"
"""Another one: what was said there."""
THREAD: Final = "thread"
"""Another one, likewise."""
HISTORY: Final = "history"
"""What was said elsewhere, and found by a search."""
ATTACHMENT: Final = "attachment"
COMMAND: Final = "command"
"""What runs without a sandbox may have read anything."""
BACKGROUND: Final = "background"
"""What was said in a place before we were asked there."""
MESSAGE: Final = "message"
"""One of others, which somebody points at."""
OURS: Final = ""
"""Nothing of it comes from outside."""
_APP: Final = "mcp:"
_TOOL: Final = "tool:"


def app_of(name: str) -> str:
    return f"{_APP}{name}"


def app_in(origin: str) -> str:
    """The name of the app that it is of; empty if it is of none."""
    return origin.removeprefix(_APP) if origin.startswith(_APP) else ""


def tool_of(name: str) -> str:
    return f"{_TOOL}{name}"


def tool_in(origin: str) -> str:
    """The name of the tool that it is of; empty if it is of none."""
    return origin.removeprefix(_TOOL) if origin.startswith(_TOOL) else ""
