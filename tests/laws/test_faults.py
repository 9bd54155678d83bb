"""The seeded faults stay seeds: each names lines that stand in the house."""

import pytest

from tests.laws.case_faults import CASES
from tests.laws.faults import FAULTS, ROOT


@pytest.mark.parametrize("name", [*FAULTS, *CASES])
def test_a_seeded_fault_changes_what_is_there(name: str) -> None:
    for file, right, wrong in FAULTS.get(name) or [CASES[name].change]:
        assert right in (ROOT / file).read_text(), f"{file} has changed"
        assert right != wrong
