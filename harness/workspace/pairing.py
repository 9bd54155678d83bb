"""Somebody whom the workspace does not know is let in by a code that they were given and somebody else vouches with."""

from random import Random
from typing import Protocol

from harness.chat.people import Person

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without 0 and O, 1 and I, which people mistake for each other."""
LENGTH = 8
GOOD_FOR = 3_600.0
"""Seconds."""
PENDING = 50
"""Codes that may be out at once in one team: a crowd of strangers does not fill the database, and takes none from
others.
"""
TRIES = 5
"""Wrong codes after which whoever tries has to wait."""
LOCKED_FOR = 3_600.0
"""Seconds."""


class WrongCode(Exception):
    """There is no such code, or it is too old. The message says so, for people."""


class LockedOut(WrongCode):
    """Too many wrong codes: nothing is looked up for a while."""


class Pairings(Protocol):
    """All raise JournalUnavailable."""

    async def paired(self, person: str) -> bool:
        """Has somebody vouched for the person of that id?"""

    async def offer(self, person: Person) -> str | None:
        """The code to vouch for them with: the one that is out and still good, or a new one. None if too many of
        that team are out.
        """

    async def redeem(self, code: str, by: str) -> str:
        """`by` vouches for whoever has that code: their id. A code is good once. Raises WrongCode and LockedOut."""


def new_code(random: Random) -> str:
    return "".join(random.choice(ALPHABET) for _ in range(LENGTH))


def typed(code: str) -> str:
    """A code as it was typed, however it was."""
    return code.strip().upper()
