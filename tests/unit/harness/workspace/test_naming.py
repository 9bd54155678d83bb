"""What an app or a subagent may be called."""

import pytest

from harness.workspace.naming import LONGEST, unfit


@pytest.mark.parametrize("name", ["mail", "git-hub", "a_b", "3d", "x" * LONGEST])
def test_a_word_that_a_tools_name_can_hold_is_a_name(name: str) -> None:
    assert not unfit(name)


@pytest.mark.parametrize("name", ["", "Mail", "a__b", "a b", "-a", "a-", "é", "a.b", "x" * (LONGEST + 1)])
def test_what_it_cannot_hold_is_none(name: str) -> None:
    assert "is no name" in unfit(name)
