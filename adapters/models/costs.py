"""Token counts, and their price by litellm's table, for requests that go without litellm."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adapters.models.table import entry

_TIER = re.compile(r"input_cost_per_token_above_(\d+)k_tokens")


@dataclass(frozen=True, slots=True)
class Details:
    """Parts of the tokens sent: read from the provider's cache, and written to it."""

    cached_tokens: int = 0
    cache_creation_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """Tokens of one request, by litellm's names. Those sent include the cached ones."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    prompt_tokens_details: Details = Details()


class Costs:
    """Stands in for litellm where tokens are counted and priced."""

    @staticmethod
    def Usage(
        prompt_tokens: object = 0, completion_tokens: object = 0, prompt_tokens_details: Any = None, **_: object
    ) -> Counted:
        """A provider's counts in the format of OpenAI. Odd values count as 0."""
        details = prompt_tokens_details if isinstance(prompt_tokens_details, Mapping) else {}
        written = _count(details.get("cache_creation_tokens")) or _count(details.get("cache_write_tokens"))
        parts = Details(_count(details.get("cached_tokens")), written)
        return Counted(_count(prompt_tokens), _count(completion_tokens), parts)

    @staticmethod
    def of_claude(usage: Mapping[str, Any]) -> Counted:
        """Anthropic's counts, which leave the cached tokens out of `input_tokens`
        (platform.claude.com/docs/en/build-with-claude/prompt-caching, tracking cache performance).
        """
        parts = Details(_count(usage.get("cache_read_input_tokens")), _count(usage.get("cache_creation_input_tokens")))
        sent = _count(usage.get("input_tokens")) + parts.cached_tokens + parts.cache_creation_tokens
        return Counted(sent, _count(usage.get("output_tokens")), parts)

    @staticmethod
    def cost_per_token(
        model: str, prompt_tokens: int = 0, completion_tokens: int = 0, usage_object: Counted | None = None
    ) -> tuple[float, float]:
        """Dollars for the tokens sent, and for those that came; 0 for a model without a price.

        Standard service tier. Above a tier's threshold all tokens of the request cost the tier's price.
        """
        usage = usage_object or Counted(prompt_tokens, completion_tokens)
        prices, parts = entry(model), usage.prompt_tokens_details
        tier = _tier(prices, usage.prompt_tokens)

        def price(name: str, otherwise: float = 0.0) -> float:
            found = prices.get(f"{name}{tier}", prices.get(name))
            return found if isinstance(found, int | float) else otherwise

        sent = price("input_cost_per_token")
        new = max(usage.prompt_tokens - parts.cached_tokens - parts.cache_creation_tokens, 0)
        read = parts.cached_tokens * price("cache_read_input_token_cost", sent)
        written = parts.cache_creation_tokens * price("cache_creation_input_token_cost", sent)
        return new * sent + read + written, usage.completion_tokens * price("output_cost_per_token")


def _tier(prices: Mapping[str, Any], tokens: int) -> str:
    """The suffix of the prices for a request of so many tokens."""
    thresholds = (int(found[1]) for name in prices if (found := _TIER.fullmatch(name)))
    reached = max((one for one in thresholds if tokens > one * 1_000), default=0)
    return f"_above_{reached}k_tokens" if reached else ""


def _count(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
