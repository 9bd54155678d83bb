"""What people do in Slack: the half of the emulator that acts."""

import dataclasses
import mimetypes
import re
from collections.abc import Mapping
from typing import Any, Literal

from tests.fakes.slack import payloads
from tests.fakes.slack.inputs import NotPossible
from tests.fakes.slack.interactions import Interactions
from tests.fakes.slack.records import Channel, ChannelKind, File, Json, Message, Prompts, Team, User
from tests.fakes.slack.sessions import Sessions
from tests.fakes.slack.socket_mode import Envelope
from tests.fakes.slack.streams import Streams

_LIVE = re.compile(r"<(?:[@#!][^<>\s]+|https?://[^<>\s]+|mailto:[^<>\s]+)>")


class People(Interactions):
    """Acts as people. A channel may be given as Channel or id, a message as Message or ts (a ts is unique here)."""

    streams: Streams
    sessions: Sessions

    # -- who and where -------------------------------------------------------------------------------------------

    @property
    def bot(self) -> User:
        """The app's own user; f"{slack.bot} hello" mentions it."""
        return self.team.bot

    def user(self, name: str, real_name: str | None = None, *, team: Team | None = None, is_bot: bool = False) -> User:
        return self.state.add_user(team or self.team, name, real_name, is_bot=is_bot)

    def channel(
        self, name: str, *members: User, kind: ChannelKind = "public", with_bot: bool = True, team: Team | None = None
    ) -> Channel:
        where = team or self.team
        return self.state.add_channel(where, name, (*members, where.bot) if with_bot else members, kind)

    def dm(self, user: User) -> Channel:
        """The person's direct messages with the app."""
        return self.state.direct(self.state.teams[user.team_id], user)

    def archives(self, channel: Channel) -> Channel:
        return self.state.put_channel(dataclasses.replace(self._place(channel), archived=True))

    def joins(self, user: User, channel: Channel) -> Channel:
        place = self._place(channel)
        return self.state.put_channel(dataclasses.replace(place, members=place.members | {user.id}))

    def leaves(self, user: User, channel: Channel) -> Channel:
        """Also the app may be put out: `slack.leaves(slack.bot, ops)`."""
        place = self._place(channel)
        return self.state.put_channel(dataclasses.replace(place, members=place.members - {user.id}))

    # -- messages ------------------------------------------------------------------------------------------------

    async def says(
        self,
        user: User,
        channel: Channel | str,
        text: str,
        thread_ts: str | None = None,
        *,
        files: Mapping[str, bytes] | None = None,
        subtype: str | None = None,
    ) -> Message:
        """Write a message (with `files`: name -> bytes).

        The app hears it as `message`; a mention also as `app_mention`, with another event_id and the same ts.
        `&`, `<` and `>` are escaped unless they spell a mention or a link.
        """
        place = self._place(channel)
        if place.archived or user.id not in place.members:
            raise NotPossible(f"{user.name} cannot write in {place.name}")
        return self.state.post(
            place,
            user,
            _escaped(text),
            thread_ts=thread_ts,
            mentions_app=self._mentions_app(place, text),
            client_msg_id=None if user.is_bot else self.state.new_id("client-"),
            blocks=() if user.is_bot else (self._typed(text),),
            files=tuple(self._file(user, name, content) for name, content in (files or {}).items()),
            subtype=subtype or ("file_share" if files else None),
        )

    async def edits_message(self, user: User, message: Message | str, text: str) -> Message:
        """The app hears `message_changed`; if the new text mentions it, also `app_mention` with `edited`."""
        before = self.message(message)
        if before.user != user.id:
            raise NotPossible(f"{user.name} did not write {before.ts}")
        return self.state.replace(
            before,
            mentions_app=self._mentions_app(self._place(before.channel), text),
            text=_escaped(text),
            blocks=(self._typed(text),),
            edited={"user": user.id, "ts": self.state.new_ts()},
        )

    async def deletes_message(self, user: User, message: Message | str) -> None:
        one = self.message(message)
        if one.user != user.id:
            raise NotPossible(f"{user.name} did not write {one.ts}")
        self.state.delete(one)

    async def unfurls(self, message: Message | str, url: str = "https://example.com/") -> Message:
        """Slack itself changes the message (a link preview appears): `message_changed` with the same text."""
        one = self.message(message)
        return self.state.replace(one, attachments=(*one.attachments, {"from_url": url, "fallback": url}))

    async def reacts(self, user: User, message: Message | str, name: str) -> None:
        self.state.react(self.message(message), user.id, name)

    async def unreacts(self, user: User, message: Message | str, name: str) -> None:
        self.state.unreact(self.message(message), user.id, name)

    # -- other things the app hears of -----------------------------------------------------------------------------

    async def runs_command(self, user: User, channel: Channel | str, command: str, text: str = "") -> Json:
        """A slash command; returns the app's answer ({} for none), which only this person sees."""
        place = self._place(channel)
        team = self._team_of(place)
        body: Json = {
            "command": command,
            "text": text,
            "team_id": team.id,
            "team_domain": team.name,
            "channel_id": place.id,
            "channel_name": place.name,
            "user_id": user.id,
            "user_name": user.name,
            "api_app_id": payloads.APP_ID,
            "is_enterprise_install": "false",
            "trigger_id": self.views.trigger(team.id, user.id),
            "response_url": self.response_urls.make(place.id, user, None),
        }
        answer = (await self._interacts("slash_commands", body)).answer or {}
        if answer.get("text") or answer.get("blocks"):
            self.state.post_ephemeral(place, team.bot, user.id, str(answer.get("text", "")))
        return answer

    async def opens_app(self, user: User, tab: Literal["home", "messages"] = "messages") -> Envelope:
        """`app_home_opened`: the person looks at the app's messages or home tab."""
        event = {"type": "app_home_opened", "user": user.id, "channel": self.dm(user).id, "tab": tab}
        return await self.emits({**event, "event_ts": self.state.new_ts()}, team=self.state.teams[user.team_id])

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

    async def emits(self, event: Json, *, team: Team | None = None) -> Envelope:
        """Any other event of the Events API; `event` is the inner one, with its type."""
        where = team or self.team
        body = payloads.event_callback(where, event, self.state.new_id("Ev"), self.state.clock())
        return self.socket.send("events_api", body)

    # -- inside

    def _mentions_app(self, place: Channel, text: str) -> bool:
        bot = self._team_of(place).bot
        return place.kind != "im" and re.search(rf"<@{bot.id}(\|[^>]*)?>", text) is not None

    def _typed(self, text: str) -> Json:
        element: dict[str, Any] = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
        return {"type": "rich_text", "block_id": self.state.new_id("b"), "elements": [element]}

    def _file(self, user: User, name: str, content: bytes) -> File:
        kind = mimetypes.guess_type(name)[0] or "text/plain"
        one = File(self.state.new_id("F"), name, name, content, user.id, kind)
        self.state.files[one.id] = one
        return one


def _escaped(text: str) -> str:
    """As Slack stores what was typed: & < > as entities, mentions and links left alive."""
    done, end = [], 0
    for live in _LIVE.finditer(text):
        done += [_entities(text[end : live.start()]), live.group()]
        end = live.end()
    return "".join([*done, _entities(text[end:])])


def _entities(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
