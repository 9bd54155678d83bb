"""An offline script that plays a model, and says so: for trying Deskmate out without a provider.

It keeps nothing: what comes next follows from the conversation alone, so it survives a restart as a model does. The
script takes up what it was asked for, and shows with that a todo list, a question, an approval, and guidance that is
heard while a command runs; each tool is called once, then it is over, and whatever else is said in that conversation
gets a short answer.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from adapters.models.script_position import END, LABEL, ScriptPosition, read
from harness.chat.wording import shortened
from harness.context.asides import WITHDRAW
from harness.context.compaction import INSTRUCTION
from harness.context.model import ProposedCall, Reply, Request, Shown

PACE = 0.03
"""Seconds a word."""
COMMAND = 'sleep 2 && echo "This command only waited a little, and changed nothing."'
REAL = "To work with a real model, set `model` in workspace.yaml and the provider's key in the environment."
SUMMARY = f"I played the rehearsal through. {END}"
"""Of whatever was said: a script has read none of it."""
_LONGEST, _ASKED = 200, 80
"""Characters of what is quoted, and of what it was asked for."""
_WHY = {
    "ask_user": "I ask because only you know how my notes should begin.",
    "write_file": "I ask because I change no file before somebody approves it.",
    "execute": "I ask because I run no command before somebody approves it. This one only waits for two seconds.",
}
"""By the tool that waits for people."""
NOTES = "/notes.md"
_NAMED = {"write_file": "the file", "execute": "the command"}


class Rehearsal:
    """A Model, as the port has it. It writes a word every `pace` seconds. `real` says how a real model answers."""

    def __init__(
        self, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep, pace: float = PACE, real: str = REAL
    ) -> None:
        self._sleep, self._pace, self._real = sleep, pace, real

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        """Never fails. It uses no tool that is not offered."""
        if _summing_up(request):
            return Reply(SUMMARY)
        position = read(request.messages)
        offered = {str(tool["function"]["name"]) for tool in request.tools}
        text, calls = (_aside(position), ()) if WITHDRAW in offered else _next(position, offered, self._real)
        if not position.labelled:
            text = f"{LABEL}\n\n{text}"
        written = ""
        for piece in re.findall(r"\s*\S+\s*", text):
            await self._sleep(self._pace)
            written += piece
            shown(Shown(written))
        return Reply(text, calls)


def _summing_up(request: Request) -> bool:
    return bool(request.messages) and INSTRUCTION in str(request.messages[-1].value["content"])


def _next(position: ScriptPosition, offered: set[str], real: str) -> tuple[str, tuple[ProposedCall, ...]]:
    """The words and calls of the next reply."""
    if position.over:
        return _short(position, real), ()
    result = position.results.get("write_file")
    if result and result.unread and "read_file" in offered:
        if "read_file" not in position.calls:
            return "There are notes already, so I read them first.", (_call("read_file", {"file_path": NOTES}),)
        if position.calls[-1] == "read_file":
            text, arguments = _write(position)
            return text, (_call("write_file", arguments),)
    for tool, play in (("write_todos", _begin), ("ask_user", _ask), ("write_file", _write), ("execute", _run)):
        if tool in offered and tool not in position.calls:
            text, arguments = play(position)
            calls = [_call(tool, arguments)]
            if tool in ("write_file", "execute") and "write_todos" in offered:
                calls.insert(0, _call("write_todos", _todos(position, tool)))
            return text, tuple(calls)
    if "write_todos" in offered and position.calls[-1] != "write_todos":
        return "", (_call("write_todos", _todos(position)),)
    return _end(position, real), ()


def _begin(position: ScriptPosition) -> tuple[str, Mapping[str, Any]]:
    asked = _asked(position)
    start = (
        f"You asked: “{asked}” A script cannot do that, but I can show you how I would work on it."
        if asked
        else ("I show you how I work.")
    )
    return f"{start} I begin with a list.", _todos(position, "ask_user")


def _ask(position: ScriptPosition) -> tuple[str, Mapping[str, Any]]:
    options = [
        {"label": "With the goal", "description": "What this is for, in one sentence."},
        {"label": "With a greeting", "description": "Friendly, as in a letter."},
        {"label": "You choose"},
    ]
    asked = _asked(position)
    question = f"How should my notes on “{asked}” begin?" if asked else "How should my notes begin?"
    return (
        "Only you know this. Pick an option, or answer in your own words. There is no hurry.",
        {"question": question, "options": options, "multiple": False, "free_text": True},
    )


def _write(position: ScriptPosition) -> tuple[str, Mapping[str, Any]]:
    result = position.results.get("ask_user")
    answer = result.answer if result else None
    if answer:
        thanks, begins = f"Thank you, {answer.by}. ", f"{answer.by} said how these notes should begin: {answer.words}"
    elif result:
        thanks, begins = f"I have no answer ({_quoted(result.text)}), so I choose. ", "Nobody said how to begin."
    else:
        thanks, begins = "", "A rehearsal wrote these notes."
    asked = _asked(position)
    todo = f"\n- [ ] {asked}\n" if asked else ""
    return (
        f"{thanks}I write that into a file once somebody approves it. You can edit it first, or deny it with a reason.",
        {"file_path": NOTES, "content": f"# {asked or 'Notes'}\n\n{begins}\n{todo}"},
    )


def _run(position: ScriptPosition) -> tuple[str, Mapping[str, Any]]:
    return (
        f"{_what_became_of(position, 'write_file')}Next is a command, and I ask before each one. This one waits for "
        "two seconds: write to me while it runs, and I read it right after.",
        {"command": COMMAND, "timeout": 30},
    )


def _end(position: ScriptPosition, real: str) -> str:
    last = next((tool for tool in reversed(position.calls) if tool in _NAMED), "")
    heard = "; ".join(map(str, position.heard))
    said = f"While I worked I heard: {heard}." if heard else ""
    asked = _asked(position)
    instead = f"A real model would now have worked on “{asked}” itself. " if asked else ""
    became = f"{_what_became_of(position, last)}{said}".strip()
    return f"{became}\n\n{END} {instead}{real} For another rehearsal, begin a new conversation.".strip()


def _aside(position: ScriptPosition) -> str:
    """What is said to it while a card is open is answered, and the script stays where it is."""
    waiting = (tool for tool in reversed(position.calls) if position.results[tool].waiting)
    why = next((_WHY[tool] for tool in waiting if tool in _WHY), "")
    return " ".join(filter(None, ["I am only a script.", why, "Nothing is decided yet."]))


def _short(position: ScriptPosition, real: str) -> str:
    heard = "; ".join(map(str, position.latest))
    said = f"I heard {heard}. " if heard else ""
    return f"{said}I am only a script, and my rehearsal is over. {real}"


def _asked(position: ScriptPosition) -> str:
    """What it was asked for, in a line that is not too long; nothing, if nobody said anything."""
    words = position.asked.words if position.asked else ""
    line = " ".join(next(filter(str.strip, words.splitlines()), "").split())
    return shortened(line, _ASKED)


def _what_became_of(position: ScriptPosition, tool: str) -> str:
    """In a sentence or two, with a blank after them; nothing if it went as planned."""
    result, what = position.results.get(tool), _NAMED.get(tool, "")
    if result is None:
        return ""
    if result.declined:
        return f"So I go on without {what}: {_quoted(result.text)} "
    sentences = []
    if result.editor:
        sentences.append(f"I took {what} as {result.editor} changed it.")
    if result.note:
        sentences.append(f"I note {result.note}.")
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

    asked = _asked(position)
    texts = {
        "ask_user": "Ask how the notes should begin",
        "write_file": f"Write notes.md on “{asked}”" if asked else "Write notes.md",
        "execute": "Run a command",
    }
    return {"todos": [{"text": text, "status": status(tool)} for tool, text in texts.items()]}


def _call(tool: str, arguments: Mapping[str, Any]) -> ProposedCall:
    return ProposedCall(tool, json.dumps(arguments, ensure_ascii=False))


def _quoted(text: str) -> str:
    """The first line, not too long, with a full stop."""
    line = (text.strip().splitlines() or [""])[0][:_LONGEST]
    return line if line.endswith((".", "!", "?")) else f"{line}."
