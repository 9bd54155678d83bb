"""Facts are values: what is equal is the same, and nothing about one can change."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import get_args

import pytest

from harness.sessions import facts as f
from tests.laws.colleague import BOB, CHANNEL


@pytest.mark.parametrize("kind", get_args(f.Fact))
def test_every_fact_is_a_value_with_slots_so_that_a_typo_becomes_no_field(kind: type) -> None:
    assert is_dataclass(kind)
    assert fields(kind) or kind is f.SeedVoided, "that says all by being there"
    assert "__slots__" in vars(kind)


def test_a_fact_cannot_be_edited() -> None:
    fact = f.MessageReceived(BOB, CHANNEL, "hi")
    with pytest.raises(FrozenInstanceError):
        fact.text = "ho"  # type: ignore[misc]
