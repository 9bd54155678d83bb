"""What an app or a subagent may be called: models name it, so a tool's name has to hold it."""

import re

from harness.workspace.problems import shown

NAME = re.compile("[a-z0-9]+(?:[_-][a-z0-9]+)*")
LONGEST = 40
"""Characters: a tool's name may have 64, and those of an app's tools begin with its name."""


def unfit(name: str) -> str:
    """Why nothing can be called so; empty if it can."""
    if len(name) > LONGEST or not NAME.fullmatch(name):
        return (
            f"{shown(name)} is no name: it may have {LONGEST} characters, a-z, 0-9, and single dashes or underscores "
            "between them"
        )
    return ""
