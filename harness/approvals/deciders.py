"""Who may decide. Nowhere else."""

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass

from harness.chat.people import Person
from harness.chat.phrases import Phrase, listed

OWNER = "owner"
DEFAULT_ROLES = frozenset({OWNER, "approver"})
"""Who may decide besides the requester, where a rule names no roles."""

NAMED = 3
"""Of those who may decide by their role."""


@dataclass(frozen=True, slots=True)
class Deciders:
    """Who may settle an ask, and how many of them it takes.

    Attributes:
        requester: who opened the turn may decide
        not_authors: nobody whose words the turn has heard may decide, whatever their roles
        quorum: how many it takes
        people: who may decide by name, whatever their roles
    """

    roles: frozenset[str] = DEFAULT_ROLES
    requester: bool = True
    _: KW_ONLY
    not_authors: bool = False
    quorum: int = 1
    people: tuple[Person, ...] = ()

    def may_decide(self, person: Person, requester: Person, authors: Iterable[Person]) -> bool:
        """May `person`, with the roles that they acted with, decide in a turn of `requester` that has heard
        `authors`?
        """
        if person.bot:
            return False
        if self.not_authors and any(map(person.same, (requester, *authors))):
            return False
        return self.entitles(person) or (self.requester and person.same(requester))

    def entitles(self, person: Person) -> bool:
        """Is it theirs by name or by role, whoever asked for it?"""
        return not person.bot and (any(map(person.same, self.people)) or bool(self.roles & person.roles))

    def held_by_any(self, held: frozenset[str]) -> bool:
        """Does somebody have such a role, if those are what people have?"""
        return bool(self.roles & held)

    def include_somebody(self, held: frozenset[str]) -> bool:
        """True if there is anybody who may decide, if those are the roles that people have."""
        return (self.requester and not self.not_authors) or self.held_by_any(held)

    def absent(self, held: frozenset[str]) -> frozenset[str]:
        """The roles that nobody has, where that matters: of the usual two none is needed beside somebody else."""
        return self.roles - held - (DEFAULT_ROLES if self.include_somebody(held) else frozenset())

    def keys(self, requester: Person) -> frozenset[str]:
        """Whoever may decide in a turn of `requester` has one of these among theirs (`keys_of`), though not all who do
        may.
        """
        named = frozenset(id for person in self.people for id in person.ids)
        return named | frozenset(map(_role, self.roles)) | (requester.ids if self.requester else frozenset())

    def may_grant(self, requester: Person, authors: Iterable[Person]) -> bool:
        """Does a grant count in this turn? Only if one decider is enough and each of its authors could have decided."""
        authors = tuple(authors)
        return self.quorum == 1 and all(self.may_decide(a, requester, authors) for a in (requester, *authors))

    def described(self, requester: Person, known: Iterable[Person] = ()) -> Phrase:
        """For people: `Ana or an approver (Bob, Cyd)`, with those of `known` who have such a role. Who is asked is a
        person; who only could decide is named, so that nobody is called who need not come.
        """
        named = [(person,) for person in self.people]
        asked = self.requester and not self.not_authors and not requester.bot
        by_role = [self._by_role(requester, known)] if self.roles else []
        who = listed([*named, *([(requester,)] if asked else []), *by_role], "or") or ("nobody",)
        return (f"{self.quorum} people (", *who, ")") if self.quorum > 1 else who

    def _by_role(self, requester: Person, known: Iterable[Person]) -> Phrase:
        """Owners may whatever others may, and are named only where they are asked alone."""
        roles = sorted(self.roles - {OWNER}) or [OWNER]
        outside = " who took no part in this" if self.not_authors else ""
        holders = [str(one) for one in known if self.held_by_any(one.roles) and not one.same(requester)]
        more = [f"{len(holders) - NAMED} more"] if len(holders) > NAMED else []
        names = f" ({', '.join([*holders[:NAMED], *more])})" if holders else ""
        return (f"{_with_article(' or '.join(roles))}{outside}{names}",)


OWNERS = Deciders(frozenset({OWNER}), requester=False)
"""Who may do what concerns everybody, like vouching for somebody, and for whom the workspace acts."""


def keys_of(person: Person) -> frozenset[str]:
    """By which somebody is found among those who may decide: their ids and roles."""
    return person.ids | frozenset(map(_role, person.roles))


def _role(name: str) -> str:
    """No id begins so."""
    return f"role={name}"


def _with_article(noun: str) -> str:
    return f"{'an' if noun[:1].casefold() in 'aeiou' else 'a'} {noun}"
