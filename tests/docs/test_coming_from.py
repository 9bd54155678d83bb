"""What `docs/coming-from.md` says that there is, there is."""

from collections import Counter

import pytest

from tests.docs.coming_from import NOT_YET, PAGE, rows, spans, tried

ROWS = list(rows())


def test_four_harnesses_are_told_apart() -> None:
    assert set(Counter(harness for harness, _, _ in ROWS)) == {"Deep Agents", "Mastra Harness", "OpenClaw", "holaOS"}


@pytest.mark.parametrize(("there", "here"), [(there, here) for _, there, here in ROWS])
def test_each_line_names_what_there_is_or_says_that_it_is_not_there_yet(there: str, here: str) -> None:
    assert there
    found = {span: tried(span) for span in spans(here)}
    assert all(found.values()), f"there is no such thing: {[span for span, kind in found.items() if not kind]}"
    assert found or NOT_YET in here, "nothing that could be tried"


def test_what_is_said_above_the_tables_is_tried_too() -> None:
    above = PAGE.read_text(encoding="utf-8").partition("\n## ")[0]
    assert all(map(tried, spans(above)))
    assert tried("deskmate walk") == tried("no_such_tool") == tried("@Deskmate walk") == ""
