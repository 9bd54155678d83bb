"""Agent sessions, and what the app suggests to say. No I/O; every refusal is a `Refusal`."""

import dataclasses

from tests.fakes.slack import limits
from tests.fakes.slack.records import Channel, Prompts, Session, SessionStatus
from tests.fakes.slack.refusal import Refusal
from tests.fakes.slack.state import State

_WORKING = "is working…"


class Sessions:
    """One session a thread, made by the first status. Whoever wrote last, it or assistant.threads.setStatus, is what
    the thread shows; a status of the session stays when the app posts, for an hour at most.

    `subscribed`: the app hears agent_session_stopped, so people have a stop button while it is processing.
    `enabled`: the app is declared as an agent; False: agents.sessions.* answer feature_disabled.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._sessions: dict[tuple[str, str], Session] = {}
        self._prompts: dict[tuple[str, str], Prompts] = {}
        self.subscribed = True
        self.enabled = True

    def get(self, channel_id: str, thread_ts: str) -> Session | None:
        return self._sessions.get((channel_id, thread_ts))

    def set(
        self, channel: Channel, thread_ts: str, status: SessionStatus, title: str = "", initiator: str | None = None
    ) -> Session:
        """`title` and `initiator` count only where there is no session yet."""
        key = channel.id, thread_ts
        before = self._sessions.get(key)
        now = dataclasses.replace(before, status=status) if before else Session(*key, status, title, initiator)
        self._sessions[key] = now
        text = _WORKING if status == "processing" else ""
        self._state.set_status(*key, text, (), lasts=limits.SESSION_STATUS_SECONDS, of_session=True)
        return now

    def rename(self, channel: Channel, thread_ts: str, title: str) -> Session:
        before = self._sessions.get((channel.id, thread_ts))
        if before is None:
            raise Refusal("session_not_found")
        self._sessions[channel.id, thread_ts] = now = dataclasses.replace(before, title=title)
        self._state.changed()
        return now

    def streams(self, channel: Channel, thread_ts: str, status: SessionStatus) -> None:
        """A stream has begun there ("processing") or been stopped by the app."""
        if self.enabled:
            self.set(channel, thread_ts, status)

    def suggest(self, channel: Channel, thread_ts: str, prompts: Prompts) -> None:
        self._prompts[channel.id, thread_ts] = prompts
        self._state.changed()

    def suggested(self, channel_id: str, thread_ts: str = "") -> Prompts | None:
        return self._prompts.get((channel_id, thread_ts))
