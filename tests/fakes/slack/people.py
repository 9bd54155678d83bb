"""What people say in Slack, and do with what was said."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.fakes.slack.inputs import NotPossible
from tests.fakes.slack.membership import Membership
from tests.fakes.slack.records import Attached, Channel, Json, Message, User

_LIVE = re.compile(r"<(?:[@#!][^<>\s]+|https?://[^<>\s]+|mailto:[^<>\s]+)>")


class People(Membership):
    """What people say."""

    async def says(
        self,
        user: User,
        channel: Channel | str,
        text: str,
        thread_ts: str | None = None,
        *,
        files: Mapping[str, bytes] | Sequence[Attached] = (),
        attachments: Sequence[Json] = (),
        blocks: Sequence[Json] = (),
        broadcast: bool = False,
        subtype: str | None = None,
    ) -> Message:
        """Write a message (with `files`: name -> bytes, or Attached; a reply with `broadcast`: in the channel too).

        The app hears it as `message`; a mention also as `app_mention`, with another event_id and the same ts.
        `&`, `<` and `>` are escaped unless they spell a mention or a link. Other subtypes: "me_message"; "bot_message",
        as what bots of the old kind write, which comes without a user. `attachments` are what the message forwards or
        an app adds; `blocks` are an app's.
        """
        if broadcast and thread_ts is None:
            raise NotPossible("only a reply can be sent to the channel too")
        place = self._place(channel)
        self._check_active(user)
        if place.archived or user.id not in place.members:
            raise NotPossible(f"{user.name} cannot write in {place.name}")
        return self.state.post(
            place,
            user,
            escaped(text),
            thread_ts=thread_ts,
            mentions_app=self._mentions_app(place, text),
            client_msg_id=None if user.is_bot else self.state.new_id("client-"),
            blocks=tuple(blocks) if user.is_bot else (self._typed(text),) if text else (),
            attachments=tuple(attachments),
            files=tuple(self.state.files.add(user, one) for one in _attached(files)),
            subtype=subtype or ("thread_broadcast" if broadcast else "file_share" if files else None),
            username=user.name if subtype == "bot_message" else None,
        )

    async def edits_message(self, user: User, message: Message | str, text: str) -> Message:
        """The app hears `message_changed`; if the new text mentions it, also `app_mention` with `edited`."""
        before = self.message(message)
        if before.user != user.id:
            raise NotPossible(f"{user.name} did not write {before.ts}")
        return self.state.replace(
            before,
            mentions_app=self._mentions_app(self._place(before.channel), text),
            text=escaped(text),
            blocks=(self._typed(text),),
            edited={"user": user.id, "ts": self.state.new_ts()},
        )

    async def deletes_message(self, user: User, message: Message | str, *, as_admin: bool = False) -> None:
        """Their own, or as an administrator of the workspace anybody's, the app's too."""
        one = self.message(message)
        if one.user != user.id and not as_admin:
            raise NotPossible(f"{user.name} did not write {one.ts}")
        self.state.delete(one)

    async def unfurls(self, message: Message | str, url: str = "https://example.com/", **shown: Any) -> Message:
        """Slack itself changes the message (a link preview appears): `message_changed` with the same text. `shown` are
        other fields of the preview.
        """
        one = self.message(message)
        return self.state.replace(one, attachments=(*one.attachments, {"from_url": url, "fallback": url, **shown}))

    async def deletes_file(self, message: Message | str) -> None:
        """The files of this message are taken away; it stays, and shows that."""
        one = self.message(message)
        for each in one.files:
            self.state.files.delete(each.id)
        now = tuple(found for each in one.files if (found := self.state.files.get(each.id)))
        self.state.replace(one, files=now)

    async def recounts(self, message: Message | str) -> None:
        """Slack itself tells that the thread has more replies: `message_changed` with the same text."""
        self.state.replace(self.message(message))

    async def reacts(self, user: User, message: Message | str, name: str) -> None:
        self.state.react(self.message(message), user.id, name)

    async def unreacts(self, user: User, message: Message | str, name: str) -> None:
        self.state.unreact(self.message(message), user.id, name)

    # -- inside

    def _mentions_app(self, place: Channel, text: str) -> bool:
        bot = self._team_of(place).bot
        return place.kind != "im" and re.search(rf"<@{bot.id}(\|[^>]*)?>", text) is not None

    def _typed(self, text: str) -> Json:
        element: dict[str, Any] = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
        return {"type": "rich_text", "block_id": self.state.new_id("b"), "elements": [element]}


def _attached(files: Mapping[str, bytes] | Sequence[Attached]) -> Iterable[Attached]:
    if isinstance(files, Mapping):
        return [Attached(name, content) for name, content in files.items()]
    return files


def escaped(text: str) -> str:
    """As Slack stores what was typed: & < > as entities, mentions and links left alive."""
    done, end = [], 0
    for live in _LIVE.finditer(text):
        done += [_entities(text[end : live.start()]), live.group()]
        end = live.end()
    return "".join([*done, _entities(text[end:])])


def _entities(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
