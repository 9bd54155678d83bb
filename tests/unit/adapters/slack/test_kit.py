"""What Slack would refuse is never made: no text is empty, and none is longer than its place takes."""

from adapters.slack import kit
from adapters.slack.limits import BLOCK_WEIGHT, HEADER, SECTION


def test_a_title_that_is_too_long_for_a_header_is_a_section() -> None:
    assert kit.title("x" * HEADER)["type"] == "header"
    longer = kit.title("x" * (HEADER + 1))
    assert (longer["type"], longer["text"]["text"]) == ("section", "x" * (HEADER + 1))


def test_no_text_is_empty_and_none_is_too_long() -> None:
    assert kit.plain("", 10)["text"] == kit.markdown(" ")["text"] == "…"
    assert kit.bold("")["text"]
    assert len(kit.plain("x" * 99, 10)["text"]) == 10
    (section,) = kit.section("x" * (SECTION + 1))
    assert len(section["text"]["text"]) == SECTION


def test_where_there_is_nothing_to_say_there_is_no_block() -> None:
    assert kit.section(" \n") == kit.marked("") == kit.folded("Show", []) == []


def test_slack_counts_each_block_and_all_text_in_it() -> None:
    text = kit.rich(kit.line(kit.bold("who"), kit.words(": ana")))
    assert kit.weight([text, *kit.marked("*yes*")]) == 2 * BLOCK_WEIGHT + len("who: ana") + len("*yes*")
