"""What people do with the app itself: its tabs, its stop button, its commands."""

import re
from typing import Literal

from tests.fakes.slack import events, payloads
from tests.fakes.slack.blocks import check_message, with_ids
from tests.fakes.slack.delivery import Envelope
from tests.fakes.slack.inputs import NotPossible
from tests.fakes.slack.people import People, escaped
from tests.fakes.slack.records import APP_ID, Channel, Json, Message, Prompts, Team, User
from tests.fakes.slack.sessions import Sessions
from tests.fakes.slack.streams import Streams


class Surfaces(People):
    streams: Streams
    sessions: Sessions

    async def runs_command(
        self, user: User, channel: Channel | str, command: str, text: str = "", thread_ts: str | None = None
    ) -> Json:
        """A slash command, with mentions escaped; returns the app's answer ({} for none), which only this person sees
        unless it is for the channel. Raises NotPossible in a thread, where Slack has no commands of apps."""
        self._check_active(user)
        if thread_ts is not None:
            raise NotPossible(f"{command} is not supported in threads")
        place = self._place(channel)
        team = self._own_team(user)
        body: Json = {
            "command": command,
            "text": self._named(text),
            "team_id": team.id,
            "team_domain": team.name,
            "channel_id": place.id,
            "channel_name": "directmessage" if place.kind == "im" else place.name,
            "token": "verification-token",
            "user_id": user.id,
            "user_name": user.name,
            "api_app_id": APP_ID,
            "is_enterprise_install": "false",
            "trigger_id": self.views.trigger(team.id, user.id),
            "response_url": self.response_urls.make(place.id, user, None),
        }
        answer = (await self._interacts("slash_commands", body)).answer or {}
        if answer.get("text") or answer.get("blocks"):
            blocks = with_ids(check_message(answer.get("blocks") or []), lambda: self.state.new_id("b"))
            words = str(answer.get("text", ""))
            if answer.get("response_type") == "in_channel":
                self.state.post(place, team.bot, words, blocks=tuple(blocks))
            else:
                self.state.post_ephemeral(place, team.bot, user.id, words, blocks=tuple(blocks))
        return answer

    async def uses_shortcut(self, user: User, callback_id: str, on: Message | str | None = None) -> Envelope:
        """A shortcut of the app: on a message, from its menu, wherever the person sees it; or without one, from the
        search field. Returns once the app acknowledged."""
        self._check_active(user)
        team = self._own_team(user)
        body = events.interaction("message_action" if on else "shortcut", team, user)
        body |= {"callback_id": callback_id, "trigger_id": self.views.trigger(team.id, user.id)}
        body["action_ts"] = self.state.new_ts()
        if on is not None:
            one = self.message(on)
            place = self._place(one.channel)
            if user.id not in place.members or one.ephemeral_to is not None:
                raise NotPossible(f"{user.name} has no shortcuts on the message {one.ts}")
            replies = self.state.replies(one.channel, one.ts)
            body |= events.message_container(one, place, self.state.base, replies) | {"message_ts": one.ts}
            del body["container"]
            body["response_url"] = self.response_urls.make(place.id, user, one)
        return await self._interacts("interactive", body)

    async def opens_app(self, user: User, tab: Literal["home", "messages"] = "messages") -> Envelope:
        """`app_home_opened`: the person looks at the app's messages or home tab."""
        event: Json = {"type": "app_home_opened", "user": user.id, "channel": self.dm(user).id, "tab": tab}
        if tab == "home" and user.id in self.views.homes:
            event["view"] = payloads.view(self.home(user))
        return await self.emits({**event, "event_ts": self.state.new_ts()}, team=self._own_team(user))

    async def stops(self, user: User, channel: Channel | str, thread_ts: str) -> Envelope:
        """Press the stop button of the thread's session. Its streams take nothing more, and the app hears
        `agent_session_stopped`; the session stays as it is until the app changes that.

        Raises NotPossible where there is no such button.
        """
        place = self._place(channel)
        session = self.sessions.get(place.id, thread_ts)
        if user.id not in place.members or session is None or session.status != "processing":
            raise NotPossible(f"{user.name} has nothing to stop in {place.name} {thread_ts}: {session}")
        if not self.sessions.subscribed:
            raise NotPossible("there is no stop button: the app is not subscribed to agent_session_stopped")
        halted = self.streams.halt(place.id, thread_ts)
        event: Json = {"type": "agent_session_stopped", "channel": place.id, "thread_ts": thread_ts, "user": user.id}
        event |= {"streaming_message_ts": halted, "event_ts": self.state.new_ts()}
        return await self.emits(event, team=self._team_of(place))

    def prompts(self, user: User) -> Prompts | None:
        """What the app suggests to this person in its messages tab."""
        return self.sessions.suggested(self.dm(user).id)

    async def picks(self, user: User, prompt: str) -> Message:
        """Click a suggested prompt (by its label): it is said as the person's own message."""
        prompts = self.prompts(user)
        if prompts is None or prompt not in prompts.offered:
            raise NotPossible(f"{prompt!r} is not suggested to {user.name}, but {prompts}")
        return await self.says(user, self.dm(user), prompts.offered[prompt])

    def _named(self, text: str) -> str:
        """As a command gets it (should_escape): who and what is mentioned comes with its name."""

        def named(found: re.Match[str]) -> str:
            known: User | Channel | None = self.state.users.get(found[2]) or self.state.channels.get(found[2])
            return f"<{found[1]}{found[2]}|{known.name}>" if known else found[0]

        return re.sub(r"<([@#])([A-Z0-9]+)>", named, escaped(text))

    async def emits(self, event: Json, *, team: Team | None = None) -> Envelope:
        """Any other event of the Events API; `event` is the inner one, with its type."""
        return self._deliver(team or self.team, event)

    def _deliver(self, team: Team, event: Json) -> Envelope:
        place = self.state.channels.get(str(event.get("channel") or event.get("item", {}).get("channel")))
        shared = place is not None and bool(place.shared_with)
        body = events.event_callback(team, event, self.state.new_id("Ev"), self.state.clock(), shared=shared)
        return self.door.send("events_api", body)
