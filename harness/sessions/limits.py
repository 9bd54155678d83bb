"""What a turn may take before it ends and says so."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """`seconds` is working time: waiting for people, children or the clock does not count. `cost` is in US dollars,
    `tokens` are all that are sent and that come; None is no limit.
    """

    steps: int = 100
    seconds: float = 3600.0
    cost: float | None = None
    tokens: int | None = None
    parallel: int = 4
    """Calls of one step that run at once."""
    turns: int = 50
    """Turns at work at once, in the whole process."""
