"""Reads `parameters`: what else a provider is sent with each request, as JSON has it."""

import re
from collections.abc import Mapping
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from harness.chat.secrets import looks_secret
from harness.workspace.given import Given
from harness.workspace.problems import shown

_OURS: Mapping[str, str] = {
    "model": "name the model by `model`",
    "fallbacks": "name others by `fallbacks`",
    "api_base": "set it by `api_base`, beside `model`",
    "base_url": "set it by `api_base`, beside `model`",
    "reasoning_effort": "say it by `effort`",
    "thinking": "say it by `effort`",
    **dict.fromkeys(("messages", "tools", "functions"), "the conversation and its tools are not for a profile to say"),
    **dict.fromkeys(("tool_choice", "function_call"), "a call that is forced never ends a turn"),
    **dict.fromkeys(("stream", "stream_options", "n"), "one reply is read as it comes"),
    **dict.fromkeys(
        ("timeout", "request_timeout", "num_retries", "max_retries", "drop_params", "custom_llm_provider", "client"),
        "how it is asked, and how often, is not for a profile to say",
    ),
    **dict.fromkeys(("mock_response", "mock_tool_calls"), "what it replies is not for a profile to say"),
}
"""Which have a place of their own, or none: what to do instead."""
_SECRET = re.compile(
    r"(?i)(^|[_.-])(api_?key|(access|private|secret)_?key|key|secret|token|password|passwd|passphrase|credentials?|"
    r"authorization|bearer|cookie)($|[_.-])"
)
_SECRETS = "looks like a secret: keys come from the environment alone"
_NO_SECRETS = frozenset({"prompt_cache_key"})
"""They have the word, and nothing to hide."""


def parameters(given: Given) -> dict[str, Any]:
    """By their names. Whatever is not JSON is a problem, and so is what another key says, and what seems a secret."""
    found = dict[str, Any]()
    for name, value in given.entries().items():
        if why := _OURS.get(name):
            value.wrong(why)
        else:
            found[name] = _Values().read(name, value)
    return found


class _Values:
    """Reads one value. An anchor is read where it stands, and nowhere again: a value may not be within itself, nor grow
    beyond what was written.
    """

    def __init__(self) -> None:
        self._seen = set[Node]()

    def read(self, name: str, given: Given) -> Any:
        if name not in _NO_SECRETS and _SECRET.search(name):
            given.wrong(_SECRETS)
            return None
        match given.node:
            case ScalarNode():
                return _scalar(given)
            case node if node in self._seen:
                given.wrong("is written elsewhere by an anchor: write it out here")
            case MappingNode() as node:
                self._seen.add(node)
                return {key: self.read(key, value) for key, value in given.entries().items()}
            case SequenceNode() as node:
                self._seen.add(node)
                return [self.read("", item) for item in given.items()]
        return None


def _scalar(given: Given) -> Any:
    node, kind = given.node, given.node.tag.rpartition(":")[2]
    match kind:
        case "str":
            text = given.text()
            if looks_secret(text):
                given.wrong(_SECRETS)
            return text
        case "bool":
            return given.flag(False)
        case "null":
            return None
        case "int" if re.fullmatch(r"-?(0|[1-9][0-9]{0,17})", node.value):
            return int(node.value)
        case "float" if re.fullmatch(r"-?[0-9]{1,18}(\.[0-9]{1,18})?([eE][-+][0-9]{1,2})?", node.value):
            return float(node.value)
    given.wrong(f"must be text, a number, true or false, not {shown(str(node.value))}; if it is text, put it in quotes")
    return None
