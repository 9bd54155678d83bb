"""Tokens and money."""

from dataclasses import dataclass

from harness.tools.calls import At


@dataclass(frozen=True, slots=True)
class Usage:
    """Of one model call, or summed. `cost` is in US dollars, as far as the model's prices are known. Of the
    `input_tokens` the provider had so many `cached_tokens` at hand already.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    cached_tokens: int = 0

    @property
    def tokens(self) -> int:
        """All of them."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cost + other.cost,
            self.cached_tokens + other.cached_tokens,
        )


NOTHING = Usage()


@dataclass(frozen=True, slots=True)
class CountedUsage:
    """What one model call used, for the reply at that point, for an `aside` there, or for the `compaction` that was
    asked for at that row. Calls for the same one, after a takeover, are told apart by their usage.
    """

    at: At
    usage: Usage
    aside: int = 0
    compaction: int = 0
