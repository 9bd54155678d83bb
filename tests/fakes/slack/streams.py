"""Messages that are streamed: open, then completed, stopped by a person, or dead. No I/O; a no is a `Refusal`."""

from dataclasses import dataclass
from typing import Any

from tests.fakes.slack import limits
from tests.fakes.slack.blocks import with_ids
from tests.fakes.slack.chunks import Display, blocks_of, check_chunks, given_blocks, size_of, text_of
from tests.fakes.slack.records import Channel, Json, Message, Team
from tests.fakes.slack.refusal import Refusal
from tests.fakes.slack.state import State


@dataclass(slots=True)
class _Open:
    """A stream that takes more. `chunks` have their block_ids."""

    at: float
    display: Display
    chunks: list[Json]


class Streams:
    """A stream dies five minutes after its start, silently, whatever its traffic (slackapi/python-slack-sdk#1859).

    Its message keeps what it showed, and takes chat.update from then on.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._open: dict[str, _Open] = {}

    def start(
        self, team: Team, channel: Channel, thread_ts: str, chunks: list[Json], display: Display, username: str | None
    ) -> Message:
        kept = self._checked([], chunks)
        blocks = blocks_of(kept, display)
        one = self._state.post(
            channel,
            team.bot,
            text_of(kept),
            thread_ts=thread_ts,
            blocks=tuple(blocks),
            streaming="in_progress",
            username=username,
        )
        self._open[one.ts] = _Open(self._state.clock(), display, kept)
        return one

    def append(self, team: Team, channel: Channel, ts: str, chunks: list[Json]) -> Message:
        before, stream = self._taking(team, channel, ts)
        stream.chunks = self._checked(stream.chunks, chunks)
        return self._show(before, stream)

    def stop(
        self, team: Team, channel: Channel, ts: str, chunks: list[Json], blocks: list[Json], metadata: Json | None
    ) -> Message:
        """`blocks` are checked; they stand below everything that was streamed."""
        before, stream = self._taking(team, channel, ts)
        kept = self._checked(stream.chunks, chunks)
        if not kept and not blocks:
            raise Refusal("no_text")
        stream.chunks = kept
        del self._open[ts]
        below = with_ids(blocks, lambda: self._state.new_id("b"))
        return self._show(before, stream, below, streaming="completed", metadata=metadata or before.metadata)

    def halt(self, channel_id: str, thread_ts: str) -> list[str]:
        """A person stopped the app there: the streams of that thread take nothing more. Returns their ts."""
        self.expire()
        halted = []
        for ts in list(self._open):
            one = self._state.messages.get(ts)
            if one is not None and (one.channel, one.thread) == (channel_id, thread_ts):
                del self._open[ts]
                self._state.replace(one, streaming="stopped")
                halted.append(ts)
        return halted

    def expire(self) -> None:
        """What is old enough by now is dead."""
        for ts, stream in list(self._open.items()):
            if self._state.clock() - stream.at >= limits.STREAM_SECONDS:
                del self._open[ts]
                if ts in self._state.messages:
                    self._state.put(ts, streaming="died")

    def _taking(self, team: Team, channel: Channel, ts: str) -> tuple[Message, _Open]:
        """The message and its stream, while it takes more."""
        self.expire()
        one = self._state.message(channel.id, ts)
        if one.user != team.bot.id:
            raise Refusal("message_not_owned_by_app")
        if one.streaming == "stopped":
            raise Refusal("stopped_by_user")
        stream = self._open.get(ts)
        if stream is None:
            raise Refusal("message_not_in_streaming_state")
        return one, stream

    def _checked(self, before: list[Json], more: list[Json]) -> list[Json]:
        """All chunks together, the new ones with the ids of their blocks filled in."""
        filled = [
            {**chunk, "blocks": with_ids(chunk["blocks"], lambda: self._state.new_id("b"))}
            if chunk["type"] == "blocks"
            else chunk
            for chunk in check_chunks(more)
        ]
        together = [*before, *filled]
        if size_of(together) > limits.STREAM_TOTAL:
            raise Refusal("msg_too_long")
        if given_blocks(together) > limits.MESSAGE_BLOCKS:
            raise Refusal(
                "invalid_blocks", [f"no more than {limits.MESSAGE_BLOCKS} items allowed [json-pointer:/chunks]"]
            )
        return together

    def _show(self, before: Message, stream: _Open, below: list[Json] | None = None, **changes: Any) -> Message:
        blocks = (*blocks_of(stream.chunks, stream.display), *(below or ()))
        return self._state.replace(before, text=text_of(stream.chunks), blocks=blocks, **changes)
