import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.files.changes import Hunk, digest, hunks
from harness.files.editing import replace, unix
from harness.files.errors import NotReplaced


@pytest.mark.parametrize(
    ("text", "old", "new", "touched"),
    [
        ("a\nb\nc\n", "b", "B", [("b\n", "B\n")]),
        ("a\nx b y\nc", "b", "1\n2", [("x b y\n", "x 1\n2 y\n")]),
        ("a\nb\nc\n", "b\n", "", [("b\n", "")]),
        ("a\nx b\nc\n", " b\n", "", [("x b\nc\n", "xc\n")]),
        ("a\nb\nc\n", "b\n", "B", [("b\nc\n", "Bc\n")]),
        ("a\nb", "b", "", [("b", "")]),
        ("a\r\nb\r\n", "a\nb", "A", [("a\nb\n", "A\n")]),
        ("x x\ny\nx", "x", "z", [("x x\n", "z z\n"), ("x", "z")]),
    ],
)
def test_an_edit_touches_whole_lines(text: str, old: str, new: str, touched: list[tuple[str, str]]):
    assert [hunk[:2] for hunk in hunks("/a", text, old, new, every=True)] == touched


def test_a_hunk_knows_where_it_is_and_what_is_around_it():
    text = "".join(f"{number}\n" for number in range(1, 10))
    assert hunks("/a", text, "5", "five") == (Hunk("5\n", "five\n", 5, "3\n4\n", "6\n7\n"),)
    assert hunks("/a", text, "1", "one") == (Hunk("1\n", "one\n", 1, "", "2\n3\n"),)
    assert hunks("/a", "a\nb", "b", "B") == (Hunk("b", "B", 2, "a\n", ""),)


def test_what_lies_between_two_hunks_is_shown_once():
    assert hunks("/a", "x\n1\nx\n2\n3\n4\nx", "x", "y", every=True) == (
        Hunk("x\n", "y\n", 1, "", "1\n"),
        Hunk("x\n", "y\n", 3, "", "2\n3\n"),
        Hunk("x", "y", 7, "4\n", ""),
    )


def test_what_is_not_there_is_refused_as_the_edit_would_be():
    with pytest.raises(NotReplaced):
        hunks("/a", "a a", "a", "b")
    with pytest.raises(NotReplaced):
        hunks("/a", "a", "b", "c")


pieces = st.text("ab\n", min_size=1, max_size=12)


@given(pieces, st.text("ab\n", min_size=1, max_size=3), st.text("cd\n", max_size=3))
def test_what_an_edit_changes_is_what_its_lines_say(text: str, old: str, new: str):
    try:
        after = replace("/a", text, old, new, every=True).text
    except NotReplaced:
        return
    rest = text
    rebuilt = ""
    for hunk in hunks("/a", text, old, new, every=True):
        stays, rest = rest.split(hunk.before, 1)
        rebuilt += stays + hunk.after
    assert unix(after) == rebuilt + rest


def test_a_digest_tells_apart_what_is_cut_elsewhere():
    assert digest("ab", "c") != digest("a", "bc") != digest("abc")
    assert digest("ab", b"c") == digest(b"ab", "c")
