"""response_url: five answers to an interaction within thirty minutes, without a token."""

from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.fakes.slack import limits
from tests.fakes.slack.blocks import check_message, with_ids
from tests.fakes.slack.records import Json, Message, User
from tests.fakes.slack.refusal import Refusal
from tests.fakes.slack.state import State


@dataclass(slots=True)
class _Use:
    channel: str
    person: User
    about: str | None  # the ts of the message that was clicked
    at: float
    left: int = limits.RESPONSE_URL_USES


class ResponseUrls:
    """Hands out addresses and does what is posted to them."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._uses: dict[str, _Use] = {}

    def make(self, channel_id: str, person: User, about: Message | None) -> str:
        token = self._state.new_id("R")
        self._uses[token] = _Use(channel_id, person, about.ts if about else None, self._state.clock())
        return f"{self._state.base}/actions/{token}"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        use = self._uses.get(request.match_info["token"])
        if use is None:
            return web.json_response({"ok": False, "error": "invalid_url"}, status=404)
        if use.left <= 0 or self._state.clock() - use.at > limits.RESPONSE_URL_SECONDS:
            return web.json_response({"ok": False, "error": "used_url" if use.left <= 0 else "expired_url"}, status=404)
        use.left -= 1
        try:
            self._perform(use, await request.json())
        except Refusal as refusal:
            return web.json_response(refusal.body(), status=400)
        return web.Response(text="ok")

    def _perform(self, use: _Use, body: Json) -> None:
        about = self._about(use)
        content: dict[str, Any] = {"text": str(body.get("text") or "")}
        blocks = check_message(body.get("blocks") or [])
        content["blocks"] = tuple(with_ids(blocks, lambda: self._state.new_id("b")))
        if body.get("delete_original") and about is not None:
            self._state.delete(about)
        elif not content["text"] and not blocks:
            raise Refusal("no_text")
        elif body.get("replace_original") and about is not None:
            self._state.replace(about, **content)
        elif body.get("response_type") == "in_channel":
            self._state.post(self._state.channels[use.channel], self._bot(use), **content)
        else:
            channel = self._state.channels[use.channel]
            self._state.post_ephemeral(channel, self._bot(use), use.person.id, **content)

    def _about(self, use: _Use) -> Message | None:
        ephemeral = next((one for one in self._state.ephemerals if one.ts == use.about), None)
        return ephemeral or self._state.messages.get(use.about or "")

    def _bot(self, use: _Use) -> User:
        about = self._about(use)
        return self._state.teams[about.team_id if about else use.person.team_id].bot
