from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.tools.calls import At, Awaiting, ToolCall, ToolResult

CALL = ToolCall("1.2.0", "deploy", '{"to": "live"}', "call_abc")


def test_points_are_in_order_of_turns_then_steps():
    assert sorted([At(2, 1), At(1, 10), At(1, 2)]) == [At(1, 2), At(1, 10), At(2, 1)]
    assert str(At(3, 14)) == "3.14"


def test_the_digest_is_of_what_would_run_and_not_of_what_the_provider_calls_it():
    assert replace(CALL, provider_id="call_xyz").digest == CALL.digest
    others = [replace(CALL, id="1.2.1"), replace(CALL, tool="destroy"), replace(CALL, arguments='{"to":"live"}')]
    assert CALL.digest not in {other.digest for other in others}


def test_the_digest_stays_the_same_from_release_to_release():
    assert CALL.digest == "7a84ef32032e8e87"  # it stands in journals


@given(st.text(st.characters(exclude_categories=())), st.text(st.characters(exclude_categories=())))
def test_other_arguments_have_another_digest(one: str, other: str):
    same = replace(CALL, arguments=one).digest == replace(CALL, arguments=other).digest

    assert same == (one == other)


def test_what_was_called_and_what_came_of_it_do_not_change():
    for value in (CALL, ToolResult("done"), Awaiting()):
        name = next(iter(type(value).__dataclass_fields__))
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, "other")


def test_a_result_is_good_and_changes_nothing_unless_it_says_so():
    assert (ToolResult("done").ok, ToolResult("done").changes) == (True, ())
    assert Awaiting().until is None


@pytest.mark.parametrize(
    ("arguments", "broken_off"),
    [
        ("{", True),
        ('{"path": "/a", "content": "Once upon a ti', True),
        ('{"path": "/a", "content": "\\u00', True),
        ('{"tries": 1', True),
        ('{"deep": [{"er": tr', True),
        ('{"path": "/a"}', False),
        ("", False),
        ("  ", False),
        ("not json", False),
        ('{"path": "/a"}}', False),
        ("{'path'", False),
        ("[" * 1_000_000, False),
        ('{"half a character": "\ud83d', True),
    ],
)
def test_arguments_that_end_in_the_middle_are_told_from_those_that_are_wrong(arguments: str, broken_off: bool):
    assert ToolCall("1.1.0", "write", arguments).broken_off is broken_off
