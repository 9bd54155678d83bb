import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.files.errors import AccessRefused
from harness.files.paths import joined, normal, printable


@pytest.mark.parametrize(
    "path",
    [
        "../etc/passwd",
        "foo/../../etc",
        "/..",
        "a/..",
        "~/secret.txt",
        "~root",
        "C:\\Users\\x",
        "D:/x",
        "c:",
        "a\\..\\b",
        "a\0b",
        "a\nb",
        "a\u202eb",
        "\ud800",
    ],
)
def test_a_path_that_leaves_the_tree_or_hides_what_it_is_is_refused(path: str):
    with pytest.raises(AccessRefused) as refusal:
        normal(path)

    assert str(refusal.value).isprintable()


@pytest.mark.parametrize(
    "path", ["foo..bar.txt", "backup..2024/data.csv", ".hidden", "a~b", "/x/~y", "ab:/c", "...", "naïve 文.md"]
)
def test_legal_names_that_look_like_escapes_are_kept(path: str):
    assert normal(path) == "/" + path.removeprefix("/")


@pytest.mark.parametrize("path", ["", ".", "/", "//", "/./."])
def test_the_root_has_many_spellings(path: str):
    assert normal(path) == "/"


def test_spellings_of_one_path_are_one_path():
    assert {normal(path) for path in ("a/b", "/a/b", "/a//b/", "./a/./b", "//a/b")} == {"/a/b"}


@given(st.lists(st.sampled_from(["..", ".", "", "~", "a", "b.txt", "C:", "\\", "\0", "..x"]), max_size=8).map("/".join))
def test_a_path_that_is_not_refused_stays_in_the_tree_and_is_normal(path: str):
    try:
        found = normal(path)
    except AccessRefused:
        return

    assert os.path.normpath("/root" + found).startswith("/root")
    assert os.path.normpath("/root/" + path.lstrip("/")) == os.path.normpath("/root" + found)
    assert normal(found) == found


@given(st.text(max_size=30))
def test_every_text_is_a_normal_path_or_refused(path: str):
    try:
        found = normal(path)
    except AccessRefused:
        return

    assert found.startswith("/")
    assert ".." not in found.split("/")
    assert printable(found) == found


def test_a_name_is_joined_to_its_folder():
    assert joined("/", "a") == "/a"
    assert joined("/a", "b") == "/a/b"


def test_what_would_not_show_or_would_move_its_neighbours_is_replaced():
    assert printable("a\tb\u202ec\u200bd") == "a?b?c?d"
    joined_up = "ক\u200cখ 👩\u200d🔧"  # letters and emoji are shaped by these
    assert printable(joined_up) == joined_up
