"""A call to the Web API: who makes it, with which arguments."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.fakes.slack.installations import Installations
from tests.fakes.slack.records import Json, Team
from tests.fakes.slack.refusal import Refusal
from tests.fakes.slack.sessions import Sessions
from tests.fakes.slack.state import State
from tests.fakes.slack.streams import Streams
from tests.fakes.slack.views import Views

STRUCTURED = frozenset(
    {"attachments", "blocks", "chunks", "files", "loading_messages", "metadata", "prompts", "unfurls", "view"}
)
"""Arguments that are JSON. Slack takes them as such in JSON bodies, and as strings of JSON everywhere."""


def decoded(args: Mapping[str, Any]) -> Json:
    """Structured arguments that came as strings, decoded; what is not JSON stays as it is, to be refused later."""
    return {
        key: _decode(value) if key in STRUCTURED and isinstance(value, str) else value for key, value in args.items()
    }


def _decode(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


@dataclass(frozen=True, slots=True)
class ApiCall:
    """`args` are decoded; `team` is the workspace whose bot token was used."""

    args: Json
    team: Team
    state: State
    views: Views
    streams: Streams
    sessions: Sessions
    installations: Installations

    def required(self, name: str) -> str:
        value = self.args.get(name)
        if value is None or value == "":
            raise Refusal("invalid_arguments", [f"missing required field: {name}"])
        return str(value)

    def text(self, name: str) -> str:
        value = self.args.get(name)
        return "" if value is None else str(value)

    def flag(self, name: str) -> bool:
        return str(self.args.get(name, "")).lower() in ("1", "true")

    def number(self, name: str, default: int) -> int:
        value = self.args.get(name)
        if value in (None, ""):
            return default
        try:
            return int(str(value))
        except ValueError:
            raise Refusal("invalid_arguments", [f"must be an integer [json-pointer:/{name}]"]) from None
