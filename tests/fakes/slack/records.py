"""The frozen values that the emulator's state is made of. Tests read them; nobody changes them in place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.fakes.slack import screen

Json = dict[str, Any]
APP_ID = "A0DESKMATE"
ChannelKind = Literal["public", "private", "im", "mpim"]
SessionStatus = Literal["active", "processing", "suspended", "closed"]
Streaming = Literal["in_progress", "completed", "stopped", "died"]
"""What became of a streamed message: closed by the app, by a person, or by its age (people see it stuck)."""


@dataclass(frozen=True, slots=True)
class User:
    """A person or bot of a team. Written into a text (f"{user}") it is a mention."""

    id: str
    team_id: str
    name: str
    real_name: str
    is_bot: bool = False
    bot_id: str | None = None
    app_id: str | None = None
    deleted: bool = False
    restricted: bool = False
    ultra_restricted: bool = False
    also_of: tuple[str, ...] = ()
    """Other workspaces of its organization that it is a member of."""

    @property
    def is_app(self) -> bool:
        """Our own app's user, in one workspace or another."""
        return self.app_id == APP_ID

    def __str__(self) -> str:
        return f"<@{self.id}>"


SLACKBOT = User("USLACKBOT", "", "slackbot", "Slackbot", is_bot=True)


@dataclass(frozen=True, slots=True)
class Team:
    """A workspace. Where the app is installed, `bot` speaks with `bot_token`; elsewhere that is empty."""

    id: str
    name: str
    bot: User
    bot_token: str
    enterprise_id: str | None = None
    by_org: bool = False
    """The app came with the organization, and `bot_token` is good in all of its workspaces."""

    @property
    def installed(self) -> bool:
        return bool(self.bot_token)


@dataclass(frozen=True, slots=True)
class Channel:
    id: str
    team_id: str
    name: str
    kind: ChannelKind
    members: frozenset[str]
    archived: bool = False
    created: int = 0
    shared_with: frozenset[str] = frozenset()
    """Ids of the other workspaces whose people are in it."""


@dataclass(frozen=True, slots=True)
class Attached:
    """What a test writes for a file that a person brings along.

    `size`: what Slack says of it, when that is not the length of `content`. `held_back`: events say no more of it than
    `file_access: check_file_info`, as of files from other workspaces; files.info says the rest.
    """

    name: str
    content: bytes = b""
    mimetype: str = ""
    title: str = ""
    size: int | None = None
    held_back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """`shared`: people of other workspaces have it too."""

    id: str
    team_id: str
    name: str
    title: str
    content: bytes
    user: str
    mimetype: str
    claimed: int | None = None
    held_back: bool = False
    deleted: bool = False
    shared: bool = False

    @property
    def size(self) -> int:
        return len(self.content) if self.claimed is None else self.claimed


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was announced; `content` once its bytes have come."""

    id: str
    team_id: str
    name: str
    length: int
    content: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message as it stands at one moment. `ts` is unique in the whole emulator, and later ones are greater.

    `ephemeral_to` names the only user who sees it: such a message is in no history.
    """

    ts: str
    channel: str
    team_id: str
    user: str
    text: str
    blocks: tuple[Json, ...] = ()
    attachments: tuple[Json, ...] = ()
    thread_ts: str | None = None
    subtype: str | None = None
    bot_id: str | None = None
    app_id: str | None = None
    bot_profile: Json | None = None
    client_msg_id: str | None = None
    username: str | None = None
    edited: Json | None = None
    metadata: Json | None = None
    files: tuple[File, ...] = ()
    reactions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ephemeral_to: str | None = None
    streaming: Streaming | None = None

    @property
    def id(self) -> str:
        """As other platforms call it."""
        return self.ts

    @property
    def thread(self) -> str:
        """The ts of the message its thread hangs on (its own, when it starts one)."""
        return self.thread_ts or self.ts

    @property
    def shown(self) -> str:
        """What people read: the blocks where there are any (then `text` is for notifications only), else the text."""
        return "\n".join(screen.lines(list(self.blocks))) if self.blocks else self.text

    @property
    def rated(self) -> bool:
        """Are there Slack's own thumbs below it?"""
        return bool(screen.feedback(list(self.blocks)))

    @property
    def controls(self) -> list[str]:
        """The labels of the buttons and menus under it (a menu's choices too), as anybody sees them."""
        return [label for control in screen.controls(list(self.blocks)) for label in control.labels]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A modal (or home tab) in front of one user. `body` is what the app sent; `errors` what it last answered."""

    id: str
    hash: str
    user: str
    team_id: str
    body: Json
    root_id: str
    previous_id: str | None = None
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return str(self.body.get("title", {}).get("text", ""))

    @property
    def shown(self) -> str:
        return "\n".join(screen.lines(self.body["blocks"]))


@dataclass(frozen=True, slots=True)
class Status:
    """What a thread shows of the app at work, since `at`; `of_session`: written by agents.sessions.setStatus."""

    text: str
    loading_messages: tuple[str, ...]
    at: float
    lasts: float
    of_session: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """An agent session: the lifecycle of the app's work in a thread."""

    channel: str
    thread_ts: str
    status: SessionStatus
    title: str = ""
    initiator: str | None = None


@dataclass(frozen=True, slots=True)
class Prompts:
    """What the app suggests to say: `offered` is label -> message."""

    title: str
    offered: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Call:
    """One request to the Web API. `status` is the HTTP one (0: the connection was cut); `at` the emulator's clock."""

    method: str
    args: Json
    at: float
    status: int
    body: Json
    token: str = ""

    @property
    def ok(self) -> bool:
        return bool(self.body.get("ok"))

    @property
    def error(self) -> str | None:
        return self.body.get("error")
