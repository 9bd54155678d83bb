import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.chat.diffs import COMPARED, GAP, LONGEST, Diff, diff, together


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
def test_without_numbers_a_line_has_its_mark_alone(before: str, after: str, shown: str) -> None:
    assert diff(before, after, None).text == shown


def test_what_stays_is_left_out_but_for_two_lines_around() -> None:
    before = "".join(f"{number}\n" for number in range(20))
    assert diff(before, before.replace("9\n", "nine\nand a half\n", 1).replace("19", "last")).text.split("\n") == [
        GAP, "   8  7", "   9  8", "- 10  9", "+ 10  nine", "+ 11  and a half", "  12  10", "  13  11", GAP,
        "  19  17", "  20  18", "- 20  19", "+ 21  last",
    ]  # fmt: skip


def test_what_begins_further_down_is_numbered_as_there_and_as_it_will_be() -> None:
    assert diff("a\nb\n", "a\nB\n", 41, 3).text == "  44  a\n- 42  b\n+ 45  B"


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
    shown = diff(before, after, None)
    assert (shown.text, shown.whole) == (text, True)


def test_how_much_goes_and_comes_is_counted() -> None:
    assert diff("a\nb\n", "a\nB\nc\n").extent == "+2 −1"
    assert diff("", "a\n").extent == "+1"
    assert diff("a\n", "").extent == "−1"
    assert diff("a\n", "a\n").extent == ""


def test_several_changes_are_one_with_gaps_between() -> None:
    one, two = diff("a\n", "b\n"), diff("c\n", "", 9)
    assert together([one, two]) == Diff(f"- 1  a\n+ 1  b\n{GAP}\n- 9  c", True, 2, 1)
    assert not together([one, two], all_of_them=False).whole


def test_what_is_too_long_is_cut_and_says_so() -> None:
    cut = diff("", "x" * 50 + "\n" + ("y" * 99 + "\n") * 1_000)
    assert not cut.whole
    assert len(cut.text) <= LONGEST + 2
    assert cut.text.endswith(GAP)
    assert cut.added == 1_001


def test_of_long_texts_what_lies_between_their_differences_goes_and_comes() -> None:
    lines = [f"{number}" for number in range(3 * COMPARED)]
    changed = ["first", *lines[1:-1], "last"]
    assert len(diff("\n".join(lines), "\n".join(changed)).text) > COMPARED
    assert diff("\n".join(lines), "\n".join([*lines[:5], "new", *lines[5:]])).text.count("\n") == 2 * 2 + 2


@given(st.text("ab\n", max_size=60), st.text("ab\n", max_size=60))
def test_it_says_all_that_goes_and_comes(before: str, after: str) -> None:
    """What stays is all that is not in it."""
    found = diff(before, after, None)
    shown = found.text.split("\n")
    goes = [line[2:] for line in shown if line[:1] == "-"]
    comes = [line[2:] for line in shown if line[:1] == "+"]
    old, new = (text.split("\n") if text else [] for text in (before, after))
    if all(not lines or lines[-1] == "" for lines in (old, new)):
        old, new = old[:-1], new[:-1]
    assert sorted([*old, *comes]) == sorted([*new, *goes])
    assert (found.removed, found.added) == (len(goes), len(comes))


@given(st.text("ab\n", max_size=60), st.text("ab\n", max_size=60))
def test_a_number_is_that_of_its_line(before: str, after: str) -> None:
    """In what there was, of what goes; in what comes, of all else."""
    old, new = before.split("\n"), after.split("\n")
    for line in diff(before, after).text.split("\n"):
        if line and line != GAP:
            number, _, text = line[1:].lstrip().partition("  ")
            assert (old if line[0] == "-" else new)[int(number) - 1] == text
