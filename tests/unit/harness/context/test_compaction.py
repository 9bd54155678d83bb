import pytest

from harness.context.compaction import INSTRUCTION, asking, parts, shown, unfit
from harness.context.window import SUMMED, Window
from harness.sessions.entries import Entry, Result, Said, Spoke
from harness.tools.calls import ToolCall


def step(number: int, words: str) -> list[Entry]:
    call = f"1.{number}.0"
    return [Spoke("", (ToolCall(call, "read", "{}"),)), Result(call, words)]


SAID = Said("Ana", "the red one")
LONG = [SAID, *step(1, "x" * 400), *step(2, "y" * 400), Said("Bob", "go on")]


def test_a_model_is_asked_at_the_end_of_what_it_has_been_shown_before() -> None:
    messages = Window([SAID]).messages
    [*before, last] = asking(messages)
    assert before == messages
    assert INSTRUCTION in last.value["content"]


def test_parts_hold_calls_with_their_results_and_all_that_there_is() -> None:
    divided = list(parts(LONG, 150))
    assert [entry for part in divided for entry in part] == LONG
    assert [len(part) for part in divided] == [1, 2, 2, 1], "a step is of 140 tokens"
    assert list(parts([], 150)) == []


def test_what_is_larger_than_a_part_is_one_by_itself_and_shown_shortened() -> None:
    [part] = parts([Said("Ana", "x" * 9_000)], 100)
    [message, _] = shown("", part, 1_000)
    assert "characters are left out here" in message.value["content"]


def test_a_part_is_shown_behind_the_summary_of_those_before_it() -> None:
    first, *rest = shown("Ana wanted it red.", [SAID], 1_000)
    assert first.value["content"] == f"{SUMMED}\nAna wanted it red."
    assert [message.value["content"] for message in rest] == ["Ana: the red one", f"[{INSTRUCTION}]"]


@pytest.mark.parametrize(("text", "why"), [("", "it said nothing"), (" \n", "it said nothing"), ("Red.", "")])
def test_a_summary_says_something(text: str, why: str) -> None:
    assert unfit(text, LONG) == why


def test_a_summary_is_shorter_than_what_it_is_of() -> None:
    assert unfit("x" * 2_000, LONG) == "it is no shorter than what it sums up"
