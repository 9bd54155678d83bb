"""Facts are values: what is equal is the same, and nothing about one can change."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import get_args

import pytest

from harness.sessions import facts as f
from tests.laws.colleague import BOB, CHANNEL


@pytest.mark.parametrize("kind", get_args(f.Fact))
def test_every_fact_is_a_frozen_value(kind: type) -> None:
    assert is_dataclass(kind)
    assert kind.__dataclass_params__.frozen
    assert not hasattr(kind, "__dict__") or "__dict__" not in dir(kind), "slots keep a typo from becoming a field"
    assert fields(kind)


def test_a_fact_cannot_be_edited() -> None:
    fact = f.MessageReceived(BOB, CHANNEL, "hi")
    with pytest.raises(FrozenInstanceError):
        fact.text = "ho"  # type: ignore[misc]
