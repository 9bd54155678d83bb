"""How many examples a property tries: as many as EXAMPLES in the environment asks for, or else what is usual for it."""

import os


def examples(usual: int) -> int:
    return int(os.environ.get("EXAMPLES") or usual)
