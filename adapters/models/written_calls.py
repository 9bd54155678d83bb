"""Calls that a model wrote into its text instead of making them. Pure.

Small models do so if their server doesn't know their template, or if that differs from their training. They write JSON:
bare, in a fence, or within tags (Hermes and Qwen: <tool_call>, Mistral: [TOOL_CALLS], Llama: <|python_tag|>; small ones
make up others). Qwen2.5-Coder doubles the outer braces, as its template does by mistake.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from harness.context.model import ProposedCall

_TAGGED = re.compile(r"<(?P<tag>\w{1,40})>\s*(?P<body>[{\[].*?)\s*(?:</(?P=tag)>|\Z)", re.DOTALL)
_FENCED = re.compile(r"```(?:json|tool_call|tool_code)?[ \t]*\n(?P<body>.*?)\n?[ \t]*(?:```|\Z)", re.DOTALL)
_TOKENS = ("[TOOL_CALLS]", "<|python_tag|>")
_OPENINGS = ("{", "[", "`", "<")
_DECODER = json.JSONDecoder()
_ARGUMENTS = ("arguments", "parameters", "args", "input")
_NAMES = ("name", "tool", "function")
LONGEST = 200_000
"""Characters of a text that is looked through."""


def calls_in_text(text: str, tools: Collection[str]) -> tuple[str, tuple[ProposedCall, ...]]:
    """The text before the calls that it ends with, and these; without calls, all of the text. Only calls of `tools`
    count, by their names.
    """
    stripped = text.strip()
    if not tools or len(stripped) > LONGEST or "{" not in stripped:
        return text, ()
    for before, bodies in _ways(stripped):
        calls = [call for body in bodies for call in _calls(_json(body), tools)]
        if calls and None not in calls:
            return before.rstrip(), tuple(call for call in calls if call is not None)
    return text, ()


def may_be_call(opening: str) -> bool:
    """True if a text that begins so may turn out to be a call."""
    return opening.lstrip().startswith(_OPENINGS)


def _ways(text: str) -> Iterator[tuple[str, list[str]]]:
    """How calls may be written there: what stands before them, and each body."""
    yield "", [text]
    for pattern in (_TAGGED, _FENCED):
        if (found := list(pattern.finditer(text))) and not pattern.sub("", text[found[0].start() :]).strip():
            yield text[: found[0].start()], [one["body"] for one in found]
    for token in _TOKENS:
        before, given, body = text.partition(token)
        if given:
            yield before, [body]


def _calls(value: Any, tools: Collection[str]) -> Iterator[ProposedCall | None]:
    """None for what is no call."""
    if isinstance(value, list) and value:
        for each in value:
            yield _call(each, tools)
    else:
        yield _call(value, tools)


def _call(value: Any, tools: Collection[str]) -> ProposedCall | None:
    if isinstance(value, Mapping) and isinstance(value.get("function"), Mapping):
        value = value["function"]
    if not isinstance(value, Mapping):
        return None
    name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), "")
    given = next((value[key] for key in _ARGUMENTS if key in value), None)
    if name not in tools or not isinstance(given, str | Mapping):
        return None
    return ProposedCall(name, given if isinstance(given, str) else json.dumps(given, ensure_ascii=False))


def _json(text: str) -> Any:
    text = text.strip()
    doubled = text.startswith("{{")
    try:
        value, end = _DECODER.raw_decode(text, int(doubled))
        rest = text[end:].strip()
        return value if not rest or (doubled and rest == "}") else None
    except (ValueError, RecursionError):
        return None
