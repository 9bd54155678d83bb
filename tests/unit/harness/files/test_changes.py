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
    assert list(hunks("/a", text, old, new, every=True)) == [Hunk(*each) for each in touched]


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
