"""Where our app is installed, on a platform on which it may be in several teams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Installation:
    """Our app in a team, or in all teams of an organization.

    Attributes:
        team: empty where it is in all of an organization's
        organization: empty where there is none
        token: what we speak with there
        user: as whom we speak
        bot: who that is as a bot
        name: what people call the team
        url: where its messages are looked at
        at: when it was installed, in seconds since the epoch
    """

    team: str
    organization: str
    token: str = field(repr=False)
    user: str
    bot: str = ""
    name: str = ""
    url: str = ""
    scopes: str = ""
    at: float = 0.0


class Installations(Protocol):
    """All raise JournalUnavailable."""

    async def save(self, installation: Installation) -> None:
        """In place of what was there for that team, or organization."""

    async def find(self, team: str, organization: str = "") -> Installation | None:
        """The team's own; else that of its organization, which need not be said once it was noted."""

    async def remove(self, installation: Installation) -> bool:
        """False if there is another in its place by now."""

    async def all(self) -> Sequence[Installation]:
        """Every one, the oldest first."""

    async def note(self, team: str, organization: str) -> None:
        """That team is of that organization."""

    async def organizations(self) -> Mapping[str, str]:
        """The organization of each team for which it was noted."""
