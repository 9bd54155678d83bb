"""A call that is written as text is found, and nothing else is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.models.written_calls import calls_in_text, may_be_call
from harness.context.model import ProposedCall

TOOLS = ("ls", "read_file")
LS = ProposedCall("ls", '{"path": "/"}')
BARE = '{"name": "ls", "arguments": {"path": "/"}}'


@pytest.mark.parametrize(
    ("text", "before"),
    [
        (BARE, ""),
        (f"  {BARE}\n", ""),
        (f"[{BARE}]", ""),
        ('{"tool": "ls", "parameters": {"path": "/"}}', ""),
        ('{"type": "function", "function": {"name": "ls", "arguments": "{\\"path\\": \\"/\\"}"}}', ""),
        (f"```json\n{BARE}\n```", ""),
        (f"```\n{BARE}```", ""),
        (f"I look.\n\n```json\n{BARE}\n```", "I look."),
        (f"<tool_call>\n{BARE}\n</tool_call>", ""),
        (f"I look.\n<tool_call>{BARE}", "I look."),
        (f"<build_response>\n{BARE}", ""),
        (f"{{{BARE}}}", ""),
        (f"{{{BARE}", ""),
        (f"```json\n{BARE}", ""),
        (f"[TOOL_CALLS] [{BARE}]", ""),
        (f"<|python_tag|>{BARE}", ""),
    ],
)
def test_a_call_is_found_in_whichever_way_it_is_written(text: str, before: str) -> None:
    assert calls_in_text(text, TOOLS) == (before, (LS,))


def test_several_calls_are_several() -> None:
    two = f"<tool_call>{BARE}</tool_call>\n<tool_call>{BARE}</tool_call>"
    assert calls_in_text(two, TOOLS) == ("", (LS, LS))
    assert calls_in_text(f"[{BARE}, {BARE}]", TOOLS)[1] == (LS, LS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hello.",
        "{}",
        '{"name": "rm", "arguments": {}}',
        '{"name": "ls"}',
        '{"name": "ls", "arguments": 1}',
        f"{BARE} That lists the folder.",
        f"Write this:\n```json\n{BARE}\n```\nand it lists the folder.",
        f"A file has `{BARE}` in it.",
        f"[{BARE}, 1]",
        "<tool_call>ls /</tool_call>",
    ],
)
def test_a_text_with_something_else_in_it_stays_text(text: str) -> None:
    assert calls_in_text(text, TOOLS) == (text, ())
    assert calls_in_text(BARE, ()) == (BARE, ())


@pytest.mark.parametrize("opening", ["{", " [", "```", "<tool"])
def test_a_text_that_may_become_a_call_is_known_by_how_it_begins(opening: str) -> None:
    assert may_be_call(opening)
    assert not may_be_call("I look")


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    before, calls = calls_in_text(text, TOOLS)
    assert calls or before == text
