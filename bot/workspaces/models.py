"""Whether the models that a workspace names have a provider, as far as that is known without importing litellm."""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from adapters.models.direct import PROVIDERS
from adapters.models.table import table
from bot.wiring import REHEARSAL
from harness.workspace.contents import SETTINGS
from harness.workspace.problems import Problem, closest, shown
from harness.workspace.workspace import Workspace

LIKE = "write provider/model, like openai/gpt-5"
_KEYS = ("model", "fallbacks")
_PROVIDER = re.compile(r'^    [A-Z0-9_]+ = "([^"]+)"$', re.MULTILINE)


def wrong_models(folder: Path, workspace: Workspace) -> list[Problem]:
    """One for each place of a model whose provider nobody knows."""
    wrong = {name: why for name in workspace.models - {REHEARSAL} if (why := why_unknown(name))}
    if not wrong:
        return []
    file = folder / SETTINGS
    places = [place for place in _named(yaml.compose(file.read_text(encoding="utf-8"))) if place[2] in wrong]
    return [Problem(str(file), line, key, wrong[name]) for key, line, name in places]


def why_unknown(model: str) -> str:
    """Why that can't be asked, and what was probably meant; empty if it can, or if nothing is known of providers."""
    provider, slash, name = model.partition("/")
    if model in table() or not (known := _providers()) or (slash and provider in known):
        return ""
    if slash:
        close = closest(provider, known)
        meant = f"{close}/{name}" if close else ""
        why = f"there is no provider {shown(provider)}"
    else:
        close = closest(model, _with_provider())
        meant = f"{_with_provider()[close]}/{close}" if close else ""
        why = f"{shown(model)} names no provider"
    return f"{why}; did you mean {shown(meant)}?" if meant else f"{why}: {LIKE}"


@lru_cache(maxsize=1)
def _providers() -> frozenset[str]:
    """The names that litellm knows, by its source: importing it takes seconds. Empty if they can't be read."""
    spec = find_spec("litellm")
    folders = spec.submodule_search_locations if spec else None
    try:
        source = (Path(folders[0]) / "types" / "utils.py").read_text(encoding="utf-8") if folders else ""
    except (OSError, ValueError):
        return frozenset()
    enum = source.partition("class LlmProviders(")[2].partition("\nclass ")[0]
    named = frozenset(_PROVIDER.findall(enum))
    return named.union(PROVIDERS, (name.partition("/")[0] for name in table() if "/" in name)) if named else named


@lru_cache(maxsize=1)
def _with_provider() -> dict[str, str]:
    """Models for conversations that go by a name without a provider, each with its provider."""
    known = {name: one for name, one in table().items() if "/" not in name and one.get("mode") == "chat"}
    return {name: one["litellm_provider"] for name, one in known.items() if one.get("litellm_provider") in _providers()}


def _named(node: Node | None, key: str = "", within: bool = False) -> Iterator[tuple[str, int, str]]:
    """Each model in the settings: its key, line and name."""
    if isinstance(node, MappingNode):
        for name, value in node.value:
            yield from _named(value, f"{key}.{name.value}".lstrip("."), name.value in _KEYS)
    elif isinstance(node, SequenceNode):
        for number, value in enumerate(node.value):
            yield from _named(value, f"{key}[{number}]", within)
    elif isinstance(node, ScalarNode) and within:
        yield key, node.start_mark.line + 1, str(node.value)
