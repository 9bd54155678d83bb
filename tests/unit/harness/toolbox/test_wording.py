from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.files.folder import Folder
from harness.files.port import NotSearched
from harness.toolbox.wording import counted, cut, left_out, one_line, path_leads, path_named, path_shown, path_subject


def test_a_short_line_is_shown_as_it_is():
    assert one_line(" git status ") == "git status"


def test_what_is_left_out_is_told():
    assert one_line("ls\nrm -rf /\ntrue") == "ls (and 2 more lines)"
    assert one_line("abcdef", 4) == "abc…"


def test_what_would_not_show_or_would_hide_the_rest_is_spelt_out():
    assert one_line("rm \u202eslautca\u200b x\x1b[8m") == "rm \\u202eslautca\\u200b x\\x1b[8m"
    assert one_line("a\tb") == "a b"


@given(st.text())
def test_one_line_is_one_line_that_can_be_printed(text: str):
    shown = one_line(text, 50)

    assert len(shown.splitlines()) <= 1
    assert len(shown) <= 50 + len(" (and 1,000 more lines)")
    shown.encode()


def test_things_are_counted():
    assert counted(1, "line") == "1 line"
    assert counted(0, "match line") == "0 match lines"
    assert counted(1200, "more entry") == "1,200 more entries"


def test_a_long_line_says_how_much_is_left_out():
    assert cut("abc", 3) == "abc"
    assert cut("abcde", 3) == "abc [… 2 more characters of this line]"


@pytest.mark.parametrize(("path", "subject", "shown"), [("a//b.md", "/a/b.md", "a/b.md"), ("", "/", "all files")])
def test_a_path_is_matched_in_its_normal_form_and_shown_without_the_slash(path: str, subject: str, shown: str):
    assert path_subject(path) == subject
    assert path_shown(path) == shown


def test_a_path_that_will_be_refused_is_shown_as_it_was_written():
    assert path_subject("../x") == "../x"
    assert path_shown("../x\n") == "../x"


def test_what_a_search_did_not_look_at_is_said_with_the_reason_of_each():
    assert left_out([]) == []
    assert left_out([NotSearched("large", 1), NotSearched("forbidden", 2, folders=True)]) == [
        "[not searched: 1 file (too large), 2 folders (that I may not open)]"
    ]


def test_a_path_is_shown_with_where_it_really_lies(tmp_path: Path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    (tmp_path / "out").symlink_to("..")
    files = Folder(tmp_path)
    assert path_named("link/a.md", "/folder/a.md") == ("link/a.md (which is folder/a.md)",)
    assert path_named("/a.md", "/a.md") == path_named("a.md") == ("a.md",)
    assert path_leads(files, "out/a.md") == ()
