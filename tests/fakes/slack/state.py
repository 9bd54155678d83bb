"""The workspace: what exists, and the rules that Slack keeps about it. No I/O; every refusal is a `Refusal`."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from tests.fakes.slack import events, limits, payloads
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.files import Files
from tests.fakes.slack.places import Places
from tests.fakes.slack.records import SLACKBOT, Channel, Json, Message, Status, User
from tests.fakes.slack.refusal import Refusal


class State(Places):
    """Messages, files and statuses, in `Places`.

    `changed` is called after every change; `emit(team_id, event)` with every event the app is subscribed to.
    `base` is the emulator's address without a trailing slash (known once it listens).
    """

    def __init__(
        self, clock: Clock, changed: Callable[[], None], emit: Callable[[str, Json], None], base: str = ""
    ) -> None:
        super().__init__(clock, changed)
        self.emit = emit
        self.base = base
        self.mention_first = True  # which event of a mention goes out first; Slack promises no order
        self.messages: dict[str, Message] = {}
        self.ephemerals: list[Message] = []
        self.files = Files(self.new_id)
        self._statuses: dict[tuple[str, str], Status] = {}

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
        self.check_thread(channel, thread_ts)
        one = Message(
            ts=self.new_ts(),
            channel=channel.id,
            team_id=author.team_id,
            user=author.id,
            bot_id=author.bot_id,
            app_id=author.app_id,
            bot_profile=payloads.bot_profile(author),
            text=text,
            thread_ts=thread_ts,
            **more,
        )
        self.messages[one.ts] = one
        if channel.shared_with:
            self.files.share(*(each.id for each in one.files))
        if author.is_app:
            self._posted(channel.id, one.thread)
        told = [events.message_event(one, channel, self.base, self.messages.get(one.thread))]
        if mentions_app:
            told.insert(0 if self.mention_first else 1, events.mention_event(one, channel, self.base))
        for event in told:
            self._tell(channel, event)
        self.changed()
        return one

    def check_thread(self, channel: Channel, thread_ts: str | None) -> None:
        """Whether a message with this thread_ts can be posted there."""
        parent = self.messages.get(thread_ts) if thread_ts is not None else None
        hangs = parent is not None and parent.channel == channel.id and parent.thread_ts in (None, parent.ts)
        if thread_ts is not None and not hangs:
            raise Refusal("cannot_reply_to_message")

    def post_ephemeral(self, channel: Channel, author: User, to: str, text: str, **more: Any) -> Message:
        one = Message(
            ts=self.new_ts(),
            channel=channel.id,
            team_id=author.team_id,
            user=author.id,
            bot_id=author.bot_id,
            app_id=author.app_id,
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
            self._tell(channel, events.changed_event(now, before, channel, self.base, self.new_ts()))
            if mentions_app:
                self._tell(channel, events.mention_event(now, channel, self.base))
        self.changed()
        return now

    def put(self, ts: str, **changes: Any) -> Message:
        """The message as Slack itself changes it without telling anybody."""
        self.messages[ts] = now = dataclasses.replace(self.messages[ts], **changes)
        self.changed()
        return now

    def delete(self, one: Message) -> None:
        """The app hears `message_deleted`; with a thread below it becomes a tombstone instead, by `message_changed`."""
        if one.ephemeral_to is not None:
            self.ephemerals.remove(one)
        elif self.replies(one.channel, one.ts):
            grave: dict[str, Any] = {"subtype": "tombstone", "text": "This message was deleted.", "user": SLACKBOT.id}
            self.replace(
                one, **grave, blocks=(), attachments=(), files=(), metadata=None, bot_id=None, bot_profile=None
            )
        else:
            del self.messages[one.ts]
            channel = self.channels[one.channel]
            self._tell(channel, events.deleted_event(one, channel, self.base, self.new_ts()))
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

    def join(self, person: User, channel: Channel, inviter: User | None) -> Channel:
        """The person is in it from now on; a notice says so there, and the app hears both."""
        now = self.put_channel(dataclasses.replace(channel, members=channel.members | {person.id}))
        self._tell(now, events.joined_event(person, now, inviter, self.new_ts()))
        notice = "group_join" if now.kind == "private" else "channel_join"
        self.post(
            now, person, f"{person} has joined the {'group' if now.kind == 'private' else 'channel'}", subtype=notice
        )
        return now

    def _tell(self, channel: Channel, event: Json) -> None:
        """Events of a channel reach the app when it is a member, for each workspace where it is."""
        for team_id in (channel.team_id, *sorted(channel.shared_with)):
            team = self.teams[team_id]
            if team.installed and team.bot.id in channel.members:
                self.emit(team_id, event)

    def _tell_reaction(self, kind: str, one: Message, user_id: str, name: str) -> None:
        self._tell(self.channels[one.channel], events.reaction_event(kind, one, user_id, name, self.new_ts()))
