"""Reads `mask`: patterns of what is masked in what tools give."""

from harness.tools.masks import WrongPattern, compiled
from harness.workspace.given import Given
from harness.workspace.problems import shown

MOST = 50
"""Patterns."""


def masks(given: Given) -> tuple[str, ...]:
    """Each once. What is no pattern, or one that would mask everywhere, is wrong."""
    found = list[str]()
    for item in given.items():
        pattern = item.text()
        try:
            compiled(pattern)
        except WrongPattern as error:
            item.wrong(f"{shown(pattern)} cannot be masked by: {error}")
        else:
            found.append(pattern)
    if len(found) > MOST:
        given.wrong(f"may have {MOST} patterns at most: put several into one, as in one|other")
    return tuple(dict.fromkeys(found))
