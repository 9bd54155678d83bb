"""Markdown is drawn in the width of the page, all of it, and does nothing to the terminal."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.terminal.markdown import drawn
from adapters.terminal.page import Page
from harness.chat.visible import visible

PLAIN, COLOURED = Page(40), Page(40, colours=True)
_LOOK = re.compile(r"\x1b\[[0-9;]*m")


def test_the_name_stands_in_the_first_line_where_that_is_a_sentence() -> None:
    assert drawn("It is **done**.", PLAIN, "Robin") == "Robin: It is done."
    assert drawn("- one\n- two", PLAIN, "Robin") == "Robin:\n\n • one\n • two"
    assert drawn("It is **done**.", COLOURED, "Robin") == "\x1b[1mRobin:\x1b[0m It is \x1b[1mdone\x1b[0m."


def test_lines_end_between_words_and_where_they_ended() -> None:
    text = "one two three four five six seven eight nine\nten"
    assert drawn(text, PLAIN) == "one two three four five six seven eight\nnine\nten"


def test_code_stays_as_it_is_also_where_it_is_long() -> None:
    code = "make deploy --to production --and-wait --for 10 minutes"
    assert drawn(f"```sh\n{code}\n```", PLAIN) == code
    assert code in _LOOK.sub("", drawn(f"```sh\n{code}\n```", COLOURED))
    assert drawn("run `make` now", PLAIN) == "run `make` now"


def test_what_is_no_language_behind_the_marks_of_code_is_read() -> None:
    assert drawn("```rm -rf ~\nls\n```", PLAIN) == "rm -rf ~\nls"
    assert drawn("```everything", PLAIN) == "everything"


def test_code_in_a_list_goes_on_in_the_next_line() -> None:
    code = "x" * 60
    assert drawn(f"- see\n  ```\n  {code}\n  ```", PLAIN).replace("\n", "").replace(" ", "") == f"•see{code}"


def test_a_link_says_where_it_leads() -> None:
    page = Page(80)
    assert drawn("[your bank](https://evil.example/x)", page) == "your bank (https://evil.example/x)"
    assert drawn("<https://a.example> <ana@a.example>", page) == "https://a.example ana@a.example"
    assert drawn("![a plan](https://a.example/p.png)", page) == "a plan (https://a.example/p.png)"
    assert drawn("[![a](https://b.example)](https://c.example)", page) == "a (https://b.example) (https://c.example)"


def test_a_numbered_list_looks_like_no_choices() -> None:
    assert drawn("1. one\n2. two\n   more", PLAIN) == "1. one\n2. two\n   more"
    assert drawn("9. nine\n10. ten", PLAIN) == " 9. nine\n10. ten"


def test_html_and_definitions_are_text() -> None:
    text = "List<String> <b>x</b> <!-- y -->\n[one]: https://a.example"
    assert drawn(text, PLAIN) == text
    assert drawn("<script>\nalert()\n</script>", PLAIN) == "<script>\nalert()\n</script>"


def test_a_table_is_aligned_and_cuts_nothing() -> None:
    word = "x" * 60
    lines = drawn(f"| a | b |\n|---|---|\n| 1 | {word} |", PLAIN)
    assert lines.count("x") == 60
    assert all(len(line) <= 40 for line in lines.split("\n"))


@pytest.mark.parametrize("nested", ["> " * 400 + "deep", "\n".join("  " * n + "- deep" for n in range(60))])
def test_what_is_nested_very_deep_is_read_all_the_same(nested: str) -> None:
    assert drawn(nested, PLAIN).count("deep") == nested.count("deep")


@pytest.mark.parametrize("page", [PLAIN, COLOURED], ids=["plain", "coloured"])
@pytest.mark.parametrize(
    "hidden",
    ["\x1b[2J", "\x1b]8;;https://evil.example\x07", "\u202e", "&#x202e;", "&#8238;", "&#x1b;", "\r", "&#13;", "\u200b"],
)
def test_nothing_in_it_moves_the_cursor_or_turns_text_round(hidden: str, page: Page) -> None:
    for text in (
        f"a{hidden}b",
        f"`a{hidden}b`",
        f"```\na{hidden}b\n```",
        f"[a](https://b.example/{hidden})",
        f"# {hidden}",
    ):
        written = _LOOK.sub("", drawn(text, page, f"Rob{hidden}in"))
        assert written == visible(written)


@given(st.text("ab .-*_#>[]()<!\n\\\t12", max_size=120), st.integers(12, 60), st.booleans())
def test_no_letter_is_lost(text: str, width: int, colours: bool) -> None:
    written = _LOOK.sub("", drawn(text, Page(width, colours)))
    assert re.sub("[^ab]", "", written) == re.sub("[^ab]", "", text)


@given(st.text(max_size=200), st.integers(12, 60), st.booleans())
def test_whatever_it_is_it_is_drawn_and_only_looks(text: str, width: int, colours: bool) -> None:
    written = _LOOK.sub("", drawn(text, Page(width, colours), "Robin"))
    assert written == visible(written)
