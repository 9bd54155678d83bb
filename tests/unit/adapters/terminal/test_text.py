"""Lines end between words."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from adapters.terminal.text import broken, wrapped


def test_lines_end_between_words() -> None:
    assert wrapped("one two three", 8) == ["one two", "three"]
    assert wrapped("", 8) == [""]


def test_what_follows_a_bullet_is_indented_like_its_text() -> None:
    assert wrapped("  - one two three seventeen", 16) == ["  - one two", "    three", "    seventeen"]


@given(st.text("ab -\n`", max_size=80), st.integers(1, 20))
def test_no_word_is_lost(text: str, width: int) -> None:
    assert "\n".join(wrapped(text, width)).split() == text.split()


def test_code_goes_on_with_the_blank_at_which_it_was_broken() -> None:
    assert broken("rm -rf ~/ tmp/x", 10) == ["rm -rf ~/", " tmp/x"]
    assert broken("short", 10) == ["short"]
    assert broken("", 10) == [""]


@given(st.text("ab -`漢\u0301", max_size=80), st.integers(10, 20))
def test_no_code_is_lost_and_none_is_too_wide(text: str, width: int) -> None:
    parts = broken(text, width)
    assert "".join(parts) == text
    assert all(cell_len(part) <= width for part in parts)
