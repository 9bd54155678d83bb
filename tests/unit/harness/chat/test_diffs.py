import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.chat.diffs import COMPARED, GAP, LONGEST, diff, short


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("a\nb\nc", "a\nB\nc", "  a\n- b\n+ B\n  c"),
        ("x", "", "- x"),
        ("", "x\ny", "+ x\n+ y"),
        ("x\n", "x", "  x\n- "),
        ("a\x0bb", "a\nb", "- a\x0bb\n+ a\n+ b"),
    ],
)
def test_a_change_shows_every_line_of_both(before: str, after: str, shown: str) -> None:
    assert diff(before, after) == shown


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_change_leaves_nothing_out(before: str, after: str) -> None:
    lines = diff(before, after).split("\n")
    assert "\n".join(line[2:] for line in lines if line[:1] != "+") == before
    assert "\n".join(line[2:] for line in lines if line[:1] != "-") == after


def test_a_short_diff_leaves_out_what_stays() -> None:
    before = "".join(f"{number}\n" for number in range(20))
    assert short(before, before.replace("9\n", "nine\n", 1).replace("19", "last")).text.split("\n") == [
        GAP, "  6", "  7", "  8", "- 9", "+ nine", "  10", "  11", "  12", GAP, "  16", "  17", "  18", "- 19",
        "+ last",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ("a\n", "b\n", "- a\n+ b"),
        ("", "a\n", "+ a"),
        ("a\n", "", "- a"),
        ("a", "a\n", "  a\n+ "),
        ("a\n", "a\n", GAP),
        ("", "", ""),
    ],
)
def test_the_end_of_the_last_line_is_no_line(before: str, after: str, text: str) -> None:
    assert short(before, after) == (text, True)


def test_what_is_too_long_is_cut_and_says_so() -> None:
    cut = short("", "x" * 50 + "\n" + ("y" * 99 + "\n") * 1_000)
    assert not cut.whole
    assert len(cut.text) <= LONGEST + 2
    assert cut.text.endswith(GAP)


def test_of_long_texts_what_lies_between_their_differences_goes_and_comes() -> None:
    lines = [f"{number}" for number in range(3 * COMPARED)]
    changed = ["first", *lines[1:-1], "last"]
    assert len(short("\n".join(lines), "\n".join(changed)).text) > COMPARED
    assert short("\n".join(lines), "\n".join([*lines[:5], "new", *lines[5:]])).text.count("\n") == 2 * 3 + 2


@given(st.text("ab\n", max_size=60), st.text("ab\n", max_size=60))
def test_a_short_diff_says_all_that_goes_and_comes(before: str, after: str) -> None:
    """What stays is all that is not in it."""
    shown = short(before, after).text.split("\n")
    goes = [line[2:] for line in shown if line[:1] == "-"]
    comes = [line[2:] for line in shown if line[:1] == "+"]
    old, new = (text.split("\n") if text else [] for text in (before, after))
    if all(not lines or lines[-1] == "" for lines in (old, new)):
        old, new = old[:-1], new[:-1]
    assert sorted([*old, *comes]) == sorted([*new, *goes])
