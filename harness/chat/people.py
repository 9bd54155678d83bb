"""Who and where. Both are values that journals keep, so their shapes are part of the codec's contract."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """Who acted, with the roles that they had when they did. One person is one `id`, whatever their name and roles.

    `team` is theirs. `member`: a full member of the team that we work in, and no guest or stranger.
    """

    platform: str
    team: str
    user: str
    name: str = ""
    roles: frozenset[str] = frozenset()
    bot: bool = False
    member: bool = True

    @property
    def id(self) -> str:
        """`platform:team:user`, as `people` in workspace.yaml names them."""
        return f"{self.platform}:{self.team}:{self.user}"

    def __str__(self) -> str:
        return self.name or self.user


@dataclass(frozen=True, slots=True)
class Place:
    """Where on a platform: a channel's thread, a direct message, a terminal. `thread` is empty where there is none."""

    platform: str
    team: str
    channel: str
    thread: str = ""

    @property
    def id(self) -> str:
        return f"{self.platform}:{self.team}:{self.channel}:{self.thread}"

    def __str__(self) -> str:
        return self.id

    @classmethod
    def direct(cls, person: Person) -> "Place":
        """Where one person is written to alone, in the team that they are of."""
        return cls(person.platform, person.team, f"@{person.user}")

    @property
    def addressee(self) -> str:
        """The user of a `direct` place; empty for any other."""
        return self.channel[1:] if self.channel.startswith("@") else ""
