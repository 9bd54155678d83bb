from dataclasses import replace

from harness.chat.people import Place
from harness.tools.previews import FileChange, FileSent, FilesGone, OwnChange, Recipient, version

CHANGE = FileChange("abc", 1, 2, diff="- a\n+ b\n+ c")


def test_what_a_call_is_bound_to_is_the_world_and_not_how_it_is_shown():
    assert CHANGE.bare.same(CHANGE)
    assert not CHANGE.bare.diff
    assert not CHANGE.evident
    assert replace(CHANGE, before=None).evident
    assert not replace(CHANGE, before=None, hidden="large").evident
    assert CHANGE.same(replace(CHANGE, after=3, diff="- a\n+ d"))
    assert not CHANGE.same(replace(CHANGE, version="abd"))


def test_a_recipient_is_the_same_whatever_they_are_called():
    ana = Recipient(Place("slack", "T", "D1"), "U1", "@ana")
    assert ana.same(replace(ana, name="@eve"))
    assert not ana.same(replace(ana, place=Place("slack", "T", "D2")))
    assert not ana.same(CHANGE)
    assert not ana.evident
    assert ana.bare == ana


def test_a_file_that_is_sent_is_the_same_while_it_holds_the_same():
    sent = FileSent("abc", 3)
    assert sent.same(sent.bare)
    assert not sent.same(FileSent("abd", 3))
    assert not sent.same(CHANGE)
    assert not sent.evident
    assert [version(each) for each in (sent, CHANGE, None)] == ["abc", "abc", None]


def test_what_goes_is_the_same_as_long_as_nothing_of_it_is_another():
    gone = FilesGone("abc", 2, 30, folder=True, diff="- a")
    assert gone.same(FilesGone("abc", 2, 30))
    assert not gone.same(FilesGone("abd", 2, 30))
    assert not gone.same(CHANGE)
    assert (gone.evident, gone.bare.diff, version(gone)) == (False, "", "abc")


def test_what_a_tool_of_a_teams_own_would_do_is_the_same_while_it_depends_on_the_same():
    own = OwnChange("abc", "- a")
    assert own.same(own.bare)
    assert own.bare.diff == ""
    assert not own.same(OwnChange("abd", "- a"))
    assert not own.same(CHANGE)
    assert not own.evident
