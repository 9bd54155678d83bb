"""What the rehearsal reads in a conversation: what was said, and how far it has come. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.chat.untrusted import between_marks
from harness.context.window import CUT, SUMMED, ModelMessage

LABEL = "*This is a rehearsal: I am a script, and no model thinks here.*"
"""How the first text in each conversation begins."""
END = "That was the rehearsal."
"""What the last text of the script says."""

_ENDED_EARLY = "[This turn ended early"
_RESUMED = "Please go on where you stopped."
"""What stands for "Continue". Nobody asked for that: it is about what was asked for before."""
_WAITING = "[Waiting for a decision"
_GO_ON = re.compile(r"\b(go on|continue|resume)\b", re.IGNORECASE)
_STOPPED = re.compile(r"[^\n]*(before it ran|while it was running; it may have taken effect)\.")
_ANSWERED = re.compile(r"(.+?) answered: (.*)", re.DOTALL)
_EDITED = re.compile(r"\[(.+?) changed the arguments; it ran with .*?\]\n", re.DOTALL)
_NOTED = re.compile(r"\[(.+?) approved and adds: (.*?)\]\n", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ScriptSaid:
    """Somebody's words. `by` is empty where the message does not say whose they are."""

    by: str
    words: str

    def __str__(self) -> str:
        return f"“{self.words}”{f' from {self.by}' if self.by else ''}"


@dataclass(frozen=True, slots=True)
class ScriptResult:
    """What became of a call, as the conversation tells it."""

    text: str

    @property
    def stopped(self) -> bool:
        """Its turn ended first: it is to be done again if the turn goes on."""
        return bool(_STOPPED.fullmatch(self.text)) and not self.declined and self.answer is None

    @property
    def waiting(self) -> bool:
        """Nothing became of it yet: people are still to decide."""
        return self.text.startswith(_WAITING)

    @property
    def declined(self) -> bool:
        return self.text.startswith("Not run")

    @property
    def unread(self) -> bool:
        """A file is to be read before it is replaced."""
        return "you have not read it in this conversation" in self.text

    @property
    def answer(self) -> ScriptSaid | None:
        """What a person answered to a question."""
        match = _ANSWERED.fullmatch(self.text)
        return ScriptSaid(match[1], match[2].strip()) if match else None

    @property
    def editor(self) -> str:
        """Who changed the arguments, if somebody did."""
        match = _EDITED.match(self.text)
        return match[1] if match else ""

    @property
    def note(self) -> ScriptSaid | None:
        """What an approver added."""
        match = _NOTED.match(_EDITED.sub("", self.text))
        return ScriptSaid(match[1], match[2]) if match else None

    @property
    def plain(self) -> str:
        """Without what is said about how it came to run, and without the marks of text from outside."""
        return between_marks(_NOTED.sub("", _EDITED.sub("", self.text)))


@dataclass(frozen=True, slots=True)
class ScriptPosition:
    """`results` are those of the calls that were not stopped, by tool; `calls` all of these tools in order. `asked` is
    what was said last before the script began, `heard` what was said since then, `latest` since the last reply.
    """

    labelled: bool = False
    over: bool = False
    """It was played to its end, or given up: from here on there are short answers."""
    calls: tuple[str, ...] = ()
    results: Mapping[str, ScriptResult] = field(default_factory=dict)
    heard: tuple[ScriptSaid, ...] = ()
    latest: tuple[ScriptSaid, ...] = ()
    asked: ScriptSaid | None = None


def read(messages: Sequence[ModelMessage]) -> ScriptPosition:
    """Where the conversation stands. It is told by `messages` alone, which are in the shape of chat completions."""
    values = [message.value for message in messages]
    start = next((i for i, value in enumerate(values) if _spoken(value, LABEL)), None)
    latest = next((i for i in range(len(values) - 1, -1, -1) if values[i]["role"] == "assistant"), -1)
    said_last = tuple(_said(values[latest + 1 :]))
    asked = next(reversed(_said(values[:start])), None)
    if start is None:
        return ScriptPosition(over=_cut(values), latest=said_last, asked=asked)
    played = values[start:]
    calls, results = _calls(played)
    over = _cut(values) or any(_spoken(value, END) for value in played) or _given_up(played)
    return ScriptPosition(True, over, calls, results, tuple(_said(played)), said_last, asked)


def _calls(values: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, ...], dict[str, ScriptResult]]:
    tools: dict[str, str] = {}
    calls: list[str] = []
    results: dict[str, ScriptResult] = {}
    for value in values:
        for call in value.get("tool_calls") or ():
            tools[call["id"]] = call["function"]["name"]
        tool = tools.get(value.get("tool_call_id", ""))
        if tool and not (result := ScriptResult(value["content"])).stopped:
            calls.append(tool)
            results[tool] = result
    return tuple(calls), results


def _said(values: Sequence[Mapping[str, Any]]) -> list[ScriptSaid]:
    """What people said, but for what only has it go on."""
    return [said for said in _typed(values) if said.words != _RESUMED]


def _typed(values: Sequence[Mapping[str, Any]]) -> list[ScriptSaid]:
    """What comes from people; what the program says stands in brackets."""
    texts = [str(value["content"]) for value in values if value["role"] == "user"]
    return [_by(text) for text in texts if not text.startswith("[")]


def _by(text: str) -> ScriptSaid:
    by, separator, words = text.partition(": ")
    return ScriptSaid(by, words) if separator else ScriptSaid("", text)


def _given_up(values: Sequence[Mapping[str, Any]]) -> bool:
    """Did a turn end early, and nobody asked to go on?"""
    ends = [i for i, value in enumerate(values) if str(value.get("content") or "").startswith(_ENDED_EARLY)]
    return bool(ends) and not any(_GO_ON.search(said.words) for said in _typed(values[ends[-1] :]))


def _cut(values: Sequence[Mapping[str, Any]]) -> bool:
    """Does it not show how the conversation began?"""
    return bool(values) and str(values[0].get("content")).startswith((CUT, SUMMED))


def _spoken(value: Mapping[str, Any], words: str) -> bool:
    return value["role"] == "assistant" and words in (value.get("content") or "")
