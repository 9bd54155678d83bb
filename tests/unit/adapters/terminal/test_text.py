"""What is written on a terminal stays where it is written."""

from hypothesis import given
from hypothesis import strategies as st

from adapters.terminal.text import lines, unmarked, wrapped


def test_lines_end_between_words() -> None:
    assert list(lines("one two three\n\nfour", 8)) == ["one two", "three", "", "four"]


def test_what_follows_a_bullet_is_indented_like_its_text() -> None:
    assert wrapped("  - one two three seventeen", 16) == ["  - one two", "    three", "    seventeen"]


def test_code_and_tables_stay_as_they_are() -> None:
    text = "```\nlong long code\n```\nlong long text\n    long long code\n| long | long |"
    assert list(lines(text, 10)) == [
        "```",
        "long long code",
        "```",
        "long long",
        "text",
        "    long long code",
        "| long | long |",
    ]


@given(st.text("ab -\n`", max_size=80), st.integers(1, 20))
def test_no_word_is_lost(text: str, width: int) -> None:
    assert "\n".join(lines(text, width)).split() == text.split()


def test_our_own_marks_are_no_text() -> None:
    assert unmarked("**Bob** may use `/mode plan` _now_ in a_b_c, 2 * 3 * 4") == (
        "Bob may use /mode plan now in a_b_c, 2 * 3 * 4"
    )
