from dataclasses import replace

from harness.tools.previews import FileChange

CHANGE = FileChange("abc", 1, 2, "- a\n+ b\n+ c")


def test_what_a_call_is_bound_to_is_the_world_and_not_how_it_is_shown():
    assert CHANGE.bare.same(CHANGE)
    assert not CHANGE.bare.diff
    assert not CHANGE.evident
    assert replace(CHANGE, before=None).evident
    assert not replace(CHANGE, before=None, hidden="large").evident
    assert CHANGE.same(replace(CHANGE, after=3, diff="- a\n+ d"))
    assert not CHANGE.same(replace(CHANGE, version="abd"))
