"""Patterns of what is masked."""

import pytest

from harness.workspace.masks import MOST, masks
from tests.unit.harness.workspace.reading import given_of, said


def test_patterns_are_read_each_once():
    given = given_of(r"['\d{4}-\d\d', 'K-\d+', 'K-\d+']")
    assert masks(given) == (r"\d{4}-\d\d", r"K-\d+")
    assert said(given) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("['(']", "( cannot be masked by: missing )"),
        ("['x*']", "x* cannot be masked by: it matches an empty text too, so it would mask everything"),
        (f"['{'a' * 2_000}']", "may have at most 1,000 characters"),
        ("[12]", "must be text"),
        ("K-1", "must be a list"),
        (f"[{', '.join(f'k{number}' for number in range(MOST + 1))}]", f"may have {MOST} patterns at most"),
    ],
)
def test_what_is_no_pattern_is_wrong_and_says_why(text: str, why: str):
    given = given_of(text)
    masks(given)
    assert why in "\n".join(said(given))
