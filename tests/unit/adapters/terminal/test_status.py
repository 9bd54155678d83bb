"""The line below says who does what just now."""

from adapters.terminal.status import Status
from harness.approvals.asks import Approval, Ask, Question
from harness.chat.people import Person, Place
from harness.sessions.display import DisplayState, Running
from harness.sessions.turn import OpenAsk
from harness.sessions.usage import Usage
from harness.tools.calls import ToolCall
from harness.tools.changes import Todo

TODOS = (Todo("a", "completed"), Todo("b", "in_progress"))


def asks(ask: Ask) -> OpenAsk:
    return OpenAsk("1", ask, ToolCall("1", "t", "{}"), Place("terminal", "", "here"), Person("terminal", "", "ana"))


class Below:
    def __init__(self, columns: int = 100) -> None:
        self.written: list[str] = []
        self.status = Status("Robin", self.written.append, lambda: columns)

    def line(self, state: DisplayState) -> str:
        self.status.watch("t", None, state)
        return self.status.line()


def test_it_listens_until_it_works() -> None:
    assert Below().status.line() == " Robin listens · Ctrl-D leaves"


def test_thinking_is_seen_and_moves() -> None:
    below = Below()
    first, second = below.line(DisplayState(status="working", mode="", activity="is thinking…")), below.status.line()
    assert "Robin is thinking… · Ctrl-C stops it" in first
    assert first != second


def test_the_end_of_what_is_being_written_is_seen() -> None:
    line = Below(80).line(DisplayState(status="working", mode="", activity="is thinking…", text="so far\n" * 30))
    assert "Robin is writing…" in line
    assert line.endswith("so far so far")
    assert len(line) <= 80


def test_a_narrow_terminal_has_the_state_alone() -> None:
    assert (
        Below(30)
        .line(DisplayState(status="working", mode="", activity="is thinking…", text="so far"))
        .endswith("Ctrl-C stops it")
    )


def test_the_end_of_what_a_tool_prints_is_seen() -> None:
    state = DisplayState(
        status="working",
        mode="",
        activity="is running execute…",
        running=(Running("1", "ls"), Running("2", "execute", "\x1b[2K42 %\n")),
    )
    line = Below().line(state)
    assert "Robin is running execute…" in line
    assert line.endswith("[2K42 %")
    assert "\x1b" not in line


def test_whoever_is_waited_for_is_told_how_to_answer() -> None:
    below = Below()
    assert "waits for you: choose by number" in below.line(
        DisplayState(status="waiting", mode="", asks=(asks(Approval()),))
    )
    question = DisplayState(status="waiting", mode="", asks=(asks(Question("which?")),))
    assert "waits for you: answer by number, or in words" in below.line(question)
    assert below.line(DisplayState(status="waiting", mode="")) == " Robin waits"


def test_what_waits_how_far_it_is_the_mode_and_the_cost_are_seen() -> None:
    line = Below().line(
        DisplayState(
            status="working", mode="plan", activity="is thinking…", todos=TODOS, queue=1, usage=Usage(cost=0.257)
        )
    )
    for part in ("1 of 2 done", "you will be heard at the next step", "mode plan", "$0.26"):
        assert part in line


def test_todos_are_written_when_they_change_and_not_for_what_is_over() -> None:
    below = Below()
    for _ in range(2):
        below.line(DisplayState(status="working", mode="", todos=TODOS))
    assert below.written == ["  ✓ a\n  ▸ b"]
    below.line(DisplayState(status="working", mode="", todos=(Todo("a", "completed"), Todo("b", "completed"))))
    assert below.written[1:] == ["  ✓ a\n  ✓ b"]
    over = Below()
    over.line(DisplayState(status="resting", mode="", todos=TODOS))
    assert over.written == []


def test_the_end_of_a_reply_begins_with_a_word_and_shows_that_there_was_more() -> None:
    written = " ".join(f"word{n}" for n in range(100))
    tail = (
        Below()
        .line(DisplayState(status="working", mode="", activity="is thinking…", text=written))
        .rpartition(" · ")[2]
    )
    assert tail.startswith("…word")
    assert tail.removeprefix("…").split()[0] in written.split()
    assert tail.endswith("word99")
