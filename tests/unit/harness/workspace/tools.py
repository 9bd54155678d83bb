"""A few tools to write rules on: two that act, one that looks, one that runs unsandboxed, one that asks."""

from pydantic import BaseModel

from harness.tools.calls import ToolCall, ToolResult
from harness.tools.registry import Registry
from harness.tools.tool import AnyTool, Tool, ToolContext
from tests.reading import READER


class Words(BaseModel):
    words: str = ""


async def run(arguments: Words, context: ToolContext) -> ToolResult:
    return ToolResult(arguments.words)


def tool(name: str, category: str, unsandboxed: bool = False) -> AnyTool:
    """One that runs unsandboxed is a shell."""
    return Tool(
        name,
        f"It does {name}.",
        category,
        Words,
        run,
        unsandboxed=unsandboxed,
        shell=READER if unsandboxed else None,
        subject=lambda arguments: arguments.words,
    )


TOOLS = Registry(
    [
        tool("look", "read"),
        tool("write_file", "edit"),
        tool("edit_file", "edit"),
        tool("execute", "execute", unsandboxed=True),
        Tool("ask_user", "It asks.", "question", Words, kind="question"),
    ]
)


def call(name: str, words: str = "") -> ToolCall:
    return ToolCall("1.1.0", name, Words(words=words).model_dump_json())
