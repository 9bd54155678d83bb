"""How the emulator says no, in Slack's own words."""

from typing import Any


class Refusal(Exception):
    """An `ok: false` answer.

    `code` is Slack's error string ("channel_not_found"); `messages` are the details that Slack puts below
    `response_metadata.messages` (and, for blocks, below `errors`); `extra` is merged into the body.
    """

    def __init__(self, code: str, messages: list[str] | None = None, **extra: Any) -> None:
        super().__init__(code if not messages else f"{code}: {'; '.join(messages)}")
        self.code = code
        self.messages = messages or []
        self.extra = extra

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"ok": False, "error": self.code}
        if self.messages:
            body["errors"] = self.messages
            body["response_metadata"] = {"messages": [f"[ERROR] {message}" for message in self.messages]}
        return body | self.extra
