import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness.files.editing import in_line_ends_of, replace, unix
from harness.files.errors import NotReplaced

TEXTS = st.text(alphabet="ab\n", max_size=12)
MIXED = st.lists(st.sampled_from(["a", "b", "\n", "\r\n", "\r"]), max_size=12).map("".join)


def refusal(text: str, old: str, new: str = "x", every: bool = False) -> str:
    with pytest.raises(NotReplaced) as refused:
        replace("/f", text, old, new, every)
    return str(refused.value)


def test_one_occurrence_is_replaced():
    assert replace("/f", "one two", "two", "three") == ("one three", 1)


def test_all_occurrences_are_replaced_when_asked_for():
    assert replace("/f", "a.a.a", "a", "b", every=True) == ("b.b.b", 3)


def test_nothing_is_special_in_what_is_replaced():
    assert replace("/f", "x = a.*b", "a.*b", r"\1\g<0>") == (r"x = \1\g<0>", 1)


def test_each_reason_not_to_replace_has_its_own_text():
    reasons = [refusal("aa", "b"), refusal("aa", "a"), refusal("aa", ""), refusal("aa", "a", "a")]

    assert len(set(reasons)) == 4
    assert "not in /f" in reasons[0]
    assert "2 times in /f" in reasons[1]
    assert "empty" in reasons[2]
    assert "same" in reasons[3]


def test_a_newline_that_the_file_does_not_end_with_is_pointed_out():
    assert "leave off the last newline" in refusal("a\nb", "b\n")
    assert "newline" not in refusal("a\nb\n", "c\n")


def test_a_missing_last_newline_of_a_text_that_is_there_twice_is_pointed_out_differently():
    said = refusal("ab ab", "ab\n")

    assert "leave off the last newline" in said
    assert "more than once" in said


@pytest.mark.parametrize(
    ("text", "old", "said"),
    [
        ("a\nsay \u201chi\u201d\n", 'say "hi"', "At line 2 it is there with other quotes or dashes"),
        ("it's \u2013 so\n", "it\u2019s - so", "At line 1 it is there with other quotes or dashes"),
        ("wait\u2026\nend\n", "wait...\nend", "At line 1 it is there with other quotes or dashes"),
        (
            "a\n\tsay \u201chi\u201d",
            '    say "hi"',
            "At line 2 it is there with other quotes or dashes, and other blanks",
        ),
        ("a\nif x:\n\treturn 1\n", "if x:\n    return 1\n", "At line 2 it is there with other blanks"),
        ("x = 1\r\ny=2 \r\n", "y = 2", "At line 2 it is there with other blanks"),
        ("one\ntwo\n", "\ntwo\n\n", "leave them off"),
        ("one\ntwo\n", "     1\tone\n     2\ttwo\n", "without the line numbers"),
    ],
)
def test_what_differs_in_blanks_newlines_or_numbers_alone_is_pointed_out(text: str, old: str, said: str):
    assert said in refusal(text, old)


def test_what_is_not_there_at_all_has_no_hint():
    for old in ("three", "  \n ", "1\tthree"):
        assert refusal("one\ntwo\n", old).endswith("spaces must match too")


def test_what_is_there_several_times_is_named_by_its_lines():
    assert "2 times in /f, at lines 1 and 3: add lines" in refusal("a\r\nb\r\na\r\n", "a")
    assert "3 times in /f, at line 1: add" in refusal("aaa", "a")
    assert "12 times in /f, at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more: add" in refusal("a\n" * 12, "a")


def test_an_edit_of_a_file_in_crlf_stays_in_crlf():
    assert replace("/f", "a\r\nb\r\nc\r\n", "a\nb\n", "x\ny\nz\n").text == "x\r\ny\r\nz\r\nc\r\n"


def test_what_an_edit_does_not_touch_keeps_its_line_ends():
    assert replace("/f", "a\r\nb\nc\rd\n", "b", "B\nB").text == "a\r\nB\nB\nc\rd\n"


@given(TEXTS, TEXTS, TEXTS)
def test_with_plain_line_ends_it_is_what_str_replace_does(text: str, old: str, new: str):
    if not old or old == new or old not in text:
        return

    assert replace("/f", text, old, new, every=True) == (text.replace(old, new), text.count(old))


@given(MIXED, MIXED, MIXED)
@example("aa\n\r\r", "a", "\n")  # a lone CR comes to lie before an LF, and another CR before it
def test_whatever_the_line_ends_a_model_reads_what_it_meant_to_write(text: str, old: str, new: str):
    plain, was, becomes = unix(text), unix(old), unix(new)
    if not was or was == becomes or was not in plain:
        return

    done = replace("/f", text, old, new, every=True)

    assert unix(done.text) == plain.replace(was, becomes)
    assert done.times == plain.count(was)


@given(MIXED.filter(lambda text: "a" in text and "\r" not in text.replace("\r\n", "")))
def test_an_edit_and_its_opposite_leave_the_file_as_it_was(text: str):
    there = replace("/f", text, "a", "c\nc", every=True).text

    assert replace("/f", there, "c\nc", "a", every=True).text == text


@pytest.mark.parametrize("before", ["a\r\nb\r\n", "a\r\nb", "a\r\nb\r\nc\n"])
def test_a_file_keeps_the_line_ends_that_most_of_it_has(before: str):
    assert in_line_ends_of(before, "c\nd\n") == "c\r\nd\r\n"
    assert in_line_ends_of(before.replace("\r\n", "\r"), "c\nd\n") == "c\rd\r"


def test_a_file_in_crlf_stays_so_when_it_is_written_anew():
    assert in_line_ends_of("a\r\nb\r\n", "c\nd\n") == "c\r\nd\r\n"


@pytest.mark.parametrize(
    ("before", "after"), [("a\nb\r\nc\n", "c\n"), ("a\nb\n", "c\n"), ("a", "c\n"), ("a\r\n", "c\r\nd\n")]
)
def test_otherwise_it_is_written_as_it_is_given(before: str, after: str):
    assert in_line_ends_of(before, after) == after
