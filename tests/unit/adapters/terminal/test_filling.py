"""A form is asked for field by field, and what has several lines is edited in the person's editor."""

import asyncio
from collections.abc import Callable, Collection

import pytest

from adapters.terminal.editor import EditorFailed
from adapters.terminal.filling import Filling, FormLeft
from adapters.terminal.keys import Interrupted
from harness.chat.cards import Field, Form

FORM = Form(
    "Edit",
    "t",
    "Approve",
    (Field("file_path", "file_path", value="/a.py"), Field("content", "content", value="a\nb\n")),
)


class Hands:
    """Types `lines`, and leaves `edited` in an editor; an exception is raised."""

    def __init__(self, *lines: str | Exception, edited: str | Exception = "", editor: str = "vi") -> None:
        self._lines, self._edited, self.editor = list(lines), edited, editor
        self.asked: list[str] = []

    async def line(self, prompt: str, default: str = "", begun: Callable[[], None] = lambda: None) -> str:
        self.asked.append(prompt)
        line = self._lines.pop(0)
        if isinstance(line, Exception):
            raise line
        return line or default

    async def edit(self, prompt: str, text: str, suffix: str) -> str:
        self.asked.append(f"{prompt}{suffix}")
        if isinstance(self._edited, Exception):
            raise self._edited
        return self._edited or text


def filled(hands: Hands, names: Collection[str] = ("",)) -> tuple[dict[str, str], list[str]]:
    """The values, and what was said by the way."""
    said: list[str] = []
    filling = Filling(FORM, hands, said.append)
    filling.introduce()
    asyncio.run(filling.ask(names))
    return filling.values, said


def test_a_line_is_typed_and_several_are_edited() -> None:
    hands = Hands("/b.md", edited="c\n")
    values, said = filled(hands)
    assert values == {"file_path": "/b.md", "content": "c\n"}
    assert hands.asked == ["  file_path: ", "  content: .md"]
    assert said == ["Edit: what you save in vi means “Approve”, Ctrl-C leaves it as it was"]


def test_without_an_editor_all_is_typed() -> None:
    hands = Hands("", "c", editor="")
    values, said = filled(hands)
    assert values == {"file_path": "/a.py", "content": "c"}
    assert said == ["Edit: Esc, then Enter, in the last field means “Approve”, Ctrl-C leaves it as it was"]


def test_only_what_was_wrong_is_asked_again() -> None:
    assert filled(Hands("/b.md"), ["file_path"])[0] == {"file_path": "/b.md", "content": "a\nb\n"}


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (Hands(Interrupted()), "left as it was"),
        (Hands("", edited=EditorFailed("vi failed (exit 1)")), r"vi failed \(exit 1\): left as it was"),
        (Hands(""), "nothing was changed: left as it was"),
    ],
)
def test_whoever_leaves_it_sends_nothing(hands: Hands, why: str) -> None:
    with pytest.raises(FormLeft, match=f"^{why}$"):
        filled(hands)


def test_what_may_be_chosen_is_said_above_where_it_breaks_between_words() -> None:
    scope = Field("scope", "Stop asking about", options=("Every call of edit_file", "All of edit_file"))
    hands, said = Hands("All of edit_file"), list[str]()
    filling = Filling(Form("Always", "t", "Allow", (scope,)), hands, said.append)
    asyncio.run(filling.ask([""]))
    assert said == ["one of: Every call of edit_file / All of edit_file"]
    assert hands.asked[0].strip().startswith("Stop asking about")
    assert "Every call" not in hands.asked[0]
    assert filling.values == {"scope": "All of edit_file"}
