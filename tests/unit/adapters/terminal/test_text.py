"""Lines end between words."""

from hypothesis import given
from hypothesis import strategies as st

from adapters.terminal.text import wrapped


def test_lines_end_between_words() -> None:
    assert wrapped("one two three", 8) == ["one two", "three"]
    assert wrapped("", 8) == [""]


def test_what_follows_a_bullet_is_indented_like_its_text() -> None:
    assert wrapped("  - one two three seventeen", 16) == ["  - one two", "    three", "    seventeen"]


@given(st.text("ab -\n`", max_size=80), st.integers(1, 20))
def test_no_word_is_lost(text: str, width: int) -> None:
    assert "\n".join(wrapped(text, width)).split() == text.split()
