"""The line below what is typed: who is doing what just now, and what waits. The list of todos is written as it
changes.
"""

from collections.abc import Callable
from itertools import cycle

from adapters.terminal import render
from harness.approvals.asks import Question
from harness.chat.visible import visible
from harness.sessions.display import DisplayState, RunEvent

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class Status:
    """Of one conversation at a time, the colleague's called `name`. `watch` is to be subscribed to
    `harness.loop.activity_broadcaster.ActivityBroadcaster`.
    """

    def __init__(self, name: str, write: Callable[[str], None], width: Callable[[], int]) -> None:
        self._name, self._write, self._width = name, write, width
        self._state = DisplayState(status="resting", mode="")
        self._frames = cycle(FRAMES)

    def watch(self, thread: str, event: RunEvent | None, state: DisplayState) -> None:
        if state.todos and state.todos != self._state.todos and state.status != "resting":
            self._write(render.todos(state.todos))
        self._state = state

    def line(self) -> str:
        """As it is now. While it works each call differs from the one before: what moves is at work."""
        state = self._state
        parts = [
            self._now(),
            f"{_done(state)} of {len(state.todos)} done" if state.todos and state.status != "resting" else "",
            "you will be heard at the next step" if state.queue else "",
            f"mode {state.mode}" if state.mode else "",
            f"${state.usage.cost:.2f}" if state.usage.cost else "",
            {"working": "Ctrl-C stops it", "waiting": "", "resting": "Ctrl-D leaves"}[state.status],
        ]
        line = visible(" · ".join(filter(None, parts)))
        tail = self._tail()
        room = self._width() - len(line) - 4
        return f" {line} · {_end(tail, room)}" if tail and room > 20 else f" {line}"

    def _now(self) -> str:
        state, name = self._state, self._name
        if state.status == "resting":
            return f"{name} listens"
        if state.status == "waiting":
            worded = any(isinstance(ask.ask, Question) and ask.ask.free_text for ask in state.asks)
            how = "answer by number, or in words" if worded else "choose by number"
            return f"{name} waits for you: {how}" if state.asks else f"{name} waits"
        doing = "is writing…" if state.text else state.activity or "is at work…"
        return f"{next(self._frames)} {name} {doing}"

    def _tail(self) -> str:
        """The end of what is being written, or of what a tool prints."""
        state = self._state
        printed = next((running.output for running in state.running if running.output.strip()), "")
        return visible(" ".join((state.text or printed).split()))


def _end(text: str, room: int) -> str:
    """Its last words, as far as there is room; that there were more is seen."""
    if len(text) <= room:
        return text
    cut = text[-(room - 1) :]
    _, blank, words = cut.partition(" ")
    whole = text[-room] == " " or not blank
    return f"…{cut if whole else words}"


def _done(state: DisplayState) -> int:
    return sum(todo.status == "completed" for todo in state.todos)
