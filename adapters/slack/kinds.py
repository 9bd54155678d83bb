"""Which kinds of blocks a team's Slack takes: that differs by workspace and plan, and no page says how."""

from collections.abc import Sequence
from typing import Any

from adapters.slack import render
from adapters.slack.message import Message
from harness.loop.clock import Now

RETRY = 3_600.0
"""Seconds for which a refusal is remembered."""


class BlockKinds:
    """What was refused lately, and taken without: one refusal may be of several kinds that stood together."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._refused: dict[frozenset[str], float] = {}
        """With the time until which that is taken for granted."""

    def refused(self, blocks: Sequence[Any]) -> None:
        """They were not taken, and the same words in old blocks were."""
        if kinds := render.new_kinds(blocks):
            self._refused[kinds] = self._now() + RETRY

    def takes(self, blocks: Sequence[Any]) -> bool:
        """As far as is known."""
        now, kinds = self._now(), render.new_kinds(blocks)
        self._refused = {refused: until for refused, until in self._refused.items() if until > now}
        return not any(refused <= kinds for refused in self._refused)

    def best(self, message: Message) -> Message:
        """As it is, or in old blocks if it would be refused."""
        return message if self.takes(message.blocks) else render.basic(message)
