"""An offline script that plays a model, and says so: for trying Deskmate out without a provider.

It keeps nothing: what comes next follows from the conversation alone, so it survives a restart as a model does. The
script shows a todo list, a question, an approval, and guidance that is heard while a command runs; each tool is
called once, then it is over, and whatever else is said in that conversation gets a short answer.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from adapters.models.script_position import END, LABEL, ScriptPosition, read
from harness.context.model import ProposedCall, Reply, Request, Shown

PACE = 0.03
"""Seconds a word."""
COMMAND = 'sleep 2 && echo "This command only waited a little, and changed nothing."'
_LONGEST = 200

_TODOS = (
    ("ask_user", "Ask how the notes should begin"),
    ("write_file", "Write notes.md"),
    ("execute", "Run a command"),
)


class Rehearsal:
    """A Model, as the port has it. It writes a word every `pace` seconds."""

    def __init__(self, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep, pace: float = PACE) -> None:
        self._sleep, self._pace = sleep, pace

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        """Never fails. It uses no tool that is not offered."""
        position = read(request.messages)
        text, calls = _next(position, {str(tool["function"]["name"]) for tool in request.tools})
        if not position.labelled:
            text = f"{LABEL}\n\n{text}"
        written = ""
        for piece in re.findall(r"\s*\S+\s*", text):
            await self._sleep(self._pace)
            written += piece
            shown(Shown(written))
        return Reply(text, calls)


def _next(position: ScriptPosition, offered: set[str]) -> tuple[str, tuple[ProposedCall, ...]]:
    """The words and calls of the next reply."""
    if position.over:
        return _short(position), ()
    for tool, play in (("write_todos", _begin), ("ask_user", _ask), ("write_file", _write), ("execute", _run)):
        if tool in offered and tool not in position.calls:
            text, arguments = play(position)
            calls = [_call(tool, arguments)]
            if tool in ("write_file", "execute") and "write_todos" in offered:
                calls.insert(0, _call("write_todos", _todos(position, tool)))
            return text, tuple(calls)
    if "write_todos" in offered and position.calls[-1] != "write_todos":
        return "", (_call("write_todos", _todos(position)),)
    return _end(position), ()


def _begin(position: ScriptPosition) -> tuple[str, Mapping[str, Any]]:
    return (
        "I will show you what working with me is like: I keep a list of what there is to do, ask you something, ask "
        "before I do anything that matters, and hear what you say meanwhile. First, the list.",
        _todos(position, "ask_user"),
    )


def _ask(position: ScriptPosition) -> tuple[str, Mapping[str, Any]]:
    options = [
        {"label": "With a greeting", "description": "Friendly, as in a letter."},
        {"label": "With the goal", "description": "What this is for, in one sentence."},
        {"label": "You choose"},
    ]
    question = "How should my notes begin?"
    return (
        "Now I need something that only you know. Pick an option, or answer in your own words. There is no hurry: "
        "waiting costs nothing, for days if need be.",
        {"question": question, "options": options, "multiple": False, "free_text": True},
    )


def _write(position: ScriptPosition) -> tuple[str, Mapping[str, Any]]:
    asked = position.results.get("ask_user")
    answer = asked.answer if asked else None
    if answer:
        text = f"Thank you, {answer.by}. "
        noted = f"Asked how these notes should begin, {answer.by} said: {answer.words}"
    elif asked:
        text, noted = f"I have no answer ({_quoted(asked.text)}), so I choose myself. ", "Nobody said how to begin."
    else:
        text, noted = "", "These notes were written in a rehearsal."
    return (
        f"{text}Now I write that down in a file. That changes something, so somebody has to approve it; you may also "
        "change it first, or deny it with a reason.",
        {"file_path": "/notes.md", "content": f"# Notes\n\n{noted}\n"},
    )


def _run(position: ScriptPosition) -> tuple[str, Mapping[str, Any]]:
    return (
        f"{_what_became_of(position, 'write_file', 'the file')}Now a command. Commands can do anything that I may do "
        "on this machine, so I ask for each one, every time. This one only waits for two seconds: say something to me "
        "while it runs, and I will hear it as soon as it is done.",
        {"command": COMMAND, "timeout": 30},
    )


def _end(position: ScriptPosition) -> str:
    heard = "; ".join(map(str, position.heard))
    said = f"While I worked I heard: {heard}." if heard else "Nobody said anything while I worked, or I had heard it."
    return (
        f"{_what_became_of(position, 'execute', 'the command')}{said}\n\n{END} To work with a real model, set `model` "
        "in workspace.yaml and the provider's key in the environment. To see this again, begin a new conversation."
    )


def _short(position: ScriptPosition) -> str:
    heard = "; ".join(map(str, position.latest))
    said = f"I heard {heard}. " if heard else ""
    return (
        f"{said}I am only the script of a rehearsal, and it is over here. To work with a real model, set `model` in "
        "workspace.yaml and the provider's key in the environment."
    )


def _what_became_of(position: ScriptPosition, tool: str, what: str) -> str:
    """In a sentence or two, with a blank after them; nothing if it went as planned."""
    result = position.results.get(tool)
    if result is None:
        return ""
    if result.declined:
        return f"So I go on without {what}: {_quoted(result.text)} "
    sentences = []
    if result.editor:
        sentences.append(f"{result.editor} changed {what}, and that is what was done.")
    if result.note:
        sentences.append(f"I take note of {result.note}.")
    if not _well(position, tool):
        sentences.append(f"That did not go well: {_quoted(result.plain)}")
    return " ".join([*sentences, ""])


def _well(position: ScriptPosition, tool: str) -> bool:
    result = position.results.get(tool)
    if result is None or result.declined:
        return False
    right = {"ask_user": result.answer, "write_file": result.plain.startswith(("Created ", "Replaced "))}
    return bool(right.get(tool, "[exit code 0]" in result.plain))


def _todos(position: ScriptPosition, now: str = "") -> Mapping[str, Any]:
    """The list while `now` is about to be called: what went well is done, what was declined stays open."""

    def status(tool: str) -> str:
        if _well(position, tool):
            return "completed"
        return "in_progress" if tool == now else "pending"

    return {"todos": [{"text": text, "status": status(tool)} for tool, text in _TODOS]}


def _call(tool: str, arguments: Mapping[str, Any]) -> ProposedCall:
    return ProposedCall(tool, json.dumps(arguments, ensure_ascii=False))


def _quoted(text: str) -> str:
    """The first line, not too long, with a full stop."""
    line = (text.strip().splitlines() or [""])[0][:_LONGEST]
    return line if line.endswith((".", "!", "?")) else f"{line}."
