"""Which words do something, alone in a message: the lists that people read in `docs/words.md` are these."""

import re
from pathlib import Path
from time import process_time

import pytest

from harness.approvals.asks import Approve, Reject
from harness.sessions.chat_words import AGREEING, STOPPING, agrees, asks, decides, stops

PAGE = Path(__file__).parents[4] / "docs" / "words.md"


def listed(heading: str) -> list[str]:
    """What stands in backticks below that heading."""
    page = PAGE.read_text(encoding="utf-8")
    return re.findall("`([^`]+)`", page.split(f"## {heading}\n")[1].split("\n## ")[0])


def test_what_the_page_says_stops_does() -> None:
    assert {*STOPPING} <= {*listed("Stop")}
    assert all(map(stops, listed("Stop")))


def test_what_the_page_says_decides_nothing_does_not() -> None:
    assert set(listed("Words that decide nothing")) == set(AGREEING)
    assert all(map(agrees, AGREEING))
    assert not any(map(decides, AGREEING))


def test_what_the_page_says_decides_does() -> None:
    assert [decides(word) for word in listed("Decide")] == [Approve(), Reject(), Reject("REASON")]


@pytest.mark.parametrize(("text", "does"), [("why?", True), ("why \uff1f ", True), ("لماذا؟", True), ("a ? b", False)])
def test_a_question_ends_in_its_mark(text: str, does: bool) -> None:
    assert asks(text) is does


@pytest.mark.parametrize("read", [stops, agrees, decides, asks])
def test_a_long_text_is_looked_at_in_no_time(read: object) -> None:
    assert callable(read)
    before = process_time()
    for filling in (" ", "deny ", "!", "deny" + " " * 9):
        assert not read(f"a{filling * 100_000}a")
    assert process_time() - before < 1
