"""Notices are values, and every one of them is kept."""

from typing import get_args

from adapters.storage.codec import TAGS
from harness.sessions.notices import Notice, Reception


def test_every_notice_and_reception_is_kept_by_a_name() -> None:
    assert {*get_args(Notice), *get_args(Reception)} <= TAGS.keys()
