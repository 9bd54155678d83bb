"""Reasons are values, and every one of them is kept."""

from typing import get_args

from adapters.storage.codec import TAGS
from harness.sessions.reasons import EndReason


def test_every_reason_for_an_end_is_kept_by_a_name() -> None:
    assert set(get_args(EndReason)) <= TAGS.keys()
