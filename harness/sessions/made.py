"""What a model has made of what was said before: once some of that is deleted for good, nothing of it is left."""

from harness.sessions.facts import Compacted, Observed, Reflected
from harness.tools.values import replace

Made = Compacted | Observed | Reflected
MADE = (Compacted, Observed, Reflected)
GONE = "[…]"
"""In its place."""


def unmade(fact: Made) -> Made:
    """The fact, without what was made."""
    if isinstance(fact, Compacted):
        return replace(fact, summary=GONE)
    return replace(fact, text=GONE)
