"""What a call does, in words, as far as its tool still says so."""

import json
from collections.abc import Iterator, Mapping

from harness.chat.cards import Block
from harness.chat.diffs import diff
from harness.tools.acts import Act, used
from harness.tools.arguments import MalformedArguments, as_object
from harness.tools.calls import ToolCall
from harness.tools.previews import Preview
from harness.tools.tool import AnyTool


def act(call: ToolCall, tool: AnyTool | None, preview: Preview | None = None) -> Act:
    """`tool` is None if there is no such tool any more."""
    if tool is None:
        return used(call.tool)
    try:
        return tool.doing(tool.parse(call.arguments), preview)
    except MalformedArguments:
        return used(call.tool)


def line(call: ToolCall, tool: AnyTool | None) -> str:
    """What it does, in a plain line."""
    return act(call, tool).line


def blocks(call: ToolCall, doing: Act) -> tuple[Block, ...]:
    """What the act has to show, and all arguments that it does not say."""
    arguments = as_object(call.arguments)
    if arguments is None:
        return (*doing.blocks, Block(call.arguments, name="arguments"))
    left = "\n".join(_readable({name: arguments[name] for name in doing.unsaid(arguments)}))
    return (*doing.blocks, *((Block(left, name="arguments"),) if left else ()))


def changes(before: str, call: ToolCall) -> str:
    """What of the arguments is another than `before`; nothing, if that reads the same."""
    old, new = (_all_readable(arguments) for arguments in (before, call.arguments))
    return diff(old, new, None).text if old != new else ""


def _all_readable(arguments: str) -> str:
    given = as_object(arguments)
    return arguments if given is None else "\n".join(_readable(given))


def _readable(arguments: Mapping[str, object]) -> Iterator[str]:
    """A line for each; a text of several lines stands below its name."""
    for name, value in arguments.items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
        if "\n" in text:
            yield f"{name}:"
            yield from (f"  {line}" for line in text.split("\n"))
        else:
            yield f"{name}: {text}"
