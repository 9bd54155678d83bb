"""What is known of models by the table that litellm is shipped with. litellm itself takes seconds to import: its table
is read without it.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_TABLE = "model_prices_and_context_window_backup.json"


def entry(model: str) -> Mapping[str, Any]:
    """By its whole name, or by that without its provider, if it is of that provider. Empty if it is not there."""
    provider, _, name = model.partition("/")
    found = table().get(model) or table().get(name) or {}
    if model not in table() and found.get("litellm_provider") != provider:
        return {}
    return found if isinstance(found, dict) else {}


@lru_cache(maxsize=1)
def table() -> Mapping[str, Any]:
    """Empty where it is not to be found: then nothing is known of anybody."""
    spec = find_spec("litellm")
    folders = spec.submodule_search_locations if spec else None
    try:
        found = json.loads((Path(folders[0]) / _TABLE).read_bytes()) if folders else {}
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
