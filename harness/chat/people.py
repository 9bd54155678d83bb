"""Who and where. Both are values that journals keep, so their shapes are part of the codec's contract."""

from dataclasses import KW_ONLY, dataclass, replace

from harness.chat.untrusted import in_line, unmarked


@dataclass(frozen=True, slots=True)
class Person:
    """Who acted, with the roles that they had when they did. One person is one `id`, whatever their name and roles, and
    from wherever they speak.

    Attributes:
        team: theirs
        member: a full member of the team that we work in, and no guest or stranger
        accounts: all of theirs, if the workspace knows of several, this one among them
    """

    platform: str
    team: str
    user: str
    name: str = ""
    roles: frozenset[str] = frozenset()
    _: KW_ONLY
    bot: bool = False
    member: bool = True
    accounts: tuple[str, ...] = ()

    @classmethod
    def of(cls, account: str) -> "Person":
        """Of whom only that account is known, `platform:team:user`."""
        platform, team, user = account.split(":", 2)
        return cls(platform, team, user)

    @property
    def id(self) -> str:
        """`platform:team:user`, as `people` in workspace.yaml names them; of several, the first."""
        return self.accounts[0] if self.accounts else self.account

    @property
    def account(self) -> str:
        """The one by which they acted."""
        return f"{self.platform}:{self.team}:{self.user}"

    @property
    def ids(self) -> frozenset[str]:
        """All of theirs."""
        return frozenset({self.account, *self.accounts})

    def same(self, other: "Person") -> bool:
        """Is that the same person? Also if one of both was not known by all of their accounts when they acted."""
        return not self.ids.isdisjoint(other.ids)

    def on(self, place: "Place") -> "Person":
        """As they are known there: by an account of that team, else of that platform, else by this one."""
        known = [(self.platform, self.team, self.user), *(tuple(id.split(":")) for id in self.accounts)]
        there = [account for account in known if len(account) == 3 and account[0] == place.platform]
        if not there:
            return self
        platform, team, user = next((account for account in there if account[1] == place.team), there[0])
        return replace(self, platform=platform, team=team, user=user)

    def __str__(self) -> str:
        return unmarked(in_line(self.name)) or self.user


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
