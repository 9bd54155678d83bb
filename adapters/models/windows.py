"""How much models take at once, by the table that litellm is shipped with. litellm itself takes seconds to import: its
table is read without it.
"""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_TABLE = "model_prices_and_context_window_backup.json"


def windows(models: Iterable[str]) -> dict[str, int]:
    """The tokens that each of them takes at once, of those that the table knows."""
    found = {model: _tokens(_table(), model) for model in models}
    return {model: tokens for model, tokens in found.items() if tokens}


def _tokens(table: Mapping[str, Any], model: str) -> int:
    """By its whole name, or by that without its provider, if it is of that provider. 0 if it is not there."""
    provider, _, name = model.partition("/")
    entry = table.get(model) or table.get(name) or {}
    if model not in table and entry.get("litellm_provider") != provider:
        return 0
    tokens = entry.get("max_input_tokens") or entry.get("max_tokens")
    return tokens if isinstance(tokens, int) else 0


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    """Empty where it is not to be found: then nobody's window is known."""
    spec = find_spec("litellm")
    folders = spec.submodule_search_locations if spec else None
    try:
        table = json.loads((Path(folders[0]) / _TABLE).read_bytes()) if folders else {}
    except (OSError, ValueError):
        return {}
    return table if isinstance(table, dict) else {}
