"""What people are told of a failure that nobody foresaw ends with a reference."""

import re


def unreferred(text: str) -> str:
    """Without the reference that it has to end with."""
    found = re.fullmatch(r"(.*) \(ref [0-9a-f]{6}\)", text, re.DOTALL)
    assert found, f"no reference: {text}"
    return found[1]
