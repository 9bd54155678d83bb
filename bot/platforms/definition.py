"""What there is to say of a platform: which settings switch it on, how it is made, how the doctor looks at it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from bot.settings import Settings
from harness.chat.attachments import Attachments
from harness.chat.installations import Installation
from harness.chat.people import Place
from harness.chat.platforms import PlatformTraits
from harness.chat.port import Chat, Marks
from harness.chat.rooms import Rooms
from harness.loop.clock import Now
from harness.loop.commands import Commands
from harness.loop.intake import Intake

if TYPE_CHECKING:
    from adapters.storage.lock import Holder
    from bot.doctor.finding import Finding, Said


class Platform(Protocol):
    """Where people meet us."""

    @property
    def chat(self) -> Chat: ...
    def link(self, place: Place, message: str) -> str: ...
    async def start(self, intake: Intake, commands: Commands) -> None: ...
    async def stop(self) -> None: ...
    async def close(self) -> None: ...


@runtime_checkable
class Reaching(Protocol):
    """A platform on which tools reach other places, and files."""

    rooms: Rooms
    attachments: Attachments


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """What the doctor has at hand.

    Attributes:
        settings: of which it says whether they are right
        now: in seconds since the epoch
        running: the process that works on the journal, if one does
        installations: those of the database, where several teams install the app
        refused: the variables that the settings do without, since they cannot be read
    """

    settings: Settings
    now: Now
    running: "Holder | None" = None
    installations: Sequence[Installation] = ()
    refused: Collection[str] = ()


class PlatformDefinition(Protocol):
    """One platform. Its adapter is imported by what is asked of it, not before: that takes time.

    Attributes:
        traits: its name, what people call it, its limits
        tokens: the settings that switch it on, as people are told to set them
    """

    traits: PlatformTraits
    tokens: str

    def is_set_up(self, settings: Settings) -> bool:
        """Do the settings switch it on?"""

    def problems(self, settings: Settings) -> Mapping[str, str]:
        """What is wrong, by the name of the setting. That it is not set up is not wrong."""

    def made(self, settings: Settings, marks: Marks) -> Platform:
        """What speaks and listens there, as the settings have it."""

    def manifest(self, name: str, settings: Settings, http: str) -> str:
        """Of our app there, by that name. With `http` its requests go to that URL. Raises SettingsError."""

    async def examine(self, at: Examination) -> "list[Finding]":
        """What the platform says of the settings, and what there is to do about it."""

    async def reach(self, at: Examination, team: str, place: Place) -> "tuple[str, list[Said]]":
        """What the place is called, and what is in the way of speaking there, in the workspace of that team. Raises
        ChatError.
        """
