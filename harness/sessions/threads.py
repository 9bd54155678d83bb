"""What the threads of one team are called. Teams share a journal, and none finds what is another's."""

from dataclasses import dataclass
from hashlib import blake2b

from harness.chat.people import Place


@dataclass(frozen=True, slots=True)
class ThreadNames:
    """Where there are several teams, a thread's name begins with its team, which is thereby known to whoever has only
    the name: a button, or an engine that has found something to do. `team` is empty where there is but one.

    `plain`: without it, as threads are called that are from the time when there was but one.
    """

    team: str = ""
    plain: bool = True

    def of(self, place: Place) -> str:
        """The one that a place points to: short, since buttons carry it, and the same on every machine."""
        return self.called(place.id)

    def called(self, seed: str) -> str:
        """One that is made of that."""
        name = blake2b(seed.encode(), digest_size=8).hexdigest()
        return name if self.plain else f"{self.team}.{name}"

    def beginning(self, bare: str) -> str:
        """How those of ours begin that people call so."""
        return bare if self.plain else f"{self.team}.{bare}"

    def has(self, thread: str) -> bool:
        """Is it one of ours? Of another's nothing may be said, not even that it is there."""
        return team_of(thread) == ("" if self.plain else self.team)


def team_of(thread: str) -> str:
    """The team that the thread's name begins with; empty if it is a plain one."""
    return thread.rpartition(".")[0]


def short(thread: str) -> str:
    """What people call a thread by, where its title is not enough."""
    return bare(thread)[:6]


def bare(thread: str) -> str:
    """Without the team, which people in it need not say."""
    return thread.rpartition(".")[2]
