"""Nothing that is read is other than what is seen."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.chat.visible import visible


def test_what_moves_a_cursor_is_spelt_out() -> None:
    assert visible("a\rb\x1b[2K\x07\x9b\u2028") == "a\\rb\\x1b[2K\\x07\\x9b\\u2028"


def test_what_reorders_a_line_is_spelt_out() -> None:
    assert visible("rm \u202eslaever\u2069") == "rm \\u202eslaever\\u2069"


@pytest.mark.parametrize(
    "text",
    [
        "schön\n\t日本語 👩‍💻 שלום",
        "⚠️ ❤️‍🔥 1️⃣ 🏳️‍🌈 👍🏽 ©️",
        "\u0645\u06cc\u200c\u062e\u0648\u0627",  # Persian keeps these letters apart
        "क्\u200dष",  # and Devanagari joins them
    ],
)
def test_words_of_any_language_lines_tabs_and_emoji_stay(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("rm\u200b -rf\u2060 /\ufeff", "rm\\u200b -rf\\u2060 /\\ufeff"),
        ("pass\u00adword", "pass\\xadword"),
        ("a\u200db 1\ufe0f x\u200c", "a\\u200db 1\\ufe0f x\\u200c"),
        ("ok\U000e0072\U000e006d", "ok\\U000e0072\\U000e006d"),
        ("\u3164\u2800\u115f", "\\u3164\\u2800\\u115f"),
        ("👩\u200d", "👩\\u200d"),
    ],
)
def test_what_has_no_width_or_looks_like_a_blank_is_spelt_out(text: str, seen: str) -> None:
    assert visible(text) == seen


FORMATS = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf"]
SEEN = set("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""Unicode Standard, section 9.2: marks that are drawn before or around numbers."""
NOTATION = {chr(code) for start, end in ((0x13430, 0x1343F), (0x1BCA0, 0x1BCA3)) for code in range(start, end + 1)}
"""Of hieroglyphs and shorthand, which nothing that is run is written in."""


def test_no_character_that_only_formats_stands_in_a_latin_word() -> None:
    left = {character for character in FORMATS if visible(f"a{character}b") == f"a{character}b"}
    assert left <= SEEN | NOTATION


@given(st.text())
def test_what_is_visible_stays_as_it_is(text: str) -> None:
    assert visible(visible(text)) == visible(text)


@given(st.text())
def test_nothing_that_controls_a_terminal_is_left(text: str) -> None:
    left = {unicodedata.category(character) for character in visible(text) if character not in "\n\t"}
    assert not left & {"Cc", "Cs", "Zl", "Zp"}
    visible(text).encode()
