"""The workspace: what exists, and the rules that Slack keeps about it. No I/O; every refusal is a `Refusal`."""

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.fakes.slack import limits, payloads
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.records import Channel, ChannelKind, File, Json, Message, Status, Team, Upload, User
from tests.fakes.slack.refusal import Refusal


class State:
    """Teams, people, channels, messages, files and statuses.

    `changed` is called after every change; `emit(team_id, event)` with every event the app is subscribed to.
    `base` is the emulator's address without a trailing slash (known once it listens).
    """

    def __init__(
        self, clock: Clock, changed: Callable[[], None], emit: Callable[[str, Json], None], base: str = ""
    ) -> None:
        self.clock = clock
        self.changed = changed
        self.emit = emit
        self.base = base
        self.mention_first = True  # which event of a mention goes out first; Slack promises no order
        self.teams: dict[str, Team] = {}
        self.users: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, Message] = {}
        self.ephemerals: list[Message] = []
        self.files: dict[str, File] = {}
        self.uploads: dict[str, Upload] = {}
        self._statuses: dict[tuple[str, str], Status] = {}
        self._ids = itertools.count(1)
        self._last_ts = 0

    # -- ids ---------------------------------------------------------------------------------------------------

    def new_id(self, prefix: str) -> str:
        return f"{prefix}{next(self._ids):08d}"

    def new_ts(self) -> str:
        """A message's name and time: seconds, a dot, six digits. Unique, and greater than all before."""
        self._last_ts = max(int(self.clock() * 1_000_000), self._last_ts + 100)
        return f"{self._last_ts // 1_000_000}.{self._last_ts % 1_000_000:06d}"

    # -- people and places ---------------------------------------------------------------------------------------

    def add_team(self, name: str) -> Team:
        """A workspace in which the app is installed."""
        team_id = self.new_id("T")
        bot = User(self.new_id("U"), team_id, "deskmate", "Deskmate", is_bot=True, bot_id=self.new_id("B"))
        team = Team(team_id, name, bot, f"xoxb-{team_id}-token")
        self.teams[team_id], self.users[bot.id] = team, bot
        return team

    def add_user(self, team: Team, name: str, real_name: str | None = None, *, is_bot: bool = False) -> User:
        bot_id = self.new_id("B") if is_bot else None
        person = User(self.new_id("U"), team.id, name, real_name or name.title(), is_bot=is_bot, bot_id=bot_id)
        self.users[person.id] = person
        return person

    def add_channel(self, team: Team, name: str, members: Iterable[User], kind: ChannelKind = "public") -> Channel:
        prefix = "D" if kind == "im" else "G" if kind == "mpim" else "C"
        one = Channel(self.new_id(prefix), team.id, name, kind, frozenset(member.id for member in members))
        self.channels[one.id] = one
        return one

    def put_channel(self, one: Channel) -> Channel:
        """The channel has changed: archived, joined, left."""
        self.channels[one.id] = one
        self.changed()
        return one

    def direct(self, team: Team, person: User) -> Channel:
        """The direct messages between a person and the app."""
        pair = frozenset({person.id, team.bot.id})
        for one in self.channels.values():
            if one.kind == "im" and one.members == pair:
                return one
        return self.add_channel(team, person.name, (person, team.bot), "im")

    # -- who may touch what --------------------------------------------------------------------------------------

    def visible(self, team: Team, channel_id: str) -> Channel:
        """The channel, as far as the app can know of it. A user's id names their direct messages."""
        person = self.users.get(channel_id)
        if person is not None and person.team_id == team.id:
            return self.direct(team, person)
        one = self.channels.get(channel_id)
        if one is None or one.team_id != team.id or (one.kind != "public" and team.bot.id not in one.members):
            raise Refusal("channel_not_found")
        return one

    def readable(self, team: Team, channel_id: str) -> Channel:
        one = self.visible(team, channel_id)
        if team.bot.id not in one.members:
            raise Refusal("not_in_channel")
        return one

    def writable(self, team: Team, channel_id: str) -> Channel:
        one = self.visible(team, channel_id)
        if one.archived:
            raise Refusal("is_archived")
        if team.bot.id not in one.members:
            raise Refusal("not_in_channel")
        return one

    # -- messages ------------------------------------------------------------------------------------------------

    def message(self, channel_id: str, ts: str) -> Message:
        one = self.messages.get(ts)
        if one is None or one.channel != channel_id:
            raise Refusal("message_not_found")
        return one

    def history(self, channel_id: str) -> list[Message]:
        return [one for one in self.messages.values() if one.channel == channel_id]

    def replies(self, channel_id: str, ts: str) -> list[Message]:
        """The messages in the thread of `ts`, without its parent, oldest first."""
        return [one for one in self.history(channel_id) if one.thread_ts == ts and one.ts != ts]

    def post(
        self,
        channel: Channel,
        author: User,
        text: str,
        *,
        thread_ts: str | None = None,
        mentions_app: bool = False,
        **more: Any,
    ) -> Message:
        """A new message of `author`; `more` are other fields of Message.

        The app hears `message`; with `mentions_app` also `app_mention`, as another event about the same ts.
        A reply must hang on a message that is there and is no reply itself: real Slack is less strict, and the
        reply is then nowhere to be seen; here that is `cannot_reply_to_message`.
        """
        if thread_ts is not None:
            parent = self.messages.get(thread_ts)
            if parent is None or parent.channel != channel.id or parent.thread_ts not in (None, parent.ts):
                raise Refusal("cannot_reply_to_message")
        one = Message(
            ts=self.new_ts(),
            channel=channel.id,
            team_id=author.team_id,
            user=author.id,
            bot_id=author.bot_id,
            text=text,
            thread_ts=thread_ts,
            **more,
        )
        self.messages[one.ts] = one
        if author == self.teams[channel.team_id].bot:
            self._posted(channel.id, one.thread)
        events = [payloads.message_event(one, channel, self.base)]
        if mentions_app:
            events.insert(0 if self.mention_first else 1, payloads.mention_event(one, channel, self.base))
        for event in events:
            self._tell(channel, event)
        self.changed()
        return one

    def post_ephemeral(self, channel: Channel, author: User, to: str, text: str, **more: Any) -> Message:
        one = Message(
            ts=self.new_ts(),
            channel=channel.id,
            team_id=author.team_id,
            user=author.id,
            bot_id=author.bot_id,
            text=text,
            ephemeral_to=to,
            **more,
        )
        self.ephemerals.append(one)
        self.changed()
        return one

    def replace(self, before: Message, *, mentions_app: bool = False, **changes: Any) -> Message:
        """The message as it is from now on; the app hears `message_changed`, whoever changed it, and with
        `mentions_app` `app_mention` once more."""
        now = dataclasses.replace(before, **changes)
        channel = self.channels[before.channel]
        if before.ephemeral_to is not None:
            self.ephemerals[self.ephemerals.index(before)] = now
        else:
            self.messages[before.ts] = now
            self._tell(channel, payloads.changed_event(now, before, channel, self.base, self.new_ts()))
            if mentions_app:
                self._tell(channel, payloads.mention_event(now, channel, self.base))
        self.changed()
        return now

    def put(self, ts: str, **changes: Any) -> Message:
        """The message as Slack itself changes it without telling anybody."""
        self.messages[ts] = now = dataclasses.replace(self.messages[ts], **changes)
        self.changed()
        return now

    def delete(self, one: Message) -> None:
        if one.ephemeral_to is not None:
            self.ephemerals.remove(one)
        else:
            del self.messages[one.ts]
            channel = self.channels[one.channel]
            self._tell(channel, payloads.deleted_event(one, channel, self.base, self.new_ts()))
        self.changed()

    def react(self, one: Message, user_id: str, name: str) -> None:
        users = one.reactions.get(name, ())
        if user_id in users:
            raise Refusal("already_reacted")
        if not users and len(one.reactions) >= limits.REACTION_KINDS:
            raise Refusal("too_many_emoji")
        self._set_reactions(one, {**one.reactions, name: (*users, user_id)})
        self._tell_reaction("reaction_added", one, user_id, name)

    def unreact(self, one: Message, user_id: str, name: str) -> None:
        users = one.reactions.get(name, ())
        if user_id not in users:
            raise Refusal("no_reaction")
        left = {**one.reactions, name: tuple(each for each in users if each != user_id)}
        self._set_reactions(one, {key: value for key, value in left.items() if value})
        self._tell_reaction("reaction_removed", one, user_id, name)

    def _set_reactions(self, one: Message, reactions: Mapping[str, tuple[str, ...]]) -> None:
        self.messages[one.ts] = dataclasses.replace(one, reactions=reactions)
        self.changed()

    # -- statuses ------------------------------------------------------------------------------------------------

    def set_status(
        self,
        channel_id: str,
        thread_ts: str,
        text: str,
        loading_messages: tuple[str, ...],
        *,
        lasts: float = limits.STATUS_SECONDS,
        of_session: bool = False,
    ) -> None:
        """An empty text clears it, whoever wrote it."""
        if text:
            self._statuses[channel_id, thread_ts] = Status(text, loading_messages, self.clock(), lasts, of_session)
        else:
            self._statuses.pop((channel_id, thread_ts), None)
        self.changed()

    def status(self, channel_id: str, thread_ts: str) -> Status | None:
        """What the thread shows now: it goes when its time is over, and unless it is the session's, when the app
        posts there."""
        one = self._statuses.get((channel_id, thread_ts))
        return None if one is None or self.clock() - one.at >= one.lasts else one

    def _posted(self, channel_id: str, thread_ts: str) -> None:
        shown = self._statuses.get((channel_id, thread_ts))
        if shown is not None and not shown.of_session:
            del self._statuses[channel_id, thread_ts]

    # -- events --------------------------------------------------------------------------------------------------

    def _tell(self, channel: Channel, event: Json) -> None:
        """Events of a channel reach the app when it is a member."""
        if self.teams[channel.team_id].bot.id in channel.members:
            self.emit(channel.team_id, event)

    def _tell_reaction(self, kind: str, one: Message, user_id: str, name: str) -> None:
        self._tell(self.channels[one.channel], payloads.reaction_event(kind, one, user_id, name, self.new_ts()))
