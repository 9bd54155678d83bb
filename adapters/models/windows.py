"""How much models take at once."""

from collections.abc import Iterable

from adapters.models.table import entry


def windows(models: Iterable[str]) -> dict[str, int]:
    """The tokens that each of them takes at once, of those that the table knows."""
    found = {model: _tokens(model) for model in models}
    return {model: tokens for model, tokens in found.items() if tokens}


def _tokens(model: str) -> int:
    """0 if that is not known."""
    known = entry(model)
    tokens = known.get("max_input_tokens") or known.get("max_tokens")
    return tokens if isinstance(tokens, int) else 0
