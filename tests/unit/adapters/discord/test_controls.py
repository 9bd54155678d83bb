"""What is written into a custom_id is read from it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.controls import CLICK, custom_id, read


@given(st.text(max_size=80), st.integers(0, 500))
def test_what_it_carries_comes_back(token: str, number: int):
    assert read(custom_id(CLICK, token, number)) == (CLICK, token)


def test_one_that_is_too_long_is_refused():
    with pytest.raises(ValueError, match="100 characters"):
        custom_id(CLICK, "x" * 100)
