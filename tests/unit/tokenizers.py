"""Tokenizers that litellm is shipped with: nothing is downloaded."""

import os
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import pytest


@lru_cache
def counters() -> dict[str, Callable[[str], int]]:
    """What counts the tokens of a text, by the model whose tokenizer it is."""
    import tiktoken
    from tokenizers import Tokenizer

    found = find_spec("litellm")
    assert found
    assert found.submodule_search_locations
    folder = Path(found.submodule_search_locations[0]) / "litellm_core_utils" / "tokenizers"
    with pytest.MonkeyPatch.context() as process:
        process.setenv("TIKTOKEN_CACHE_DIR", os.fspath(folder))
        gpt = tiktoken.get_encoding("cl100k_base")
    claude = Tokenizer.from_file(os.fspath(folder / "anthropic_tokenizer.json"))
    deepseek = Tokenizer.from_file(os.fspath(folder / "deepseek_tokenizer.json"))
    return {
        "gpt-4": lambda text: len(gpt.encode(text, disallowed_special=())),
        "claude-2": lambda text: len(claude.encode(text).ids),
        "deepseek-v3": lambda text: len(deepseek.encode(text).ids),
    }
