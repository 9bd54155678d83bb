"""Who is known, and with which roles."""

from collections.abc import Iterable
from dataclasses import replace

from harness.chat.people import Person
from harness.workspace.workspace import Member


class Directory:
    """The people that the workspace names. Everybody else who can write to us is known too, without a role."""

    def __init__(self, members: Iterable[Member]) -> None:
        self._members = {member.id: member for member in members}

    def known(self, person: Person) -> Person | None:
        """`person` with the roles that the workspace gives them, whatever roles they came with, and called as it calls
        them, if it does. None for bots: they are not talked with.
        """
        if person.bot:
            return None
        member = self._members.get(person.id)
        if member is None:
            return replace(person, roles=frozenset())
        return replace(person, roles=member.roles, name=member.name or person.name)
