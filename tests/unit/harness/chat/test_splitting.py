"""A text is cut where that hurts least, and no block of code falls apart. Surfaces are tested on their own."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.chat.splitting import LEAST, RESERVE, Style, closed, lines, split

STYLE = Style(re.compile(r"(`{3,}|~{3,})([^`\n]*)$"), len, len, lambda line: line.startswith("# "))


def parts(text: str, most: int = 300, structures: int = 99) -> tuple[str, ...]:
    return split(text, STYLE, most, lambda length, number: length <= most - RESERVE and number <= structures)


@given(st.text("ab \n#", max_size=3_000), st.integers(LEAST, 600), st.integers(1, 9))
def test_every_part_fits_and_the_parts_are_the_text(text: str, most: int, structures: int) -> None:
    found = parts(text, most, structures)
    assert "".join(found) == text
    assert all(len(part) <= most for part in found)
    assert all(sum(line.startswith("# ") for line in part.split("\n")) <= structures for part in found)


def test_blank_lines_before_a_line_that_is_cut_go_with_its_beginning() -> None:
    words = "x" * (300 - RESERVE)
    assert parts(f"\n\n{words}{words}") == (f"\n\n{words[2:]}", words, "xx")
    assert parts(f"\n\n{words}") == (f"\n\n{words[2:]}", "xx")


def test_a_part_ends_between_paragraphs_of_its_second_half_else_between_lines() -> None:
    line = "word " * 9 + "\n"
    assert parts(f"{line * 3}\n{line * 2}") == (f"{line * 3}\n", line * 2)
    assert parts(f"{line}\n{line * 4}") == (f"{line}\n{line * 3}", line)


def test_a_line_is_not_cut_where_it_would_begin_like_a_fence() -> None:
    text = "x" * (300 - RESERVE - 2) + "```" * 9
    assert [len(part) for part in parts(text)] == [197, len(text) - 197]


@pytest.mark.parametrize("mark", ["```", "~~~", "`````"])
def test_a_fence_that_is_cut_is_closed_and_opened_again(mark: str) -> None:
    code = "".join(f"line {number}\n" for number in range(100))
    first, *others, last = parts(f"Look:\n{mark}sh\n{code}{mark}\n")
    assert first.startswith(f"Look:\n{mark}sh\n")
    assert all(part.endswith(f"\n{mark}\n") for part in (first, *others, last))
    assert all(part.startswith(f"{mark}sh\n") for part in (*others, last))


@given(st.integers(0, 300), st.lists(st.integers(1, 900), min_size=1, max_size=9), st.integers(0, 300))
def test_no_block_is_left_empty_where_it_is_cut(before: int, code: list[int], after: int) -> None:
    block = "".join("y" * length + "\n" for length in code)
    found = parts(f"{'x' * before}\n```sh\n{block}```\n{'z' * after}")
    assert all(len(part) <= 300 for part in found)
    assert not [part for part in found if re.search(r"(?m)^```sh\n```$", part)]
    assert sum(part.count("y") for part in found) == sum(code)


def test_it_is_closed_by_its_own_mark_alone() -> None:
    inside = [line.text for line in lines("```` md\n```\n# no heading\n~~~\n````\nout", STYLE, 100) if line.before]
    assert inside == ["```\n", "# no heading\n", "~~~\n", "````\n"]
    assert not any(line.structure for line in lines("```\n# no heading\n```\n", STYLE, 100))


def test_what_closes_it_begins_a_line() -> None:
    assert closed("```python\none()", "```python") == "\n```\n"
    assert closed("one\n", "~~~") == "~~~\n"
    assert closed("one", "") == ""


def test_parts_that_take_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match=f"at least {LEAST} characters, not {LEAST - 1}"):
        parts("text", LEAST - 1)


TABLES = replace(STYLE, tables=True)
HEADER = "| no | what |\n| --: | --- |\n"


def with_tables(text: str, most: int = 400) -> tuple[str, ...]:
    return split(text, TABLES, most, lambda length, number: length <= most - RESERVE)


@given(
    st.integers(0, 400),
    st.lists(st.tuples(st.integers(0, 99), st.text("xy -", max_size=150)), min_size=1, max_size=30),
    st.integers(0, 400),
)
def test_the_header_of_a_table_stands_above_its_rows_wherever_it_is_cut(
    before: int, rows: list[tuple[int, str]], after: int
) -> None:
    table = [f"| {number} | {text} |\n" for number, text in rows]
    found = with_tables(f"{'b' * before}\n\n{HEADER}{''.join(table)}\n{'a' * after}")
    assert all(len(part) <= 400 for part in found)
    inside = [[line for line in part.splitlines(True) if line.startswith("|")] for part in found]
    assert all("".join(lines[:2]) == HEADER and len(lines) > 2 for lines in inside if lines)
    assert [line for lines in inside for line in lines[2:]] == table


@pytest.mark.parametrize(
    "text",
    [
        "a | b\nc | d\n",  # no header
        "```\n| a |\n| - |\n| b |\n```\n",  # code
        "no pipes\n|--|\n",
        "| a |\n|\n| b |\n",
    ],
)
def test_what_is_no_table_has_no_header(text: str) -> None:
    assert not any(line.table or line.follows for line in lines(text * 9, TABLES, 300))


def test_a_header_that_would_leave_no_room_for_rows_is_not_said_again() -> None:
    text = f"| {'wide ' * 30}|\n| --- |\n" + "| row |\n" * 60
    assert "".join(with_tables(text)) == text


def test_a_table_ends_where_its_rows_do_and_the_next_has_its_own_header() -> None:
    text = f"{HEADER}| 1 | x |\n\nwords | more words\n\n{HEADER.replace('what', 'who')}| 2 | y |\n"
    assert [line.table for line in lines(text, TABLES, 300)] == [
        *("", "", HEADER, "", "", "", "", ""),
        HEADER.replace("what", "who"),
    ]
