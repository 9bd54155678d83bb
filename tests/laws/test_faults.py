"""The seeded faults stay seeds: each names lines that stand in the house."""

import pytest

from tests.laws.faults import FAULTS, ROOT


@pytest.mark.parametrize("name", FAULTS)
def test_a_seeded_fault_changes_what_is_there(name: str) -> None:
    for file, right, wrong in FAULTS[name]:
        assert right in (ROOT / file).read_text(), f"{file} has changed"
        assert right != wrong
