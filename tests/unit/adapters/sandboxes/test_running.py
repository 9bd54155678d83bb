"""What is common to all that run commands is in tests/contracts/shell; here is what only the machine shows."""

from adapters.sandboxes.running import FLOOD
from harness.toolbox.shell import LONGEST_OUTPUT


def test_a_flood_is_more_than_is_kept() -> None:
    assert FLOOD > 4 * LONGEST_OUTPUT
