"""What a model is offered in an aside besides its usual tools: to take back a call that waits for people, or to put
another in its place. Neither is run as a tool: they become `CallChange`s, which the fold takes if they still can be.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.context.model import ProposedCall
from harness.sessions.call_status import Asked, CallChange, CallReplaced, CallWithdrawn, ChangeMisfit
from harness.sessions.turn import Turn
from harness.tools.arguments import MalformedArguments, as_object
from harness.tools.calls import ToolCall
from harness.tools.tool import AnyTool

WITHDRAW, REPLACE = "withdraw_call", "replace_call"
_CALL = {"type": "string", "description": "The id of the call, as its result names it."}
_REASON = {"type": "string", "description": "Why, in a short sentence: people read it on the card."}


def _offered(name: str, description: str, properties: Mapping[str, Any]) -> Mapping[str, Any]:
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


OFFERED = (
    _offered(
        WITHDRAW,
        "Take back a call of yours that waits for a decision, since it is not wanted any more.",
        {"call": _CALL, "reason": _REASON},
    ),
    _offered(
        REPLACE,
        "Give a call of yours that waits for a decision other arguments. People are asked about it anew.",
        {
            "call": _CALL,
            "arguments": {"type": "object", "description": "All arguments of the call, as they are to be now."},
            "reason": _REASON,
        },
    ),
)
"""In the shape of OpenAI's chat completions, as all tools are."""
INSTRUCTION = (
    "The calls above wait for people to decide; nothing is decided by talking. Answer what was said last, briefly. "
    f"If it means that a call should not run, or should run otherwise, use {WITHDRAW} or {REPLACE}. No other tool runs "
    "until there is a decision: do not call any. What else is wanted of you, you can do after it."
)
"""Below all that was said."""


def changes(calls: Sequence[ProposedCall], turn: Turn | None, tools: Mapping[str, AnyTool]) -> tuple[CallChange, ...]:
    """What these calls, made in an aside, want to become of those of the turn that wait for people. What is malformed,
    names no such call or is another tool changes nothing; nor do arguments that the tool does not take, which is told.
    """
    waiting = {call.call.id: call.call for call in turn.calls if isinstance(call.status, Asked)} if turn else {}
    return tuple(_changes(calls, waiting, tools))


def _changes(
    calls: Sequence[ProposedCall], waiting: Mapping[str, ToolCall], tools: Mapping[str, AnyTool]
) -> Iterator[CallChange]:
    for proposed in calls:
        given = as_object(proposed.arguments) or {}
        call = waiting.get(str(given.get("call")))
        reason = " ".join(str(given.get("reason") or "").split())
        if call is None:
            continue
        if proposed.tool == WITHDRAW:
            yield CallWithdrawn(call.id, call.digest, reason)
        arguments = given.get("arguments")
        if proposed.tool == REPLACE and isinstance(arguments, dict):
            text = json.dumps(arguments, ensure_ascii=False)
            wrong = _misfit(tools.get(call.tool), text)
            yield ChangeMisfit(call.id, wrong) if wrong else CallReplaced(call.id, call.digest, text, reason)


def _misfit(tool: AnyTool | None, arguments: str) -> str:
    """Why that tool does not take them; empty if it does. Of one that is not there the rules have more to say."""
    try:
        if tool:
            tool.parse(arguments)
    except MalformedArguments as error:
        return str(error)
    return ""
